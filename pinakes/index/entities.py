"""Which names does a text hold? spaCy's named entities beside the capitalised phrases. The only import of spacy."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Protocol

from pinakes.index.common import is_common
from pinakes.index.given import is_no_person, is_person
from pinakes.index.kana import apart, katakana
from pinakes.index.levels import FULL, QUICK, spacy_packages
from pinakes.index.phrases import Found, lower_words, opens_sentence, phrases, says_nothing, trim
from pinakes.index.prose import prose

_RULES = "phrases 4"
"""Moves when phrases or prose change what they find: what was cached under another name is not used."""

_DROPPED = frozenset({"ORDINAL", "CARDINAL", "QUANTITY", "PERCENT", "MONEY", "TIME", "DATE"})
_MAX_CHARS = 20_000
"""Of one text that spaCy is given; what is longer is not prose that a person wrote."""


class Extractor(Protocol):
    """Texts → the names in each."""

    name: str
    """Says what there is to recognise with: another name, and every text is looked at again."""
    level: int
    """1: titles and phrases only; 2: as much as there is."""

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        """`texts`: (chunk text, language). One list a text, in order."""
        ...

    def name_for(self, language: str) -> str:
        """Says what made a result in this language: another name, another result."""
        ...


class PhraseExtractor:
    """Capitalised phrases alone: at once, without any model."""

    name = _RULES
    level = QUICK

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        for text, language in texts:
            yield _phrases(prose(text), language)

    def name_for(self, language: str) -> str:
        return self.name


def _phrases(text: str, language: str) -> list[Found]:
    """Capitalised phrases, and the katakana of a text that has some; a person is told by the given name."""
    found = [*map(_tidied, phrases(apart(text), language)), *katakana(text)]
    return [f if f.label or not is_person(f.name) else replace(f, label="PERSON") for f in found if f is not None]


def _tidied(found: Found) -> Found | None:
    """Without what a capital was put on: `Mapping of Airtable` names Airtable, and `Absatz 5 Satz 2` nothing."""
    words = found.name.split()
    if all(word in _PLACES_IN_A_TEXT or word.isdigit() for word in words):
        return None
    if (
        len(words) > 2
        and words[1] in _OF
        and is_common(words[0])
        and not is_common(words[-1])
        and words[2][:1].isupper()
    ):
        cut = found.name.index(words[2], len(words[0]) + len(words[1]))
        return replace(found, name=found.name[cut:], start=found.start + cut) if len(words) == 3 else found
    return found


_OF = frozenset(("of", "to", "for"))
_PLACES_IN_A_TEXT = frozenset(
    "Absatz Abs Artikel Art Satz Nummer Nr Kapitel Abschnitt Seite Tabelle Abbildung Buchstabe".split()
)
"""With a number they say where, not what."""


class SpacyExtractor:
    """spaCy's tok2vec and ner over text in the languages that have a model; capitalised phrases in every language."""

    level = FULL

    def __init__(self, packages: Mapping[str, str]) -> None:
        self._packages = packages
        self._names = {
            language: f"spacy {package} {_version(package)} · {_RULES}" for language, package in packages.items()
        }
        self.name = " + ".join(self._names[language] for language in sorted(self._names))

    def name_for(self, language: str) -> str:
        return self._names.get(language, _RULES)

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        masked = [prose(text) for text, _ in texts]
        named: dict[int, list[Found]] = {}
        for language, package in self._packages.items():
            those = [i for i, (_, code) in enumerate(texts) if code == language]
            found = self._named(package, language, [masked[i][:_MAX_CHARS] for i in those])
            named.update(zip(those, found, strict=True))
        for i, (_, language) in enumerate(texts):
            yield _phrases(masked[i], language) + named.get(i, [])

    def _named(self, package: str, language: str, texts: Sequence[str]) -> Iterator[list[Found]]:
        if not texts:
            return
        for doc in _pipeline(package).pipe(texts, batch_size=64):
            lower = lower_words(doc.text) if language == "en" else frozenset[str]()
            ents = (e for e in doc.ents if e.label_ not in _DROPPED and _is_name(e.text))
            found = [_found(e, doc.text, language, lower) for e in ents]
            yield [f for f in found if f is not None]


def _found(entity: Any, text: str, language: str, lower: frozenset[str]) -> Found | None:
    """A name without what spaCy took along; None where it is none."""
    raw = entity.text
    start = entity.start_char + len(raw) - len(raw.lstrip())
    name = raw.strip()
    if name[:4].casefold() == "the ":
        name, start = name[4:].lstrip(), start + 4 + len(name[4:]) - len(name[4:].lstrip())
    name, start = trim(" ".join(name.split()), start, language, opens=opens_sentence(text, start))
    words = name.split()
    if not _is_name(name) or says_nothing(name) or not any(word[0].isupper() for word in words):
        return None
    if all(map(is_common, words)) and (len(words) == 1 or entity.label_ not in _TITLED):
        return None
    if len(words) == 1 and name[1:] == name[1:].lower() and name.lower() in lower:
        return None
    weak = len(words) == 1 and name[1:] == name[1:].lower() and opens_sentence(text, start)
    return Found(name, _label(name, entity.label_), start, weak)


def _label(name: str, label: str) -> str:
    """What it was recognised as, unless its words tell otherwise."""
    if is_person(name):
        return "PERSON"
    label = _LABELS.get(label, label)
    return "" if label == "PERSON" and is_no_person(name) else label


_LABELS = {"PER": "PERSON", "MISC": ""}
"""Models of other languages call people otherwise, and say of the rest that it is something."""
_TITLED = frozenset({"EVENT", "WORK_OF_ART", "LAW", "GPE", "LOC", "FAC"})
"""Of these several everyday words are a name, as `World Cup` is; of others they are a headline."""
_NEVER = frozenset('"“”„«»\n\x1f/+<>{}=;:,\\\t→')
"""What stands in no name; spaCy takes lists and keys to press for one."""


def _is_name(text: str) -> bool:
    """spaCy sees names in list marks and half sentences; a name is short, on one line, and has a letter."""
    name = text.strip()
    return 1 < len(name) <= 60 and _NEVER.isdisjoint(name) and any(c.isupper() for c in name)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package.replace("_", "-"))
    except PackageNotFoundError:
        return "?"


_NOT_NEEDED = ["tagger", "parser", "attribute_ruler", "lemmatizer", "morphologizer", "trainable_lemmatizer"]


@cache
def _pipeline(package: str) -> Any:
    import importlib

    module = importlib.import_module(package)
    return module.load(disable=_NOT_NEEDED)


def extractor(*, ner: bool) -> Extractor:
    """spaCy's where it is wanted and installed, else the phrases alone."""
    packages = spacy_packages() if ner else {}
    return SpacyExtractor(packages) if packages else PhraseExtractor()


def to_json(found: Sequence[Found]) -> str:
    """For the cache."""
    return json.dumps(
        [(f.name, f.label, f.start, *([1] if f.weak else [])) for f in found], ensure_ascii=False, separators=(",", ":")
    )


def from_json(text: str) -> list[Found]:
    """From the cache."""
    return [Found(name, label, start, bool(weak)) for name, label, start, *weak in json.loads(text)]
