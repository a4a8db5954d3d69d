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
