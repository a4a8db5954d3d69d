"""Which notes does a text call by name? Titles, aliases and file names, whole words, the longest first."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

import ahocorasick

from pinakes.index.beginnings import MOST_SIGNS
from pinakes.index.phrases import is_date
from pinakes.store.text import is_stop_word, is_unspaced

_DATE = re.compile(r"[\d\W_]+")
_MIN_LETTERS = 3
_MIN_UNSPACED = 2


@dataclass(frozen=True, slots=True)
class Named:
    """A note's name as it stands in a text."""

    title: str
    """Of the note that is called so."""
    start: int
    end: int


def folded(text: str) -> str:
    """Lower case, without changing any offset."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := c.lower()) == 1 else c for c in text)


def worth_finding(name: str) -> bool:
    """False for numbers, dates, stop words, and names of less than three letters (two, in Chinese or Japanese).

    Nor is one found that begins with a row of signs.
    """
    if not any(map(str.isalnum, name.lstrip()[: MOST_SIGNS + 1])):
        return False
    if _DATE.fullmatch(name) or is_date(name) or is_stop_word(name, ("en", "de", "fr", "es", "it")):
        return False
    letters = sum(c.isalpha() for c in name)
    return letters >= (_MIN_UNSPACED if is_unspaced(name) else _MIN_LETTERS)


class TitleFinder:
    """Every name of every note, found in one pass over a text (Aho–Corasick)."""

    def __init__(self, names: Iterable[tuple[str, str]], texts: Iterable[str] | None = None) -> None:
        """`names`: (name, title of its note); where two notes share a name, the first one given has it.

        With `texts`, for these alone: most names stand in none of a few, and are told by a search for each.
        """
        within = None if texts is None else "\n".join(map(folded, texts))
        self._automaton = ahocorasick.Automaton()
        for name, title in names:
            key = folded(name)
            if within is not None and key not in within:
                continue
            if worth_finding(name) and key not in self._automaton:
                self._automaton.add_word(key, (len(key), title))
        if len(self._automaton):
            self._automaton.make_automaton()

    def is_name(self, text: str) -> bool:
        """Some note is called so."""
        return len(self._automaton) > 0 and folded(text) in self._automaton

    def find(self, text: str) -> list[Named]:
        """Names in order; of overlapping ones the leftmost, of those the longest."""
        if not len(self._automaton):
            return []
        low = folded(text)
        spans = [
            (end + 1 - length, end + 1, title)
            for end, (length, title) in self._automaton.iter(low)
            if _whole(low, end + 1 - length, end + 1)
        ]
        spans.sort(key=lambda span: (span[0], -span[1]))
        found: list[Named] = []
        reached = 0
        for start, end, title in spans:
            if start >= reached:
                found.append(Named(title, start, end))
                reached = end
        return found


def _whole(text: str, start: int, end: int) -> bool:
    """No word goes on across either end; scripts without blanks have no such ends."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    return not (_joins(before) and _joins(text[start])) and not (_joins(after) and _joins(text[end - 1]))


def _joins(char: str) -> bool:
    word = bool(char) and (char.isalnum() or char == "_" or unicodedata.combining(char) > 0)
    return word and not is_unspaced(char)
