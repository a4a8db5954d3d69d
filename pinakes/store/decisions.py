"""What has a person decided about names? Rows of the user's own database; the newest has the highest number."""

from __future__ import annotations

import json
import time

import apsw

from pinakes.model.entity import Decision


def all_of(db: apsw.Connection) -> tuple[Decision, ...]:
    """The decisions that hold, the oldest first."""
    return tuple(_decision(row) for row in db.execute("SELECT * FROM decisions ORDER BY number"))


def add(db: apsw.Connection, decision: Decision) -> Decision:
    """Keep it; as it is kept, with its number."""
    made = decision.made or time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    db.execute(
        "INSERT INTO decisions (kind, key, name, others, said, made) VALUES (?, ?, ?, ?, ?, ?)",
        (decision.kind, decision.key, decision.name, json.dumps(decision.others), decision.said, made),
    )
    return decision._replace(number=db.last_insert_rowid(), made=made)


def remove(db: apsw.Connection, number: int) -> None:
    """Take it back."""
    db.execute("DELETE FROM decisions WHERE number = ?", (number,))


def _decision(row: tuple[apsw.SQLiteValue, ...]) -> Decision:
    decision = Decision._make(row)
    return decision._replace(others=tuple(json.loads(str(row[4]))))
