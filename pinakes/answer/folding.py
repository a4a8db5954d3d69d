"""When are two stretches of text the same to a reader? Folded text, with the way back to the original.

Folding takes NFKC and case, kinds of quotes and dashes, white space and markdown's marks out
of a comparison. Every folded character knows which characters of the original it came from.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u00b4\u0060", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u300c\u300d\u300e\u300f", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fb\uff65", "-"),
    }
)
_DROPPED = frozenset("*_[]~\u00ad\u200b\u200c\u200d\u2060\ufeff`")
_CLUSTER = re.compile(
    "[^\u0300-\u036f\u1160-\u11ff\u3099\u309a\uff9e\uff9f][\u0300-\u036f\u1160-\u11ff\u3099\u309a\uff9e\uff9f]{0,32}"
    "|[\u0300-\u036f\u1160-\u11ff\u3099\u309a\uff9e\uff9f]",
    re.DOTALL,
)
_EDGES = " .,;:!?…。、！？\"'()-"
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff]")


class Folded(NamedTuple):
    """A folded text and, for each of its characters, the range in the original that it stands for."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The range of the original behind folded `start:end`, which must not be empty."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """The text as comparisons see it."""
    out: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    line_start = True
    for match in _CLUSTER.finditer(text):
        cluster = match[0]
        if cluster in _DROPPED:
            continue
        if cluster.isspace() or (line_start and cluster == ">"):
            line_start = line_start or cluster in "\r\n"
            if out and out[-1] != " ":
                out.append(" ")
                starts.append(match.start())
                ends.append(match.end())
            continue
        line_start = False
        for char in unicodedata.normalize("NFKC", cluster.translate(_ALIKE)).casefold().translate(_ALIKE):
            if char.isspace() and (not out or out[-1] == " "):
                continue
            out.append(" " if char.isspace() else char)
            starts.append(match.start())
            ends.append(match.end())
    return Folded("".join(out), tuple(starts), tuple(ends))


def needle(text: str) -> str:
    """A claim, folded, without the punctuation at its edges."""
    return fold(text).text.strip(_EDGES)


def find(wanted: str, folded: Folded) -> tuple[int, int] | None:
    """Where the folded `wanted` stands in the original, as whole words. None when it doesn't."""
    if not wanted:
        return None
    at = folded.text.find(wanted)
    while at >= 0:
        if _whole(folded.text, at, at + len(wanted)):
            return folded.original(at, at + len(wanted))
        at = folded.text.find(wanted, at + 1)
    return None


def weight(text: str) -> int:
    """Characters, those of scripts without blanks counted twice: they say more each."""
    return len(text) + len(_UNSPACED.findall(text))


def _whole(text: str, start: int, end: int) -> bool:
    return not (_joined(text, start) or _joined(text, end))


def _joined(text: str, at: int) -> bool:
    """True where `at` is in the middle of a word."""
    if not 0 < at < len(text):
        return False
    left, right = text[at - 1], text[at]
    return left.isalnum() and right.isalnum() and not (_UNSPACED.match(left) or _UNSPACED.match(right))
