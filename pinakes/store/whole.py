"""What joins all notes? The edges of a whole vault, in an order in which ids have no part."""

from __future__ import annotations

from typing import cast

import apsw


def notes(db: apsw.Connection) -> list[tuple[int, str, str]]:
    """(note, path, title), by path."""
    rows = db.execute("SELECT note_id, path, title FROM notes ORDER BY path")
    return cast("list[tuple[int, str, str]]", rows.fetchall())


def mentions(db: apsw.Connection, most: int) -> list[tuple[int, int, int]]:
    """(note, entity, passages of the note that mention it), by path and key; of entities of 2 … `most` passages."""
    rows = db.execute(
        "SELECT c.note_id, e.entity_id, count(DISTINCT o.chunk_id) FROM entities AS e"
        " CROSS JOIN spellings AS s ON s.entity_id = e.entity_id CROSS JOIN occurrences AS o USING (spelling_id)"
        " CROSS JOIN chunks AS c USING (chunk_id) CROSS JOIN notes AS n USING (note_id)"
        " WHERE e.chunk_count BETWEEN 2 AND ? AND source != 'word' GROUP BY e.entity_id, c.note_id"
        " ORDER BY e.key, n.path",
        (most,),
    )
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def taggings(db: apsw.Connection) -> list[tuple[int, int]]:
    """(note, tag), by path and key."""
    rows = db.execute(
        "SELECT DISTINCT note_id, tag_id FROM taggings JOIN tags USING (tag_id) JOIN chunks USING (chunk_id)"
        " JOIN notes USING (note_id) ORDER BY key, path"
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def links(db: apsw.Connection) -> list[tuple[int, int]]:
    """(note with the link, note it leads to), by their paths, each pair once."""
    rows = db.execute(
        "SELECT DISTINCT l.note_id, target_note_id FROM links AS l JOIN notes AS n ON n.note_id = l.note_id"
        " JOIN notes AS t ON t.note_id = target_note_id WHERE l.note_id != target_note_id ORDER BY n.path, t.path"
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def names(db: apsw.Connection) -> tuple[dict[int, str], dict[int, str]]:
    """Entity → its name; tag → its name."""
    entities = {int(i): str(name) for i, name in db.execute("SELECT entity_id, name FROM entities")}
    return entities, {int(i): str(name) for i, name in db.execute("SELECT tag_id, name FROM tags")}
