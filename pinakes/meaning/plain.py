"""Which words of a chunk does the encoder read? All but addresses and signs of markup.

They are many tokens that mean little; the words of code, tables and properties stay.
"""

from __future__ import annotations

import re

RULES = "plain 1"
"""Moves when other words are left: vectors made by other rules are not used."""

# What is left out, each with a sign that it can't be without: most texts hold few of them, and `in` is quick.
_LEFT_OUT = (
    (":/", re.compile(r"\b(?:https?|ftp|file|obsidian)://?[^\s<>\"')\]]{1,2000}")),
    ("](", re.compile(r"\]\([^()\n]{0,400}\)")),
)
_SIGNS = str.maketrans(dict.fromkeys("|*_~=#>[]`\\{}<$", " "))
_RULE = re.compile(r"-{2,200}")


def plain(text: str) -> str:
    """The words, with single blanks between them."""
    for sign, pattern in _LEFT_OUT:
        if sign in text:
            text = pattern.sub(" ", text)
    return " ".join(_RULE.sub(" ", text.translate(_SIGNS)).split())
