"""How do words and meaning go together? One score of two, which says how much of it is whose.

What a passage means finds what is said in other words, and loses to words wherever the
question names something. So it is asked only for questions that name nothing known, and
counts beside the words: a passage keeps what its words have earned.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pinakes.retrieve.lexical import Scores
from pinakes.store.db import Connection

Nearest = Callable[[Connection, str, int], Sequence[tuple[int, float]]]
"""(question, how many) → (chunk, cosine) of the passages that mean most nearly the same, the nearest first."""

DEPTH = 100
"""Passages that are nearest in meaning; the cosine of the last of them counts as none."""
_POWER = 2.0
"""Of the closeness, 0 … 1: cosines lie near each other, and the first few are worth more than their difference."""


_LEAST = 0.25
"""A cosine that says nothing: the nearest of a thousand passages is about so near to a word that means nothing."""
_SURE = 0.3
"""A nearest passage of this cosine counts in full."""


class Fused(NamedTuple):
    """One ranking of two."""

    scores: Scores
    """The best first, the best one 1."""
    meant: Mapping[int, float]
    """Chunk → the part of its score that is by meaning, 0 … 1."""


def fused(found: Scores, near: Sequence[tuple[int, float]], weight: float) -> Fused:
    """BM25 scores against the best of them, and `weight` times the closeness in meaning, added up."""
    top = found[0][1] if found else 0.0
    by_words = {chunk: score / top if top > 0 else 1.0 for chunk, score in found}
    by_meaning = {chunk: weight * part for chunk, part in _closeness(near).items() if part > 0}
    both = {
        chunk: by_words.get(chunk, 0.0) + by_meaning.get(chunk, 0.0) for chunk in by_words.keys() | by_meaning.keys()
    }
    most = max(both.values(), default=1.0) or 1.0
    scores = sorted(((chunk, score / most) for chunk, score in both.items()), key=lambda one: (-one[1], one[0]))
    return Fused(scores, {chunk: part / both[chunk] for chunk, part in by_meaning.items()})


def _closeness(near: Sequence[tuple[int, float]]) -> dict[int, float]:
    """0 for the last and for what says nothing; 1 for the nearest, less where even that is not near."""
    if not near or near[0][1] <= _LEAST:
        return {}
    first, last = near[0][1], max(near[-1][1], _LEAST)
    sure = min(1.0, (first - _LEAST) / (_SURE - _LEAST))
    span = first - last
    return {
        chunk: sure * (max(0.0, cosine - last) / span if span > 0 else 1.0) ** _POWER
        for chunk, cosine in near
        if cosine > _LEAST
    }
