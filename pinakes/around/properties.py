"""Which properties do notes declare, and with which values? Pure."""

from __future__ import annotations

import difflib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

_NUMBER = re.compile(r"[+-]?\d{1,30}(?:[.,]\d{1,30})?%?\Z")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?\Z")
_YES_NO = frozenset({"true", "false", "yes", "no", "on", "off"})
_LINK = re.compile(r"!?\[\[[^\[\]]{1,500}\]\]\Z|\[[^\[\]]{0,500}\]\([^()]{1,500}\)\Z|https?://\S{1,2000}\Z")
_EXAMPLES = 3
_T = TypeVar("_T", bound=str)


ValueKind = Literal["text", "number", "date", "yes/no", "link", "list", "map", "empty"]


class PropertyCount(NamedTuple):
    """A property that notes declare."""

    key: str
    """In its most common spelling."""
    notes: int
    kinds: Mapping[ValueKind, int]
    """Kind of value → notes, most notes first."""
    examples: tuple[str, ...]
    """The most common values."""


class ValueCount(NamedTuple):
    """A value of a property; each item of a list is one."""

    value: str
    kind: ValueKind
    notes: int


def count(notes: Iterable[Mapping[str, object]]) -> tuple[PropertyCount, ...]:
    """`notes`: the properties of each note. Each key once, whatever its case; those of most notes first."""
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    kinds: dict[str, Counter[ValueKind]] = defaultdict(Counter)
    values: dict[str, Counter[str]] = defaultdict(Counter)
    for properties in notes:
        for key, value in properties.items():
            folded = key.casefold()
            spellings[folded][key] += 1
            kinds[folded][kind(value)] += 1
            values[folded].update({text for text, _ in _items(value) if text})
    counted = [
        PropertyCount(
            key=_first(spellings[folded], 1)[0],
            notes=spellings[folded].total(),
            kinds={name: kinds[folded][name] for name in _first(kinds[folded], len(kinds[folded]))},
            examples=tuple(_first(values[folded], _EXAMPLES)),
        )
        for folded in spellings
    ]
    return tuple(sorted(counted, key=lambda item: (-item.notes, item.key.casefold())))


def values_of(notes: Iterable[Mapping[str, object]], key: str) -> tuple[ValueCount, ...]:
    """The values of one property, those of most notes first; empty where no note has it."""
    wanted = key.casefold()
    counts: Counter[tuple[str, ValueKind]] = Counter()
    for properties in notes:
        for name, value in properties.items():
            if name.casefold() == wanted:
                counts.update(set(_items(value)))
    ordered = sorted(counts, key=lambda item: (-counts[item], item))
    return tuple(ValueCount(text, of, counts[text, of]) for text, of in ordered)


def nearest(keys: Iterable[str], key: str) -> str | None:
    """The property that may have been meant."""
    known = {name.casefold(): name for name in keys}
    near = difflib.get_close_matches(key.casefold(), known, n=1)
    return known[near[0]] if near else None


def kind(value: object) -> ValueKind:
    """What a value looks like; every scalar is text to the parser."""
    if isinstance(value, list):
        return "list"
    if isinstance(value, Mapping):
        return "map"
    text = "" if value is None else str(value).strip()
    if not text:
        return "empty"
    if _NUMBER.match(text):
        return "number"
    if _DATE.match(text):
        return "date"
    if text.casefold() in _YES_NO:
        return "yes/no"
    return "link" if _LINK.match(text) else "text"


def _items(value: object) -> Iterator[tuple[str, ValueKind]]:
    """Each item of a list; anything else as it is."""
    if isinstance(value, list):
        for item in value:
            yield from _items(item)
    elif isinstance(value, Mapping):
        yield json.dumps(value, ensure_ascii=False), "map"
    else:
        yield "" if value is None else str(value).strip(), kind(value)


def _first(counts: Counter[_T], most: int) -> list[_T]:
    """The most common ones; ties go by name."""
    return sorted(counts, key=lambda name: (-counts[name], name))[:most]
