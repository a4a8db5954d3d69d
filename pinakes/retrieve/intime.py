"""Which texts are read to tell whether they meet a condition, and which could not be any more?

Reading ends when its time is up. What was not read then meets neither the condition nor its
opposite: it is left out of both, and the user is told how much it is.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from pinakes.store import conditions, filtering
from pinakes.store.conditions import Clause, Matches
from pinakes.store.db import Connection

READING_S = 2.0
"""Seconds for reading texts, all conditions of a query together."""

_Row = TypeVar("_Row", bound=tuple[Any, ...])


class InTime:
    """Reads passages for the conditions of one query."""

    def __init__(self, db: Connection, cancelled: Callable[[], bool]) -> None:
        self._db = db
        self._cancelled = cancelled
        self._left = READING_S
        self._unread: Matches | None = None
        self.stopped = False
        self.notes: list[str] = []
        """What the user should know."""

    def texts(self, where: Clause) -> Iterator[filtering.Text]:
        """The passages that meet the condition, with what is needed to judge them."""
        return self._timed(filtering.texts(self._db, where), where)

    def in_order(self, where: Clause) -> Iterator[filtering.Text]:
        """The same, note by note from its top; of a note that was not read to its end, nothing counts as read."""
        return self._timed(filtering.texts(self._db, where, in_order=True), where, note_of=lambda row: row.note_id)

    def bodies(self, where: Clause) -> Iterator[tuple[int, str]]:
        """(chunk, its text)."""
        return self._timed(filtering.bodies(self._db, where), where)

    def raw(self, where: Clause) -> Iterator[tuple[int, bytes]]:
        """(chunk, its text in UTF-8)."""
        return self._timed(filtering.raw_texts(self._db, where), where)

    def judged(self, chunk_ids: Iterable[int]) -> Matches:
        """These chunks of those that were read last; beside them, those that could not be read."""
        return conditions.given("chunk", chunk_ids)._replace(unknown=self._unread)

    def _timed(
        self, rows: Iterable[_Row], where: Clause, note_of: Callable[[_Row], int] | None = None
    ) -> Iterator[_Row]:
        """The rows, whose first column is the chunk, until the time for reading is up."""
        self._unread = None
        begun = time.monotonic()
        read: list[int] = []
        note, of_note = 0, 0
        for row in rows:
            if self._cancelled() or time.monotonic() - begun > self._left:
                self._left, self.stopped = 0.0, True
                whole = len(read) - of_note
                self._unread = conditions.chunks_but(where, read[:whole])
                self.notes.append(_stopped(len(read), filtering.count(self._db, where)))
                return
            if note_of is not None:
                of_note = of_note + 1 if note_of(row) == note else 1
                note = note_of(row)
            read.append(row[0])
            yield row
        self._left = max(0.0, self._left - (time.monotonic() - begun))


def _stopped(read: int, total: int) -> str:
    return (
        f"Stopped after {READING_S:g} s: {read:,} of {total:,} passages were read; the others are left out, whatever"
        " they hold. Another condition beside it leaves fewer to read."
    )
