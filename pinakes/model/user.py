"""What a person has added: searches kept by name, and those made before."""

from __future__ import annotations

from typing import NamedTuple

from pinakes.model.search import Mode


class SavedSearch(NamedTuple):
    """A search kept by name; its options are those that were typed with it."""

    name: str
    query: str
    created: str = ""
    """UTC, as `2026-03-28T17:05:00Z`."""
    limit: int | None = None
    """None: as many hits as the settings say."""
    mode: Mode = "auto"
    graph: bool = True
    """False: words only, whatever the settings say."""


class PastSearch(NamedTuple):
    """A query that was searched for, once for all its times."""

    query: str
    first_used: str
    last_used: str
    """Both in UTC, as `2026-03-28T17:05:00Z`."""
    times: int
    hits: int
    """Found the last time."""
