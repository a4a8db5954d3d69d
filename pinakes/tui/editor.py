"""How is a note opened in the user's own editor, at a line?"""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePath

from pinakes.errors import UsageError

_PLUS_AND_DASHES = frozenset({"vi", "vim", "nvim", "view", "nano", "rnano", "pico", "elvis", "nvi", "vim.basic"})
_PLUS = frozenset({"emacs", "emacsclient", "micro", "kak", "joe", "jed", "mg", "ne", "gedit", "gnome-text-editor"})
_COLON = frozenset({"hx", "helix", "subl", "zed", "zeditor"})
_GOTO = frozenset({"code", "code-insiders", "codium", "vscodium", "cursor"})
_LINE_OPTION = {"kate": "-l", "mate": "-l", "idea": "--line"}
_WAITS = {"subl": "--wait", "zed": "--wait", "zeditor": "--wait", "mate": "-w", **dict.fromkeys(_GOTO, "--wait")}
FALL_BACK = ("nano", "vi")


def command(setting: str, environ: Mapping[str, str]) -> list[str]:
    """The editor and its options, as the user wrote them: the setting, $VISUAL, $EDITOR, else nano or vi.

    Raises UsageError when there is none, or when what is given can't be taken apart.
    """
    chosen = setting or environ.get("VISUAL") or environ.get("EDITOR") or ""
    if not chosen.strip():
        chosen = next((name for name in FALL_BACK if shutil.which(name)), "")
    try:
        words = shlex.split(chosen)
    except ValueError as error:
        raise UsageError(f"The editor `{chosen}` can't be understood: {error}.", "Set $EDITOR anew.") from error
    if not words:
        raise UsageError("No editor is set.", "Set $EDITOR, or `editor` under [look] in config.toml.")
    if shutil.which(words[0]) is None:
        raise UsageError(f"The editor `{words[0]}` is not there.", "Set $VISUAL or $EDITOR to one that is.")
    return words


def argv(words: list[str], path: Path, line: int) -> list[str]:
    """The whole command for a file at a line. No shell ever reads it."""
    name = PurePath(words[0]).name
    waits = [_WAITS[name]] if name in _WAITS and _WAITS[name] not in words else []
    start = [*words, *waits]
    if name in _PLUS_AND_DASHES:
        return [*start, f"+{line}", "--", str(path)]
    if name in _PLUS:
        return [*start, f"+{line}", str(path)]
    if name in _COLON:
        return [*start, f"{path}:{line}"]
    if name in _GOTO:
        return [*start, "--goto", f"{path}:{line}"]
    if name in _LINE_OPTION:
        return [*start, _LINE_OPTION[name], str(line), str(path)]
    return [*start, str(path)]
