"""Disk − index = what to do. Pure: decided before anything is done."""

from __future__ import annotations

from collections.abc import Mapping

from pinakes.model.files import FileStamp, Scan
from pinakes.model.sync import SyncPlan

TICK_NS = 25_000_000
"""Two edits within one tick of the file system's clock leave one stamp; kernels count in steps of up to 10 ms."""
_COARSE_NS = 2_100_000_000
"""FAT and some network drives count in steps of two seconds; their stamps end in whole seconds."""


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


def is_racy(stamp: FileStamp, now_ns: int) -> bool:
    """True for a stamp so young, or so far ahead of the clock, that a later edit could leave the very same one."""
    tick = TICK_NS if stamp.mtime_ns % 1_000_000_000 else _COARSE_NS
    return abs(now_ns - max(stamp.mtime_ns, stamp.ctime_ns)) < tick


def _below(path: str, folders: tuple[str, ...]) -> bool:
    return any(folder in ("", path) or path.startswith(f"{folder}/") for folder in folders)
