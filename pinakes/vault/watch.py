"""Has something in the vault changed? A hint to look again, never what has changed.

Events get lost, doubled and reordered, and some changes send none. So a watcher carries no
paths: the answer to it is always a scan. What it does promise is to say in words when it has
gone deaf, and to fall back to "look again every few seconds".
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.vault.scan import root_identity

if TYPE_CHECKING:
    from watchdog.events import FileSystemEvent
    from watchdog.observers.api import BaseObserver

_CHECK_S = 1.0
_LIMIT_REACHED = (
    "the system's watch limit is reached: looking for changes every {seconds:g} s instead. "
    "Raise it with `sudo sysctl fs.inotify.max_user_watches=524288` (and fs.inotify.max_user_instances=1024)."
)
_NO_EVENTS = "file events can't be had here ({why}): looking for changes every {seconds:g} s instead."
_NOT_THERE = "the vault's folder is not there; watching goes on when it is back."
_REPLACED = "the vault's folder was replaced by another; watching the new one."
_STOPPED = "file events stopped; watching was started anew."


class Watcher:
    """Wakes whoever waits when files below `root` change.

    `settle_s` of quiet end a burst of events; `latest_s` after its first event is waited no
    longer. `poll_s` is how often to look where there are no events.
    """

    def __init__(self, root: Path, settle_s: float = 0.2, latest_s: float = 2.0, poll_s: float = 5.0) -> None:
        self.trouble = ""
        """Why events may be missing, and what to do; empty while all is well."""
        self._root = root
        self._settle_s = settle_s
        self._latest_s = latest_s
        self._poll_s = poll_s
        self._changed = threading.Event()
        self._stopped = threading.Event()
        self._observer: BaseObserver | None = None
        self._polling = False
        self._next_look = 0.0
        self._identity: tuple[int, int] | None = None
        self._log = _OverflowLog(self)

    def start(self) -> None:
        """Begin to watch. Never raises: without events it polls, and `trouble` says why."""
        logging.getLogger("watchdog").addHandler(self._log)
        self._stopped.clear()
        self._begin()

    def stop(self) -> None:
        """End watching, and wake whoever waits."""
        self._stopped.set()
        self._changed.set()
        self._end()
        logging.getLogger("watchdog").removeHandler(self._log)

    def wait(self, timeout_s: float) -> bool:
        """True when something may have changed; False after `timeout_s` or when stopped."""
        if self._polling:
            return self._looks_again(timeout_s)
        deadline = time.monotonic() + timeout_s
        while not self._changed.wait(max(0.0, min(_CHECK_S, deadline - time.monotonic()))):
            if self._recovered():
                return True
            if time.monotonic() >= deadline:
                return False
        return self._settled()

    def healthy(self) -> bool:
        """Is every change in the vault going to send an event, as far as can be known?"""
        return not self._polling and self._alive() and self._identity == root_identity(self._root)

    def _looks_again(self, timeout_s: float) -> bool:
        due_s = self._next_look - time.monotonic()
        if self._stopped.wait(max(0.0, min(timeout_s, due_s))) or timeout_s < due_s:
            return False
        self._next_look = time.monotonic() + self._poll_s
        return True

    # ── one burst of events is one change ────────────────────────────────────────────────

    def _settled(self) -> bool:
        latest = time.monotonic() + self._latest_s
        while self._changed.is_set() and not self._stopped.is_set() and time.monotonic() < latest:
            self._changed.clear()
            self._changed.wait(self._settle_s)
        return not self._stopped.is_set()

    def notice(self, event: FileSystemEvent) -> None:
        """Take note of an event, unless all it speaks of is hidden."""
        paths = [os.fsdecode(path) for path in (event.src_path, event.dest_path) if path]
        if not paths or any(not self._is_hidden(path) for path in paths):
            self._changed.set()

    def overflowed(self) -> None:
        """Events were lost: whatever they said, it is time to look again."""
        self.trouble = "more changes at once than the system reports; looked through the whole vault instead."
        self._changed.set()

    def _is_hidden(self, path: str) -> bool:
        inner = os.path.relpath(path, self._root)
        return any(part.startswith(".") and part not in (".", "..") for part in Path(inner).parts)

    # ── health ───────────────────────────────────────────────────────────────────────────

    def _begin(self) -> None:
        self._identity = root_identity(self._root)
        if self._identity is None:
            self.trouble = _NOT_THERE
            return
        try:
            self._observer = _observer(self._root, self)
        except Exception as error:  # noqa: BLE001 - whatever the platform's library raises, polling works
            self._poll(_LIMIT_REACHED if "limit" in str(error) else _NO_EVENTS, str(error) or type(error).__name__)
            return
        if _missing_watches(self._root):
            self._end()
            self._poll(_LIMIT_REACHED, "")

    def _poll(self, trouble: str, why: str) -> None:
        self._polling = True
        self._next_look = time.monotonic() + self._poll_s
        self.trouble = trouble.format(seconds=self._poll_s, why=why)

    def _end(self) -> None:
        observer, self._observer = self._observer, None
        if observer is not None and observer.is_alive():
            observer.stop()
            observer.join(timeout=5.0)

    def _alive(self) -> bool:
        observer = self._observer
        return observer is not None and observer.is_alive() and all(e.is_alive() for e in observer.emitters)

    def _recovered(self) -> bool:
        """Start anew after the folder came back, was replaced, or events stopped: then all may have changed."""
        identity = root_identity(self._root)
        if identity is None:
            self.trouble = _NOT_THERE
            return False
        if identity == self._identity and self._alive():
            return False
        trouble = _REPLACED if identity != self._identity and self._identity is not None else _STOPPED
        self._end()
        self.trouble = ""
        self._begin()
        self.trouble = self.trouble or trouble
        return True


class _OverflowLog(logging.Handler):
    """The only way in which the library tells of lost events is a line in its log."""

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(logging.WARNING)
        self._watcher = watcher

    def emit(self, record: logging.LogRecord) -> None:
        if "overflow" in record.getMessage().lower():
            self._watcher.overflowed()


def _observer(root: Path, watcher: Watcher) -> BaseObserver:
    """The platform's own events, without those that our reading causes."""
    from watchdog import events
    from watchdog.observers import Observer

    class Handler(events.FileSystemEventHandler):
        def dispatch(self, event: events.FileSystemEvent) -> None:
            watcher.notice(event)

    observer = Observer()
    observer.schedule(
        Handler(),
        str(root),
        recursive=True,
        event_filter=[
            events.FileCreatedEvent,
            events.FileModifiedEvent,
            events.FileDeletedEvent,
            events.FileMovedEvent,
            events.FileClosedEvent,
            events.DirCreatedEvent,
            events.DirDeletedEvent,
            events.DirMovedEvent,
        ],
    )
    observer.start()
    return observer


def _missing_watches(root: Path) -> bool:
    """Linux gives fewer watches than asked for once a limit is reached, and says nothing."""
    given = _watches()
    return given is not None and given < sum(1 for _ in _folders(str(root)))


def _watches() -> int | None:
    """The inotify watches of this process; None where the system doesn't tell."""
    try:
        descriptors = os.listdir("/proc/self/fdinfo")
    except OSError:
        return None
    count = 0
    for descriptor in descriptors:
        try:
            with open(f"/proc/self/fdinfo/{descriptor}", encoding="ascii", errors="replace") as info:
                count += sum(line.startswith("inotify wd:") for line in info)
        except OSError:
            continue  # closed meanwhile
    return count


def _folders(root: str) -> Iterator[str]:
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                waiting.extend(entry.path for entry in entries if entry.is_dir(follow_symlinks=False))
        except OSError:
            continue  # not listed, not watched
        yield folder
