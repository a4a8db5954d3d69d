"""Which words do the notes hold, as they are spelt? Asked for a word that none of them has."""

from __future__ import annotations

import apsw


def between(db: apsw.Connection, beginning: str, shortest: int, longest: int) -> list[str]:
    """The words with this beginning, which may be empty, and of such a length."""
    rows = db.execute(
        "SELECT word FROM words WHERE word >= ? AND word < ? AND length(word) BETWEEN ? AND ?",
        (beginning, f"{beginning}\U0010ffff", shortest, longest),
    )
    return [str(row[0]) for row in rows]


def containing(db: apsw.Connection, piece: str, limit: int) -> list[str]:
    """The words that hold the piece, the shortest first."""
    rows = db.execute(
        "SELECT word FROM words WHERE instr(word, ?) AND word != ? ORDER BY length(word), word LIMIT ?",
        (piece, piece, limit),
    )
    return [str(row[0]) for row in rows]


def frequency(db: apsw.Connection, expression: str, most: int = 1_000) -> int:
    """How many chunks match, counted up to `most`."""
    row = db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT ?)", (expression, most)
    ).fetchone()
    return int(row[0]) if row else 0


def holders(db: apsw.Connection, expression: str, most: int) -> list[int]:
    """The first chunks that match, up to `most`; none for an empty expression."""
    if not expression:
        return []
    rows = db.execute("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT ?", (expression, most))
    return [int(row[0]) for row in rows]
