"""Which notes and passages meet a condition, and what has to be read to tell? See `conditions`."""
# ruff: noqa: S608 — a condition's SQL is put together in `conditions`, with `?` for every value

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import apsw

from pinakes.store.conditions import EVERYTHING, Clause, Matches, Unit, holds, id_list

# ── what conditions are worked out from ──────────────────────────────────────────────────


def paths(db: apsw.Connection, among: Iterable[int] | None = None) -> list[tuple[int, str]]:
    """(note, path) of every note, or of those among these."""
    of_these, ids = _of(among)
    rows = db.execute(f"SELECT note_id, path FROM notes WHERE {of_these}", ids)
    return [(int(note), str(path)) for note, path in rows]


def _of(notes: Iterable[int] | None) -> tuple[str, tuple[str, ...]]:
    """The condition for these notes, true of all where none are given, and its values."""
    if notes is None:
        return "1", ()
    return "note_id IN (SELECT value FROM json_each(?))", (json.dumps(list(notes)),)


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
        (id_list(note_ids),),
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
    """The entities with a spelling, or a name that the user gave them, whose key holds these words in a row.

    What the user said is one name with another is found by both, also when no note has one of them any more; what a
    note is about, by the note's aliases.
    """
    pattern = f" {key}" if prefix else f" {key} "
    rows = db.execute(
        "SELECT entity_id FROM spellings WHERE entity_id IS NOT NULL AND instr(' ' || key || ' ', ?1)"
        " UNION SELECT entity_id FROM entities WHERE called != '' AND instr(' ' || called || ' ', ?1)"
        " UNION SELECT spellings.entity_id FROM decided AS d, json_each(d.others) AS o"
        "  JOIN spellings ON spellings.key IN (d.key, o.value) WHERE d.kind = 'same' AND entity_id IS NOT NULL"
        "  AND (instr(' ' || d.key || ' ', ?1) OR instr(' ' || o.value || ' ', ?1)) AND NOT EXISTS (SELECT 1"
        "   FROM decided AS l WHERE l.kind = 'apart' AND l.number > d.number AND l.key IN (d.key, o.value))"
        " UNION SELECT entity_id FROM names JOIN chunks ON chunks.note_id = names.note_id AND ordinal = 0"
        "  JOIN mentions ON mentions.chunk_id = chunks.chunk_id AND source = 'self'"
        "  WHERE kind = 'alias' AND instr(' ' || names.key || ' ', ?1)",
        (pattern,),
    )
    return [int(row[0]) for row in rows]


def property_keys(db: apsw.Connection, among: Iterable[int] | None = None) -> list[str]:
    """The keys that notes declare, as they are written; or only those among these."""
    of_these, ids = _of(among)
    rows = db.execute(
        "SELECT DISTINCT declared.key FROM notes, json_each(notes.properties) AS declared"
        f" WHERE properties != '{{}}' AND {of_these}",
        ids,
    )
    return [str(row[0]) for row in rows]


def declared(
    db: apsw.Connection, keys: Iterable[str], among: Iterable[int] | None = None
) -> Iterator[tuple[int, str, object]]:
    """(note, key, value) of each property with one of the keys, of every note or of those among these."""
    of_these, ids = _of(among)
    rows = db.execute(
        "SELECT note_id, declared.key, declared.value, declared.type FROM notes,"
        " json_each(notes.properties) AS declared WHERE properties != '{}'"
        f" AND declared.key IN (SELECT value FROM json_each(?)) AND {of_these}",
        (json.dumps(list(keys)), *ids),
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


def notes_matching(db: apsw.Connection, expression: str, clause: Clause, most: int) -> tuple[int, int]:
    """(notes, passages) that match and meet the condition, of the first `most` passages."""
    sql = "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?"
    if clause != EVERYTHING:
        sql = (
            "SELECT chunk_id FROM chunks_fts CROSS JOIN chunks ON chunk_id = chunks_fts.rowid"
            f" WHERE chunks_fts MATCH ? AND ({clause.sql})"
        )
    row = db.execute(
        f"SELECT count(DISTINCT note_id), count(*) FROM chunks WHERE chunk_id IN ({sql} LIMIT ?)",
        (expression, *clause.values, most),
    ).fetchone()
    return (int(row[0]), int(row[1])) if row else (0, 0)


def note_count(db: apsw.Connection, clause: Clause, unit: Unit) -> int:
    """How many notes meet the condition, or have a passage that does."""
    row = db.execute(f"SELECT count(*) FROM notes WHERE {_of_notes(clause, unit).sql}", clause.values).fetchone()
    return int(row[0]) if row else 0


def _of_notes(clause: Clause, unit: Unit) -> Clause:
    if unit == "note":
        return clause
    return holds(Matches("chunk", f"SELECT chunk_id FROM chunks WHERE {clause.sql}", clause.values), "note")


def allowed(db: apsw.Connection, chunk_ids: Iterable[int], clause: Clause) -> set[int]:
    """Those of the chunks that meet the condition."""
    rows = db.execute(
        f"SELECT chunk_id FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?)) AND ({clause.sql})",
        (id_list(chunk_ids), *clause.values),
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
    clause = _of_notes(clause, unit)
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
        (*(value for one in shown for value in one.values), id_list(note_ids), *clause.values),
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
        (*values, id_list(ids)),
    )
    return {int(row[0]): tuple(map(bool, row[1:])) for row in rows}
