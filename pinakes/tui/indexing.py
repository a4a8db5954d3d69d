"""How does the index keep up with the vault while the screens are used? In a thread that reports."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from textual.message import Message
from textual.message_pump import MessagePump

from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.model.sync import Progress, SyncReport
from pinakes.model.view import Status
from pinakes.tui.background import post, words


class Indexing:
    """Follows the vault until it is stopped."""

    @dataclass
    class Progressed(Message):
        """So much has been read. Of many in a row only the last is drawn."""

        progress: Progress

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, Indexing.Progressed)

    @dataclass
    class Synced(Message):
        """The index has met the disk."""

        report: SyncReport
        status: Status

    @dataclass
    class Troubled(Message):
        """Following the vault met an obstacle."""

        why: str

    def __init__(self, target: MessagePump, library: Library) -> None:
        self._target = target
        self._library = library
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="pinakes-indexing")

    def start(self) -> None:
        self._thread.start()

    def stop(self, wait_s: float) -> bool:
        """Ask it to stop; True when it has. A note that is being written is finished first."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(wait_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._library.watch(
                self._stop,
                on_sync=self._synced,
                on_progress=lambda progress: post(self._target, self.Progressed(progress)),
                on_trouble=lambda why: post(self._target, self.Troubled(why)),
            )
        except PinakesError as error:
            post(self._target, self.Troubled(words(error)))
        except Exception as error:  # noqa: BLE001 - a silent end of the thread would look like "in step"
            why = f"Reading the notes stopped by a mistake of ours ({type(error).__name__}). Start Pinakes again."
            post(self._target, self.Troubled(why))

    def _synced(self, report: SyncReport) -> None:
        post(self._target, self.Synced(report, self._library.status()))


def synced_words(report: SyncReport) -> str:
    """A sync in a line."""
    parts = ((report.added, "new"), (report.changed, "changed"), (report.moved, "moved"), (report.removed, "gone"))
    return "Read: " + ", ".join(f"{number:,} {what}" for number, what in parts if number)
