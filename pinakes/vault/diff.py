"""Disk − index = what to do. Pure: decided before anything is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pinakes.model import FileStamp, Scan, SyncPlan

_TICK_NS = 2_100_000_000
"""The coarsest clock of a file system (FAT: two seconds), and a little."""


def diff(scan: Scan, indexed: Mapping[str, FileStamp]) -> SyncPlan:
    """What a sync has to do. Below a folder that can't be listed, nothing is taken for removed."""
    on_disk = scan.stamps
    both = on_disk.keys() & indexed.keys()
    changed = sorted(path for path in both if on_disk[path] != indexed[path])
    gone = indexed.keys() - on_disk.keys()
    return SyncPlan(
        added=tuple(sorted(on_disk.keys() - indexed.keys())),
        changed=tuple(changed),
        removed=tuple(sorted(path for path in gone if not _below(path, scan.unreadable))),
        unchanged=len(both) - len(changed),
    )


def as_indexed(stamp: FileStamp, read_at_ns: int) -> FileStamp:
    """The stamp to keep for a note read at this time of day.

    A file changed within the last tick of the clock may change again without its stamp
    showing it: such a stamp gets size −1, which no later scan equals.
    """
    youngest = max(stamp.mtime_ns, stamp.ctime_ns)
    return replace(stamp, size=-1) if abs(read_at_ns - youngest) < _TICK_NS else stamp


def _below(path: str, folders: tuple[str, ...]) -> bool:
    return any(folder == "" or path.startswith(f"{folder}/") for folder in folders)
