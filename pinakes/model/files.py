"""What a file system says, and what is wrong with what it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class FileStamp(NamedTuple):
    """What the file system says about one note, before reading it."""

    path: str
    size: int
    """Bytes. −1 marks a stamp too young to be trusted: the next sync reads the file again."""
    mtime_ns: int
    ctime_ns: int
    inode: int


class Problem(NamedTuple):
    """A mistake in the user's data: shown, never raised."""

    path: str
    message: str
    line: int | None = None
    """None where the problem is the whole file's."""


class Scan(NamedTuple):
    """The notes that are on disk now."""

    stamps: Mapping[str, FileStamp]
    problems: tuple[Problem, ...] = ()
    unreadable: tuple[str, ...] = ()
    """Folders that could not be listed (`""` is the vault itself): what was known below them stays known."""
    attachments: frozenset[str] = frozenset()
    """Other files, as targets of links; never opened."""
    markers: tuple[tuple[str, str], ...] = ()
    """(folder, name) of what other note programs leave in the folders they work in, such as `.obsidian`."""


class Source(NamedTuple):
    """One note's bytes, decoded, with the stamp that belongs to exactly these bytes."""

    stamp: FileStamp
    text: str
    content_hash: str
    """blake2b-128 of the bytes, in hexadecimal."""
    problems: tuple[Problem, ...] = ()
