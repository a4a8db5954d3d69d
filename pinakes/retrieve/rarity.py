"""How rare is each word of a question in the notes? What is not there at all weighs most."""

from __future__ import annotations

import math

from pinakes.retrieve.query import groups, parse
from pinakes.store import read, text, vocabulary
from pinakes.store.db import Connection

_COUNTED = 20_000
_MOST_WORDS = 40
_HALF = 0.5
"""Of a passage: what a word that none has is in, so that it is rarer than one that a single passage has."""


def rarities(db: Connection, question: str) -> dict[str, float]:
    """Folded word → 0 (in every passage) … 1 (in none); of a run without blanks, each of its pairs."""
    languages = tuple(dict.fromkeys((*read.languages(db)[:2], text.language(question), "en")))
    total = max(1, read.chunk_count(db))
    weights: dict[str, float] = {}
    for word in parse(question).words[:_MOST_WORDS]:
        unspaced = text.is_unspaced(word)
        for group in groups([word], languages):
            found = vocabulary.frequency(db, text.match_expression([group]), _COUNTED)
            key = group[0] if unspaced else text.fold(word.casefold())
            weights[key] = math.log1p(total / (found + _HALF)) / math.log1p(total / _HALF)
    return weights
