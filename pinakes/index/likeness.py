"""Which entities may be one, though no rule is sure of it? Asked for, never acted on.

Candidates share something cheap (the first or the last letters, a family name, initials), so
that a vault with a hundred thousand names is compared in seconds and not with all pairs.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from pinakes.index import canon
from pinakes.model.entity import Decision, Suggestion
from pinakes.store.spellings import SpellingRow

_LETTERS = 4
"""Of a name's beginning or end: two names that share neither are not compared."""
_SHORTEST = 6
_ALIKE = 86.0
"""Of 100: how much of two names has to be the same."""
_NEARLY_ALL = 93.0
"""Likewise, where one name has more words than the other."""
_WORDS_ALIKE = 70.0
"""Likewise, of the one word in which they differ."""
_LARGEST_BLOCK = 600
_FEW = 3
"""A first name that more people have says nothing."""


class _Pair(NamedTuple):
    a: SpellingRow
    b: SpellingRow
    why: str
    likely: float


def suggestions(
    rows: Sequence[SpellingRow], expansions: Iterable[tuple[str, str]], decided: Sequence[Decision]
) -> list[Suggestion]:
    """The likeliest first; names that stand often come before names that stand once."""
    refused = {frozenset((d.key, other)) for d in decided if d.kind == "apart" for other in d.others}
    mains = {row.spelling_id: row for row in rows}
    keys: dict[int | None, set[str]] = defaultdict(set)
    for row in rows:
        keys[row.entity_id].add(row.key)
    best: dict[frozenset[int | None], _Pair] = {}
    for pair in _pairs(rows, expansions):
        both = frozenset((pair.a.entity_id, pair.b.entity_id))
        if len(both) < 2 or (both in best and best[both].likely >= pair.likely):
            continue
        if not any(frozenset((a, b)) in refused for a in keys[pair.a.entity_id] for b in keys[pair.b.entity_id]):
            best[both] = pair
    found = [_suggestion(pair, mains) for pair in best.values()]
    return sorted(found, key=lambda s: (-s.score * math.log(2 + min(s.a_mentions, s.b_mentions)), s.id))


def _suggestion(pair: _Pair, mains: dict[int, SpellingRow]) -> Suggestion:
    one, other = (mains[row.entity_id] for row in (pair.a, pair.b) if row.entity_id is not None)
    if (one.own, one.chunks, one.key) > (other.own, other.chunks, other.key):
        one, other = other, one
    if pair.why != _SPELT and len(one.key) > len(other.key):
        one, other = other, one
    told = "\0".join(sorted((one.key, other.key)))
    return Suggestion(
        hashlib.blake2b(told.encode(), digest_size=3).hexdigest(),
        one.name,
        other.name,
        pair.why,
        round(pair.likely, 2),
        one.chunks,
        other.chunks,
    )


_SPELT = "spelt alike"


def _pairs(rows: Sequence[SpellingRow], expansions: Iterable[tuple[str, str]]) -> Iterator[_Pair]:
    yield from _spelt_alike(rows)
    yield from _same_words(rows)
    yield from _people(rows)
    yield from _acronyms(rows, expansions)


def _spelt_alike(rows: Sequence[SpellingRow]) -> Iterator[_Pair]:
    from rapidfuzz.fuzz import ratio
    from rapidfuzz.process import extract

    blocks: dict[tuple[str, str], list[tuple[str, SpellingRow]]] = defaultdict(list)
    for row in rows:
        letters = canon.bare(row.key)
        if len(letters) >= _SHORTEST and not letters.isdigit():
            digits = "".join(c for c in letters if c.isdigit())
            blocks[letters[:_LETTERS], digits].append((letters, row))
            blocks["…" + letters[-_LETTERS:], digits].append((letters, row))
    for block in blocks.values():
        if len(block) < 2:
            continue
        if len(block) > _LARGEST_BLOCK:
            block = sorted(block, key=lambda item: (-item[1].chunks, item[0]))[:_LARGEST_BLOCK]
        names = [letters for letters, _ in block]
        for i, (letters, row) in enumerate(block):
            for _, score, j in extract(letters, names[i + 1 :], scorer=ratio, score_cutoff=_ALIKE, limit=None):
                other = block[i + 1 + j][1]
                if _may_differ_so(row, other, score):
                    yield _Pair(row, other, _SPELT, score / 100)


def _may_differ_so(a: SpellingRow, b: SpellingRow, score: float) -> bool:
    """In one word, and that little: `Clear Water` and `Clear Waiter`. Two notes are two things: their author knows."""
    from rapidfuzz.fuzz import ratio

    if a.own and b.own:
        return False
    one, other = a.key.split(), b.key.split()
    if len(one) != len(other):
        return score >= _NEARLY_ALL
    differing = [(x, y) for x, y in zip(one, other, strict=True) if x != y]
    return (
        len(differing) == 1
        and ratio(*differing[0]) >= _WORDS_ALIKE
        and f"un{min(differing[0], key=len)}" not in differing[0]
    )


def _same_words(rows: Sequence[SpellingRow]) -> Iterator[_Pair]:
    """`Quill, Ada` and `Ada Quill`."""
    blocks: dict[str, list[SpellingRow]] = defaultdict(list)
    for row in rows:
        if " " in row.key:
            blocks[" ".join(sorted(row.key.split()))].append(row)
    for block in blocks.values():
        for a, b in combinations(block, 2):
            yield _Pair(a, b, "the same words", 0.9)


def _people(rows: Sequence[SpellingRow]) -> Iterator[_Pair]:
    """A first name or a family name, and the few people who have it."""
    alone = {row.key: row for row in rows if " " not in row.key and row.key.isalpha() and len(row.key) > 2}
    by_word: dict[str, list[SpellingRow]] = defaultdict(list)
    for row in rows:
        words = row.key.split()
        if row.person and 2 <= len(words) <= 4 and canon.may_be_person(row.key):
            for word in {words[0], words[-1]} & alone.keys():
                by_word[word].append(row)
    for word, people in by_word.items():
        if len({row.entity_id for row in people}) <= _FEW:
            one = alone[word]
            for row in people:
                first = row.key.startswith(f"{word} ")
                likely = 0.8 if one.person else 0.5
                yield _Pair(one, row, "the first name" if first else "the family name", likely / len(people))


def _acronyms(rows: Sequence[SpellingRow], expansions: Iterable[tuple[str, str]]) -> Iterator[_Pair]:
    """Capitals that are the initials of a longer name; those that notes expand in several ways, too."""
    by_key = {row.key: row for row in rows}
    for short, long in expansions:
        if short in by_key and long in by_key:
            yield _Pair(by_key[short], by_key[long], "expanded so in a note", 0.8)
    capitals = {row.key: row for row in rows if row.name.isupper() and 2 < len(row.key) <= 6 and row.key.isalpha()}
    meant: dict[str, list[SpellingRow]] = defaultdict(list)
    for row in rows:
        initials = "".join(word[0] for word in row.key.split())
        if len(initials) > 2 and initials in capitals:
            meant[initials].append(row)
    for initials, longer in meant.items():
        if len(longer) <= _FEW:
            for row in longer:
                yield _Pair(capitals[initials], row, "its initials", 0.7 / len(longer))
