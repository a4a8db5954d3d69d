"""Which names that the notes know stand in a text? Entities and titles, in the order of the text."""

from __future__ import annotations

import re
from typing import NamedTuple

from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.vault.naming import link_key

_LONGEST = 1_500
"""Characters of a text that are looked through."""
_MOST_WORDS = 5
_SPACED = re.compile(r"[^\W_][\w'’.&-]{0,40}")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff々ー]{2,60}")
_SHORTEST_RUN, _LONGEST_RUN = 2, 10
_BETWEEN = re.compile(r"[ \t\n]{1,3}\Z")


class Mentioned(NamedTuple):
    """A name as it stands in a text."""

    name: str
    label: str
    """PERSON, ORG, GPE … where one is known; `title` for a note's own name; else empty."""
    start: int


def mentioned(db: Connection, text: str) -> tuple[Mentioned, ...]:
    """The longest names, without overlaps. A word in small letters is a name only where it is a whole title."""
    text = text[:_LONGEST]
    spans = [*_spaced(text), *_unspaced(text)]
    keys = {span: entity_key(text[span[0] : span[1]]) for span in spans}
    labels = {row.key: row.label for row in read.entities_by_key(db, sorted({key for key in keys.values() if key}))}
    called = read.notes_named(db, sorted({link_key(text[start:end]) for start, end in spans}))
    found: list[Mentioned] = []
    end_before = 0
    for start, end in sorted(spans, key=lambda span: (span[0], -span[1])):
        name = text[start:end]
        known = keys[start, end] in labels and _is_capital(name)
        if start >= end_before and (known or (called.get(link_key(name)) and len(name) > 2)):
            found.append(Mentioned(name, labels.get(keys[start, end], "title"), start))
            end_before = end
    return tuple(found)


def _is_capital(name: str) -> bool:
    return not name[0].islower()


def _spaced(text: str) -> list[tuple[int, int]]:
    """Runs of one to five words with nothing but blanks between them."""
    words = [(at.start(), at.start() + len(at[0].rstrip(".-'’"))) for at in _SPACED.finditer(text)]
    spans: list[tuple[int, int]] = []
    for first, (start, _) in enumerate(words):
        for last in range(first, min(first + _MOST_WORDS, len(words))):
            if last > first and not _BETWEEN.match(text, words[last - 1][1], words[last][0]):
                break
            name = text[start : words[last][1]]
            spans.append((start, start + len(re.sub(r"['’]s\Z", "", name))))
    return spans


def _unspaced(text: str) -> list[tuple[int, int]]:
    """Every piece of a run without blanks that may be a name."""
    return [
        (run.start() + first, run.start() + first + length)
        for run in _UNSPACED.finditer(text)
        for first in range(len(run[0]))
        for length in range(_SHORTEST_RUN, min(_LONGEST_RUN, len(run[0]) - first) + 1)
    ]
