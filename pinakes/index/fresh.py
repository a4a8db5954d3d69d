"""Are these notes still what the index says? Asked for the hits of every search, so it imports little."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path

from pinakes.model.files import FileStamp
from pinakes.model.sync import SyncPlan
from pinakes.store import read
from pinakes.store.db import Connection

_TRACES = 20


def differing(db: Connection, vault: Path, paths: Iterable[str]) -> SyncPlan:
    """Those of the notes that were edited or have gone since they were read; none while the vault is away."""
    known = read.stamps_of(db, paths)
    now = {path: _stamp(vault, path) for path in known}
    if not any(now.values()) and _is_away(db, vault):
        return SyncPlan()
    return SyncPlan(
        changed=tuple(path for path, stamp in now.items() if stamp is not None and stamp != known[path]),
        removed=tuple(path for path, stamp in now.items() if stamp is None),
    )


def _is_away(db: Connection, vault: Path) -> bool:
    """An unmounted drive looks like an emptied folder: no trace of the notes changed last either."""
    return not any(_stamp(vault, note.path) for note in read.recent(db, _TRACES))


def _stamp(vault: Path, path: str) -> FileStamp | None:
    """What the file system says now; what can't be asked counts as it was read, for it may be there."""
    try:
        status = os.stat(vault / path, follow_symlinks=False)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return FileStamp(path, -1, 0, 0, 0)
    if not stat.S_ISREG(status.st_mode) or os.path.realpath(vault / path) != str(Path(os.path.realpath(vault), path)):
        return None  # no note stands there any more: links are not followed, nor is anything but a file opened
    return FileStamp(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
