"""Which notes, entities and tags stand together, and where? The questions that bridges ask."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple, cast

import apsw


class Place(NamedTuple):
    """A point in a chunk."""

    path: str
    line: int
    """Of the chunk's first visible character."""
    text: str
    at: int
    """Offset in `text`."""


def mentions(db: apsw.Connection, notes: Iterable[int], entities: Iterable[int]) -> list[tuple[int, int, int, int]]:
    """(note, entity, mentions, notes that mention it) of these notes and of these entities."""
    rows = db.execute(
        "WITH wanted(entity_id) AS (SELECT value FROM json_each(?2) UNION SELECT entity_id FROM mentions"
        "  JOIN chunks USING (chunk_id) WHERE note_id IN (SELECT value FROM json_each(?1))),"
        " spread AS (SELECT entity_id, note_id, sum(tf) AS tf FROM"
        "  (SELECT entity_id, chunk_id, max(tf) AS tf FROM wanted JOIN mentions USING (entity_id)"
        "   GROUP BY entity_id, chunk_id) JOIN chunks USING (chunk_id) GROUP BY entity_id, note_id),"
        " degree AS (SELECT entity_id, count(*) AS notes FROM spread GROUP BY entity_id)"
        " SELECT note_id, entity_id, tf, notes FROM spread JOIN degree USING (entity_id)"
        " WHERE note_id IN (SELECT value FROM json_each(?1)) OR entity_id IN (SELECT value FROM json_each(?2))",
        (json.dumps(list(notes)), json.dumps(list(entities))),
    )
    return cast("list[tuple[int, int, int, int]]", rows.fetchall())


def taggings(db: apsw.Connection, notes: Iterable[int], tags: Iterable[int]) -> list[tuple[int, int, int]]:
    """(note, tag, notes that carry it) of these notes and of these tags."""
    rows = db.execute(
        "WITH wanted(tag_id) AS (SELECT value FROM json_each(?2) UNION SELECT tag_id FROM taggings"
        "  JOIN chunks USING (chunk_id) WHERE note_id IN (SELECT value FROM json_each(?1))),"
        " spread AS (SELECT DISTINCT tag_id, note_id FROM wanted JOIN taggings USING (tag_id)"
        "  JOIN chunks USING (chunk_id)),"
        " degree AS (SELECT tag_id, count(*) AS notes FROM spread GROUP BY tag_id)"
        " SELECT note_id, tag_id, notes FROM spread JOIN degree USING (tag_id)"
        " WHERE note_id IN (SELECT value FROM json_each(?1)) OR tag_id IN (SELECT value FROM json_each(?2))",
        (json.dumps(list(notes)), json.dumps(list(tags))),
    )
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def links(db: apsw.Connection, notes: Iterable[int]) -> list[tuple[int, int]]:
    """(note with the link, note it leads to), where either is one of these."""
    rows = db.execute(
        "SELECT DISTINCT note_id, target_note_id FROM links WHERE target_note_id != note_id"
        " AND (note_id IN (SELECT value FROM json_each(?1)) OR target_note_id IN (SELECT value FROM json_each(?1)))",
        (json.dumps(list(notes)),),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def own_names(db: apsw.Connection, entities: Iterable[int]) -> dict[int, int]:
    """Entity → the note whose name it is, where that is one note and no other."""
    rows = db.execute(
        "SELECT entity_id, min(note_id) FROM mentions JOIN chunks USING (chunk_id) WHERE source = 'self'"
        " AND entity_id IN (SELECT value FROM json_each(?)) GROUP BY entity_id HAVING count(DISTINCT note_id) = 1",
        (json.dumps(list(entities)),),
    )
    return {int(entity): int(note) for entity, note in rows}


def link_degrees(db: apsw.Connection, notes: Iterable[int]) -> dict[int, int]:
    """Note → how many notes it links to or is linked from."""
    ids = json.dumps(list(notes))
    rows = db.execute(
        "SELECT value, (SELECT count(DISTINCT target_note_id) FROM links WHERE note_id = value)"
        " + (SELECT count(DISTINCT note_id) FROM links WHERE target_note_id = value) FROM json_each(?)",
        (ids,),
    )
    return {int(note): int(degree) for note, degree in rows}


def name_of(db: apsw.Connection, kind: str, node_id: int) -> str:
    """An entity's or a tag's name."""
    table, key = ("entities", "entity_id") if kind == "entity" else ("tags", "tag_id")
    row = db.execute(f"SELECT name FROM {table} WHERE {key} = ?", (node_id,)).fetchone()  # noqa: S608 — two constants
    return str(row[0]) if row else ""


def place(db: apsw.Connection, note: int, kind: str, node_id: int) -> Place:
    """Where in the note the entity or the tag stands first; a mention in the text before the note's own name."""
    if kind == "tag":
        return _tag_place(db, note, node_id)
    row = db.execute(
        "SELECT path, line, text, mentions.start FROM mentions JOIN chunks USING (chunk_id) JOIN notes USING (note_id)"
        " WHERE note_id = ? AND entity_id = ?"
        " ORDER BY source = 'self', ordinal, mentions.start LIMIT 1",
        (note, node_id),
    ).fetchone()
    if row is None:
        raise LookupError(f"note {note} does not mention entity {node_id}")
    return Place(*row)


def _tag_place(db: apsw.Connection, note: int, tag: int) -> Place:
    row = db.execute(
        "SELECT path, chunks.line, text, taggings.line FROM taggings JOIN chunks USING (chunk_id)"
        " JOIN notes USING (note_id) WHERE note_id = ? AND tag_id = ? ORDER BY ordinal LIMIT 1",
        (note, tag),
    ).fetchone()
    if row is None:
        raise LookupError(f"note {note} does not carry tag {tag}")
    path, line, text, tag_line = row
    blank = text.count("\n", 0, len(text) - len(text.lstrip()))  # above the chunk's first line
    at = sum(len(part) for part in text.splitlines(keepends=True)[: blank + tag_line - line])
    return Place(path, line, text, at)


def link_place(db: apsw.Connection, a: int, b: int) -> Place:
    """Where one of the two notes first links to the other."""
    row = db.execute(
        "SELECT path, chunks.line, text, links.start - chunks.start FROM links JOIN chunks USING (chunk_id)"
        " JOIN notes ON notes.note_id = links.note_id"
        " WHERE (links.note_id = ?1 AND target_note_id = ?2) OR (links.note_id = ?2 AND target_note_id = ?1)"
        " ORDER BY links.note_id != ?1, links.start LIMIT 1",
        (a, b),
    ).fetchone()
    if row is None:
        raise LookupError(f"notes {a} and {b} do not link to each other")
    return Place(*row)
