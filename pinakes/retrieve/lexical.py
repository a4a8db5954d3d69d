"""Which passages hold the words of the query? BM25 with what it leaves out.

Words that a question is made of (`how`, `should`) find too much to be asked for, yet they
tell a how-to from a what-is: they add to the score of what the other words have found. A
passage gains by others of its note and by the notes beside it that match too. Names that
differ by their signs alone (`C++`, `C#`) are told apart by the text, for the index has only
their letters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pinakes.retrieve import together
from pinakes.retrieve.query import Expressions, InOne, Query
from pinakes.retrieve.tuning import Tuning
from pinakes.store import read
from pinakes.store.db import Connection

if TYPE_CHECKING:
    from pinakes.store.conditions import Clause

Scores = list[tuple[int, float]]
"""(chunk, score), best first."""

DEPTH = 600
"""Chunks that are scored; what lies beyond has next to no weight after fusion."""
_NOTE_DEPTH = 200
_NOTE_DECAY = 0.7
_MOST_CHUNKS = 60_000
"""In a larger vault the postings of stop words cost more time than their order is worth."""
_SIGNS_COUNT = 4.0
_WORDS_OF_THE_WHOLE = 0.3
"""What its words count in a question about the vault as a whole, against the notes that are its entrances."""


def scores(db: Connection, query: Query, asked: Expressions, tuning: Tuning, within: Clause | None = None) -> Scores:
    """The best chunks for the words of a query. `within`: where a passage must be."""
    if not asked.any_term:
        return []
    found = _bm25(db, asked.any_term, tuning, within)
    if asked.little and read.chunk_count(db) <= _MOST_CHUNKS:
        both = dict(_bm25(db, f"({asked.any_term}) AND ({asked.little})", tuning, within))
        part = tuning.stop_words
        found = [(chunk, score + part * max(0.0, both.get(chunk, score) - score)) for chunk, score in found]
    if tuning.every_word and asked.content_terms not in ("", asked.any_term):
        whole = {chunk for chunk, _ in _bm25(db, asked.content_terms, tuning, within)}
        found = [(chunk, score * (1.0 + tuning.every_word) if chunk in whole else score) for chunk, score in found]
    if query.signed:
        found = _with_signs(db, found, query.signed)
    for one in asked.in_one:
        found = _in_one(db, found, one, tuning, within)
    return sorted(_in_company(db, found, tuning), key=lambda one: (-one[1], one[0]))


def with_entrances(found: Scores, entrances: Mapping[int, float]) -> Scores:
    """For a question about the vault as a whole: its entrances first, among them those with the question's words."""
    top, most = (max(values, default=0.0) for values in ((score for _, score in found), entrances.values()))
    if not most:
        return found
    scored = {chunk: score / most for chunk, score in entrances.items()}
    for chunk, score in found:
        scored[chunk] = scored.get(chunk, 0.0) + (_WORDS_OF_THE_WHOLE * score / top if top > 0 else 0.0)
    return sorted(scored.items(), key=lambda one: (-one[1], one[0]))[:DEPTH]


def _bm25(db: Connection, expression: str, tuning: Tuning, within: Clause | None) -> Scores:
    if within is None:
        return read.lexical(db, expression, DEPTH, weights=tuning.fields)
    from pinakes.store import filtering

    return filtering.lexical(db, expression, within, DEPTH, weights=tuning.fields)


def _in_company(db: Connection, found: Scores, tuning: Tuning) -> Scores:
    """The best chunk of a note with a part of what its others have, and of what the notes beside its own have."""
    ordered = sorted(found, key=lambda one: (-one[1], one[0]))
    notes = read.notes_of(db, [chunk for chunk, _ in ordered[:_NOTE_DEPTH]])
    by_note: dict[int, Scores] = defaultdict(list)
    for chunk, score in ordered[:_NOTE_DEPTH]:
        by_note[notes[chunk]].append((chunk, score))
    best = {}
    for note, ((chunk, score), *others) in by_note.items():
        more = sum(other * _NOTE_DECAY**i for i, (_, other) in enumerate(others))
        best[note] = (chunk, score + tuning.same_note * more)
    gains = together.gains(db, best, tuning.same_group)
    raised = {chunk: score + gains.get(chunk, 0.0) for chunk, score in best.values()}
    return [(chunk, raised.get(chunk, score)) for chunk, score in ordered]


def _in_one(db: Connection, found: Scores, one: InOne, tuning: Tuning, within: Clause | None) -> Scores:
    """Those that have words in a row which make one thing gain as much as the best has, by its share of the query."""
    from pinakes.retrieve import inone

    there = [chunk for chunk, _ in _bm25(db, one.expression, tuning, within)]
    if not there:
        return found
    gains, top = inone.gains(db, one, there), max((score for _, score in found), default=0.0)
    return [(chunk, score + top * gains.get(chunk, 0.0)) for chunk, score in found]


def _with_signs(db: Connection, found: Scores, signed: Sequence[str]) -> Scores:
    """Those first that have the names with their signs."""
    rows = read.chunks(db, [chunk for chunk, _ in found])
    sought = re.compile("|".join(rf"(?<![\w.]){re.escape(name)}(?![\w+#])" for name in signed), re.IGNORECASE)

    def weight(row: read.ChunkRow) -> float:
        return _SIGNS_COUNT if sought.search("\n".join((row.title, *row.heading_path, row.text))) else 1.0

    return [(chunk, score * weight(rows[chunk])) for chunk, score in found]
