"""How are names written, and which entity is each spelling? What writes is called inside one `transaction`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import NamedTuple, cast

import apsw

from pinakes.model.entity import Decision


class SpellingRow(NamedTuple):
    """A spelling and what is known of it."""

    spelling_id: int
    key: str
    name: str
    label: str
    person: bool
    own: bool
    weak: bool
    """It may be no name."""
    chunks: int
    entity_id: int | None
    """None: the user has hidden it, it is weak, or it was not looked at yet."""


class Assigned(NamedTuple):
    """An entity with its spellings."""

    entity_id: int
    """The id of the spelling that names it."""
    key: str
    name: str
    label: str
    called: str
    """The key of a name that the user gave it; empty where there is none."""
    spelling_ids: tuple[int, ...]
    chunk_count: int
    """Passages that mention it; -1: as it was, for its spellings are those that it had."""
    recount: bool
    """It has several spellings, and others than before."""


_COLUMNS = "spelling_id, key, name, label, person, own, weak, chunk_count, entity_id"


def _ids(ids: Iterable[int | str]) -> str:
    return json.dumps(sorted(ids))


def unsettle(db: apsw.Connection, spelling_ids: Iterable[int]) -> None:
    """What is known of these is to be looked at again."""
    db.execute("INSERT OR IGNORE INTO unsettled SELECT value FROM json_each(?)", (_ids(spelling_ids),))


def unsettle_keys(db: apsw.Connection, keys: Iterable[str]) -> None:
    """Likewise, by key, with all that is one entity with them, whether anything about them is new or not."""
    those = (
        "SELECT spelling_id FROM spellings WHERE key IN (SELECT value FROM json_each(?1)) OR entity_id IN"
        " (SELECT entity_id FROM spellings WHERE key IN (SELECT value FROM json_each(?1)))"
    )
    ids = _ids(keys)
    db.execute(f"INSERT OR IGNORE INTO unsettled {those}", (ids,))
    db.execute(f"UPDATE spellings SET name = '' WHERE spelling_id IN ({those})", (ids,))  # noqa: S608 — as above


def unsettled(db: apsw.Connection, limit: int) -> list[int]:
    """Spellings to look at again."""
    rows = db.execute("SELECT spelling_id FROM unsettled ORDER BY spelling_id LIMIT ?", (limit,))
    return [int(row[0]) for row in rows]


def settled(db: apsw.Connection, spelling_ids: Iterable[int]) -> None:
    """They were looked at."""
    db.execute("DELETE FROM unsettled WHERE spelling_id IN (SELECT value FROM json_each(?))", (_ids(spelling_ids),))


class Facts(NamedTuple):
    """What follows from a spelling's mentions."""

    spelling_id: int
    name: str
    label: str
    person: bool
    own: bool
    weak: bool


def seen(db: apsw.Connection, spelling_ids: Iterable[int]) -> list[tuple[int, str, str, str, int]]:
    """(spelling, name, label, source, times) of their mentions, each combination once."""
    rows = db.execute(
        "SELECT spelling_id, name, label, source, tf FROM tallies"
        " WHERE spelling_id IN (SELECT value FROM json_each(?))",
        (_ids(spelling_ids),),
    )
    return cast("list[tuple[int, str, str, str, int]]", rows.fetchall())


def set_facts(db: apsw.Connection, facts: Sequence[Facts], blocks: Mapping[int, tuple[str, str]]) -> None:
    """`blocks`: spelling → (its bare letters, the family name that it may have)."""
    db.executemany(
        "UPDATE spellings SET name = ?, label = ?, person = ?, own = ?, weak = ?, bare = ?, family = ?"
        " WHERE spelling_id = ?",
        [(f.name, f.label, f.person, f.own, f.weak, *blocks[f.spelling_id], f.spelling_id) for f in facts],
    )


def forget(db: apsw.Connection, spelling_ids: Iterable[int]) -> None:
    """Spellings that stand nowhere any more."""
    db.execute("DELETE FROM spellings WHERE spelling_id IN (SELECT value FROM json_each(?))", (_ids(spelling_ids),))


def around(db: apsw.Connection, spelling_ids: Iterable[int]) -> list[SpellingRow]:
    """These, those in a block with one of them, and those that are one entity with one of them."""
    here = db.execute(
        "SELECT spelling_id, bare, family, entity_id FROM spellings"
        " WHERE spelling_id IN (SELECT value FROM json_each(?))",
        (_ids(spelling_ids),),
    ).fetchall()
    found: dict[int, SpellingRow] = {}
    # One by one: of all at once the planner makes a scan of every spelling.
    for at, column in enumerate(("spelling_id", "bare", "family", "entity_id")):
        values = {row[at] for row in here} - {None, ""}
        rows = db.execute(
            f"SELECT {_COLUMNS} FROM (SELECT value AS wanted FROM json_each(?))"  # noqa: S608
            f" CROSS JOIN spellings ON {column} = wanted AND {column} != ''",
            (json.dumps(list(values)),),
        )
        found.update((known.spelling_id, known) for known in map(_row, rows))
    return list(found.values())


def with_keys(db: apsw.Connection, keys: Iterable[str]) -> list[SpellingRow]:
    """The spellings with these keys."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM spellings WHERE key IN (SELECT value FROM json_each(?))",  # noqa: S608
        (_ids(keys),),
    )
    return [_row(row) for row in rows]


def of_entities(db: apsw.Connection, entity_ids: Iterable[int]) -> list[SpellingRow]:
    """The spellings of these entities."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM spellings WHERE entity_id IN (SELECT value FROM json_each(?)) ORDER BY key",  # noqa: S608
        (_ids(entity_ids),),
    )
    return [_row(row) for row in rows]


def _row(row: tuple[apsw.SQLiteValue, ...]) -> SpellingRow:
    number, key, name, label, person, own, weak, chunks, entity = cast(
        "tuple[int, str, str, str, int, int, int, int, int | None]", row
    )
    return SpellingRow(number, key, name, label, bool(person), bool(own), bool(weak), chunks, entity)


def expansions(db: apsw.Connection, keys: Iterable[str]) -> list[tuple[str, str]]:
    """(short, long) as notes expand them, where one of the two is one of these keys."""
    ids = _ids(keys)
    rows = db.execute(
        "SELECT DISTINCT short, long FROM expansions WHERE short IN (SELECT value FROM json_each(?1)"
        " UNION SELECT short FROM expansions WHERE long IN (SELECT value FROM json_each(?1)))",
        (ids,),
    )
    return [(str(short), str(long)) for short, long in rows]


def assign(db: apsw.Connection, entities: Sequence[Assigned], hidden: Iterable[int], was: Set[int]) -> None:
    """Which spellings are which entities; of `was`, the entities that they were, those that none is are forgotten.

    `hidden`: spellings that are to be no entity.
    """
    now = {entity.entity_id for entity in entities}
    db.execute("DELETE FROM entities WHERE entity_id IN (SELECT value FROM json_each(?))", (_ids(was - now),))
    counted = "iif(excluded.chunk_count < 0, entities.chunk_count, excluded.chunk_count)"
    db.executemany(
        "INSERT INTO entities (entity_id, key, name, label, called, chunk_count) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608
        " ON CONFLICT (entity_id) DO UPDATE SET key = excluded.key, name = excluded.name, label = excluded.label,"
        f" called = excluded.called, chunk_count = {counted}"
        # What is written anew is written into its indexes anew, the same or not.
        " WHERE (entities.key, entities.name, entities.label, entities.called, entities.chunk_count) IS NOT"
        f" (excluded.key, excluded.name, excluded.label, excluded.called, {counted})",
        [(e.entity_id, e.key, e.name, e.label, e.called, e.chunk_count) for e in entities],
    )
    db.executemany(
        "UPDATE spellings SET entity_id = ?1 WHERE spelling_id = ?2 AND entity_id IS NOT ?1",
        [(e.entity_id, spelling) for e in entities for spelling in e.spelling_ids],
    )
    db.execute(
        "UPDATE spellings SET entity_id = NULL WHERE spelling_id IN (SELECT value FROM json_each(?))", (_ids(hidden),)
    )
    db.execute(
        "UPDATE entities SET chunk_count = (SELECT count(DISTINCT chunk_id) FROM mentions AS m"
        " WHERE m.entity_id = entities.entity_id) WHERE entity_id IN (SELECT value FROM json_each(?))",
        (_ids(e.entity_id for e in entities if e.recount),),
    )


def decisions(db: apsw.Connection) -> list[Decision]:
    """What the user has decided, as the index knows it."""
    rows = db.execute("SELECT number, kind, key, name, others, said, made FROM decided ORDER BY number")
    return [Decision._make(row)._replace(others=tuple(json.loads(str(row[4])))) for row in rows]


def set_decisions(db: apsw.Connection, decided: Iterable[Decision]) -> None:
    """In place of those known before."""
    db.execute("DELETE FROM decided")
    db.executemany(
        "INSERT INTO decided VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(d.number, d.kind, d.key, d.name, json.dumps(d.others), d.said, d.made) for d in decided],
    )


def all_of(db: apsw.Connection) -> list[SpellingRow]:
    """Every spelling that is one of an entity."""
    return [_row(row) for row in db.execute(f"SELECT {_COLUMNS} FROM spellings WHERE entity_id IS NOT NULL")]  # noqa: S608


def all_expansions(db: apsw.Connection) -> list[tuple[str, str]]:
    """(short, long) of every acronym that a note expands."""
    return [(str(short), str(long)) for short, long in db.execute("SELECT DISTINCT short, long FROM expansions")]
