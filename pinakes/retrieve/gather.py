"""What else may an answer draw on than the passages that were found? Other parts of the notes they are of.

A note is found by one passage and answers in another: the right note's own section is nearer to
an answer than a tenth note. Taken are those parts of the first notes that hold most of the
question's words, rare ones counting more, and those that stand beside what was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pinakes.model.search import Hit
from pinakes.retrieve.query import groups, parse
from pinakes.store import read, text
from pinakes.store.db import Connection

NOTES = 3
"""Notes of which other parts are looked at."""
PARTS = 6
"""Parts of each."""
_BESIDE = 0.25
"""What standing right beside a hit counts, against all words of the question."""
_MOST_WORDS = 40


def parts(
    db: Connection, question: str, hits: Sequence[Hit], weights: Mapping[str, float], notes: int = NOTES,
    most: int = PARTS,
) -> list[read.ChunkRow]:  # fmt: skip
    """Chunks of the hits' first notes that are no hits themselves: note by note, the best of each first."""
    known = read.chunks(db, [hit.chunk_id for hit in hits])
    first = list(dict.fromkeys(known[hit.chunk_id].note_id for hit in hits if hit.chunk_id in known))[:notes]
    at = {note: [row.ordinal for row in known.values() if row.note_id == note] for note in first}
    expressions = _expressions(db, question, weights)
    found: list[read.ChunkRow] = []
    for note in first:
        rows = {row.chunk_id: row for row in read.note_chunks(db, note) if row.chunk_id not in known}
        worth = dict.fromkeys(rows, 0.0)
        for expression, weight in expressions:
            for chunk in read.matching(db, expression, rows) if rows else ():
                worth[chunk] += weight
        for chunk, row in rows.items():
            if min(abs(row.ordinal - ordinal) for ordinal in at[note]) == 1:
                worth[chunk] += _BESIDE
        best = sorted(rows, key=lambda chunk: (-worth[chunk], rows[chunk].ordinal))
        found += [rows[chunk] for chunk in best[:most] if worth[chunk] > 0]
    return found


def _expressions(db: Connection, question: str, weights: Mapping[str, float]) -> list[tuple[str, float]]:
    """An expression for each word of the question with its part of the whole; those that ask are left out."""
    languages = tuple(dict.fromkeys((*read.languages(db)[:2], text.language(question), "en")))
    found: list[tuple[str, float]] = []
    for word in parse(question).words[:_MOST_WORDS]:
        if text.is_stop_word(word, languages):
            continue
        for group in groups([word], languages):
            key = group[0] if text.is_unspaced(word) else text.fold(word.casefold())
            found.append((text.match_expression([group]), weights.get(key, 0.5)))
    total = sum(weight for _, weight in found) or 1.0
    return [(expression, weight / total) for expression, weight in found]
