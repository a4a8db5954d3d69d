"""Disk − index = plan."""

from __future__ import annotations

import pytest

from pinakes.model.files import FileStamp, Scan
from pinakes.model.sync import SyncPlan
from pinakes.vault.diff import diff, is_racy


def stamps(**notes: tuple[int, int]) -> dict[str, FileStamp]:
    return {f"{name}.md": FileStamp(f"{name}.md", size, time, time, 1) for name, (size, time) in notes.items()}


@pytest.mark.parametrize(
    ("on_disk", "indexed", "plan"),
    [
        (stamps(), stamps(), SyncPlan()),
        (stamps(b=(1, 1), a=(1, 1)), stamps(), SyncPlan(added=("a.md", "b.md"))),
        (stamps(), stamps(a=(1, 1)), SyncPlan(removed=("a.md",))),
        (stamps(a=(1, 1)), stamps(a=(1, 1)), SyncPlan(unchanged=1)),
        (stamps(a=(2, 1)), stamps(a=(1, 1)), SyncPlan(changed=("a.md",))),
        (stamps(a=(1, 2)), stamps(a=(1, 1)), SyncPlan(changed=("a.md",))),
        (stamps(a=(1, 1)), stamps(a=(-1, 1)), SyncPlan(changed=("a.md",))),
    ],
)
def test_the_plan_is_the_difference(
    on_disk: dict[str, FileStamp], indexed: dict[str, FileStamp], plan: SyncPlan
) -> None:
    assert diff(Scan(on_disk), indexed) == plan


@pytest.mark.parametrize("field", ["ctime_ns", "inode"])
def test_a_restored_time_does_not_hide_a_change(field: str) -> None:
    now = FileStamp("a.md", 1, 1, 2 if field == "ctime_ns" else 1, 2 if field == "inode" else 1)
    assert diff(Scan({"a.md": now}), stamps(a=(1, 1))).changed == ("a.md",)


@pytest.mark.parametrize(
    ("unreadable", "removed"),
    [
        ((), ("a/n.md", "a/sub/n.md", "ab/n.md", "n.md")),
        (("a",), ("ab/n.md", "n.md")),
        (("a/sub",), ("a/n.md", "ab/n.md", "n.md")),
        (("n.md",), ("a/n.md", "a/sub/n.md", "ab/n.md")),
        (("",), ()),
    ],
)
def test_below_a_folder_that_cannot_be_listed_nothing_is_removed(
    unreadable: tuple[str, ...], removed: tuple[str, ...]
) -> None:
    indexed = {path: FileStamp(path, 1, 1, 1, 1) for path in ("n.md", "a/n.md", "a/sub/n.md", "ab/n.md")}
    assert diff(Scan({}, unreadable=unreadable), indexed).removed == removed


RACY = [
    # stamp in ns before now, racy
    (0, True),
    (20_000_001, True),
    (-20_000_001, True),
    (30_000_001, False),
    (-30_000_001, False),
    (2 * 10**9, True),  # whole seconds: a clock that counts in steps of two
    (3 * 10**9, False),
]


@pytest.mark.parametrize(("age_ns", "racy"), RACY)
def test_a_stamp_within_the_last_tick_is_not_trusted(age_ns: int, racy: bool) -> None:
    now = 1_700_000_000 * 10**9
    then = now - age_ns
    assert is_racy(FileStamp("a.md", 7, then, then, 1), now) == racy
