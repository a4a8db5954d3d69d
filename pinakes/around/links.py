"""Where do a note's links lead, who links to it, and which links lead nowhere or could mean several notes?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from pinakes.around.suggest import Suggester
from pinakes.index.links import dialects_of
from pinakes.model.note import LinkKind
from pinakes.store import around as stored
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.vault.document import parse
from pinakes.vault.naming import fold, link_key
from pinakes.vault.place import line_at

_NEVER_BROKEN = ("external", "tag")


class PlacedLink(NamedTuple):
    """A link as a note writes it, and where it leads."""

    path: str
    """Of the note that holds it."""
    line: int
    raw: str
    kind: LinkKind
    written: str
    """What it names; empty for a link inside the same note."""
    target: str | None
    """Path of a note or another file; None where it leads nowhere, or out of the vault."""
    sub: str = ""
    """The heading in its own spelling, or `^block`; as written where it is not there."""
    sub_missing: bool = False
    """The note is there, the part of it is not."""
    ambiguous: bool = False
    """Another note would have fitted as well."""
    via: str = ""
    rel: str = ""
    label: str = ""
    suggest: str | None = None
    """For a link that leads nowhere: the path of the note that may have been meant."""
    others: tuple[str, ...] = ()
    """For an ambiguous link: the other notes that it may mean."""
    width: str = ""
    """Of an embedded picture, in pixels: `300` or `300x200`."""
    in_comment: bool = False
    """A reader does not see it: it stands between `%%` and `%%`."""


class Backlink(NamedTuple):
    """A link from another note, in its sentence."""

    path: str
    title: str
    line: int
    kind: LinkKind
    raw: str
    rel: str
    sub: str
    sentence: str


def of_note(db: Connection, note: int) -> tuple[PlacedLink, ...]:
    """The links that the note holds, in the order of its text."""
    placed = [_placed(row) for row in stored.links_of(db, note)]
    return _with_suggestions(db, _as_written(db, note, placed) if placed else placed)


def _as_written(db: Connection, note: int, links: list[PlacedLink]) -> list[PlacedLink]:
    """The links with what only the note's own text tells of them."""
    chunks = read.note_chunks(db, note)
    path = chunks[0].path
    document = parse(path, "".join(chunk.text for chunk in chunks), dialects_of(db).of(path))
    written = sorted(document.links, key=lambda link: link.start)
    if [link.raw for link in written] != [link.raw for link in links]:
        return links  # another version read the note; the next sync reads it again
    return [
        placed._replace(width=link.width, in_comment=link.in_comment)
        for placed, link in zip(links, written, strict=True)
    ]


def to_note(db: Connection, note: int) -> tuple[Backlink, ...]:
    """The links from other notes, each in its sentence."""
    rows = stored.links_to(db, note)
    chunks = read.chunks(db, {row.chunk_id for row in rows})
    return tuple(
        Backlink(
            path=row.path,
            title=row.title,
            line=row.line,
            kind=cast("LinkKind", row.kind),
            raw=row.raw,
            rel=row.rel,
            sub=_sub(row),
            sentence=line_at(chunks[row.chunk_id].text, row.at, row.line).sentence,
        )
        for row in rows
    )


def broken(db: Connection) -> tuple[PlacedLink, ...]:
    """Links that lead to no note, or to a part of one that is not there, by path and line."""
    return _with_suggestions(db, [_placed(row) for row in stored.broken_links(db)])


def ambiguous(db: Connection) -> tuple[PlacedLink, ...]:
    """Links that other notes would have answered as well, with these."""
    links = []
    for row in stored.ambiguous_links(db):
        keys = dict.fromkeys((link_key(row.written), fold(row.written)))
        fitting = {path for key in keys for path, _ in read.candidates(db, key)}
        links.append(_placed(row)._replace(others=tuple(sorted(fitting - {row.target}))))
    return tuple(links)


def _placed(row: stored.LinkRow) -> PlacedLink:
    return PlacedLink(
        path=row.path,
        line=row.line,
        raw=row.raw,
        kind=cast("LinkKind", row.kind),
        written=row.written,
        target=row.target,
        sub=_sub(row),
        sub_missing=not row.found,
        ambiguous=row.ambiguous,
        via=row.via,
        rel=row.rel,
        label=row.label,
    )


def _sub(row: stored.LinkRow) -> str:
    """The part of the target, in the target's own spelling where it is there."""
    if row.sub.startswith("^"):
        return f"^{row.block}" if row.block else row.sub
    return row.heading if row.sub and row.heading else row.sub


def _with_suggestions(db: Connection, links: Sequence[PlacedLink]) -> tuple[PlacedLink, ...]:
    """Names are read only where a link leads nowhere."""
    if all(link.target is not None or link.kind in _NEVER_BROKEN for link in links):
        return tuple(links)
    suggester = Suggester(stored.names_and_paths(db))
    return tuple(
        link._replace(suggest=suggester.nearest(link.written, link.path))
        if link.target is None and link.kind not in _NEVER_BROKEN
        else link
        for link in links
    )
