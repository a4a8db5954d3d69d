"""The nouns: the values that cross the walls between packages. Frozen, and without behaviour
beyond what follows from their own fields.

Offsets are in characters of the note's decoded text, `end` exclusive; lines count from 1.
Paths are relative to the vault, with forward slashes on every platform.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

# ── files ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FileStamp:
    """What the file system says about one note, before reading it."""

    path: str
    size: int
    """Bytes. −1 marks a stamp too young to be trusted: the next sync reads the file again."""
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in the user's data: shown, never raised."""

    path: str
    message: str
    line: int | None = None
    """None where the problem is the whole file's."""


@dataclass(frozen=True, slots=True)
class Scan:
    """The notes that are on disk now."""

    stamps: Mapping[str, FileStamp]
    problems: tuple[Problem, ...] = ()
    unreadable: tuple[str, ...] = ()
    """Folders that could not be listed (`""` is the vault itself): what was known below them stays known."""
    attachments: frozenset[str] = frozenset()
    """Other files, as targets of links; never opened."""


@dataclass(frozen=True, slots=True)
class Source:
    """One note's bytes, decoded, with the stamp that belongs to exactly these bytes."""

    stamp: FileStamp
    text: str
    content_hash: str
    """blake2b-128 of the bytes, in hexadecimal."""
    problems: tuple[Problem, ...] = ()


# ── a note, read ─────────────────────────────────────────────────────────────────────────

LinkKind = Literal["wikilink", "markdown", "embed", "property", "tag", "block", "external"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading line of a note."""

    level: int
    """1 to 6."""
    text: str
    """Without markup and closing hashes."""
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Link:
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


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag, where it stands."""

    name: str
    """Without `#`, as written; compare casefolded."""
    start: int
    line: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit that is indexed and ranked. A note's chunks partition its text exactly."""

    ordinal: int
    heading_path: tuple[str, ...]
    """The headings above it, outermost first; the note's title is not one of them."""
    start: int
    end: int
    line: int
    end_line: int
    text: str


@dataclass(frozen=True, slots=True)
class Document:
    """What a note says, parsed. Parsing never fails: what it could not read is in `problems`."""

    path: str
    text: str
    title: str
    properties: Mapping[str, object] = field(default_factory=dict)
    """Front matter and inline fields: text, lists of text, or nested mappings of these."""
    aliases: tuple[str, ...] = ()
    tags: tuple[Tag, ...] = ()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    blocks: Mapping[str, int] = field(default_factory=dict)
    """Block id → line."""
    chunks: tuple[Chunk, ...] = ()
    body_start: int = 0
    """Where the front matter ends."""
    problems: tuple[Problem, ...] = ()


# ── sync ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """What to do, decided before anything is done."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Stamp differs; whether the content does is known when it has been read."""
    removed: tuple[str, ...] = ()
    unchanged: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


SyncStage = Literal["scan", "text", "entities"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sync has come."""

    stage: SyncStage
    done: int
    total: int
    """0 while it is not known."""
    path: str = ""


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync did, in counts of notes."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0
    chunks_written: int = 0
    entities_pending: int = 0
    """Chunks whose names have not been recognised yet."""
    problems: tuple[Problem, ...] = ()
    took_ms: int = 0


# ── search ───────────────────────────────────────────────────────────────────────────────

ReasonKind = Literal["bm25", "tfidf", "title", "heading", "entity", "link", "sibling", "tag", "similar", "spelling"]
Rung = Literal["all-terms", "content-terms", "any-term", "spelling", "substring", "graph"]
Mode = Literal["auto", "local", "global", "lookup"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a hit is there: one channel's part in its score."""

    kind: ReasonKind
    label: str
    """In the user's words: the terms, the entity, the note that links here."""
    share: float
    """0 … 1; the shares of one hit sum to 1."""


@dataclass(frozen=True, slots=True)
class Hit:
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


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits of one query, best first, and how they were found."""

    query: str
    mode: Mode
    rung: Rung | None
    """None when nothing was found."""
    hits: tuple[Hit, ...]
    corrected: Mapping[str, str] = field(default_factory=dict)
    """Word as typed → word that was searched instead."""
    partial: bool = False
    """True while entities are still being recognised."""
    took_ms: int = 0


# ── answers ──────────────────────────────────────────────────────────────────────────────

Route = Literal["lookup", "local", "global", "nothing"]
SentenceStatus = Literal["quoted", "supported", "unsupported"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A hit, numbered, as it stands in a prompt."""

    n: int
    """From 1, in the order of the prompt."""
    path: str
    title: str
    heading: tuple[str, ...]
    line: int
    start: int
    """Offset of `text` in the note's text."""
    text: str
    score: float


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a note that an answer leans on. `quote` stands there, byte for byte."""

    n: int
    path: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    start: int
    """Offset of `quote` in the note's text."""
    quote: str


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """One sentence of an answer, and whether the notes carry it."""

    text: str
    citations: tuple[int, ...]
    """Numbers of the citations that carry it."""
    status: SentenceStatus


@dataclass(frozen=True, slots=True)
class TokenCount:
    """Tokens of one answer, counted by the model's own tokenizer."""

    prompt: int = 0
    budget: int = 0
    answer: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer whose every citation has been checked."""

    question: str
    route: Route
    text: str
    abstained: bool
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    model: str | None
    """None when the sentences were taken from the notes without a model."""
    tokens: TokenCount
    took_ms: int
    id: str
    notices: tuple[str, ...] = ()
    """What the reader should know: the model is missing, its answer failed the checks, …"""


# ── bridges ──────────────────────────────────────────────────────────────────────────────

NodeKind = Literal["note", "entity", "tag"]
EdgeKind = Literal["mention", "link", "tag", "sibling", "heading"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence in a note that shows a connection."""

    path: str
    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class BridgeNode:
    """A stop on the way from one note to another."""

    kind: NodeKind
    name: str
    path: str | None = None
    """Of a note; None otherwise."""


@dataclass(frozen=True, slots=True)
class BridgeEdge:
    """A step between two nodes, with the sentence that shows it."""

    kind: EdgeKind
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class BridgePath:
    """A chain of nodes, each joined to the next."""

    weight: float
    """0 … 1, the product of the steps' strengths."""
    nodes: tuple[BridgeNode, ...]
    edges: tuple[BridgeEdge, ...]
    """One fewer than nodes."""


@dataclass(frozen=True, slots=True)
class Bridges:
    """The strongest chains between two notes or entities."""

    source: str
    target: str
    paths: tuple[BridgePath, ...]


# ── what front ends show besides ─────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class NoteSummary:
    """A note in a list."""

    path: str
    title: str
    mtime_ns: int
    words: int


@dataclass(frozen=True, slots=True)
class NoteView:
    """One note as a reader sees it."""

    path: str
    title: str
    text: str
    headings: tuple[Heading, ...]
    properties: Mapping[str, object]
    tags: tuple[str, ...]
    backlinks: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class EntitySummary:
    """An entity in a list."""

    name: str
    key: str
    label: str
    """PERSON, ORG, GPE … where spaCy gave one; `title` for a note's own name; else empty."""
    notes: int
    mentions: int


@dataclass(frozen=True, slots=True)
class Status:
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
