"""Which words of a query make one thing: `10:15`, `1.2.3`, `a.b.c`, `March 5th, 2024`?

Such words are still looked for one by one; a passage that has them in a row, as they were typed,
comes first. A day is known in every way to write it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from pinakes.retrieve import daynames
from pinakes.retrieve.query import InOne, Query
from pinakes.store import read, text
from pinakes.store.db import Connection

_TYPED = re.compile(r"[^\s()\[\]{}\"“”„]{3,200}")
_MOST = 6
_MOST_WORDS = 10
_LOOKED_AT = 200
_LEAST_SHARE = 0.25
"""In a longer question it is one clue of many, which its words give as well."""
_OTHER_SIGNS = 0.2
"""What `10-15` or `10, 15` is to one who typed `10:15`."""
_ENGLISH = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_NAMES = re.compile(r"\d|\w{2}(?:[.:@\\]|::|->)\w{2}|/[^/]{1,100}/")
"""What a hyphen or a slash joins is everyday language, but for numbers and paths."""
_LONGEST = 2_000


class Whole(NamedTuple):
    """Words that make one thing."""

    typed: str
    phrases: tuple[tuple[str, ...], ...]
    """The words in a row: as typed, then other ways to write the same."""
    goes_on: bool = False
    """It stands at the end of the query, and may not be typed to its end."""


def wholes(query: Query) -> tuple[Whole, ...]:
    """The things of several words among the words of a query."""
    raw = query.raw[:_LONGEST]
    found = [*_joined(raw), *_days(raw)]
    known = f" {' '.join(query.words)} "
    return tuple(one for one in found if f" {' '.join(one.phrases[0])} " in known)[:_MOST]


def _joined(raw: str) -> list[Whole]:
    """Words with signs between them and no blank."""
    found = []
    for match in _TYPED.finditer(raw):
        words = tuple(text.words(match[0]))
        if 2 <= len(words) <= _MOST_WORDS and not text.is_unspaced(match[0]):
            begin, end = match[0].find(words[0]), match[0].rfind(words[-1]) + len(words[-1])
            if not _NAMES.search(match[0], begin, end):
                continue
            day = daynames.in_name(match[0])
            others = _ways(day.day) if day and not day.rest else ()
            found.append(Whole(match[0][begin:end], (words, *others), match.end() == len(raw)))
    return found


def _days(raw: str) -> list[Whole]:
    """A day in words, in whatever language of those that are known."""
    told = daynames.placed(raw)
    if told is None:
        return []
    start, end, day = told
    words = tuple(text.words(raw[start:end]))
    return [Whole(raw[start:end], (words, *_ways(day)))] if len(words) > 1 else []


@lru_cache(maxsize=64)
def _ways(day: date) -> tuple[tuple[str, ...], ...]:
    """How notes may write a day; the signs between are not told apart."""
    year, month, number = f"{day.year:04}", _ENGLISH[day.month - 1], str(day.day)
    two = (f"{day.month:02}", f"{day.day:02}")
    suffix = "th" if 10 <= day.day % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10, "th")
    numbers = [number, number + suffix]
    called = [name for name, at in daynames.months().items() if at == day.month]
    return (
        (year, *two),
        (year + "".join(two),),
        (number, str(day.month), year),
        (two[1], two[0], year),
        *((name, n, year) for name in (month, month[:3]) for n in (*numbers, two[1])),
        *((numbers[1], name, year) for name in (month, month[:3])),
        *((number, name, year) for name in called),
    )


def sought(query: Query, languages: Sequence[str], *, open_end: bool = False) -> tuple[InOne, ...]:
    """The things of several words as they are looked for, in the order of the query."""
    content = {word for word in query.words if not text.is_stop_word(word, languages)}
    found = []
    for one in wholes(query):
        expression = _expression(one, languages, open_end=open_end)
        share = min(1.0, len(one.phrases[0]) / max(1, len(content | set(one.phrases[0]))))
        end = "" if open_end and one.goes_on else r"(?![.:]?\w)"
        written = rf"(?<!\w)(?<!\d[.:]){re.escape(one.typed)}{end}" if len(one.phrases) == 1 else ""
        found.append(InOne(expression, written, share))
    return tuple(one for one in found if one.expression and one.share >= _LEAST_SHARE)


def _expression(one: Whole, languages: Sequence[str], *, open_end: bool) -> str:
    end = "*" if open_end and one.goes_on else ""
    phrases = dict.fromkeys(
        " ".join(term for word in phrase for term in text.word_terms(word, code)) + end
        for phrase in one.phrases
        for code in languages
    )
    return text.match_expression([tuple(phrases)])


def gains(db: Connection, one: InOne, chunks: Sequence[int]) -> dict[int, float]:
    """Of chunks that have the words in a row, what they gain, the most with the signs between as typed.

    Where it is all that was asked for, that is as much as the best has; in a long question it is one clue of many.
    """
    gain = one.share**2
    if not one.written:
        return dict.fromkeys(chunks, gain)
    written = re.compile(one.written, re.IGNORECASE)
    looked_at = read.chunks(db, chunks[:_LOOKED_AT])
    exact = {c for c, row in looked_at.items() if written.search("\n".join((row.title, *row.heading_path, row.text)))}
    return {chunk: gain * (1.0 if chunk in exact else _OTHER_SIGNS) for chunk in chunks}
