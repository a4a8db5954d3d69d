"""How often is each name written, and in how many passages? Counted by difference, as mentions come and go.

A change costs the mentions of the passages that change, however many others a name has. What
`take_out` is told of is deleted afterwards, and what `put_in` is told of has been written before;
both are called inside one `transaction`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw


def take_out(db: apsw.Connection, chunk_ids: Sequence[int]) -> None:
    """The mentions in these chunks are about to go."""
    ids = json.dumps(list(chunk_ids))
    _add(db, ids, -1)
    db.execute(
        "DELETE FROM tallies WHERE tf <= 0 AND spelling_id IN"
        " (SELECT spelling_id FROM occurrences WHERE chunk_id IN (SELECT value FROM json_each(?)))",
        (ids,),
    )


def put_in(db: apsw.Connection, chunk_ids: Sequence[int]) -> None:
    """The mentions in these chunks are new."""
    _add(db, json.dumps(list(chunk_ids)), 1)


def _add(db: apsw.Connection, ids: str, sign: int) -> None:
    db.execute(
        "INSERT INTO tallies SELECT spelling_id, name, label, source, ?2 * sum(tf) FROM occurrences"
        " WHERE chunk_id IN (SELECT value FROM json_each(?1)) GROUP BY spelling_id, name, label, source"
        " ON CONFLICT DO UPDATE SET tf = tf + excluded.tf",
        (ids, sign),
    )
    for table, key in (("spellings", "spelling_id"), ("entities", "entity_id")):
        db.execute(
            f"UPDATE {table} SET chunk_count = chunk_count + ?2 * now.chunks FROM"  # noqa: S608 — constants
            f" (SELECT {key}, count(DISTINCT chunk_id) AS chunks FROM occurrences JOIN spellings USING (spelling_id)"
            f"  WHERE chunk_id IN (SELECT value FROM json_each(?1)) GROUP BY {key}) AS now"
            f" WHERE {table}.{key} = now.{key}",
            (ids, sign),
        )
