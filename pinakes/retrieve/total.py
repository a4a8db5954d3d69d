"""How many notes does a search find, shown or not?

Of words, those notes count in which a passage has all of them; where none has, those with its
words but the small ones; where none has these, those with some of them.
"""

from __future__ import annotations

from pinakes.model.search import Having, Total
from pinakes.retrieve.query import Expressions
from pinakes.store import filtering
from pinakes.store.conditions import EVERYTHING, Clause, Unit
from pinakes.store.db import Connection

MOST_PASSAGES = 5_000
"""Counting takes about a microsecond a passage; a search that finds more says `more than`."""


_READINGS: tuple[tuple[str, Having], ...] = (
    ("all_terms", "all-terms"),
    ("content_terms", "content-terms"),
    ("any_term", "any-term"),
)


def of_words(db: Connection, asked: Expressions, within: Clause = EVERYTHING) -> Total | None:
    """The notes that have the words of a query, by its strictest reading that any has; None where none has any."""
    readings: dict[str, Having] = {}
    for expression, having in _READINGS:
        readings.setdefault(getattr(asked, expression), having)  # of one word, all readings are the same
    for expression, having in readings.items():
        if expression and (found := _counted(db, expression, within))[0]:
            return Total(found[0], having, found[1])
    return None


def of_conditions(db: Connection, clause: Clause, unit: Unit) -> Total:
    """The notes that meet conditions."""
    return Total(filtering.note_count(db, clause, unit), "conditions")


def _counted(db: Connection, expression: str, within: Clause) -> tuple[int, bool]:
    """(notes, there are more)."""
    notes, passages = filtering.notes_matching(db, expression, within, MOST_PASSAGES + 1)
    return notes, passages > MOST_PASSAGES
