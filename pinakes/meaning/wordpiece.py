"""Which tokens does a text have? BERT's WordPiece, uncased: the longest known pieces from the left.

The tokens are those that the model was trained with, so every rule here is the model's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
_LONGEST = 100
"""Characters; a longer word is one unknown token."""
_PLAIN = re.compile(r"[a-z0-9]+|[^\sa-z0-9\x00-\x1f\x7f]")
"""Words and signs of a text that is ASCII, in small letters: most texts, and ten times as fast."""
_PLAIN_CONTROL = {code: None for code in (*range(32), 127) if chr(code) not in "\t\n\r"}
_INVISIBLE = frozenset({"Cc", "Cf", "Co", "Cs"})
_WIDE = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
"""Ideographs, each a word for itself."""


class WordPiece:
    """Texts → numbers of tokens. `vocabulary`: the tokens in the order of their numbers."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {token: number for number, token in enumerate(vocabulary)}
        self._unknown = (self._ids[_UNKNOWN],)
        self.first, self.last = self._ids[_FIRST], self._ids[_LAST]
        self._pieces = lru_cache(maxsize=65_536)(self._split)

    def tokens(self, text: str, most: int) -> list[int]:
        """No more than `most`, those that open and close the text among them."""
        room = most - 2
        found: list[int] = []
        pieces = self._pieces
        # A token takes a character at least, and the words that end a long text are not looked at.
        for word in words(text):
            found += pieces(word)
            if len(found) >= room:
                break
        return [self.first, *found[:room], self.last]

    def _split(self, word: str) -> tuple[int, ...]:
        if len(word) > _LONGEST:
            return self._unknown
        ids = self._ids
        found: list[int] = []
        start, mark = 0, ""
        while start < len(word):
            end = len(word)
            while (known := ids.get(mark + word[start:end])) is None:
                end -= 1
                if end == start:
                    return self._unknown
            found.append(known)
            start, mark = end, "##"
        return tuple(found)


def words(text: str) -> list[str]:
    """Small letters without accents; every sign and every ideograph is a word."""
    if text.isascii():
        return _PLAIN.findall(text.translate(_PLAIN_CONTROL).lower())
    spaced = "".join([_cleaned(c) for c in text])
    bare = "".join([c for c in unicodedata.normalize("NFD", spaced) if unicodedata.category(c) != "Mn"])
    # Letter by letter: a word's last sigma is no other letter here.
    small = "".join([c.lower() for c in bare]) if "Σ" in bare else bare.lower()
    return "".join([f" {c} " if _is_sign(c) else c for c in small]).split()


@lru_cache(maxsize=8_192)
def _cleaned(c: str) -> str:
    """What a character is replaced by before accents are taken off."""
    if c in "\t\n\r":
        return " "
    if c == "\ufffd" or unicodedata.category(c) in _INVISIBLE:
        return ""
    if c.isspace():
        return " "
    return f" {c} " if any(low <= ord(c) <= high for low, high in _WIDE) else c


@lru_cache(maxsize=8_192)
def _is_sign(c: str) -> bool:
    return (c.isascii() and c.isprintable() and not c.isalnum() and c != " ") or unicodedata.category(c)[0] == "P"
