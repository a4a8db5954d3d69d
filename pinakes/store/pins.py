"""Which notes did a person pin? A row a note in the user's own database, with what it is known by after a move."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

import apsw


class PinRow(NamedTuple):
    """A pinned note, as it was last seen."""

    path: str
    title: str
    content_hash: str
    """Of its bytes: a note at another path with the same is the one that was moved."""
    pinned: str
    """UTC, as `2026-03-28T17:05:00Z`."""


def all_of(db: apsw.Connection) -> tuple[PinRow, ...]:
    """The pins, the oldest first."""
    rows = db.execute("SELECT path, title, content_hash, pinned FROM pins ORDER BY pinned, path")
    return tuple(PinRow(*row) for row in rows)


def add(db: apsw.Connection, path: str, title: str, content_hash: str) -> None:
    """Pin the note; one that is pinned stays as it is."""
    pinned = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    db.execute("INSERT OR IGNORE INTO pins VALUES (?, ?, ?, ?)", (path, title, content_hash, pinned))


def remove(db: apsw.Connection, path: str) -> None:
    """Let it go."""
    db.execute("DELETE FROM pins WHERE path = ?", (path,))


def put_in_place(db: apsw.Connection, changed: Sequence[tuple[PinRow, PinRow]]) -> None:
    """Pins, each as it was and as it is known now; two notes may have changed places."""
    for old, _ in changed:
        remove(db, old.path)
    db.executemany("INSERT OR IGNORE INTO pins VALUES (?, ?, ?, ?)", [new for _, new in changed])
