"""What does the index know about one note's surroundings, and about the state of the whole vault?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, cast

import apsw


class LinkRow(NamedTuple):
    """A link with the places at both of its ends."""

    path: str
    title: str
    chunk_id: int
    at: int
    """Where it stands in its chunk's text."""
    line: int
    kind: str
    raw: str
    rel: str
    label: str
    written: str
    sub: str
    target: str | None
    """Path of a note or of another file; None where the link leads nowhere, or out of the vault."""
    found: bool
    """`sub` was found in the target, or there was none to find."""
    heading: str | None
    """The heading that `sub` means, in its own spelling."""
    block: str | None
    ambiguous: bool
    via: str


class MentionRow(NamedTuple):
    """A spelling of an entity in a chunk, from one source."""

    spelling_id: int
    chunk_id: int
    source: str
    name: str
    tf: int
    start: int


class CompanionRow(NamedTuple):
    """An entity that stands in the same chunks as another."""

    entity_id: int
    name: str
    label: str
    chunks: int
    """In which both stand."""


class NearRow(NamedTuple):
    """Where two entities stand near each other."""

    chunk_id: int
    start: int
    """Of the one that stands first, in the chunk's text."""


# ── links ────────────────────────────────────────────────────────────────────────────────

_LINKS = """
SELECT source.path, source.title, l.chunk_id, l.start - chunks.start, l.line, l.kind, l.raw, l.rel, l.label, l.target,
    l.sub, ifnull(target.path, l.attachment),
    l.sub = '' OR l.target_note_id IS NULL OR l.target_line IS NOT NULL,
    (SELECT text FROM headings AS h WHERE h.note_id = l.target_note_id AND h.line = l.target_line LIMIT 1),
    (SELECT block FROM blocks AS b WHERE b.note_id = l.target_note_id AND b.line = l.target_line LIMIT 1),
    l.ambiguous, l.via
FROM links AS l JOIN notes AS source ON source.note_id = l.note_id JOIN chunks USING (chunk_id)
    LEFT JOIN notes AS target ON target.note_id = l.target_note_id
"""
_IN_ORDER = " ORDER BY source.path, l.start, l.link_id"


def _links(db: apsw.Connection, where: str, *values: int) -> list[LinkRow]:
    return [_link_row(row) for row in db.execute(_LINKS + where + _IN_ORDER, values)]


def _link_row(row: Sequence[Any]) -> LinkRow:
    values = list(row)
    values[12], values[15] = bool(values[12]), bool(values[15])
    return LinkRow(*values)


def links_of(db: apsw.Connection, note: int) -> list[LinkRow]:
    """The links that a note holds, in the order of its text."""
    return _links(db, "WHERE l.note_id = ?", note)


def links_to(db: apsw.Connection, note: int) -> list[LinkRow]:
    """The links from other notes to this one."""
    return _links(db, "WHERE l.target_note_id = ?1 AND l.note_id != ?1", note)


def broken_links(db: apsw.Connection) -> list[LinkRow]:
    """Links into the vault that lead to no file, or to a part of a note that is not there.

    A tag without a note of its own is no mistake; a link whose target was not looked for yet is not known to be one.
    """
    return _links(
        db,
        "WHERE l.kind NOT IN ('external', 'tag') AND l.stale = 0 AND CASE"
        " WHEN l.target_note_id IS NULL THEN l.attachment IS NULL ELSE l.sub != '' AND l.target_line IS NULL END",
    )


def ambiguous_links(db: apsw.Connection) -> list[LinkRow]:
    """Links that another note would have answered as well."""
    return _links(db, "WHERE l.ambiguous = 1")


def linking_notes(db: apsw.Connection, note: int) -> set[int]:
    """The notes with a link to this one, and itself."""
    rows = db.execute("SELECT note_id FROM links WHERE target_note_id = ?", (note,))
    return {note, *(int(row[0]) for row in rows)}


def link_spans(db: apsw.Connection, chunk_ids: Iterable[int]) -> dict[int, list[tuple[int, str]]]:
    """Chunk → (where in its text, the link's own characters) of each of its links."""
    found: dict[int, list[tuple[int, str]]] = {}
    rows = db.execute(
        "SELECT chunk_id, links.start - chunks.start, raw FROM links JOIN chunks USING (chunk_id)"
        " WHERE chunk_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chunk_ids)),),
    )
    for chunk, at, raw in rows:
        found.setdefault(int(chunk), []).append((int(at), str(raw)))
    return found


# ── names ────────────────────────────────────────────────────────────────────────────────


def names_of(db: apsw.Connection, note: int) -> list[tuple[str, str]]:
    """(key, name) of everything that a text may call the note."""
    rows = db.execute("SELECT key, name FROM names WHERE note_id = ? AND kind != 'folder' ORDER BY key", (note,))
    return [(str(key), str(name)) for key, name in rows]


def longer_names(db: apsw.Connection, key: str) -> list[str]:
    """Names of notes in which the one with this key is a part."""
    rows = db.execute("SELECT DISTINCT name FROM names WHERE instr(key, ?1) AND key != ?1 ORDER BY name", (key,))
    return [str(row[0]) for row in rows]


def names_and_paths(db: apsw.Connection) -> list[tuple[str, str]]:
    """(name, path) of every note under each of its names."""
    rows = db.execute(
        "SELECT name, path FROM names JOIN notes USING (note_id) WHERE kind != 'folder' ORDER BY name, path"
    )
    return cast("list[tuple[str, str]]", rows.fetchall())


def chunks_matching(db: apsw.Connection, expression: str) -> list[int]:
    """The chunks that match, in the order of their notes' paths."""
    rows = db.execute(
        "SELECT chunk_id FROM chunks_fts JOIN chunks ON chunk_id = chunks_fts.rowid JOIN notes USING (note_id)"
        " WHERE chunks_fts MATCH ? ORDER BY path, ordinal",
        (expression,),
    )
    return [int(row[0]) for row in rows]


# ── the whole vault ──────────────────────────────────────────────────────────────────────


def tagged_notes(db: apsw.Connection) -> list[tuple[str, int]]:
    """(tag, note that carries it)."""
    rows = db.execute(
        "SELECT DISTINCT name, note_id FROM tags JOIN taggings USING (tag_id) JOIN chunks USING (chunk_id)"
        " ORDER BY key, note_id"
    )
    return cast("list[tuple[str, int]]", rows.fetchall())


def properties(db: apsw.Connection) -> Iterator[dict[str, object]]:
    """The properties of each note that has some, in the order of the paths."""
    for (text,) in db.execute("SELECT properties FROM notes WHERE properties != '{}' ORDER BY path"):
        yield json.loads(str(text))


def unlinked_notes(db: apsw.Connection) -> list[tuple[int, str, str]]:
    """(note, path, title) of those that no link joins to another note, in either direction."""
    rows = db.execute(
        "SELECT note_id, path, title FROM notes WHERE NOT EXISTS (SELECT 1 FROM links"
        "  WHERE links.note_id = notes.note_id AND target_note_id != notes.note_id)"
        " AND NOT EXISTS (SELECT 1 FROM links"
        "  WHERE target_note_id = notes.note_id AND links.note_id != notes.note_id) ORDER BY path"
    )
    return cast("list[tuple[int, str, str]]", rows.fetchall())


def shared_tags(db: apsw.Connection, notes: Iterable[int]) -> list[tuple[int, str]]:
    """(note, tag that another note carries too), rare tags first."""
    rows = db.execute(
        "WITH shared AS (SELECT tag_id, count(*) AS spread FROM taggings JOIN chunks USING (chunk_id)"
        "  GROUP BY tag_id HAVING min(note_id) != max(note_id))"
        " SELECT DISTINCT note_id, name FROM shared JOIN tags USING (tag_id) JOIN taggings USING (tag_id)"
        " JOIN chunks USING (chunk_id) WHERE note_id IN (SELECT value FROM json_each(?)) ORDER BY spread, key",
        (json.dumps(list(notes)),),
    )
    return cast("list[tuple[int, str]]", rows.fetchall())


def shared_entities(db: apsw.Connection, notes: Iterable[int]) -> list[tuple[int, str]]:
    """(note, entity that another note mentions too), rare entities first."""
    rows = db.execute(
        "WITH shared AS (SELECT entity_id FROM mentions JOIN chunks USING (chunk_id)"
        "  GROUP BY entity_id HAVING min(note_id) != max(note_id))"
        " SELECT DISTINCT note_id, entities.name FROM shared JOIN entities USING (entity_id)"
        " JOIN mentions USING (entity_id) JOIN chunks USING (chunk_id)"
        " WHERE note_id IN (SELECT value FROM json_each(?)) ORDER BY chunk_count, key",
        (json.dumps(list(notes)),),
    )
    return cast("list[tuple[int, str]]", rows.fetchall())


def texts(db: apsw.Connection) -> Iterator[tuple[str, str]]:
    """(path, whole text) of every note, in the order of the paths."""
    path, pieces = "", cast("list[str]", [])
    for row in db.execute("SELECT path, text FROM chunks JOIN notes USING (note_id) ORDER BY path, ordinal"):
        if row[0] != path and pieces:
            yield path, "".join(pieces)
            pieces = []
        path = str(row[0])
        pieces.append(str(row[1]))
    if pieces:
        yield path, "".join(pieces)


# ── entities ─────────────────────────────────────────────────────────────────────────────


def mentions_of(db: apsw.Connection, entity: int) -> list[MentionRow]:
    """Where an entity stands, in the order of the notes' paths."""
    rows = db.execute(
        "SELECT spelling_id, chunk_id, source, o.name, tf, o.start FROM occurrences AS o JOIN spellings"
        " USING (spelling_id) JOIN chunks USING (chunk_id) JOIN notes USING (note_id)"
        " WHERE entity_id = ? ORDER BY path, ordinal, o.start, source",
        (entity,),
    )
    return [MentionRow(*row) for row in rows]


def companions(db: apsw.Connection, entity: int, limit: int) -> list[CompanionRow]:
    """The entities that stand in the same chunks, those with the most first, of these the rarest."""
    rows = db.execute(
        "SELECT e.entity_id, e.name, e.label, count(DISTINCT other.chunk_id) AS both FROM mentions AS own"
        " JOIN mentions AS other ON other.chunk_id = own.chunk_id AND other.entity_id != own.entity_id"
        " JOIN entities AS e ON e.entity_id = other.entity_id WHERE own.entity_id = ?"
        " GROUP BY e.entity_id ORDER BY both DESC, e.chunk_count, e.key LIMIT ?",
        (entity, limit),
    )
    return [CompanionRow(*row) for row in rows]


def nearest(db: apsw.Connection, entity: int, others: Iterable[int]) -> dict[int, NearRow]:
    """Other entity → where it stands nearest to this one."""
    rows = db.execute(
        "SELECT other.entity_id, own.chunk_id, min(own.start, other.start), min(abs(own.start - other.start))"
        " FROM mentions AS own JOIN mentions AS other ON other.chunk_id = own.chunk_id"
        " WHERE own.entity_id = ? AND other.entity_id IN (SELECT value FROM json_each(?)) GROUP BY other.entity_id",
        (entity, json.dumps(list(others))),
    )
    return {int(other): NearRow(int(chunk), int(start)) for other, chunk, start, _ in rows}
