"""A note, read: its parts, each with where it stands."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from pinakes.model.files import Problem

LinkKind = Literal["wikilink", "markdown", "embed", "property", "tag", "block", "external"]


class Heading(NamedTuple):
    """A heading line of a note."""

    level: int
    """1 to 6."""
    text: str
    """Without markup and closing hashes."""
    start: int
    line: int


class Link(NamedTuple):
    """A link as the note writes it, before anybody looked for its target."""

    kind: LinkKind
    raw: str
    """The link's own characters, brackets included."""
    target: str
    """What it names: a title, a path, an URL. Empty for a link inside the same note."""
    sub: str = ""
    """Heading text, `A#B` for nested headings, or `^block`; without the first `#`."""
    label: str = ""
    rel: str = ""
    """The relation of a typed link: `cites` in `cites:: [[x]]` or in a property `cites: "[[x]]"`."""
    start: int = 0
    line: int = 1
    in_comment: bool = False
    """It stands between `%%` and `%%`: other programs follow it, a reader does not see it."""
    width: str = ""
    """Of an embedded picture, in pixels: `300` or `300x200`."""


class Tag(NamedTuple):
    """A tag, where it stands."""

    name: str
    """Without `#`, as written; compare casefolded."""
    start: int
    line: int


class Chunk(NamedTuple):
    """The unit that is indexed and ranked. A note's chunks partition its text exactly."""

    ordinal: int
    heading_path: tuple[str, ...]
    """The headings above it, outermost first; the note's title is not one of them."""
    start: int
    end: int
    line: int
    end_line: int
    text: str


class Document(NamedTuple):
    """What a note says, parsed. Parsing never fails: what it could not read is in `problems`."""

    path: str
    text: str
    title: str
    properties: Mapping[str, object] = MappingProxyType({})
    """Front matter and inline fields: text, lists of text, or nested mappings of these."""
    aliases: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    blocks: Mapping[str, int] = MappingProxyType({})
    """Block id → line."""
    chunks: tuple[Chunk, ...] = ()
    body_start: int = 0
    """Where the front matter ends."""
    problems: tuple[Problem, ...] = ()
