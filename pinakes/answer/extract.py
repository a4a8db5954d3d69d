"""Which sentences of the notes answer the question? An answer without any model, word for word.

A sentence is worth the part of the question that it covers (rare words count more), helped
by what its title and headings say, by the rank of its passage, and by holding the kind of
thing that is asked for: a date for "when", a name for "who".
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pinakes.answer import intent
from pinakes.answer.units import Unit, content_terms, units
from pinakes.model.answer import Passage
from pinakes.store import text as lexical

ENOUGH = 0.42
"""Coverage of the question below which nothing is said."""
SURE = 0.6
"""Coverage from which a sentence answers even if the model sees no answer."""

_LIMIT = 3
_CONTEXT = 0.8
"""What a question's word counts when it stands in the title or a heading rather than in the sentence."""
_NEAR = 0.35
"""… and when it stands in the sentence before or after."""
_NEAR_AND_WANTED = 0.5
"""… of a sentence that holds the kind of thing that is asked for."""
_TYPE_BONUS = 0.25
_TELLING = ("when", "price", "how-many")
"""Kinds that are recognised so well that a sentence without one is hardly the answer."""
_RANK_BONUS = 0.3
_CLOSE = 0.72
"""A further sentence needs this part of the best one's score."""
_ALIKE = 0.6
"""Overlap of terms from which two sentences say the same."""
_RARE_DF = 3
"""Terms in fewer sentences than this weigh alike, those in none too."""


class Extracted(NamedTuple):
    """A sentence that answers, and how well."""

    passage: Passage
    start: int
    """Offsets in the passage's text."""
    end: int
    coverage: float
    """The part of the question that it covers with its surroundings, 0 … 1, rare words weighing more."""
    score: float

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]


class Extract(NamedTuple):
    """The sentences that answer, best first. None when the notes seem not to answer."""

    sentences: tuple[Extracted, ...] = ()
    coverage: float = 0.0
    """Of the best sentence, also where it was not enough."""

    @property
    def sure(self) -> bool:
        return bool(self.sentences) and self.coverage >= SURE


def extract(question: str, passages: Sequence[Passage], *, limit: int = _LIMIT, enough: float = ENOUGH) -> Extract:
    """The best sentences of `passages`, which come best first."""
    code = lexical.language(question + "\n" + "\n".join(p.text[:500] for p in passages[:3]))
    asked = content_terms(intent.without_question_words(question), code)
    kind = intent.kind(question)
    candidates = _candidates(question, asked, kind, passages, code)
    best_coverage = max((c.coverage for c, _ in candidates), default=0.0)
    enough_of = [(c, unit) for c, unit in candidates if c.coverage >= enough]
    # A sentence that gives orders to a machine is data like any other, but never comes first.
    enough_of.sort(key=lambda pair: (intent.addresses_a_machine(pair[1].text), -pair[0].score))
    return Extract(_distinct(enough_of, limit), best_coverage)


def best_spans(question: str, passage: Passage) -> list[tuple[int, int]]:
    """The sentences of one passage, the most useful for the question first; for cutting it to size."""
    code = lexical.language(passage.text)
    asked = content_terms(question, code)
    return [(u.start, u.end) for u in sorted(units(passage, code), key=lambda u: (-len(asked & u.terms), u.start))]


def _candidates(
    question: str, asked: frozenset[str], kind: intent.Kind | None, passages: Sequence[Passage], code: str
) -> list[tuple[Extracted, Unit]]:
    by_passage = [(p, units(p, code), content_terms(" ".join([p.title, *p.heading]), code)) for p in passages]
    idf = _idf(asked, [unit.terms | about for _, us, about in by_passage for unit in us])
    found = []
    for rank, (passage, us, about) in enumerate(by_passage):
        for i, unit in enumerate(us):
            if unit.kind not in ("prose", "property"):
                continue
            near = frozenset().union(*(u.terms for u in us[max(0, i - 1) : i + 2]))
            wanted = kind is not None and intent.holds(kind, unit.text, question)
            own = _coverage(idf, unit.terms, about, near, _NEAR_AND_WANTED if wanted else _NEAR)
            score = own + _RANK_BONUS / (1 + rank)
            if wanted:
                score += _TYPE_BONUS
            elif kind in _TELLING:
                score -= _TYPE_BONUS
            if unit.kind == "property":
                score -= _TYPE_BONUS
            if not unit.terms - asked:
                score -= _TYPE_BONUS  # it only repeats the question
            found.append((Extracted(passage, unit.start, unit.end, own, score), unit))
    return found


def _idf(asked: frozenset[str], pools: Sequence[frozenset[str]]) -> dict[str, float]:
    """A term that no sentence has weighs as much as the rarest: what is not there can't be answered."""
    n = len(pools) + 1
    return {term: math.log(1 + n / max(_RARE_DF, sum(term in pool for pool in pools))) for term in asked}


def _coverage(
    idf: Mapping[str, float], own: frozenset[str], about: frozenset[str], near: frozenset[str], nearness: float
) -> float:
    total = sum(idf.values())
    if not total:
        return 0.0
    got = sum(
        weight * (1.0 if term in own else _CONTEXT if term in about else nearness if term in near else 0.0)
        for term, weight in idf.items()
    )
    return got / total


def _distinct(ranked: Sequence[tuple[Extracted, Unit]], limit: int) -> tuple[Extracted, ...]:
    chosen: list[tuple[Extracted, Unit]] = []
    for candidate, unit in ranked:
        if chosen and candidate.score < _CLOSE * chosen[0][0].score:
            continue
        if len(chosen) < limit and not any(_overlap(unit.terms, other.terms) >= _ALIKE for _, other in chosen):
            chosen.append((candidate, unit))
    return tuple(c for c, _ in chosen)


def _overlap(a: frozenset[str], b: frozenset[str]) -> float:
    return len(a & b) / (min(len(a), len(b)) or 1)
