"""What does a condition of a query mean? A piece of SQL, put together from others.

A condition is a piece of SQL over the bare columns `note_id` and `chunk_id`, so that the same
one holds in a listing of notes, in a scan of passages and beside a full-text match. What a
user typed is always a bound value, and an expression for FTS5 comes quoted from `text`.
"""
# ruff: noqa: S608 — the SQL that is put together is this module's own, with `?` for every value

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

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
    unknown: Matches | None = None
    """Of the same unit: what could not be looked at any more, and may be meant as well."""


EVERYTHING = Clause("1")
NOTHING = Clause("0")


def id_list(ids: Iterable[int]) -> str:
    """Ids as one bound value, for `json_each`."""
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


def may_hold(matches: Matches, unit: Unit) -> Clause:
    """Where the condition holds or nobody could look: what its opposite has to leave out."""
    if matches.unknown is None:
        return holds(matches, unit)
    return either([holds(matches, unit), holds(matches.unknown, unit)])


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
    return Matches(of, "SELECT value FROM json_each(?)", (id_list(ids),), place)


def chunks_but(clause: Clause, chunk_ids: Iterable[int]) -> Matches:
    """The chunks that meet the condition, without these."""
    sql = f"SELECT chunk_id FROM chunks WHERE ({clause.sql}) AND chunk_id NOT IN (SELECT value FROM json_each(?))"
    return Matches("chunk", sql, (*clause.values, id_list(chunk_ids)))


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
        (start_ns, end_ns, id_list(apart_from)),
    )


def any_of(matches: Sequence[Matches]) -> Matches:
    """What one of them means; all of the same unit."""
    if len(matches) == 1:
        return matches[0]
    unknown = [part.unknown for part in matches if part.unknown is not None]
    return Matches(
        matches[0].of,
        " UNION ALL ".join(part.sql for part in matches),
        tuple(value for part in matches for value in part.values),
        unknown=any_of(unknown) if unknown else None,
    )


def tagged(tag_ids: Iterable[int]) -> Matches:
    """Notes with one of the tags; shown where it stands."""
    chunks = "SELECT chunk_id FROM taggings WHERE tag_id IN (SELECT value FROM json_each(?))"
    ids = id_list(tag_ids)
    return _by_chunks(chunks, ids)


def mentioning(entity_ids: Iterable[int]) -> Matches:
    """Chunks that mention one of the entities."""
    chunks = "SELECT chunk_id FROM mentions WHERE entity_id IN (SELECT value FROM json_each(?))"
    return Matches("chunk", chunks, (id_list(entity_ids),))


def linking_to(note_ids: Iterable[int], key: str) -> Matches:
    """Notes with a link to one of the notes, or with one that leads nowhere and is written so."""
    ids = id_list(note_ids)
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
        (id_list(note_ids),),
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
    unknown = notes_of(chunks.unknown) if chunks.unknown is not None else None
    sql = f"SELECT note_id FROM notes WHERE {inner.sql}"
    return Matches("note", sql, inner.values, holds(chunks, "chunk"), unknown)
