"""Which notes call this one by name without linking to it?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pinakes.index.prose import prose
from pinakes.index.titles import TitleFinder, folded, worth_finding
from pinakes.store import around as stored
from pinakes.store import read, text
from pinakes.store.db import Connection
from pinakes.vault.place import line_at

_BATCH = 500


class UnlinkedMention(NamedTuple):
    """A note's name in another note, where no link makes it one."""

    path: str
    title: str
    line: int
    name: str
    """As it is spelt there."""
    sentence: str


def unlinked(db: Connection, note: int, *, linking_too: bool = False) -> tuple[UnlinkedMention, ...]:
    """The sentences that name the note, in notes that have no link to it (`linking_too`: in those as well).

    Links, code, properties and tags name nothing, and a name within a longer name of another note is that one's.
    """
    own = {key: name for key, name in stored.names_of(db, note) if worth_finding(name)}
    expression = _expression(db, own.values())
    ids = stored.chunks_matching(db, expression) if expression else []
    skipped = {note} if linking_too else stored.linking_notes(db, note)
    names = _Names(own.values(), {name for key in own for name in stored.longer_names(db, key)})
    found: list[UnlinkedMention] = []
    for begin in range(0, len(ids), _BATCH):
        batch = ids[begin : begin + _BATCH]
        chunks, spans = read.chunks(db, batch), stored.link_spans(db, batch)
        for chunk in (chunks[i] for i in batch):
            if chunk.note_id not in skipped:
                found.extend(_in_chunk(chunk, spans.get(chunk.chunk_id, ()), names))
    return tuple(found)


class _Names:
    """What the note is called, and what other notes are called of whose names its own is a part."""

    def __init__(self, own: Iterable[str], longer: Iterable[str]) -> None:
        mine = {folded(name) for name in own}
        self._own = TitleFinder((_masked(name), name) for name in own)
        self._longer = TitleFinder((_masked(name), name) for name in longer if folded(name) not in mine)

    def find(self, text: str, title: str) -> Iterator[tuple[int, int]]:
        """Where the note's names stand as they are written, and not within a longer one.

        A longer name that is this text's own `title` is there to say what it is about.
        """
        masked = prose(text, headings=True)
        hidden = [n for n in self._longer.find(masked) if folded(n.title) != folded(title)]
        for named in self._own.find(masked):
            # Marks at the front of a name are blanks in the prose.
            begin = named.start - named.title.find(_masked(named.title)[0])
            end = begin + len(named.title)
            as_written = folded(text[begin:end]) == folded(named.title)
            if as_written and not any(n.start <= named.start and named.end <= n.end for n in hidden):
                yield begin, end


def _masked(name: str) -> str:
    """As the name looks in prose, where brackets are blanks."""
    return prose(name, headings=True).strip()


def _expression(db: Connection, names: Iterable[str]) -> str:
    """Chunks that may hold one of the names, in the inflections of each language of the vault."""
    phrases = {text.terms(name, code) for name in names for code in read.languages(db)}
    anywhere = text.match_expression([sorted(phrases)])
    return f"text : {anywhere}" if anywhere else ""


def _in_chunk(chunk: read.ChunkRow, links: Iterable[tuple[int, str]], names: _Names) -> Iterator[UnlinkedMention]:
    """One mention a sentence."""
    body = chunk.text
    for at, raw in links:
        if at >= 0 and body.startswith(raw, at):
            body = body[:at] + "\x1f" * len(raw) + body[at + len(raw) :]
    told: set[str] = set()
    for begin, end in names.find(body, chunk.title):
        place = line_at(chunk.text, begin, chunk.line)
        if place.sentence not in told and not _in_tag(body, begin):
            told.add(place.sentence)
            yield UnlinkedMention(chunk.path, chunk.title, place.line, body[begin:end], place.sentence)


def _in_tag(body: str, at: int) -> bool:
    """`#people/ada` is a tag."""
    before = body[max(0, at - 200) : at]
    return bool(before) and not before[-1].isspace() and "#" in before.split()[-1]
