"""What does the index know? Each function is one question; rows become values before they leave."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import apsw

from pinakes.model.files import FileStamp, Problem

if TYPE_CHECKING:  # a search needs neither, and each costs a millisecond or two
    from pinakes.model.note import Heading
    from pinakes.model.view import NoteSummary


class ChunkRow(NamedTuple):
    """A chunk with what its note says of it."""

    chunk_id: int
    note_id: int
    path: str
    title: str
    language: str
    ordinal: int
    heading_path: tuple[str, ...]
    start: int
    line: int
    end_line: int
    text: str


class EntityRow(NamedTuple):
    """An entity with the number of chunks that mention it."""

    entity_id: int
    key: str
    name: str
    label: str
    chunk_count: int


class StaleLink(NamedTuple):
    """A link whose target is to be looked for."""

    link_id: int
    kind: str
    raw: str
    target: str
    sub: str
    source_path: str
    source_note_id: int


class PendingChunk(NamedTuple):
    """A chunk whose entities are not known yet."""

    chunk_id: int
    note_id: int
    path: str
    title: str
    language: str
    ordinal: int
    text: str
    text_hash: str


class Counts(NamedTuple):
    """How much the index holds."""

    notes: int
    chunks: int
    words: int
    entities: int
    links: int
    generation: int


def stamps(db: apsw.Connection) -> dict[str, FileStamp]:
    """Every note by its path, as it was when its bytes were read."""
    rows = db.execute("SELECT path, size, mtime_ns, ctime_ns, inode FROM notes")
    return {str(row[0]): FileStamp(*row) for row in rows}


def stamps_of(db: apsw.Connection, paths: Iterable[str]) -> dict[str, FileStamp]:
    """These notes by their paths, as they were when their bytes were read."""
    rows = db.execute(
        "SELECT path, size, mtime_ns, ctime_ns, inode FROM notes WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(paths)),),
    )
    return {str(row[0]): FileStamp(*row) for row in rows}


def note_ids(db: apsw.Connection, paths: Iterable[str]) -> dict[str, int]:
    """Path → the note at it, of those that are there."""
    rows = db.execute(
        "SELECT path, note_id FROM notes WHERE path IN (SELECT value FROM json_each(?))", (json.dumps(list(paths)),)
    )
    return {str(path): int(note) for path, note in rows}


def paths_with_hash(db: apsw.Connection, content_hash: str) -> list[str]:
    """The notes with these bytes, by path."""
    rows = db.execute("SELECT path FROM notes WHERE content_hash = ? ORDER BY path", (content_hash,))
    return [str(row[0]) for row in rows]


def content_hashes(db: apsw.Connection, paths: Iterable[str]) -> dict[str, str]:
    """Path → hash of the bytes that were read."""
    rows = db.execute(
        "SELECT path, content_hash FROM notes WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(paths)),),
    )
    return {str(path): str(digest) for path, digest in rows}


def meta(db: apsw.Connection, key: str) -> str | None:
    """One fact about the index as a whole; None where nobody noted it."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def counts(db: apsw.Connection) -> Counts:
    """How much the index holds."""
    row = db.execute(
        "SELECT (SELECT count(*) FROM notes), (SELECT count(*) FROM chunks), (SELECT ifnull(sum(words), 0) FROM notes),"
        " (SELECT count(*) FROM entities), (SELECT count(*) FROM links WHERE kind != 'external'),"
        " (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation')"
    ).fetchone()
    assert row is not None, "a SELECT without FROM has one row"  # noqa: S101
    return Counts(*row)


def pending_count(db: apsw.Connection, level: int) -> int:
    """Chunks whose entities are not known yet at this level: 1 titles and phrases, 2 all."""
    row = db.execute("SELECT count(*) FROM chunks WHERE recognised < min(2, ?)", (level,)).fetchone()
    return int(row[0]) if row else 0


def problems(db: apsw.Connection) -> tuple[Problem, ...]:
    """What is wrong with notes and files, in the order of their paths."""
    rows = db.execute("SELECT path, message, line FROM problems ORDER BY path, ifnull(line, 0), message")
    return tuple(Problem(*row) for row in rows)


def file_problems(db: apsw.Connection) -> tuple[Problem, ...]:
    """What the last scan could not take in, in the order of the paths."""
    rows = db.execute(
        "SELECT path, message, line FROM problems WHERE of = 'file' ORDER BY path, ifnull(line, 0), message"
    )
    return tuple(Problem(*row) for row in rows)


def languages(db: apsw.Connection) -> tuple[str, ...]:
    """The languages of the vault, most notes first."""
    rows = db.execute("SELECT language FROM notes GROUP BY language ORDER BY count(*) DESC, language")
    return tuple(str(row[0]) for row in rows)


def generation(db: apsw.Connection) -> int:
    """A number that moves with every committed write."""
    row = db.execute("SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'generation'").fetchone()
    return int(row[0]) if row else 0


def chunk_count(db: apsw.Connection) -> int:
    """How many chunks there are."""
    row = db.execute("SELECT count(*) FROM chunks").fetchone()
    return int(row[0]) if row else 0


# ── search ───────────────────────────────────────────────────────────────────────────────


def lexical(
    db: apsw.Connection, expression: str, limit: int, *, weights: tuple[float, float, float]
) -> list[tuple[int, float]]:
    """(chunk, BM25 over title, heading path and text with these `weights`), best first; higher is better.

    SQLite's bm25() is negative, lower is better; the sign is turned here.
    """
    rows = db.execute(
        "SELECT rowid, -rank FROM chunks_fts WHERE chunks_fts MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?",
        (expression, "bm25({}, {}, {})".format(*weights), limit),
    )
    return sorted(((int(chunk), float(score)) for chunk, score in rows), key=lambda row: (-row[1], row[0]))


def notes_of(db: apsw.Connection, chunk_ids: Iterable[int]) -> dict[int, int]:
    """Chunk → its note."""
    rows = db.execute(
        "SELECT chunk_id, note_id FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chunk_ids)),),
    )
    return {int(chunk): int(note) for chunk, note in rows}


def any_matches(db: apsw.Connection, expression: str) -> bool:
    """True where at least one chunk matches."""
    return db.execute("SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT 1", (expression,)).fetchone() is not None


def matching(db: apsw.Connection, expression: str, chunk_ids: Iterable[int]) -> set[int]:
    """Those of the chunks that match. (`+rowid`: else SQLite runs the match anew for each of them.)"""
    rows = db.execute(
        "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ? AND +rowid IN (SELECT value FROM json_each(?))",
        (expression, json.dumps(list(chunk_ids))),
    )
    return {int(row[0]) for row in rows}


def chunks(db: apsw.Connection, chunk_ids: Iterable[int]) -> dict[int, ChunkRow]:
    """Chunks by id."""
    rows = db.execute(
        "SELECT chunk_id, note_id, path, title, language, ordinal, heading_path, start, line, end_line, text"
        " FROM chunks JOIN notes USING (note_id) WHERE chunk_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chunk_ids)),),
    )
    return {int(row[0]): _chunk_row(row) for row in rows}


def note_chunks(db: apsw.Connection, note_id: int) -> list[ChunkRow]:
    """The chunks of one note, in the order of its text."""
    rows = db.execute(
        "SELECT chunk_id, note_id, path, title, language, ordinal, heading_path, start, line, end_line, text"
        " FROM chunks JOIN notes USING (note_id) WHERE note_id = ? ORDER BY ordinal",
        (note_id,),
    )
    return [_chunk_row(row) for row in rows]


def chunk_before(db: apsw.Connection, chunk_id: int) -> ChunkRow | None:
    """The chunk that ends where this one begins; None for a note's first."""
    row = db.execute(
        "SELECT chunk_id, note_id, path, title, language, ordinal, heading_path, start, line, end_line, text"
        " FROM chunks JOIN notes USING (note_id) WHERE (note_id, ordinal) ="
        " (SELECT note_id, ordinal - 1 FROM chunks WHERE chunk_id = ?)",
        (chunk_id,),
    ).fetchone()
    return None if row is None else _chunk_row(row)


def _chunk_row(row: Sequence[Any]) -> ChunkRow:
    values = list(row)
    values[6] = tuple(json.loads(str(values[6])))
    return ChunkRow(*values)


def notes_named(db: apsw.Connection, keys: Iterable[str]) -> dict[str, list[tuple[int, str]]]:
    """Name key → (note id, kind of name) of each note that is called so."""
    found: dict[str, list[tuple[int, str]]] = {}
    rows = db.execute(
        "SELECT key, note_id, kind FROM names WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key, note_id",
        (json.dumps(list(keys)),),
    )
    for key, note_id, kind in rows:
        found.setdefault(str(key), []).append((int(note_id), str(kind)))
    return found


def first_chunks(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, int]:
    """Note → the chunk that opens it."""
    rows = db.execute(
        "SELECT note_id, chunk_id FROM chunks WHERE ordinal = 0 AND note_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(note_ids)),),
    )
    return {int(note): int(chunk) for note, chunk in rows}


def candidates(db: apsw.Connection, key: str) -> list[tuple[str, str]]:
    """(path, kind of name) of each note that a link with this key may mean."""
    rows = db.execute(
        "SELECT path, kind FROM names JOIN notes USING (note_id) WHERE key = ? ORDER BY path, kind", (key,)
    )
    return [(str(path), str(kind)) for path, kind in rows]


def entities_by_key(db: apsw.Connection, keys: Iterable[str]) -> list[EntityRow]:
    """The entities that are spelt so, or were called so by the user; `key` is the one that was asked for."""
    rows = db.execute(
        "SELECT entity_id, s.key, e.name, e.label, e.chunk_count FROM spellings AS s JOIN entities AS e"
        " USING (entity_id) WHERE s.key IN (SELECT value FROM json_each(?1))"
        " UNION ALL SELECT entity_id, called, name, label, chunk_count FROM entities WHERE called != ''"
        " AND called IN (SELECT value FROM json_each(?1)) AND called NOT IN (SELECT key FROM spellings)"
        " ORDER BY entity_id",
        (json.dumps(list(keys)),),
    )
    return [EntityRow(*row) for row in rows]


def entities_like(db: apsw.Connection, pattern: str, limit: int) -> list[tuple[EntityRow, int, int]]:
    """(entity, notes, mentions) of those with a spelling whose key holds the pattern, most notes first."""
    rows = db.execute(
        "SELECT e.entity_id, e.key, e.name, e.label, e.chunk_count, count(DISTINCT c.note_id) AS notes,"
        " (SELECT sum(tf) FROM (SELECT max(tf) AS tf FROM occurrences JOIN spellings AS s USING (spelling_id)"
        " WHERE s.entity_id = e.entity_id GROUP BY spelling_id, chunk_id))"
        " FROM entities e JOIN mentions m USING (entity_id) JOIN chunks c USING (chunk_id)"
        " WHERE e.entity_id IN (SELECT entity_id FROM spellings WHERE instr(key, ?1)) OR instr(e.called, ?1)"
        " GROUP BY e.entity_id ORDER BY notes DESC, e.key LIMIT ?2",
        (pattern, limit),
    )
    return [(EntityRow(*row[:5]), int(row[5]), int(row[6])) for row in rows]


# ── notes ────────────────────────────────────────────────────────────────────────────────


def note_id(db: apsw.Connection, path: str) -> int | None:
    """The note at this path."""
    row = db.execute("SELECT note_id FROM notes WHERE path = ?", (path,)).fetchone()
    return None if row is None else int(row[0])


def note_paths(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, tuple[str, str]]:
    """Note id → (path, title)."""
    rows = db.execute(
        "SELECT note_id, path, title FROM notes WHERE note_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(note_ids)),),
    )
    return {int(i): (str(path), str(title)) for i, path, title in rows}


def recent(db: apsw.Connection, limit: int) -> tuple[NoteSummary, ...]:
    """The notes changed last."""
    from pinakes.model.view import NoteSummary

    rows = db.execute("SELECT path, title, mtime_ns, words FROM notes ORDER BY mtime_ns DESC, path LIMIT ?", (limit,))
    return tuple(NoteSummary(*row) for row in rows)


def summaries(db: apsw.Connection, paths: Iterable[str]) -> dict[str, NoteSummary]:
    """Path → the note in a list."""
    from pinakes.model.view import NoteSummary

    rows = db.execute(
        "SELECT path, title, mtime_ns, words FROM notes WHERE path IN (SELECT value FROM json_each(?))",
        (json.dumps(list(paths)),),
    )
    return {str(row[0]): NoteSummary(*row) for row in rows}


def paths_and_titles(db: apsw.Connection) -> list[tuple[str, str]]:
    """(path, title) of every note."""
    return [(str(path), str(title)) for path, title in db.execute("SELECT path, title FROM notes ORDER BY path")]


def backlinks(db: apsw.Connection, path: str) -> list[tuple[str, int, int, str]]:
    """(path, line, offset in the chunk, chunk text) of each link from another note to this one."""
    rows = db.execute(
        "SELECT source.path, links.line, links.start - chunks.start, chunks.text FROM links"
        " JOIN notes AS target ON target.note_id = links.target_note_id"
        " JOIN notes AS source ON source.note_id = links.note_id JOIN chunks USING (chunk_id)"
        " WHERE target.path = ? AND source.note_id != target.note_id ORDER BY source.path, links.start",
        (path,),
    )
    return [(str(p), int(line), int(at), str(text)) for p, line, at, text in rows]


def headings(db: apsw.Connection, note: int) -> list[Heading]:
    """The headings of one note, in order."""
    from pinakes.model.note import Heading

    rows = db.execute("SELECT level, text, start, line FROM headings WHERE note_id = ? ORDER BY ordinal", (note,))
    return [Heading(*row) for row in rows]


def blocks(db: apsw.Connection, note: int) -> dict[str, int]:
    """Block id → line, of one note."""
    return {
        str(block): int(line) for block, line in db.execute("SELECT block, line FROM blocks WHERE note_id = ?", (note,))
    }


# ── work that is left ────────────────────────────────────────────────────────────────────


def stale_links(db: apsw.Connection, limit: int) -> list[StaleLink]:
    """Links whose targets are to be looked for."""
    rows = db.execute(
        "SELECT link_id, kind, raw, target, sub, path, note_id FROM links JOIN notes USING (note_id)"
        " WHERE stale = 1 LIMIT ?",
        (limit,),
    )
    return [StaleLink(*row) for row in rows]


def pending_ids(db: apsw.Connection, level: int, limit: int) -> list[int]:
    """Chunks whose entities are not known yet at this level, those of the notes changed last first."""
    rows = db.execute(
        "SELECT chunk_id FROM chunks JOIN notes USING (note_id) WHERE recognised < min(2, ?)"
        " ORDER BY mtime_ns DESC, note_id, ordinal LIMIT ?",
        (level, limit),
    )
    return [int(row[0]) for row in rows]


def pending_chunks(db: apsw.Connection, level: int, limit: int) -> list[PendingChunk]:
    """Chunks whose entities are not known yet at this level, in no order."""
    rows = db.execute(
        "SELECT chunk_id, note_id, path, title, language, ordinal, text, text_hash"
        " FROM chunks JOIN notes USING (note_id) WHERE recognised < min(2, ?) LIMIT ?",
        (level, limit),
    )
    return [PendingChunk(*row) for row in rows]


def pending_among(db: apsw.Connection, level: int, chunk_ids: Iterable[int]) -> list[PendingChunk]:
    """Those of the chunks whose entities are not known yet at this level."""
    rows = db.execute(
        "SELECT chunk_id, note_id, path, title, language, ordinal, text, text_hash"
        " FROM chunks JOIN notes USING (note_id) WHERE +recognised < min(2, ?)"
        " AND chunk_id IN (SELECT value FROM json_each(?))",
        (level, json.dumps(list(chunk_ids))),
    )
    return [PendingChunk(*row) for row in rows]


def all_names(db: apsw.Connection) -> list[tuple[str, str]]:
    """(name, title of its note): every title, alias and file name."""
    rows = db.execute(
        "SELECT name, title FROM names JOIN notes USING (note_id) WHERE kind != 'folder' ORDER BY name, title"
    )
    return [(str(name), str(title)) for name, title in rows]


def found_before(db: apsw.Connection, extractor: str, hashes: Iterable[str]) -> dict[str, str]:
    """Text hash → JSON of what this extractor found in that text."""
    rows = db.execute(
        "SELECT text_hash, found FROM mention_cache WHERE extractor = ?"
        " AND text_hash IN (SELECT value FROM json_each(?))",
        (extractor, json.dumps(list(hashes))),
    )
    return {str(digest): str(found) for digest, found in rows}
