"""What a person has added: searches kept by name, those made before, and notes that are pinned."""

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
    """Notes found the last time, whether they were shown or not."""


class Pin(NamedTuple):
    """A note that is kept at hand."""

    path: str
    """Where it is now; where it was last seen, when it is gone."""
    title: str
    pinned: str
    """UTC, as `2026-03-28T17:05:00Z`."""
    there: bool = True
    """False: the notes don't have it now."""
