"""How does slow work get done without the screen waiting, and without quitting waiting for it?

In daemon threads. Textual's own thread workers are joined when the app ends; one that sits in a
long call would hold up the prompt.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from textual.message import Message
from textual.message_pump import MessagePump

from pinakes.errors import PinakesError
from pinakes.tui.text import flat


def compute(target: MessagePump, work: Callable[[], Message], failed: Callable[[str], Message]) -> None:
    """Run `work` in a daemon thread and post what it returns to `target`; or `failed(why)`."""

    def run() -> None:
        try:
            message = work()
        except PinakesError as error:
            message = failed(words(error))
        except Exception as error:  # noqa: BLE001 - a thread's mistake must reach the screen that waits for it
            message = failed(f"Pinakes made a mistake ({type(error).__name__}). `pinakes doctor` looks for the cause.")
        post(target, message)

    threading.Thread(target=run, daemon=True, name="pinakes-compute").start()


def beside(work: Callable[[], None]) -> None:
    """Run `work`, which nobody waits for, in a daemon thread."""
    threading.Thread(target=work, daemon=True, name="pinakes-beside").start()


def post(target: MessagePump, message: Message) -> None:
    """Post from a thread; without effect when the app has gone meanwhile."""
    try:
        target.post_message(message)
    except RuntimeError:  # the event loop is closed
        return


def words(error: PinakesError) -> str:
    """An error as one line: what happened, then what to do."""
    return flat(f"{error} {error.hint}".strip())
