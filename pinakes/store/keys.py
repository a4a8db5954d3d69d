"""Are two spellings the same name? One key for each entity."""

from __future__ import annotations

import re
from functools import lru_cache

from pinakes.store.text import fold

_ARTICLES = frozenset(
    {
        "the",
        "a",
        "an",
        "der",
        "die",
        "das",
        "den",
        "dem",
        "des",
        "ein",
        "eine",
        "le",
        "la",
        "les",
        "el",
        "los",
        "il",
        "lo",
    }
)
_SEPARATORS = re.compile(r"[\W_]+")
_POSSESSIVE = re.compile(r"['’](?:s\b|(?=\s|$))")


@lru_cache(maxsize=65_536)
def entity_key(name: str) -> str:
    """Folded, without possessive, punctuation and leading article; empty when nothing is left."""
    plain = _SEPARATORS.sub(" ", _POSSESSIVE.sub("", fold(name[:200])).replace(" & ", " and ")).strip()
    first, _, rest = plain.partition(" ")
    initial = name.lstrip()[1:2] == "."  # A. Quill is a person
    return rest if rest and first in _ARTICLES and not initial else plain
