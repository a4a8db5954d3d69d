"""Which notes, entities and tags stand together, and where? The questions that bridges ask.

A note's name that may be meant as an everyday word joins nothing.
"""

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


def note_count(db: apsw.Connection) -> int:
    """How many notes there are."""
    row = db.execute("SELECT count(*) FROM notes").fetchone()
    return int(row[0]) if row else 0


def mentioned_in(db: apsw.Connection, notes: Iterable[int], most: int) -> list[tuple[int, int, int, int]]:
    """(note, entity, mentions of it there, chunks that mention it), of entities that no more chunks than `most` do.

    An entity of one chunk alone joins nothing and is left out.
    """
    rows = db.execute(
        "SELECT note_id, entity_id, sum(tf), chunk_count FROM"
        "  (SELECT note_id, e.entity_id, max(tf) AS tf, e.chunk_count FROM (SELECT value AS wanted FROM json_each(?))"
        "   CROSS JOIN chunks ON note_id = wanted CROSS JOIN occurrences USING (chunk_id)"
        "   CROSS JOIN spellings AS s USING (spelling_id) CROSS JOIN entities AS e USING (entity_id)"
        "   WHERE e.chunk_count BETWEEN 2 AND ? AND source != 'word' GROUP BY e.entity_id, chunk_id)"
        " GROUP BY note_id, entity_id",
        (json.dumps(list(notes)), most),
    )
    return cast("list[tuple[int, int, int, int]]", rows.fetchall())


def notes_of_entities(db: apsw.Connection, entities: Iterable[int]) -> list[tuple[int, int, int]]:
    """(entity, note, mentions of it there)."""
    rows = db.execute(
        "SELECT wanted, note_id, sum(tf) FROM (SELECT wanted, chunk_id, max(tf) AS tf FROM"
        "  (SELECT value AS wanted FROM json_each(?)) CROSS JOIN spellings ON entity_id = wanted"
        "  CROSS JOIN occurrences USING (spelling_id) WHERE source != 'word' GROUP BY wanted, chunk_id)"
        " CROSS JOIN chunks USING (chunk_id) GROUP BY wanted, note_id",
        (json.dumps(list(entities)),),
    )
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def degrees(db: apsw.Connection, entities: Iterable[int]) -> dict[int, int]:
    """Entity → notes that mention it."""
    rows = db.execute(
        "SELECT wanted, count(DISTINCT note_id) FROM (SELECT value AS wanted FROM json_each(?))"
        " CROSS JOIN spellings ON entity_id = wanted CROSS JOIN occurrences USING (spelling_id)"
        " CROSS JOIN chunks USING (chunk_id) WHERE source != 'word' GROUP BY wanted",
        (json.dumps(list(entities)),),
    )
    return {int(entity): int(notes) for entity, notes in rows}


def tags_of(db: apsw.Connection, notes: Iterable[int]) -> list[tuple[int, int]]:
    """(note, tag that it carries)."""
    rows = db.execute(
        "SELECT DISTINCT note_id, tag_id FROM chunks JOIN taggings USING (chunk_id)"
        " WHERE note_id IN (SELECT value FROM json_each(?)) ORDER BY tag_id, note_id",
        (json.dumps(list(notes)),),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def notes_of_tag(db: apsw.Connection, tag: int, most: int) -> list[int]:
    """The notes that carry it; `most` of them where there are more."""
    rows = db.execute(
        "SELECT DISTINCT note_id FROM taggings JOIN chunks USING (chunk_id) WHERE tag_id = ? LIMIT ?", (tag, most)
    )
    return [int(note) for (note,) in rows]


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
        "SELECT wanted, min(note_id) FROM (SELECT value AS wanted FROM json_each(?))"
        " CROSS JOIN spellings AS s ON s.entity_id = wanted"
        # Told which index: by the other one every mention of the name would be looked at.
        " CROSS JOIN occurrences AS o INDEXED BY occurrences_own ON o.spelling_id = s.spelling_id AND o.source = 'self'"
        " CROSS JOIN chunks USING (chunk_id) GROUP BY wanted HAVING count(DISTINCT note_id) = 1",
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
        " ORDER BY source = 'self', source = 'word', ordinal, mentions.start LIMIT 1",
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
