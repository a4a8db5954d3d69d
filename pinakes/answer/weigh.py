"""What tells that a sentence answers a question? Each sentence of the passages as a few numbers.

Words of the question count by how rare they are in the notes, and less where they stand in the
title, a heading, the sentence beside or elsewhere in the passage. What the numbers are worth
stands in `weights`; they were fitted by `packaging/train_answers.py`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pinakes.answer import asks, cues, facts, spans
from pinakes.answer.units import Unit, content_terms, units
from pinakes.model.answer import Passage
from pinakes.store import text as lexical

FEATURES = (
    "own", "about", "near", "elsewhere", "alike", "pairs", "rarest", "typed", "untyped", "nearness",
    "rank", "note rank", "share", "item", "row", "property", "code", "new", "echo", "long", "first", "asks", "cued",
    "typed own", "best here", "follows", "whole", "untyped sum",
)  # fmt: skip
"""What the numbers of `Weighed.told` say, in their order."""

_UNTYPED_AT = FEATURES.index("untyped")
_RARE_DF = 3
"""Terms in fewer sentences than this weigh alike, those in none too."""
_FUNCTION_HAN = frozenset("的了是在和与及被把就都也很着过这那个之其")
_ALIKE_FROM = 5
"""Characters of a shorter word's beginning that make a longer one akin: "levelling" and "levelled"."""
_DELIMITER = re.compile(r"[ \t|]{0,64}\r?\n[ \t>]{0,64}\|?[ \t]{0,64}:?-{1,400}:?[ \t]{0,64}(?:\||\r?\n|\Z)")
"""What stands under the names of a table's columns."""
_UNSAID = 0.3
"""Weight of what a question means and does not say: a question of one word is not answered by that word."""
_MOST_UNITS = 400
_POINTING = frozenset("he she it they this these that er sie es dies diese il elle ils elles lui lei esto esta".split())


class Concept(NamedTuple):
    """A word of the question, or a pair of characters of one."""

    variants: tuple[tuple[str, ...], ...]
    """Its terms in the languages that it may be in."""
    weight: float
    name: bool = False
    """Written as a name, or an identifier."""


class Weighed(NamedTuple):
    """A sentence with what tells for it and against it."""

    unit: Unit
    rank: int
    """Of its passage, from 0."""
    told: tuple[float, ...]
    """One for each of `FEATURES`."""
    own: float
    """The part of the question that stands in it, 0 … 1."""
    covered: float
    """… and in it together with what is around it, the farther the less."""
    named: float
    """The part of the question's names that stand in it, beside it or in its title; 1 where there are none."""
    rest: float
    """The same of its other words."""
    rest_near: float
    """… and in the whole passage."""


class Question(NamedTuple):
    """A question, taken apart."""

    text: str
    kinds: tuple[asks.Kind, ...]
    words: tuple[str, ...]
    code: str
    rarity: Mapping[str, float]
    names: frozenset[str] = frozenset()
    """Those of the words that are written as names; what opens the question is none."""

    @classmethod
    def of(cls, text: str, rarity: Mapping[str, float]) -> Question:
        """`rarity`: folded word → 0 … 1; empty where only the passages can tell."""
        bare = asks.without_question_words(text)
        code = lexical.language(text)
        words = tuple(dict.fromkeys(w for w in lexical.words(bare) if not lexical.is_stop_word(w, (code, "en"))))
        every = lexical.words(text)
        names = frozenset(w for w in every[1:] if facts.is_name(w)) if code != "de" else _german_names(every)
        return cls(text, asks.kinds(text), words or tuple(dict.fromkeys(lexical.words(bare))), code, rarity, names)

    def concepts(self, code: str) -> tuple[Concept, ...]:
        """What a passage in language `code` may say of it."""
        found: list[Concept] = []
        for word in self.words:
            if lexical.is_unspaced(word):
                pairs = [t for t in lexical.word_terms(word, self.code) if not lexical.is_function_pair(t)]
                kept = [t for t in pairs if _FUNCTION_HAN.isdisjoint(t)] or pairs
                found += [Concept(((t,),), self.rarity.get(t, 0.5)) for t in kept]
            else:
                variants = dict.fromkeys(lexical.word_terms(word, c) for c in (self.code, code, "en"))
                weight = self.rarity.get(lexical.fold(word.casefold()), 0.5)
                found.append(Concept(tuple(v for v in variants if v), weight, word in self.names))
        return tuple(dict.fromkeys(c for c in found if c.variants))


def _german_names(words: Sequence[str]) -> frozenset[str]:
    """German writes every noun with a capital: names are what has a digit or capitals inside."""
    return frozenset(w for w in words if any(c.isdigit() for c in w) or any(c.isupper() for c in w[1:]))


class _Place(NamedTuple):
    """Where a passage stands among the others."""

    at: int
    rank: float
    note: float
    share: float
    """Of the best passage's score."""


class _Around(NamedTuple):
    """What a sentence's surroundings say of each concept."""

    about: frozenset[int]
    near: Sequence[frozenset[int]]
    whole: frozenset[int]


def weigh(question: Question, passages: Sequence[Passage], parts: Sequence[Passage] = ()) -> list[Weighed]:
    """Every sentence that could answer; `passages` best first, `parts`: others of the same notes."""
    top = max((p.score for p in passages), default=0.0)
    notes = list(dict.fromkeys(p.path for p in passages))
    prepared = []
    for at, passage in enumerate((*passages, *parts)):
        code = lexical.language(passage.text)
        rank = 1 / (1 + at) if at < len(passages) else 0.0
        share = passage.score / top if top > 0 else 1.0
        place = _Place(at, rank, 1 / (1 + notes.index(passage.path)) if passage.path in notes else 0.0, share)
        prepared.append((place, passage, code, units(passage, code)[:_MOST_UNITS]))
    found: list[Weighed] = []
    for place, passage, code, us in prepared:
        concepts = question.concepts(code)
        if not question.rarity:
            concepts = _by_passages(concepts, [u.terms for *_, others in prepared for u in others])
        found += _of_passage(question, concepts, place, passage, code, us)
    return found


def _by_passages(concepts: Sequence[Concept], pools: Sequence[frozenset[str]]) -> tuple[Concept, ...]:
    """A term that no sentence has weighs as much as the rarest: what is not there can't be answered."""
    n = len(pools) + 1
    return tuple(
        c._replace(weight=math.log(1 + n / max(_RARE_DF, sum(_stands(c, pool) for pool in pools)))) for c in concepts
    )


def _of_passage(
    question: Question, concepts: Sequence[Concept], place: _Place, passage: Passage, code: str,
    us: Sequence[Unit],
) -> list[Weighed]:  # fmt: skip
    total = sum(c.weight for c in concepts) + _UNSAID
    has = [frozenset(i for i, c in enumerate(concepts) if _stands(c, unit.terms)) for unit in us]
    titles = content_terms(" ".join([passage.title, *passage.heading]), code)
    about = frozenset(i for i, c in enumerate(concepts) if _stands(c, titles))
    whole = frozenset().union(about, *has)
    best = max((_sum(concepts, h) for h in has), default=0.0) / total
    found = []
    header: frozenset[int] = frozenset()
    for i, unit in enumerate(us):
        if unit.kind == "row":
            header = header or has[i]
        elif unit.kind != "property":
            header = frozenset()
        if unit.kind == "heading" or (unit.kind == "row" and _DELIMITER.match(passage.text, unit.end)):
            continue
        near = frozenset().union(*has[max(0, i - 1) : i], *has[i + 1 : i + 2])
        around = _Around(about | header, has, whole)
        told, own, covered = _told(question, concepts, total, unit, i, has[i], near, around)
        full = (
            *told[:10],
            place.rank,
            place.note,
            place.share,
            *told[10:],
            best,
            _follows(us, has, i, concepts, total),
        )
        whole_share = _sum(concepts, whole) / total
        seen = has[i] | near | around.about
        named, rest = _share(concepts, seen, True), _share(concepts, seen, False)
        rest_near = _share(concepts, whole, False)
        no_sum = told[_UNTYPED_AT] * (question.kinds[:1] in (("price",), ("when",)))
        found.append(Weighed(unit, place.at, (*full, whole_share, no_sum), own, covered, named, rest, rest_near))
    return found


def _told(
    question: Question, concepts: Sequence[Concept], total: float, unit: Unit, i: int, own: frozenset[int],
    near: frozenset[int], around: _Around,
) -> tuple[tuple[float, ...], float, float]:  # fmt: skip
    def part(which: frozenset[int]) -> float:
        return _sum(concepts, which) / total

    beside = near - own - around.about
    far = around.whole - own - around.about - near
    missing = [c for n, c in enumerate(concepts) if n not in own]
    alike = sum(c.weight for c in missing if _akin(c, unit.terms)) / total
    pairs = sum(n in own and n + 1 in own for n in range(len(concepts) - 1)) / max(1, len(concepts) - 1)
    rarest = max(range(len(concepts)), key=lambda n: concepts[n].weight, default=-1)
    typed, untyped, nearness = _typed(question, unit.text, concepts, own)
    known = frozenset(term for c in concepts for variant in c.variants for term in variant)
    new = len(unit.terms - known)
    own_part, about_part, near_part = part(own), part(around.about - own), part(beside)
    told = (
        own_part, about_part, near_part, part(far), alike, pairs, float(rarest in own or rarest in around.about),
        typed, untyped, nearness,
        float(unit.kind == "item"), float(unit.kind == "row"), float(unit.kind == "property"),
        float(unit.kind == "code"), min(1.0, new / 4), float(not new), min(1.0, len(unit.terms) / 25), 1 / (1 + i),
        float(unit.text.rstrip().endswith(("?", "？"))), cues.given(question.kinds, unit.text), typed * own_part,
    )  # fmt: skip
    return told, own_part, own_part + 0.8 * about_part + 0.4 * near_part + 0.2 * part(far)


def _typed(
    question: Question, sentence: str, concepts: Sequence[Concept], own: frozenset[int]
) -> tuple[float, float, float]:
    """(it holds what is asked for, it should and does not, how near that is to the question's words)"""
    kind = question.kinds[0] if question.kinds else None
    if kind is None or kind not in spans.TYPED:
        return 0.0, 0.0, 0.0
    found = spans.new_spans(kind, sentence, question.text)
    if not found:
        return 0.0, 1.0, 0.0
    lowered = sentence.casefold()
    at = [p for n in own for variant in concepts[n].variants for term in variant[:1] if (p := lowered.find(term)) >= 0]
    if not at:
        return 1.0, 0.0, 0.0
    gap = min(min(abs(p - a), abs(p - b)) for a, b in found for p in at)
    return 1.0, 0.0, 1 / (1 + gap / 25)


def _follows(
    us: Sequence[Unit], has: Sequence[frozenset[int]], i: int, concepts: Sequence[Concept], total: float
) -> float:
    """What the sentence before says of the question, where this one points back to it."""
    if not i:
        return 0.0
    first = next(iter(lexical.words(us[i].text[:40])), "").casefold()
    return _sum(concepts, has[i - 1]) / total if first in _POINTING else 0.0


def _share(concepts: Sequence[Concept], which: frozenset[int], names: bool) -> float:
    """The part of the names, or of the other words; 1 where there are none."""
    total = sum(c.weight for c in concepts if c.name == names)
    return sum(concepts[i].weight for i in which if concepts[i].name == names) / total if total else 1.0


def _sum(concepts: Sequence[Concept], which: frozenset[int]) -> float:
    return sum(concepts[i].weight for i in which)


def _stands(concept: Concept, terms: frozenset[str]) -> bool:
    return any(terms.issuperset(variant) for variant in concept.variants)


def _akin(concept: Concept, terms: frozenset[str]) -> bool:
    """True where a word begins as the concept does, or holds it: inflection, derivation, a compound."""
    for variant in concept.variants:
        term = variant[0]
        if len(term) < _ALIKE_FROM:
            continue
        beginning = term[: max(_ALIKE_FROM, len(term) * 3 // 4)]
        if any(other.startswith(beginning) or (len(term) > _ALIKE_FROM and term in other) for other in terms):
            return True
    return False
