"""Which sentence stands at a point of a passage, and on which line?"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pinakes.vault.sentence import sentences

_LONGEST = 300


class Line(NamedTuple):
    """A sentence, where it stands."""

    line: int
    sentence: str


def line_at(text: str, at: int, first_line: int) -> Line:
    """The sentence around `at` on one line, at most 300 characters of it; the line is the point's own.

    `first_line` is where the passage's first visible character stands, as in the index.
    """
    line = line_number(text, at, first_line)
    for begin, end in _spans(text):
        if at < end:
            return Line(line, _around(text, max(0, at), begin, end))
    return Line(line, " ".join(text[max(0, at) : at + _LONGEST].split()))


def line_number(text: str, at: int, first_line: int) -> int:
    """The line of a point of a passage; blank lines at its top lie above its first line."""
    return first_line + text.count("\n", len(text) - len(text.lstrip()), max(0, at))


def top_line(text: str, first_line: int) -> int:
    """The line of the passage's very first character, visible or not."""
    return first_line - text.count("\n", 0, len(text) - len(text.lstrip()))


@lru_cache(maxsize=4)
def _spans(text: str) -> tuple[tuple[int, int], ...]:
    """A passage with one mention often has more."""
    return tuple(sentences(text))


def _around(text: str, at: int, begin: int, end: int) -> str:
    if end - begin > _LONGEST:
        begin = max(begin, min(at - _LONGEST // 3, end - _LONGEST))
        end = min(end, begin + _LONGEST)
    return " ".join(text[begin:end].split())
