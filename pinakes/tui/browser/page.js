// Keys go to the terminal from the start, and again when the window is come back to.
const toTerminal = () => document.querySelector(".xterm-helper-textarea")?.focus();
addEventListener("load", () => setTimeout(toTerminal, 0));
addEventListener("focus", toTerminal);
