"""The index without ids, stamps and generations: equal for equal vaults, however they came about."""

from __future__ import annotations

import apsw

QUERIES = {
    "notes": "SELECT path, title, content_hash, language, words, properties FROM notes",
    "names": "SELECT path, key, kind, name FROM names JOIN notes USING (note_id)",
    "chunks": 'SELECT path, ordinal, heading_path, start, "end", line, end_line, text FROM chunks'
    " JOIN notes USING (note_id)",
    "parents": "SELECT n.path, c.ordinal, p.ordinal FROM chunks c JOIN notes n USING (note_id)"
    " LEFT JOIN chunks p ON p.chunk_id = c.parent_id",
    "links": "SELECT s.path, c.ordinal, l.kind, l.rel, l.raw, l.line, t.path, l.attachment, l.target_line, l.ambiguous,"
    " l.via, l.stale FROM links l JOIN notes s ON s.note_id = l.note_id JOIN chunks c USING (chunk_id)"
    " LEFT JOIN notes t ON t.note_id = l.target_note_id",
    "tags": "SELECT path, ordinal, key, taggings.line FROM taggings JOIN tags USING (tag_id)"
    " JOIN chunks USING (chunk_id) JOIN notes USING (note_id)",
    "mentions": "SELECT path, key, source, mentions.name, tf, mentions.start FROM mentions"
    " JOIN entities USING (entity_id) JOIN chunks USING (chunk_id)"
    " JOIN notes USING (note_id)",
    "entities": "SELECT key, name, label, called, chunk_count FROM entities",
    "spellings": "SELECT s.key, e.key, s.name, s.label, s.person, s.own, s.weak, s.chunk_count, bare, family"
    " FROM spellings AS s LEFT JOIN entities AS e USING (entity_id)",
    "expansions": "SELECT short, long, path, ordinal FROM expansions JOIN chunks USING (chunk_id)"
    " JOIN notes USING (note_id)",
    "tallies": "SELECT key, t.name, t.label, source, tf FROM tallies AS t JOIN spellings USING (spelling_id)",
    "unsettled": "SELECT key FROM unsettled JOIN spellings USING (spelling_id)",
    "problems": "SELECT path, line, message FROM problems",
    "terms": "SELECT 'chunks', count(*) FROM chunks_fts",
}


def dump(db: apsw.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Each table as a sorted list of rows."""
    return {name: sorted(db.execute(query).fetchall(), key=repr) for name, query in QUERIES.items()}
