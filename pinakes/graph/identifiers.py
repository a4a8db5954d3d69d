"""Where does a rare identifier lead? The passages that share one with those that the question found.

A ticket's number, a hash, a variable: whoever asks where a chain of them ends names only how it
begins, and most passages on the way share no word with the question. Such a word is
followed from passage to passage for as long as it leads on, beyond the hops that other
edges are followed for (the tasks: Hash-Hop, and variable tracing of RULER, arXiv 2404.06654; that
propagation rather than likeness to the question solves them: MixPR, arXiv 2412.06078).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pinakes.store import read, text, vocabulary
from pinakes.store.db import Connection

_MOST_PASSAGES = 4
"""Passages with the word; one that more have is a topic, and other edges know it."""
_ROUNDS = 8
_A_PASSAGE = 20
"""Identifiers of one passage that are looked up: one with many is a table or a program."""
_CANDIDATE = re.compile(r"(?<![\w-])\w[^\W\dA-Z_]{0,40}+[A-Z0-9_][\w-]{0,60}")
"""A capital, a digit or `_` stands behind the first letter; most words of a text are told by that."""
_MEASURE = re.compile(r"\d{1,5}[^\W\d_]{1,4}")
"""`1024px` is a quantity."""


class Shared(NamedTuple):
    """Two passages with a word in common that few have."""

    first: int
    second: int
    word: str
    others: int
    """How many passages have it besides the first."""


def is_identifier(word: str) -> bool:
    """Whether a word looks made rather than grown: letters and digits mixed, capitals inside or throughout, `_`."""
    if not 5 <= len(word) <= 40:
        return False
    if any(c.isdigit() for c in word):
        return any(c.isalpha() for c in word) and not _MEASURE.fullmatch(word)
    if "_" in word.strip("_"):
        return True
    bare = word.replace("-", "")
    return bare.isupper() or (len(word) > 5 and "-" not in word and any(c.isupper() for c in word[1:]))


def shared(db: Connection, chunks: Sequence[int], most: int) -> Iterator[Shared]:
    """What is reached from the chunks, nearest first, until `most` have been reached or nothing leads on."""
    looked_up: set[str] = set()
    reached = set(chunks)
    front: Iterable[int] = chunks
    for _ in range(_ROUNDS):
        following: dict[int, None] = {}
        for one in _pairs(db, front, looked_up):
            if one.second not in reached and len(following) >= most:
                continue
            yield one
            if one.second not in reached:
                following[one.second] = None
        reached.update(following)
        most -= len(following)
        front = following
        if not following or most <= 0:
            return


def _pairs(db: Connection, chunks: Iterable[int], looked_up: set[str]) -> Iterator[Shared]:
    """Each passage of the chunks with each other one that has one of its identifiers; a word is looked up once."""
    for row in read.chunks(db, chunks).values():
        for word in _identifiers(row.text, looked_up):
            holders = vocabulary.holders(db, _expression(word, row.language), _MOST_PASSAGES + 1)
            if 2 <= len(holders) <= _MOST_PASSAGES:
                yield from (Shared(a, b, word, len(holders) - 1) for a in holders for b in holders if a != b)


def _identifiers(raw: str, looked_up: set[str]) -> list[str]:
    """The first of a text that were not looked up yet; they are, from now on."""
    found: list[str] = []
    for match in _CANDIDATE.finditer(raw):
        word = match.group().rstrip("-")
        if is_identifier(word) and word not in looked_up:
            looked_up.add(word)
            found.append(word)
            if len(found) == _A_PASSAGE:
                break
    return found


def _expression(word: str, language: str) -> str:
    return text.match_expression([tuple(dict.fromkeys(text.terms(word, code) for code in (language, "en")))])
