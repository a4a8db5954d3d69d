"""Which sentences of the notes answer the question? An answer without any model, word for word.

Every sentence of the passages is weighed (`weigh`), the best are taken that say something the
others don't (MMR), and how likely they are to answer at all (`confidence`) decides whether
they are said. Where the question asks for a date, a sum, a number, a person or a place, and
the best sentence holds just one, that is the short answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pinakes.answer.confidence import confidence
from pinakes.answer.orders import is_ordered
from pinakes.answer.short import short
from pinakes.answer.units import Unit, content_terms, units
from pinakes.answer.weigh import Question, Weighed, weigh
from pinakes.answer.weights import ENOUGH, SENTENCE, SURE
from pinakes.model.answer import Passage
from pinakes.store import text as lexical

LIMIT = 6
_CHARS = 1_200
"""Of all sentences together; the best one is shown however long it is."""
_CLOSE = 3.0
"""How much worse than the best a further sentence may be: e to this power times less likely."""
_REPEATED = 2.0
"""What saying the same as a sentence before takes off, for terms that are all there already (MMR)."""
_SAME_NOTE = 1.2
"""What coming from a note that speaks already takes off: where one note has not answered, another may."""
_ALIKE = 0.75
"""Part of a sentence's terms from which it only repeats another."""
_VERDICT = 0.5
LOOKED_AT = 40
"""Sentences among which further ones are looked for."""
_SURE_OF_SHORT = 0.6
_NONE: Mapping[str, float] = MappingProxyType({})

Scored = tuple[float, Weighed]


class Extracted(NamedTuple):
    """A sentence that answers, and how well."""

    passage: Passage
    start: int
    """Offsets in the passage's text."""
    end: int
    coverage: float
    """The part of the question that it covers with its surroundings, rare words weighing more."""
    score: float

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]


class Extract(NamedTuple):
    """The sentences that answer, best first. None when the notes seem not to answer."""

    sentences: tuple[Extracted, ...] = ()
    confidence: float = 0.0
    """0 … 1, also where it was not enough."""
    short: str = ""
    """The few words that answer; empty where they can't be told."""
    nearest: tuple[Extracted, ...] = ()
    """What comes nearest, where that is not enough: a sentence of each of the first passages."""

    @property
    def sure(self) -> bool:
        return bool(self.sentences) and self.confidence >= SURE


def extract(
    question: str,
    passages: Sequence[Passage],
    parts: Sequence[Passage] = (),
    *,
    rarity: Mapping[str, float] = _NONE,
    limit: int = LIMIT,
    enough: float = ENOUGH,
) -> Extract:
    """The best sentences of `passages`, which come best first, and of `parts`, others of the same notes.

    `rarity`: how rare each word of the question is in the notes, 0 … 1; without it the passages tell.
    """
    asked = Question.of(question, rarity)
    ranked = _ranked(asked, passages, parts)
    if not ranked:
        return Extract()
    sure = confidence(asked, ranked, passages)
    if sure < enough:
        return Extract((), sure, "", _nearest(ranked, limit))
    best = ranked[0][1].unit
    words = short(asked, best.text, lexical.language(best.passage.text)) if sure >= _SURE_OF_SHORT else ""
    return Extract(distinct(asked, ranked, limit), sure, words)


def best_spans(question: str, passage: Passage) -> list[tuple[int, int]]:
    """The sentences of one passage, the most useful for the question first; for cutting it to size."""
    code = lexical.language(passage.text)
    asked = content_terms(question, code)
    return [(u.start, u.end) for u in sorted(units(passage, code), key=lambda u: (-len(asked & u.terms), u.start))]


def _ranked(asked: Question, passages: Sequence[Passage], parts: Sequence[Passage]) -> list[Scored]:
    """Score and sentence, best first, without those that give orders to a machine."""
    scored = [
        (sum(w * x for w, x in zip(SENTENCE, one.told, strict=True)), one) for one in weigh(asked, passages, parts)
    ]
    scored.sort(key=lambda pair: -pair[0])
    return [pair for pair in scored[:LOOKED_AT] if not _is_ordered(pair[1].unit)]


def _is_ordered(unit: Unit) -> bool:
    return is_ordered(unit.passage.text, unit.start, unit.end)


def distinct(asked: Question, ranked: Sequence[Scored], limit: int) -> tuple[Extracted, ...]:
    """The best, then those that add something (maximal marginal relevance)."""
    best = ranked[0]
    left = [
        (score, one) for score, one in ranked[1:]
        if score >= best[0] - _CLOSE
        and ("list" in asked.kinds or not _about_another(one, best[1]))
        and ("yes-no" not in asked.kinds[:1] or _same_voice(one, best[1]))
    ]  # fmt: skip
    chosen = [best]
    room = _CHARS - len(best[1].unit.text)
    while left and len(chosen) < limit:
        worth = [score - _taken_off(one.unit, chosen) for score, one in left]
        score, one = left.pop(worth.index(max(worth)))
        if _repeats(one.unit, chosen) < _ALIKE and len(one.unit.text) <= room:
            chosen.append((score, one))
            room -= len(one.unit.text)
    return tuple(_extracted(score, one) for score, one in chosen)


def _about_another(one: Weighed, best: Weighed) -> bool:
    """True for a line of the best one's list or table that has less of the question: a fact about something else."""
    kinds = {one.unit.kind, best.unit.kind}
    return kinds <= {"item", "row"} and one.unit.passage is best.unit.passage and one.own < best.own


def _same_voice(one: Weighed, best: Weighed) -> bool:
    """A yes or a no is one note's, where it has most of the question: what another says may be of another matter."""
    return best.own < _VERDICT or one.unit.passage.path == best.unit.passage.path


def _taken_off(unit: Unit, chosen: Sequence[Scored]) -> float:
    speaks = any(unit.passage.path == one.unit.passage.path for _, one in chosen)
    return _REPEATED * _repeats(unit, chosen) + _SAME_NOTE * speaks


def _nearest(ranked: Sequence[Scored], limit: int) -> tuple[Extracted, ...]:
    """The best sentence of each of the nearest passages."""
    found: dict[int, Extracted] = {}
    for score, one in ranked:
        found.setdefault(one.rank, _extracted(score, one))
        if len(found) == limit:
            break
    return tuple(found.values())


def _extracted(score: float, one: Weighed) -> Extracted:
    unit = one.unit
    return Extracted(unit.passage, unit.start, unit.end, min(1.0, one.covered), score)


def _repeats(unit: Unit, chosen: Sequence[Scored]) -> float:
    """The greatest part of a sentence's terms that one of the chosen has."""
    return max(len(unit.terms & one.unit.terms) / (min(len(unit.terms), len(one.unit.terms)) or 1) for _, one in chosen)
