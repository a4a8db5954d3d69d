"""Where is a pinned note now, after a sync? By its id in the index, else its path, else its bytes.

A move that a sync has recognised keeps the note's id. One that came as a deletion and, some
syncs later, as a new note, is known by what it holds; so is one that happened while there was
no index at all.
"""

from __future__ import annotations

from collections.abc import Sequence

from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.store.pins import PinRow


class Places:
    """The pinned notes before a sync."""

    def __init__(self, db: Connection, pins: Sequence[PinRow]) -> None:
        self._pins = pins
        self._ids = read.note_ids(db, [pin.path for pin in pins])
        self._alike = {path for pin in pins for path in read.paths_with_hash(db, pin.content_hash)}
        """Notes with the same bytes as a pinned one: copies, none of which it has become."""

    def after(self, db: Connection) -> list[tuple[PinRow, PinRow]]:
        """(as it was, as it is now) of the pins of which something has changed."""
        found = read.note_paths(db, self._ids.values())
        taken = {path for path, _ in found.values()}
        changed = []
        for pin in self._pins:
            path = self._place(db, pin, found, taken)
            if path is None:
                continue
            taken.add(path)
            note = read.note_ids(db, [path])[path]
            title = read.note_paths(db, [note])[note][1]
            now = PinRow(path, title, read.content_hashes(db, [path])[path].rstrip("!"), pin.pinned)
            if now != pin:
                changed.append((pin, now))
        return changed

    def _place(self, db: Connection, pin: PinRow, found: dict[int, tuple[str, str]], taken: set[str]) -> str | None:
        known = self._ids.get(pin.path)
        if known in found:
            return found[known][0]
        if read.note_ids(db, [pin.path]):
            return pin.path
        there = [path for path in read.paths_with_hash(db, pin.content_hash) if path not in taken | self._alike]
        return there[0] if there else None
