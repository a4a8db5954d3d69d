"""How may the names begin that stand in a text? So that a few passages ask for few of a vault's names.

A name stands in a text as whole words, so it begins where a word begins, or with signs right
before one; scripts without blanks have no such places, and any of their characters may begin one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinakes.store.text import is_unspaced
from pinakes.vault.naming import fold

_WORD = re.compile(r"[^\W_]+")
MOST_SIGNS = 8
"""A name that begins with more signs is not looked for."""
_LAST = "\U0010ffff"


def ranges(text: str) -> list[tuple[str, str]]:
    """From … to, the end exclusive: among the keys in these lie those of all names in the text, and few others."""
    low = fold(text)
    whole: set[str] = set()
    begun: set[str] = set()
    for word in _WORD.finditer(low):
        for start, end, unspaced in _pieces(low, word):
            heads = begun if unspaced else whole
            heads.add(low[start : end + unspaced])
            heads.update(low[sign : end + unspaced] for sign in _signs_before(low, start))
    return [*_with_these_words(whole), *((head, head + _LAST) for head in begun)]


def _pieces(low: str, word: re.Match[str]) -> list[tuple[int, int, bool]]:
    """(start, end, of a script without blanks) of what a word is made of; each such character is one."""
    if word.group().isascii() or not is_unspaced(word.group()):
        return [(word.start(), word.end(), False)]
    pieces: list[tuple[int, int, bool]] = []
    for at in range(word.start(), word.end()):
        if is_unspaced(low[at]):
            pieces.append((at, at + 1, True))
        elif pieces and not pieces[-1][2]:
            pieces[-1] = (pieces[-1][0], at + 1, False)
        else:
            pieces.append((at, at + 1, False))
    return pieces


def _signs_before(low: str, start: int) -> list[int]:
    """Where a name may begin whose first word begins at `start`."""
    at = start
    while at > 0 and start - at < MOST_SIGNS and not low[at - 1].isalnum():
        at -= 1
    return [sign for sign in range(at, start) if not low[sign].isspace()]


def _with_these_words(heads: set[str]) -> Iterator[tuple[str, str]]:
    """The keys that go on with no letter or digit: `tea`, `tea time` and `tea-time`, not `teacher`."""
    for head in heads:
        yield head, head + "0"
        yield head + ":", head + "a"
        yield head + "{", head + _LAST
