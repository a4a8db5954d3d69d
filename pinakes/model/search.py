"""What a search finds, and why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

ReasonKind = Literal[
    "bm25", "tfidf", "title", "heading", "entity", "link", "sibling", "tag", "similar", "spelling", "filter", "named",
    "meaning",
]  # fmt: skip


Rung = Literal["all-terms", "content-terms", "any-term", "spelling", "substring", "graph"]


Mode = Literal["auto", "local", "global", "lookup"]


class Reason(NamedTuple):
    """Why a hit is there: one channel's part in its score."""

    kind: ReasonKind
    label: str
    """In the user's words: the terms, the entity, the note that links here."""
    share: float
    """0 … 1; the shares of one hit sum to 1."""


class Hit(NamedTuple):
    """A chunk, ranked."""

    path: str
    title: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    snippet: str
    highlights: tuple[tuple[int, int], ...]
    """Character ranges of `snippet`."""
    score: float
    reasons: tuple[Reason, ...]
    chunk_id: int
    start: int
    """Offset of the chunk in the note's text."""
    text: str
    """The whole chunk, as it stands in the note."""
    snippet_line: int = 0
    """Where the snippet begins: the line to open the note at."""


class Understood(NamedTuple):
    """A part of a query that is more than words, and what it is taken for."""

    start: int
    """Offset in the query."""
    end: int
    text: str
    meaning: str
    """In words, for a person."""


Having = Literal["all-terms", "content-terms", "any-term", "conditions"]
"""What a note has in a passage: all words of a query, its words without the small ones, some of them; or it meets
the conditions, where these alone decide."""


class Total(NamedTuple):
    """How many notes a search finds, shown or not."""

    notes: int
    having: Having
    at_least: bool = False
    """There are more: not all of them were counted."""

    @property
    def said(self) -> str:
        """In words: `37 notes have every word`."""
        one = self.notes == 1 and not self.at_least
        number = f"{'more than ' if self.at_least else ''}{self.notes:,} note{'' if one else 's'}"
        if self.having == "conditions":
            return f"{number} {'meets' if one else 'meet'} the conditions"
        what = {"all-terms": "every word", "content-terms": "every word but small ones"}.get(self.having, "some words")
        return f"{number} {'has' if one else 'have'} {what}"


class SearchResult(NamedTuple):
    """The hits of one query, best first, and how they were found."""

    query: str
    mode: Mode
    rung: Rung | None
    """None when nothing was found."""
    hits: tuple[Hit, ...]
    corrected: Mapping[str, str] = MappingProxyType({})
    """Word as typed → word that was searched instead."""
    partial: bool = False
    """True while entities are still being recognised."""
    took_ms: int = 0
    understood: tuple[Understood, ...] = ()
    """The conditions of the query, in its order; none for words alone."""
    notes: tuple[str, ...] = ()
    """What the user should know of the query: a field that is none, a tag that nothing has, …"""
    total: Total | None = None
    """None where words found nothing themselves: what is shown was reached by links, names or meaning."""
    more: bool = False
    """There are hits behind these."""

    @property
    def notes_shown(self) -> int:
        """How many notes the hits are of."""
        return len({hit.path for hit in self.hits})

    @property
    def found(self) -> int:
        """How many notes were found, however few are shown; those that only links led to count where words did not."""
        return self.total.notes if self.total else self.notes_shown

    @property
    def total_said(self) -> str:
        """The total in words, where the hits don't say it themselves."""
        if self.total is None or (not self.more and self.total == Total(self.notes_shown, self.total.having)):
            return ""
        return self.total.said
