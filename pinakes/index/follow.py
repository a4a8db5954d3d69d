"""How does the index follow the vault? File events only wake; the scan and the hashes decide.

Entities are recognised by a process of their own (`index.worker`), started when some wait,
so that neither the person typing nor the next sync waits for them.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pinakes.errors import PinakesError
from pinakes.model.sync import Progress, SyncReport
from pinakes.model.view import Status
from pinakes.vault.watch import Watcher

_SCAN_EVERY_S = 60.0
"""Events get lost; a scan finds what they did not tell."""
_RETRY_S = 3.0
_TICK_S = 0.3
_TRIES = 3


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
    _worker: subprocess.Popen[bytes] | None = None
    _to_recognise: int = 0
    _worker_failures: int = 0
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
                self._recognise()
        finally:
            watcher.stop()
            self._end_worker()

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
        if report.entities_pending and self._worker is None and self._worker_failures < _TRIES:
            self._start_worker(report.entities_pending)
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

    def _start_worker(self, pending: int) -> None:
        self._to_recognise = pending
        self._worker = subprocess.Popen(
            [sys.executable, "-m", "pinakes.index.worker", str(self.library.index_file)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _recognise(self) -> None:
        """Tell how far the worker is, and notice when it has ended."""
        if self._worker is None:
            return
        try:
            pending = self.library.status().entities_pending
        except PinakesError as error:
            self._say(str(error))
            return
        self._to_recognise = max(self._to_recognise, pending)
        self.on_progress(Progress("entities", self._to_recognise - pending, self._to_recognise))
        code = self._worker.poll()
        if code is None:
            return
        self._worker = None
        if code != 0:
            self._worker_failures += 1  # search works without; the next sync starts it again, but not for ever
            self._say(f"Names are not recognised: the process for it ended with code {code}.")
        elif pending:
            self._start_worker(pending)
        else:
            self.on_sync(SyncReport())

    def _end_worker(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.wait()
