"""What front ends show of notes, entities and the vault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pinakes.model.bridge import Evidence
from pinakes.model.note import Heading


class NoteSummary(NamedTuple):
    """A note in a list."""

    path: str
    title: str
    mtime_ns: int
    words: int


class NoteView(NamedTuple):
    """One note as a reader sees it."""

    path: str
    title: str
    text: str
    headings: tuple[Heading, ...]
    properties: Mapping[str, object]
    tags: tuple[str, ...]
    backlinks: tuple[Evidence, ...]


class EntitySummary(NamedTuple):
    """An entity in a list."""

    name: str
    key: str
    label: str
    """PERSON, ORG, GPE … where spaCy gave one; `title` for a note's own name; else empty."""
    notes: int
    mentions: int


class FolderDialect(NamedTuple):
    """How the notes of a folder are read: as which program writes them."""

    folder: str
    """Empty for the vault itself."""
    name: str
    told_by: str
    """The sign in the folder, or the setting, that told so; empty where nothing did."""


class Status(NamedTuple):
    """The state of a vault and its index."""

    vault: str
    reachable: bool
    notes: int
    chunks: int
    words: int
    entities: int
    links: int
    generation: int
    entities_pending: int
    index_bytes: int
    model: str | None
    watcher: str
    """`off`, or the process id that watches."""
    version: str
    dialects: tuple[FolderDialect, ...] = ()
    """By folder; empty where nothing has been indexed."""
    vectors_pending: int = 0
    """Chunks that can't be found by their meaning yet; 0 where there is no encoder."""
