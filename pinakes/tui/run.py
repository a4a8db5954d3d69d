"""How does the terminal UI begin and end? Is this a terminal, where does chatter go, what is the exit code?"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

from pinakes.config import Config
from pinakes.errors import UsageError
from pinakes.library import Library

IN_BROWSER = "textual.drivers.web_driver:WebDriver"
"""What textual-serve puts into TEXTUAL_DRIVER: the terminal is at the other end of a pipe."""
LOOK_S = 1.0
WITHOUT = "Without one: pinakes search WORDS"


def run(config: Config) -> NoReturn:
    """Show the terminal UI until the user leaves it, and end the process: by 0, or by 1 after a mistake of ours.

    Raises UsageError where there is no terminal to draw on, and whatever `Library.open` raises.
    """
    require_terminal()
    from pinakes.tui.app import PinakesApp  # Textual takes 0.3 to 0.7 s, which a refusal need not wait for
    from pinakes.tui.background import beside

    library = Library.open(config) if config.vault_dir is not None else None
    app = PinakesApp(config, library)
    if in_browser():
        beside(end_with_server)
    with stderr_to(config.data_dir / "tui.log"):
        app.run()
        app.close()
    if app.last_words:
        print(app.last_words, file=sys.stderr)
    sys.stdout.flush()
    # All is written and closed, and a thread that would not stop sits in native code. Taking the
    # widgets and modules apart one by one would keep the prompt waiting for nothing.
    os._exit(app.return_code or 0)


def in_browser() -> bool:
    """Whether a server shows this terminal UI on a page."""
    return os.environ.get("TEXTUAL_DRIVER") == IN_BROWSER


def end_with_server() -> None:
    """End when the server does, also when it was killed and could not say so."""
    server = os.getppid()
    while os.getppid() == server:
        time.sleep(LOOK_S)
    os.kill(os.getpid(), signal.SIGTERM)


def require_terminal() -> None:
    """Raise UsageError unless input and output are a terminal that can be drawn on, or a browser's page."""
    if in_browser():
        return
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("The terminal UI needs a terminal for input and output.", WITHOUT)
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise UsageError(f"This terminal can't be drawn on (TERM={os.environ.get('TERM', '')}).", WITHOUT)


@contextmanager
def stderr_to(log: Path) -> Iterator[None]:
    """Send what native libraries print to a log, and let Textual draw on the terminal by another descriptor.

    llama.cpp, BLAS and children write to descriptor 2, where Textual draws as well.
    """
    with suppress(OSError):
        log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descriptor = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        descriptor = os.open(os.devnull, os.O_WRONLY)
    terminal, before = os.dup(2), sys.__stderr__
    os.dup2(descriptor, 2)
    os.close(descriptor)
    drawn = os.fdopen(os.dup(terminal), "w", encoding="utf-8", errors="replace", buffering=1)
    sys.__stderr__ = drawn  # type: ignore[misc]
    try:
        yield
    finally:
        drawn.flush()
        sys.__stderr__ = before  # type: ignore[misc]
        os.dup2(terminal, 2)
        os.close(terminal)
        drawn.close()
