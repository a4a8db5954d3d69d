"""How does the index follow the vault? File events only wake; the scan and the hashes decide.

What goes on behind the text is done by processes of its own (`index.behind`), started when some
of it waits, so that neither the person typing nor the next sync waits for it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pinakes.errors import PinakesError
from pinakes.index.behind import Work
from pinakes.model.sync import Progress, SyncReport
from pinakes.model.view import Status
from pinakes.vault.watch import Watcher

_SCAN_EVERY_S = 60.0
"""Events get lost; a scan finds what they did not tell."""
_RETRY_S = 3.0
_TICK_S = 0.3
_ASK_EVERY_S = 1.0
"""How far the work behind the text is."""


class Synced(Protocol):
    """What is followed: the part of Library that is needed here."""

    vault: Path
    index_file: Path

    def sync(self, *, on_progress: Callable[[Progress], None], cancelled: Callable[[], bool]) -> SyncReport: ...
    def status(self) -> Status: ...


@dataclass(slots=True)
class Follower:
    """Syncs on change until told to stop."""

    library: Synced
    stop: threading.Event
    on_sync: Callable[[SyncReport], None]
    on_progress: Callable[[Progress], None]
    on_trouble: Callable[[str], None]
    behind: Sequence[Work]
    _asked: float = 0.0
    _trouble: str = field(default="")
    _first: bool = True
    _told: bool = False
    """Progress was told, so its end has to be told too."""

    def run(self) -> None:
        """Returns soon after `stop` is set."""
        watcher = Watcher(self.library.vault)
        due = 0.0
        well = True
        try:
            watcher.start()
            while not self.stop.is_set():
                if time.monotonic() >= due:
                    trouble = self._sync()
                    due = time.monotonic() + (_RETRY_S if trouble else _SCAN_EVERY_S)
                    self._say(trouble or ("" if watcher.healthy() else watcher.trouble))
                woken = watcher.wait(_TICK_S)
                if woken or (well and not watcher.healthy()):
                    due = 0.0
                well = watcher.healthy()
                self._look_behind()
        finally:
            watcher.stop()
            for work in self.behind:
                work.kill()

    def _sync(self) -> str:
        """One sync; what was wrong, in words, when it has to be tried again soon."""
        try:
            report = self.library.sync(on_progress=self._progress, cancelled=self.stop.is_set)
        except PinakesError as error:
            return f"{error} {error.hint}".strip()
        if self._first or self._told or report.added or report.changed or report.removed or report.moved:
            self._told = False
            self._first = False
            self.on_sync(report)
        self._start(report.entities_pending, report.vectors_pending)
        return ""

    def _progress(self, progress: Progress) -> None:
        """Looking about is worth telling once; after that only what is found is."""
        if self._first or progress.stage != "scan":
            self._told = True
            self.on_progress(progress)

    def _say(self, trouble: str) -> None:
        """Each trouble once, and once that it is over."""
        if trouble != self._trouble:
            self._trouble = trouble
            self.on_trouble(trouble)

    def _start(self, entities: int, vectors: int) -> None:
        waiting = {"entities": entities, "vectors": vectors}
        for work in self.behind:
            work.start(waiting[work.stage])

    def _look_behind(self) -> None:
        """Tell how far the work behind the text is, and notice when some of it has ended."""
        if time.monotonic() - self._asked < _ASK_EVERY_S or not any(work.running for work in self.behind):
            return
        self._asked = time.monotonic()
        try:
            status = self.library.status()
        except PinakesError as error:
            self._say(str(error))
            return
        waiting = {"entities": status.entities_pending, "vectors": status.vectors_pending}
        for work in [work for work in self.behind if work.running]:
            pending = waiting[work.stage]
            self.on_progress(work.progress(pending))
            code = work.ended()
            if code:
                self._say(f"{work.trouble}: the process for it ended with code {code}.")
            elif code == 0:
                self._start(status.entities_pending, status.vectors_pending)
                if not pending:
                    self.on_sync(SyncReport())
