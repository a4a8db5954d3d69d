"""What changes the index. Each function is called inside one `transaction`; a note is replaced whole."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import apsw

from pinakes.model.files import FileStamp, Problem
from pinakes.model.note import Chunk, Document
from pinakes.store import text as terms_of


class NameRow(NamedTuple):
    """Something that a link may call a note."""

    key: str
    kind: str
    name: str


class LinkTarget(NamedTuple):
    """Where a link leads, as the resolver found it."""

    link_id: int
    note_id: int | None = None
    attachment: str | None = None
    line: int | None = None
    ambiguous: bool = False
    via: str = ""


class MentionRow(NamedTuple):
    """An entity in a chunk."""

    key: str
    name: str
    label: str
    source: str
    tf: int
    start: int
    """Of the first mention, in the chunk's text."""


def text_hash(text: str) -> str:
    """What a chunk's text is known by: blake2b-128 of its UTF-8, in hexadecimal."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def replace_note(
    db: apsw.Connection,
    stamp: FileStamp,
    content_hash: str,
    document: Document,
    names: Sequence[NameRow],
    link_keys: Sequence[Sequence[str]],
) -> int:
    """Write one note as it is now, in place of what was known of it; returns its id, which stays.

    `link_keys[i]` are the keys in `names` that may answer `document.links[i]`.
    """
    language = terms_of.language(document.text)
    words = len(terms_of.words(document.text))
    stat = (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode)
    row = (document.title, *stat, content_hash, language, words)
    properties = json.dumps(document.properties, ensure_ascii=False, default=str)
    known = db.execute("SELECT note_id FROM notes WHERE path = ?", (stamp.path,)).fetchone()
    if known is None:
        db.execute(
            "INSERT INTO notes (path, title, size, mtime_ns, ctime_ns, inode, content_hash, language, words,"
            " properties) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (stamp.path, *row, properties),
        )
        note_id = db.last_insert_rowid()
    else:
        note_id = int(known[0])
        _clear_note(db, note_id)
        db.execute(
            "UPDATE notes SET title = ?, size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, content_hash = ?,"
            " language = ?, words = ?, properties = ? WHERE note_id = ?",
            (*row, properties, note_id),
        )
        # Links to one of its headings or blocks may find it on another line now, or not at all.
        db.execute("UPDATE links SET stale = 1 WHERE target_note_id = ? AND sub != ''", (note_id,))
    _insert_headings(db, note_id, document)
    chunk_ids = _insert_chunks(db, note_id, document, names, language)
    _insert_links(db, note_id, document, chunk_ids, link_keys)
    _insert_tags(db, document, chunk_ids)
    replace_names(db, note_id, names)
    return note_id


def _clear_note(db: apsw.Connection, note_id: int) -> None:
    """Everything that follows from the note's text; the note itself, and links to it, stay."""
    touched = _entities_of(db, note_id)
    db.execute("DELETE FROM chunks_fts WHERE rowid IN (SELECT chunk_id FROM chunks WHERE note_id = ?)", (note_id,))
    for table in ("links", "chunks", "headings", "blocks"):
        db.execute(f"DELETE FROM {table} WHERE note_id = ?", (note_id,))  # noqa: S608 — the names stand above
    recount(db, touched)
    _drop_unused_tags(db)


def _entities_of(db: apsw.Connection, note_id: int) -> list[int]:
    rows = db.execute(
        "SELECT DISTINCT entity_id FROM mentions JOIN chunks USING (chunk_id) WHERE note_id = ?", (note_id,)
    )
    return [row[0] for row in rows]


def _drop_unused_tags(db: apsw.Connection) -> None:
    db.execute("DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM taggings WHERE taggings.tag_id = tags.tag_id)")


def _insert_headings(db: apsw.Connection, note_id: int, document: Document) -> None:
    db.executemany(
        "INSERT INTO headings VALUES (?, ?, ?, ?, ?, ?)",
        [(note_id, i, h.level, h.text, h.start, h.line) for i, h in enumerate(document.headings)],
    )
    db.executemany("INSERT INTO blocks VALUES (?, ?, ?)", [(note_id, b, line) for b, line in document.blocks.items()])


def _insert_chunks(
    db: apsw.Connection, note_id: int, document: Document, names: Sequence[NameRow], code: str
) -> list[int]:
    called = " ".join(dict.fromkeys([document.title, *(n.name for n in names if n.kind in ("path", "alias"))]))
    title_terms = terms_of.terms(called, code)
    ids: list[int] = []
    parents: dict[tuple[str, ...], int] = {}
    for chunk in document.chunks:
        parent = _parent(parents, chunk)
        db.execute(
            'INSERT INTO chunks (note_id, ordinal, parent_id, heading_path, start, "end", line, end_line,'
            " text, text_hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                note_id, chunk.ordinal, parent, json.dumps(chunk.heading_path, ensure_ascii=False), chunk.start,
                chunk.end, chunk.line, chunk.end_line, chunk.text, text_hash(chunk.text),
            ),
        )  # fmt: skip
        chunk_id = db.last_insert_rowid()
        parents.setdefault(chunk.heading_path, chunk_id)
        ids.append(chunk_id)
        heading_terms = terms_of.terms(" ".join(chunk.heading_path), code)
        db.execute(
            "INSERT INTO chunks_fts (rowid, title, heading, text) VALUES (?, ?, ?, ?)",
            (chunk_id, title_terms, heading_terms, terms_of.terms(chunk.text, code)),
        )
    return ids


def _parent(opened: dict[tuple[str, ...], int], chunk: Chunk) -> int | None:
    """The chunk that opened the same section, else the one that opened the enclosing section."""
    path = chunk.heading_path
    for depth in range(len(path), -1, -1):
        if path[:depth] in opened:
            return opened[path[:depth]]
    return None


def _chunk_at(document: Document, chunk_ids: Sequence[int], start: int) -> int:
    for chunk, chunk_id in zip(document.chunks, chunk_ids, strict=True):
        if start < chunk.end:
            return chunk_id
    return chunk_ids[-1]


def _insert_links(
    db: apsw.Connection, note_id: int, document: Document, chunk_ids: Sequence[int], keys: Sequence[Sequence[str]]
) -> None:
    for link, answered_by in zip(document.links, keys, strict=True):
        at = _chunk_at(document, chunk_ids, link.start)
        stale = 0 if link.kind == "external" else 1
        db.execute(
            "INSERT INTO links (note_id, chunk_id, kind, rel, raw, target, sub, label, start, line, stale)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                note_id,
                at,
                link.kind,
                link.rel,
                link.raw,
                link.target,
                link.sub,
                link.label,
                link.start,
                link.line,
                stale,
            ),
        )
        link_id = db.last_insert_rowid()
        db.executemany("INSERT OR IGNORE INTO link_keys VALUES (?, ?)", [(key, link_id) for key in answered_by])


def _insert_tags(db: apsw.Connection, document: Document, chunk_ids: Sequence[int]) -> None:
    for tag in document.tags:
        key = tag.name.casefold()
        db.execute("INSERT OR IGNORE INTO tags (key, name) VALUES (?, ?)", (key, tag.name))
        db.execute(
            "INSERT OR IGNORE INTO taggings SELECT tag_id, ?, ? FROM tags WHERE key = ?",
            (_chunk_at(document, chunk_ids, tag.start), tag.line, key),
        )


def replace_names(db: apsw.Connection, note_id: int, names: Sequence[NameRow]) -> None:
    """What the note is called now. Links and chunks that this may concern become work to do again."""
    before = {
        (str(key), str(kind), str(name))
        for key, kind, name in db.execute("SELECT key, kind, name FROM names WHERE note_id = ?", (note_id,))
    }
    after = {(n.key, n.kind, n.name) for n in names}
    if before == after:
        return
    db.execute("DELETE FROM names WHERE note_id = ?", (note_id,))
    db.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)", [(n.key, note_id, n.kind, n.name) for n in names])
    db.execute("UPDATE meta SET value = value + 1 WHERE key = 'names'")
    changed = before ^ after
    _mark_stale(db, {key for key, _, _ in changed}, {name for _, _, name in changed})


def _mark_stale(db: apsw.Connection, keys: Iterable[str], names: Iterable[str]) -> None:
    """Links that may lead elsewhere now, and chunks in whose text a name appears or no longer counts."""
    db.executemany(
        "UPDATE links SET stale = 1 WHERE stale = 0 AND link_id IN (SELECT link_id FROM link_keys WHERE key = ?)",
        [(key,) for key in keys],
    )
    if db.execute("SELECT 1 FROM chunks WHERE recognised > 0 LIMIT 1").fetchone() is None:
        return
    codes = [str(code) for (code,) in db.execute("SELECT DISTINCT language FROM notes")]
    for name in names:
        phrases = {terms_of.terms(name, code) for code in codes}
        if expression := terms_of.match_expression([sorted(phrases)]):
            db.execute(
                "UPDATE chunks SET recognised = 0 WHERE chunk_id IN"
                " (SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?)",
                (expression,),
            )


def read_again(db: apsw.Connection) -> None:
    """Every note is to be read and written anew; until then all that is known of it stays.

    The hashes are spoilt, not lost: a note that has moved meanwhile is still known by them.
    """
    db.execute("UPDATE notes SET size = -1, content_hash = content_hash || '!' WHERE content_hash NOT LIKE '%!'")


def touch_note(db: apsw.Connection, stamp: FileStamp) -> None:
    """The same content with another stamp: nothing else changes."""
    db.execute(
        "UPDATE notes SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE path = ?",
        (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, stamp.path),
    )


def rename_note(db: apsw.Connection, old_path: str, new_path: str) -> None:
    """The note keeps its id; what follows from the path is written by `replace_note` in the same transaction."""
    db.execute("UPDATE notes SET path = ? WHERE path = ?", (new_path, old_path))
    # Which of several namesakes a link means depends on their folders, so all who call it by name look again.
    db.execute(
        "UPDATE links SET stale = 1 WHERE link_id IN (SELECT link_id FROM link_keys WHERE key IN"
        " (SELECT key FROM names JOIN notes USING (note_id) WHERE path = ?))",
        (new_path,),
    )
    set_problems(db, old_path, ())


def forget_note(db: apsw.Connection, path: str) -> None:
    """The note is gone from the vault; links to it become links to nothing."""
    row = db.execute("SELECT note_id FROM notes WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    note_id = int(row[0])
    replace_names(db, note_id, ())
    _clear_note(db, note_id)
    db.execute("UPDATE links SET stale = 1 WHERE target_note_id = ?", (note_id,))
    db.execute("DELETE FROM notes WHERE note_id = ?", (note_id,))
    set_problems(db, path, ())


def set_problems(db: apsw.Connection, path: str, problems: Iterable[Problem]) -> None:
    """What is wrong in this note's text now."""
    db.execute("DELETE FROM problems WHERE path = ? AND of = 'note'", (path,))
    db.executemany("INSERT INTO problems VALUES (?, ?, ?, 'note')", [(p.path, p.line, p.message) for p in problems])


def set_file_problems(db: apsw.Connection, problems: Sequence[Problem]) -> None:
    """What the last scan could not take in."""
    db.execute("DELETE FROM problems WHERE of = 'file'")
    db.executemany("INSERT INTO problems VALUES (?, ?, ?, 'file')", [(p.path, p.line, p.message) for p in problems])


def set_link_targets(db: apsw.Connection, targets: Iterable[LinkTarget]) -> None:
    """Where links lead; they are no longer stale."""
    db.executemany(
        "UPDATE links SET stale = 0, target_note_id = ?, attachment = ?, target_line = ?, ambiguous = ?, via = ?"
        " WHERE link_id = ?",
        [(t.note_id, t.attachment, t.line, int(t.ambiguous), t.via, t.link_id) for t in targets],
    )


def mark_attachment_links_stale(db: apsw.Connection) -> None:
    """Files that are no notes came or went: whatever leads to none of the notes may lead elsewhere."""
    db.execute("UPDATE links SET stale = 1 WHERE target_note_id IS NULL AND kind != 'external' AND stale = 0")


def set_mentions(
    db: apsw.Connection, chunk_id: int, digest: str, mentions: Sequence[MentionRow], recognised: int
) -> set[int]:
    """The entities of one chunk, in place of those known before; all that this touches are to be recounted.

    Does nothing when the chunk has another text by now: it is still waiting then.
    """
    current = db.execute("SELECT 1 FROM chunks WHERE chunk_id = ? AND text_hash = ?", (chunk_id, digest)).fetchone()
    if current is None:
        return set()
    touched = {
        int(row[0]) for row in db.execute("SELECT DISTINCT entity_id FROM mentions WHERE chunk_id = ?", (chunk_id,))
    }
    db.execute("DELETE FROM mentions WHERE chunk_id = ?", (chunk_id,))
    for m in mentions:
        entity = _entity_id(db, m.key)
        touched.add(entity)
        db.execute(
            "INSERT OR IGNORE INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?)",
            (entity, chunk_id, m.source, m.name, m.label, m.tf, m.start),
        )
    db.execute("UPDATE chunks SET recognised = ? WHERE chunk_id = ?", (recognised, chunk_id))
    return touched


def _entity_id(db: apsw.Connection, key: str) -> int:
    row = db.execute("SELECT entity_id FROM entities WHERE key = ?", (key,)).fetchone()
    if row is None:
        db.execute("INSERT INTO entities (key) VALUES (?)", (key,))
        return db.last_insert_rowid()
    return int(row[0])


def recount(db: apsw.Connection, entity_ids: Iterable[int]) -> None:
    """What follows from an entity's mentions: in how many chunks it stands, and how it is mostly spelt.

    One that stands nowhere is forgotten.
    """
    ids = (json.dumps(sorted(entity_ids)),)
    db.execute(
        "DELETE FROM entities WHERE entity_id IN (SELECT value FROM json_each(?))"
        " AND NOT EXISTS (SELECT 1 FROM mentions WHERE mentions.entity_id = entities.entity_id)",
        ids,
    )
    db.execute(
        "UPDATE entities SET"
        " chunk_count = (SELECT count(DISTINCT chunk_id) FROM mentions AS m WHERE m.entity_id = entities.entity_id),"
        " name = (SELECT name FROM mentions AS m WHERE m.entity_id = entities.entity_id"
        "  GROUP BY name ORDER BY sum(tf) DESC, name LIMIT 1),"
        " label = ifnull((SELECT label FROM mentions AS m WHERE m.entity_id = entities.entity_id AND label != ''"
        "  GROUP BY label ORDER BY sum(tf) DESC, label LIMIT 1), '')"
        " WHERE entity_id IN (SELECT value FROM json_each(?))",
        ids,
    )


def cache_found(db: apsw.Connection, extractor: str, found: Iterable[tuple[str, str]]) -> None:
    """Remember what the extractor found: (text hash, JSON)."""
    db.executemany(
        "INSERT OR REPLACE INTO mention_cache VALUES (?, ?, ?)", [(hash_, extractor, value) for hash_, value in found]
    )


def prune_cache(db: apsw.Connection, extractor: str) -> None:
    """Forget what other extractors found, and what no chunk asks for once that outweighs what is asked for."""
    db.execute("DELETE FROM mention_cache WHERE extractor != ?", (extractor,))
    (kept,) = db.execute("SELECT count(*) FROM mention_cache").fetchone() or (0,)
    (chunks,) = db.execute("SELECT count(*) FROM chunks").fetchone() or (0,)
    if int(kept) > 2 * int(chunks) + 1_000:
        db.execute("DELETE FROM mention_cache WHERE text_hash NOT IN (SELECT text_hash FROM chunks)")


def recognise_again(db: apsw.Connection, level: int) -> None:
    """Chunks recognised at this level or above wait for it again."""
    db.execute("UPDATE chunks SET recognised = ?1 - 1 WHERE recognised >= ?1", (level,))


def set_meta(db: apsw.Connection, key: str, value: str) -> None:
    """Remember one fact about the index as a whole."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
