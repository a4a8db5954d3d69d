"""Who is joined to whom? The edges of nodes, a kind at a time, read for a handful of nodes at once.

Chunks are joined to entities (mention), to tags (tag), to chunks of the same note (sibling:
the next and the one before; heading: the chunk that opens the section), to the chunks that
links lead to and come from (link), and to the notes whose names stand in them (name).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import cast

import apsw


def _ids(ids: Iterable[int]) -> tuple[str]:
    return (json.dumps(list(ids)),)


def mentions_of_chunks(db: apsw.Connection, chunk_ids: Iterable[int], most: int) -> list[tuple[int, int, int, int]]:
    """(chunk, entity, mentions of it there, chunks that mention it), rare entities first.

    An entity of one chunk alone leads nowhere and is left out.
    """
    rows = db.execute(
        "SELECT chunk_id, entity_id, max(tf), chunk_count FROM mentions JOIN entities USING (entity_id)"
        " WHERE chunk_id IN (SELECT value FROM json_each(?)) AND chunk_count BETWEEN 2 AND ?"
        " GROUP BY chunk_id, entity_id ORDER BY chunk_count, entity_id, chunk_id",
        (*_ids(chunk_ids), most),
    )
    return cast("list[tuple[int, int, int, int]]", rows.fetchall())


def mentions_of_entities(db: apsw.Connection, entity_ids: Iterable[int], most: int) -> list[tuple[int, int, int, int]]:
    """(chunk, entity, mentions of it there, chunks that mention it)."""
    rows = db.execute(
        "SELECT chunk_id, entity_id, max(tf), chunk_count FROM mentions JOIN entities USING (entity_id)"
        " WHERE entity_id IN (SELECT value FROM json_each(?)) AND chunk_count <= ?"
        " GROUP BY entity_id, chunk_id ORDER BY chunk_count, entity_id, chunk_id",
        (*_ids(entity_ids), most),
    )
    return cast("list[tuple[int, int, int, int]]", rows.fetchall())


_TAGGINGS = (
    "SELECT chunk_id, tag_id, (SELECT count(*) FROM taggings AS t WHERE t.tag_id = taggings.tag_id) AS degree"
    " FROM taggings WHERE degree BETWEEN 2 AND ? AND {} IN (SELECT value FROM json_each(?))"
)


def tags_of_chunks(db: apsw.Connection, chunk_ids: Iterable[int], most: int) -> list[tuple[int, int, int]]:
    """(chunk, tag, chunks that carry it). A tag of one chunk alone leads nowhere and is left out."""
    rows = db.execute(_TAGGINGS.format("chunk_id"), (most, *_ids(chunk_ids)))
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def chunks_of_tags(db: apsw.Connection, tag_ids: Iterable[int], most: int) -> list[tuple[int, int, int]]:
    """(chunk, tag, chunks that carry it)."""
    rows = db.execute(_TAGGINGS.format("tag_id"), (most, *_ids(tag_ids)))
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def links_from_chunks(db: apsw.Connection, chunk_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(chunk with the link, chunk it leads to); a note as a whole is its first chunk."""
    rows = db.execute(
        "SELECT links.chunk_id, target.chunk_id FROM links JOIN chunks AS target"
        " ON target.note_id = links.target_note_id AND target.ordinal = iif(target_line IS NULL, 0,"
        " ifnull((SELECT ordinal FROM chunks AS c WHERE c.note_id = links.target_note_id AND c.line <= target_line"
        " ORDER BY ordinal DESC LIMIT 1), 0))"
        " WHERE links.chunk_id IN (SELECT value FROM json_each(?))",
        _ids(chunk_ids),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def links_to_chunks(db: apsw.Connection, chunk_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(chunk with the link, chunk it leads to); a note as a whole is its first chunk.

    A chunk reaches to where the next one of its note begins.
    """
    rows = db.execute(
        "SELECT links.chunk_id, target.chunk_id FROM chunks AS target"
        " LEFT JOIN chunks AS following"
        " ON following.note_id = target.note_id AND following.ordinal = target.ordinal + 1"
        " CROSS JOIN links ON links.target_note_id = target.note_id"
        " WHERE target.chunk_id IN (SELECT value FROM json_each(?))"
        " AND (target.ordinal = 0 OR links.target_line >= target.line)"
        " AND (following.line IS NULL OR ifnull(links.target_line, 0) < following.line)",
        _ids(chunk_ids),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def notes_named_in(db: apsw.Connection, chunk_ids: Iterable[int], most: int) -> list[tuple[int, int, int]]:
    """(chunk, chunk that opens a note whose name stands in it, how many notes have that name: no more than `most`)."""
    rows = db.execute(
        "SELECT m.chunk_id, own.chunk_id, (SELECT count(*) FROM mentions AS o WHERE o.entity_id = m.entity_id"
        " AND o.source = 'self') AS namesakes FROM mentions AS m JOIN mentions AS own ON own.entity_id = m.entity_id"
        " AND own.source = 'self' WHERE m.chunk_id IN (SELECT value FROM json_each(?)) AND m.source != 'self'"
        " AND own.chunk_id != m.chunk_id AND namesakes <= ? GROUP BY m.chunk_id, own.chunk_id",
        (*_ids(chunk_ids), most),
    )
    return cast("list[tuple[int, int, int]]", rows.fetchall())


def siblings(db: apsw.Connection, chunk_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(chunk, the next or the one before of the same note)."""
    rows = db.execute(
        "SELECT a.chunk_id, b.chunk_id FROM chunks AS a JOIN chunks AS b ON b.note_id = a.note_id"
        " AND b.ordinal IN (a.ordinal - 1, a.ordinal + 1) WHERE a.chunk_id IN (SELECT value FROM json_each(?))",
        _ids(chunk_ids),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def headings(db: apsw.Connection, chunk_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(chunk, the one that opens its section), and the other way round."""
    rows = db.execute(
        "SELECT chunk_id, parent_id FROM chunks WHERE parent_id IS NOT NULL"
        " AND chunk_id IN (SELECT value FROM json_each(?1)) UNION ALL"
        " SELECT parent_id, chunk_id FROM chunks WHERE parent_id IN (SELECT value FROM json_each(?1))",
        _ids(chunk_ids),
    )
    return cast("list[tuple[int, int]]", rows.fetchall())


def entity_names(db: apsw.Connection, entity_ids: Iterable[int]) -> dict[int, str]:
    """Entity → its name."""
    rows = db.execute(
        "SELECT entity_id, name FROM entities WHERE entity_id IN (SELECT value FROM json_each(?))", _ids(entity_ids)
    )
    return {int(i): str(name) for i, name in rows}


def tag_names(db: apsw.Connection, tag_ids: Iterable[int]) -> dict[int, str]:
    """Tag → its name."""
    rows = db.execute("SELECT tag_id, name FROM tags WHERE tag_id IN (SELECT value FROM json_each(?))", _ids(tag_ids))
    return {int(i): str(name) for i, name in rows}


def mention_place(db: apsw.Connection, entity_id: int, chunk_id: int) -> int | None:
    """Where in the chunk's text the entity stands first."""
    row = db.execute(
        "SELECT min(start) FROM mentions WHERE entity_id = ? AND chunk_id = ?", (entity_id, chunk_id)
    ).fetchone()
    return None if row is None or row[0] is None else int(row[0])


def link_place(db: apsw.Connection, source_chunk: int, target_note: int) -> int | None:
    """Where in the source chunk's note the first link to that note stands."""
    row = db.execute(
        "SELECT min(start) FROM links WHERE chunk_id = ? AND target_note_id = ?", (source_chunk, target_note)
    ).fetchone()
    return None if row is None or row[0] is None else int(row[0])


def tag_line(db: apsw.Connection, tag_id: int, chunk_id: int) -> int | None:
    """The line of the tag."""
    row = db.execute("SELECT line FROM taggings WHERE tag_id = ? AND chunk_id = ?", (tag_id, chunk_id)).fetchone()
    return None if row is None else int(row[0])
