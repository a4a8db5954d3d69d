"""Which searches did a person keep, and which were made? One row a name, one row a query."""

from __future__ import annotations

import time
import unicodedata
from typing import TYPE_CHECKING

import apsw

if TYPE_CHECKING:
    from pinakes.model.user import PastSearch, SavedSearch

MOST = 1_000
"""Queries that are remembered: those searched for last."""
LONGEST_NAME = 100
_LONGEST_QUERY = 4_096
"""A longer one was pasted, and nobody looks for it in a list."""
_SAVED = "name, query, created, search_limit, mode, graph"


def plain(text: str) -> str:
    """On one line, and such as SQLite can keep: a broken byte on the command line is no Unicode."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


def saved(db: apsw.Connection) -> tuple[SavedSearch, ...]:
    """All that were kept, by name."""
    return tuple(_saved(row) for row in db.execute(f"SELECT {_SAVED} FROM searches ORDER BY key"))  # noqa: S608


def find(db: apsw.Connection, name: str) -> SavedSearch | None:
    """The one of that name, whatever its case."""
    row = db.execute(f"SELECT {_SAVED} FROM searches WHERE key = ?", (key(name),)).fetchone()  # noqa: S608
    return None if row is None else _saved(row)


def save(db: apsw.Connection, search: SavedSearch) -> SavedSearch:
    """Keep it, in place of one of that name; as it is kept."""
    kept = search._replace(created=_now())
    db.execute(
        f"INSERT OR REPLACE INTO searches (key, {_SAVED}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        (key(kept.name), kept.name, kept.query, kept.created, kept.limit, kept.mode, kept.graph),
    )
    return kept


def remove(db: apsw.Connection, name: str) -> None:
    """Forget the one of that name."""
    db.execute("DELETE FROM searches WHERE key = ?", (key(name),))


def note(db: apsw.Connection, query: str, hits: int) -> None:
    """A query was searched for; of those longest ago, what is too many is forgotten."""
    query = plain(query)
    if not query or len(query) > _LONGEST_QUERY:
        return
    now = _now()
    db.execute(
        "INSERT INTO history (query, first_used, last_used, times, hits, turn)"
        " VALUES (?, ?, ?, 1, ?, (SELECT coalesce(max(turn), 0) + 1 FROM history))"
        " ON CONFLICT (query) DO UPDATE SET last_used = excluded.last_used, times = times + 1,"
        " hits = excluded.hits, turn = excluded.turn",
        (query, now, now, hits),
    )
    db.execute(
        "DELETE FROM history WHERE turn <= (SELECT turn FROM history ORDER BY turn DESC LIMIT 1 OFFSET ?)", (MOST,)
    )


def history(db: apsw.Connection, limit: int) -> tuple[PastSearch, ...]:
    """What was searched for, the newest first."""
    from pinakes.model.user import PastSearch

    columns = ", ".join(PastSearch._fields)
    rows = db.execute(f"SELECT {columns} FROM history ORDER BY turn DESC LIMIT ?", (limit,))  # noqa: S608
    return tuple(PastSearch(*row) for row in rows)


def counts(db: apsw.Connection) -> tuple[int, int]:
    """How many are kept, and how many queries are remembered."""
    return _count(db, "searches"), _count(db, "history")


def _count(db: apsw.Connection, table: str) -> int:
    return int(str(db.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]))  # noqa: S608


def forget(db: apsw.Connection) -> int:
    """Forget every query that was searched for; how many they were."""
    db.execute("DELETE FROM history")
    return db.changes()


def _saved(row: tuple[apsw.SQLiteValue, ...]) -> SavedSearch:
    from pinakes.model.user import SavedSearch

    search = SavedSearch._make(row)
    return search._replace(graph=bool(search.graph))


def key(name: str) -> str:
    """Two spellings of one name have one key."""
    return unicodedata.normalize("NFC", name[:LONGEST_NAME].casefold())


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
