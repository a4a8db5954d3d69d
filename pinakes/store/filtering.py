"""Which notes and passages does a condition allow? The SQL of the query language.

A condition is a piece of SQL over the bare columns `note_id` and `chunk_id`, so that the same
one holds in a listing of notes, in a scan of passages and beside a full-text match. What a
user typed is always a bound value, and an expression for FTS5 comes quoted from `text`.
"""
# ruff: noqa: S608 — the SQL that is put together is this module's own, with `?` for every value

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import apsw

Unit = Literal["note", "chunk"]


class Clause(NamedTuple):
    """A condition that a row of notes or of chunks meets or not."""

    sql: str
    values: tuple[str | int, ...] = ()


class Matches(NamedTuple):
    """The notes, or the chunks, that one part of a query means: a SELECT of their ids."""

    of: Unit
    sql: str
    values: tuple[str | int, ...] = ()
    place: Clause | None = None
    """Of notes: the chunk that shows why."""


EVERYTHING = Clause("1")
NOTHING = Clause("0")


def _json(ids: Iterable[int]) -> str:
    return json.dumps(list(ids))


# ── conditions put together ──────────────────────────────────────────────────────────────


def holds(matches: Matches, unit: Unit) -> Clause:
    """The condition as it is asked of a note as a whole, or of a single passage."""
    if matches.of == "note":
        return Clause(f"note_id IN ({matches.sql})", matches.values)
    if unit == "chunk":
        return Clause(f"chunk_id IN ({matches.sql})", matches.values)
    inner = f"SELECT note_id FROM chunks WHERE chunk_id IN ({matches.sql})"
    return Clause(f"note_id IN ({inner})", matches.values)


def both(clauses: Sequence[Clause]) -> Clause:
    """All of the conditions."""
    return _joined([clause for clause in clauses if clause != EVERYTHING], " AND ") or EVERYTHING


def either(clauses: Sequence[Clause]) -> Clause:
    """At least one of the conditions."""
    return _joined(clauses, " OR ") or NOTHING


def negated(clause: Clause) -> Clause:
    """Where the condition does not hold."""
    return Clause(f"NOT ({clause.sql})", clause.values)


def _joined(clauses: Sequence[Clause], operator: str) -> Clause | None:
    if not clauses:
        return None
    return Clause(
        operator.join(f"({clause.sql})" for clause in clauses),
        tuple(value for clause in clauses for value in clause.values),
    )


# ── what a condition may be ──────────────────────────────────────────────────────────────


def given(of: Unit, ids: Iterable[int], place: Clause | None = None) -> Matches:
    """These notes or chunks."""
    return Matches(of, "SELECT value FROM json_each(?)", (_json(ids),), place)


def matching(expression: str) -> Matches:
    """The chunks that an FTS5 expression matches."""
    return Matches("chunk", "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?", (expression,))


def in_language(prefix: str) -> Matches:
    """Notes in this language."""
    return Matches("note", "SELECT note_id FROM notes WHERE language = ?", (prefix,))


def changed_between(start_ns: int, end_ns: int, apart_from: Iterable[int] = ()) -> Matches:
    """Notes whose file was changed in this time, but for those given."""
    return Matches(
        "note",
        "SELECT note_id FROM notes WHERE mtime_ns >= ? AND mtime_ns < ?"
        " AND note_id NOT IN (SELECT value FROM json_each(?))",
        (start_ns, end_ns, _json(apart_from)),
    )


def any_of(matches: Sequence[Matches]) -> Matches:
    """What one of them means; all of the same unit."""
    return Matches(
        matches[0].of,
        " UNION ALL ".join(part.sql for part in matches),
        tuple(value for part in matches for value in part.values),
    )


def tagged(tag_ids: Iterable[int]) -> Matches:
    """Notes with one of the tags; shown where it stands."""
    chunks = "SELECT chunk_id FROM taggings WHERE tag_id IN (SELECT value FROM json_each(?))"
    ids = _json(tag_ids)
    return _by_chunks(chunks, ids)


def mentioning(entity_ids: Iterable[int]) -> Matches:
    """Chunks that mention one of the entities."""
    chunks = "SELECT chunk_id FROM mentions WHERE entity_id IN (SELECT value FROM json_each(?))"
    return Matches("chunk", chunks, (_json(entity_ids),))


def linking_to(note_ids: Iterable[int], key: str) -> Matches:
    """Notes with a link to one of the notes, or with one that leads nowhere and is written so."""
    ids = _json(note_ids)
    where = (
        "target_note_id IN (SELECT value FROM json_each(?)) AND target_note_id != note_id OR target_note_id IS NULL"
        " AND link_id IN (SELECT link_id FROM link_keys WHERE key = ?)"
    )
    return _by_links(where, ids, key)


def linked_from(note_ids: Iterable[int]) -> Matches:
    """Notes that one of these links to."""
    return Matches(
        "note",
        "SELECT target_note_id FROM links WHERE note_id IN (SELECT value FROM json_each(?))"
        " AND target_note_id IS NOT NULL AND target_note_id != note_id",
        (_json(note_ids),),
    )


_IMAGE = " OR ".join(
    f"lower({column}) LIKE '%.{extension}'"
    for column in ("target", "attachment")
    for extension in ("png", "jpg", "jpeg", "gif", "svg", "webp", "avif", "bmp")
)
_KEPT: dict[str, str] = {
    "link": "kind NOT IN ('tag', 'embed')",
    "url": "kind = 'external'",
    "embed": "kind = 'embed'",
    # An embedded picture, or an inline one from elsewhere, whose address often names no file.
    "image": f"kind = 'embed' AND ({_IMAGE}) OR kind = 'external' AND substr(raw, 1, 1) = '!'",
}


def holding(what: str) -> Matches | None:
    """Notes that hold such a thing, where the index keeps it; None for what only their text tells."""
    if what in _KEPT:
        return _by_links(_KEPT[what])
    if what == "tag":
        return _by_chunks("SELECT chunk_id FROM taggings")
    selects = {
        "property": "SELECT note_id FROM notes WHERE properties != '{}'",
        "alias": "SELECT note_id FROM names WHERE kind = 'alias'",
        "heading": "SELECT note_id FROM headings",
        "block": "SELECT note_id FROM blocks WHERE block NOT IN ('begin', 'end')",
    }
    return Matches("note", selects[what]) if what in selects else None


def orphans() -> Matches:
    """Notes that no link joins to another note, in either direction."""
    return Matches(
        "note",
        "SELECT note_id FROM notes WHERE note_id NOT IN"
        " (SELECT note_id FROM links WHERE target_note_id IS NOT NULL AND target_note_id != note_id)"
        " AND note_id NOT IN"
        " (SELECT target_note_id FROM links WHERE target_note_id IS NOT NULL AND target_note_id != note_id)",
    )


def broken() -> Matches:
    """Notes with a link into the vault that leads to no file, or to a part of a note that is not there."""
    return _by_links(
        "kind NOT IN ('external', 'tag') AND stale = 0 AND CASE"
        " WHEN target_note_id IS NULL THEN attachment IS NULL ELSE sub != '' AND target_line IS NULL END"
    )


def _by_links(where: str, *values: str) -> Matches:
    """Notes by what holds for one of their links; shown where it stands."""
    place = Clause(f"chunk_id IN (SELECT chunk_id FROM links WHERE {where})", values)
    return Matches("note", f"SELECT note_id FROM links WHERE {where}", values, place)


def _by_chunks(chunks: str, *values: str) -> Matches:
    """Notes by their chunks; shown where these are."""
    place = Clause(f"chunk_id IN ({chunks})", values)
    return Matches("note", f"SELECT note_id FROM chunks WHERE chunk_id IN ({chunks})", values, place)


def notes_of(chunks: Matches) -> Matches:
    """The notes that these chunks belong to; shown there."""
    inner = holds(chunks, "note")
    return Matches("note", f"SELECT note_id FROM notes WHERE {inner.sql}", inner.values, holds(chunks, "chunk"))


# ── what conditions are worked out from ──────────────────────────────────────────────────


def paths(db: apsw.Connection) -> list[tuple[int, str]]:
    """(note, path) of every note."""
    return [(int(note), str(path)) for note, path in db.execute("SELECT note_id, path FROM notes")]


def titles(db: apsw.Connection, clause: Clause) -> Iterator[tuple[int, str, str]]:
    """(note, language, title) of the notes that meet the condition."""
    yield from db.execute(
        f"SELECT note_id, language, title FROM notes WHERE {clause.sql}",
        clause.values,
    )


def aliases(db: apsw.Connection) -> Iterator[tuple[int, str, str]]:
    """(note, language, alias)."""
    yield from db.execute(
        "SELECT note_id, language, name FROM names JOIN notes USING (note_id) WHERE names.kind = 'alias'"
    )


class Headed(NamedTuple):
    """A heading of a note."""

    note_id: int
    language: str
    level: int
    text: str
    start: int


def headings(db: apsw.Connection, clause: Clause) -> Iterator[Headed]:
    """The headings of the notes that meet the condition, note by note, in order."""
    rows = db.execute(
        "SELECT note_id, language, level, text, start FROM headings JOIN notes USING (note_id)"
        f" WHERE {clause.sql} ORDER BY note_id, ordinal",
        clause.values,
    )
    for row in rows:
        yield Headed(*row)


def spans(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, list[tuple[int, int, int]]]:
    """Note → (chunk, start, end) of its chunks, in order."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    rows = db.execute(
        'SELECT note_id, chunk_id, start, "end" FROM chunks WHERE note_id IN (SELECT value FROM json_each(?))'
        " ORDER BY note_id, ordinal",
        (_json(note_ids),),
    )
    for note, chunk, start, end in rows:
        found.setdefault(int(note), []).append((int(chunk), int(start), int(end)))
    return found


def headed(pieces: Sequence[str]) -> Matches:
    """Notes with a heading that may hold one of these pieces; one that is not ASCII may hold any."""
    held = " OR ".join("instr(lower(text), ?)" for _ in pieces)
    return Matches("note", f"SELECT note_id FROM headings WHERE {held} OR text GLOB '*[^ -~]*'", tuple(pieces))


class Text(NamedTuple):
    """A chunk's text with what is needed to judge it."""

    chunk_id: int
    note_id: int
    start: int
    language: str
    text: str


def texts(db: apsw.Connection, clause: Clause, *, in_order: bool = False) -> Iterator[Text]:
    """The chunks that meet the condition; in order: note by note, each from its top."""
    rows = db.execute(
        "SELECT chunk_id, note_id, start, (SELECT language FROM notes WHERE notes.note_id = chunks.note_id), text"
        f" FROM chunks WHERE {clause.sql}" + (" ORDER BY note_id, ordinal" if in_order else ""),
        clause.values,
    )
    for row in rows:
        yield Text(*row)


def bodies(db: apsw.Connection, clause: Clause) -> Iterator[tuple[int, str]]:
    """(chunk, its text) of the chunks that meet the condition."""
    yield from db.execute(f"SELECT chunk_id, text FROM chunks WHERE {clause.sql}", clause.values)


def raw_texts(db: apsw.Connection, clause: Clause) -> Iterator[tuple[int, bytes]]:
    """(chunk, its text in UTF-8) of the chunks that meet the condition."""
    yield from db.execute(
        f"SELECT chunk_id, CAST(text AS BLOB) FROM chunks WHERE {clause.sql}",
        clause.values,
    )


def like(pattern: str) -> Clause:
    """Chunks whose text is like a pattern of ours."""
    return Clause("text LIKE ?", (pattern,))


def count(db: apsw.Connection, clause: Clause) -> int:
    """How many chunks meet the condition."""
    row = db.execute(f"SELECT count(*) FROM chunks WHERE {clause.sql}", clause.values).fetchone()
    return int(row[0]) if row else 0


def tags(db: apsw.Connection) -> list[tuple[int, str]]:
    """(tag, its name)."""
    return [(int(tag), str(name)) for tag, name in db.execute("SELECT tag_id, name FROM tags")]


def entities_with(db: apsw.Connection, key: str, *, prefix: bool = False) -> list[int]:
    """The entities whose key holds these words in a row."""
    pattern = f" {key}" if prefix else f" {key} "
    rows = db.execute("SELECT entity_id FROM entities WHERE instr(' ' || key || ' ', ?)", (pattern,))
    return [int(row[0]) for row in rows]


def property_keys(db: apsw.Connection) -> list[str]:
    """The keys that notes declare, as they are written."""
    rows = db.execute(
        "SELECT DISTINCT declared.key FROM notes, json_each(notes.properties) AS declared WHERE properties != '{}'"
    )
    return [str(row[0]) for row in rows]


def declared(db: apsw.Connection, keys: Iterable[str]) -> Iterator[tuple[int, str, object]]:
    """(note, key, value) of each property with one of the keys."""
    rows = db.execute(
        "SELECT note_id, declared.key, declared.value, declared.type FROM notes,"
        " json_each(notes.properties) AS declared WHERE properties != '{}'"
        " AND declared.key IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    for note, key, value, kind in rows:
        yield int(note), str(key), json.loads(str(value)) if kind in ("array", "object") else value


# ── what is found ────────────────────────────────────────────────────────────────────────


def lexical(
    db: apsw.Connection, expression: str, clause: Clause, limit: int, *, weights: tuple[float, float, float]
) -> list[tuple[int, float]]:
    """(chunk, BM25), best first, of the chunks that meet the condition. (CROSS: the match is asked first, and once.)"""
    rows = db.execute(
        "SELECT chunk_id, -rank FROM chunks_fts CROSS JOIN chunks ON chunk_id = chunks_fts.rowid"
        f" WHERE chunks_fts MATCH ? AND rank MATCH ? AND ({clause.sql}) ORDER BY rank LIMIT ?",
        (expression, "bm25({}, {}, {})".format(*weights), *clause.values, limit),
    )
    return sorted(((int(chunk), float(score)) for chunk, score in rows), key=lambda row: (-row[1], row[0]))


def any_matches(db: apsw.Connection, expression: str, clause: Clause) -> bool:
    """True where at least one chunk matches and meets the condition."""
    row = db.execute(
        "SELECT 1 FROM chunks_fts CROSS JOIN chunks ON chunk_id = chunks_fts.rowid"
        f" WHERE chunks_fts MATCH ? AND ({clause.sql}) LIMIT 1",
        (expression, *clause.values),
    ).fetchone()
    return row is not None


def allowed(db: apsw.Connection, chunk_ids: Iterable[int], clause: Clause) -> set[int]:
    """Those of the chunks that meet the condition."""
    rows = db.execute(
        f"SELECT chunk_id FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?)) AND ({clause.sql})",
        (_json(chunk_ids), *clause.values),
    )
    return {int(row[0]) for row in rows}


class Listed(NamedTuple):
    """A note that meets the conditions."""

    note_id: int
    path: str
    title: str
    mtime_ns: int


def listed(db: apsw.Connection, clause: Clause, unit: Unit, most: int | None) -> list[Listed]:
    """The notes that meet the condition, or one of whose passages does, those changed last first."""
    if unit == "chunk":
        clause = holds(Matches("chunk", f"SELECT chunk_id FROM chunks WHERE {clause.sql}", clause.values), "note")
    rows = db.execute(
        f"SELECT note_id, path, title, mtime_ns FROM notes WHERE {clause.sql} ORDER BY mtime_ns DESC, path LIMIT ?",
        (*clause.values, -1 if most is None else most),
    )
    return [Listed(*row) for row in rows]


def places(
    db: apsw.Connection, note_ids: Sequence[int], clause: Clause, shown: Sequence[Clause]
) -> dict[int, list[int]]:
    """Note → its chunks that meet the condition, those first that meet most of `shown`."""
    score = " + ".join(f"({one.sql})" for one in shown) or "0"
    rows = db.execute(
        f"SELECT note_id, chunk_id, {score} AS met FROM chunks"
        f" WHERE note_id IN (SELECT value FROM json_each(?)) AND ({clause.sql}) ORDER BY note_id, met DESC, ordinal",
        (*(value for one in shown for value in one.values), _json(note_ids), *clause.values),
    )
    found: dict[int, list[int]] = {}
    for note, chunk, _ in rows:
        found.setdefault(int(note), []).append(int(chunk))
    return found


def which(
    db: apsw.Connection, unit: Unit, ids: Sequence[int], clauses: Sequence[Clause]
) -> dict[int, tuple[bool, ...]]:
    """Note or chunk → for each of the conditions, whether it holds."""
    if not clauses:
        return {}
    columns = ", ".join(f"({clause.sql})" for clause in clauses)
    values: tuple[Any, ...] = tuple(value for clause in clauses for value in clause.values)
    rows = db.execute(
        f"SELECT {unit}_id, {columns} FROM {unit}s WHERE {unit}_id IN (SELECT value FROM json_each(?))",
        (*values, _json(ids)),
    )
    return {int(row[0]): tuple(map(bool, row[1:])) for row in rows}
