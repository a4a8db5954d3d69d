"""Which acronyms does a text expand? `Personalised PageRank (PPR)` and `PPR (Personalised PageRank)`.

An acronym is expanded by words whose initials, and capitals within, are its letters in order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from pinakes.index.phrases import Found


class Expansion(NamedTuple):
    """An acronym and what it stands for, each where it stands."""

    short: Found
    long: Found


_SHORT = r"[A-ZÄÖÜ][A-Za-z0-9ÄÖÜ&]{1,7}"
_IN_BRACKETS = re.compile(rf"\(({_SHORT})\)")
_THEN_BRACKETS = re.compile(rf"(?<!\w)({_SHORT}) ?\(([^()\n]{{4,120}})\)")
_WORD = re.compile(r"[^\W\d_][\w’'&]{0,40}|\d{1,4}")
_SMALL = frozenset(
    "a an and as at by de der des die du et for für im in la le of on or per the to und von with".split()
)
_MOST_WORDS = 14
_CHARS = 160
_GAP = re.compile(r"[ \u00a0\n-]{1,3}(?:&[ \u00a0])?")


def expansions(text: str) -> list[Expansion]:
    """In order of appearance; `text` is prose."""
    if "(" not in text:
        return []
    found = [_before(match, text) for match in _IN_BRACKETS.finditer(text)]
    found += [_within(match) for match in _THEN_BRACKETS.finditer(text)]
    return sorted((e for e in found if e is not None), key=lambda e: e.short.start)


def _before(match: re.Match[str], text: str) -> Expansion | None:
    """`Personalised PageRank (PPR)`: the fewest words before the bracket that the letters stand for."""
    short = _singular(match.group(1))
    begin = max(0, match.start() - _CHARS)
    text = text[begin : match.start()].rstrip()
    words = list(_WORD.finditer(text))[-_MOST_WORDS:]
    if not words or words[-1].end() != len(text):
        return None
    for first in range(len(words) - 1, -1, -1):
        if first < len(words) - 1 and not _GAP.fullmatch(text[words[first].end() : words[first + 1].start()]):
            return None  # another sentence, or another thing
        if _spell(short, words[first:]):
            name = " ".join(text[words[first].start() :].split())
            return Expansion(Found(short, "", match.start(1)), Found(name, "", begin + words[first].start()))
    return None


def _within(match: re.Match[str]) -> Expansion | None:
    """`PPR (Personalised PageRank)`: all that the bracket holds."""
    short, long = _singular(match.group(1)), match.group(2)
    words = list(_WORD.finditer(long))
    gaps = [long[a.end() : b.start()] for a, b in pairwise(words)]
    if not words or len(words) > _MOST_WORDS or not all(map(_GAP.fullmatch, gaps)) or not _spell(short, words):
        return None
    if words[0].start() or words[-1].end() != len(long):
        return None
    return Expansion(Found(short, "", match.start(1)), Found(" ".join(long.split()), "", match.start(2)))


def _singular(short: str) -> str:
    return short[:-1] if short.endswith("s") and short[:-1].isupper() else short


def _spell(short: str, words: Sequence[re.Match[str]]) -> bool:
    said = [word.group() for word in words]
    letters = [c for c in short.casefold() if c.isalnum()]
    several = sum(c.isupper() for c in short) > 1 and len(said) > 1
    return several and said[0].casefold() not in _SMALL and _stands_for(letters, said)


def _stands_for(letters: Sequence[str], words: Sequence[str]) -> bool:
    """The letters are the words' initials, with the capitals within them or without; small words may be left out."""
    if not words:
        return not letters
    word = words[0]
    initials = [word[0].casefold(), *(c.casefold() for c in word[1:] if c.isupper())]
    ways = [initials, initials[:1]] if len(initials) > 1 else [initials]
    if word.casefold() in _SMALL:
        ways.append([])
    return any(list(letters[: len(way)]) == way and _stands_for(letters[len(way) :], words[1:]) for way in ways)
