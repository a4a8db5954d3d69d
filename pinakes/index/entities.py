"""Which names does a text hold? spaCy's named entities beside the capitalised phrases. The only import of spacy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Protocol

from pinakes.index.levels import FULL, QUICK, spacy_package
from pinakes.index.phrases import Found, phrases
from pinakes.index.prose import prose

_RULES = "phrases 1"
"""Moves when phrases or prose change what they find: what was cached under another name is not used."""

_DROPPED = frozenset({"ORDINAL", "CARDINAL", "QUANTITY", "PERCENT", "MONEY", "TIME", "DATE"})
_MAX_CHARS = 20_000
"""Of one text that spaCy is given; what is longer is not prose that a person wrote."""


class Extractor(Protocol):
    """Texts → the names in each."""

    name: str
    """Says what made a cached result: another name, another result."""
    level: int
    """1: titles and phrases only; 2: as much as there is."""

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        """`texts`: (chunk text, language). One list a text, in order."""
        ...


class PhraseExtractor:
    """Capitalised phrases alone: at once, without any model."""

    name = _RULES
    level = QUICK

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        for text, language in texts:
            yield phrases(prose(text), language)


class SpacyExtractor:
    """spaCy's tok2vec and ner over English text; capitalised phrases in every language."""

    level = FULL

    def __init__(self, package: str) -> None:
        self._package = package
        self.name = f"spacy {package} {_version(package)} · {_RULES}"

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        masked = [prose(text) for text, _ in texts]
        english = [i for i, (_, language) in enumerate(texts) if language == "en"]
        named = dict(zip(english, self._named([masked[i][:_MAX_CHARS] for i in english]), strict=True))
        for i, (_, language) in enumerate(texts):
            yield phrases(masked[i], language) + named.get(i, [])

    def _named(self, texts: Sequence[str]) -> Iterator[list[Found]]:
        for doc in _pipeline(self._package).pipe(texts, batch_size=64):
            yield [_found(e) for e in doc.ents if e.label_ not in _DROPPED and _is_name(e.text)]


def _found(entity: Any) -> Found:
    raw = entity.text
    name = raw.strip()
    return Found(" ".join(name.split()), entity.label_, entity.start_char + len(raw) - len(raw.lstrip()))


def _is_name(text: str) -> bool:
    """spaCy sees names in list marks and half sentences; a name is short, on one line, and has a letter."""
    name = text.strip()
    return 1 < len(name) <= 60 and "\n" not in name and "\x1f" not in name and any(c.isupper() for c in name)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package.replace("_", "-"))
    except PackageNotFoundError:
        return "?"


@cache
def _pipeline(package: str) -> Any:
    import importlib

    module = importlib.import_module(package)
    return module.load(disable=["tagger", "parser", "attribute_ruler", "lemmatizer"])


def extractor(*, ner: bool) -> Extractor:
    """spaCy's where it is wanted and installed, else the phrases alone."""
    package = spacy_package() if ner else None
    return SpacyExtractor(package) if package else PhraseExtractor()


def to_json(found: Sequence[Found]) -> str:
    """For the cache."""
    return json.dumps([[f.name, f.label, f.start] for f in found], ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> list[Found]:
    """From the cache."""
    return [Found(*item) for item in json.loads(text)]
