"""Which way does each text point? Vectors by the text's hash, so that a note may move, be renamed or read again.

A row is written once and never changed; `vector_id` only grows. What no chunk asks for any
more stays until it outweighs what is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

_MADE_BY = "vectors"
_EPOCH = "vectors epoch"


class Waiting(NamedTuple):
    """A text that has no vector yet, and a note that holds it."""

    text_hash: str
    text: str
    path: str


class Held(NamedTuple):
    """How much is there, for who keeps a copy of it."""

    epoch: int
    """Another one when rows were taken away, or the index was made anew: their numbers may come again."""
    last: int
    """The greatest number; 0 where there is none."""


# By the index: the texts, most of a table's bytes, are not read to find out which of them wait.
_WAITS = (
    "FROM notes CROSS JOIN chunks INDEXED BY chunks_by_note_id_text_hash USING (note_id)"
    " WHERE language IN (SELECT value FROM json_each(?)) AND text_hash NOT IN (SELECT text_hash FROM vectors)"
)


def made_by(db: apsw.Connection) -> str | None:
    """The encoder that made the vectors; None where there never was one."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (_MADE_BY,)).fetchone()
    return None if row is None else str(row[0])


def held(db: apsw.Connection) -> Held:
    """How much is there."""
    row = db.execute(
        "SELECT ifnull((SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?), 0),"
        " ifnull((SELECT max(vector_id) FROM vectors), 0)",
        (_EPOCH,),
    ).fetchone()
    return Held(*row) if row else Held(0, 0)


def waiting_count(db: apsw.Connection, languages: Sequence[str]) -> int:
    """Chunks in these languages whose text has no vector yet."""
    row = db.execute(f"SELECT count(*) {_WAITS}", (json.dumps(languages),)).fetchone()
    return int(row[0]) if row else 0


def encodable_count(db: apsw.Connection, languages: Sequence[str]) -> int:
    """Chunks in these languages."""
    row = db.execute(
        "SELECT count(*) FROM chunks JOIN notes USING (note_id) WHERE language IN (SELECT value FROM json_each(?))",
        (json.dumps(languages),),
    ).fetchone()
    return int(row[0]) if row else 0


def waiting_ids(db: apsw.Connection, languages: Sequence[str], limit: int) -> list[int]:
    """The chunks whose text has no vector yet, those of the notes changed last first."""
    rows = db.execute(
        f"SELECT chunk_id {_WAITS} ORDER BY mtime_ns DESC, note_id, ordinal LIMIT ?", (json.dumps(languages), limit)
    )
    return [int(row[0]) for row in rows]


def waiting_among(db: apsw.Connection, chunk_ids: Iterable[int]) -> list[Waiting]:
    """The texts of those of the chunks that still wait, in the order given, each once."""
    ids = list(chunk_ids)
    rows = db.execute(
        "SELECT chunk_id, text_hash, text, path FROM chunks JOIN notes USING (note_id)"
        " WHERE chunk_id IN (SELECT value FROM json_each(?)) AND text_hash NOT IN (SELECT text_hash FROM vectors)",
        (json.dumps(ids),),
    )
    found = {int(chunk): Waiting(str(digest), str(text), str(path)) for chunk, digest, text, path in rows}
    return list({found[chunk].text_hash: found[chunk] for chunk in ids if chunk in found}.values())


def add(db: apsw.Connection, vectors: Iterable[tuple[str, bytes]]) -> None:
    """(text hash, vector); inside one `transaction`. The first one stays where two processes were at it."""
    db.executemany("INSERT OR IGNORE INTO vectors (text_hash, vector) VALUES (?, ?)", vectors)


def start_over_for(db: apsw.Connection, encoder: str) -> None:
    """Forget what another encoder made; inside one `transaction`."""
    if made_by(db) != encoder:
        _forget(db, "DELETE FROM vectors")  # an epoch of its own, even where there were none
        db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (_MADE_BY, encoder))


def prune(db: apsw.Connection) -> None:
    """Forget what no chunk asks for once that outweighs what is asked for; inside one `transaction`."""
    (kept,) = db.execute("SELECT count(*) FROM vectors").fetchone() or (0,)
    (chunks,) = db.execute("SELECT count(*) FROM chunks").fetchone() or (0,)
    if int(kept) > 2 * int(chunks) + 1_000:
        _forget(db, "DELETE FROM vectors WHERE text_hash NOT IN (SELECT text_hash FROM chunks)")


def _forget(db: apsw.Connection, statement: str) -> None:
    db.execute(statement)
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, abs(random() / 2))", (_EPOCH,))


def after(db: apsw.Connection, vector_id: int) -> Iterator[tuple[int, bytes]]:
    """(number, vector) of those behind this one, in order."""
    for number, vector in db.execute(
        "SELECT vector_id, vector FROM vectors WHERE vector_id > ? ORDER BY vector_id", (vector_id,)
    ):
        yield int(number), bytes(vector)


def vector(db: apsw.Connection, vector_id: int) -> bytes | None:
    """One of them."""
    row = db.execute("SELECT vector FROM vectors WHERE vector_id = ?", (vector_id,)).fetchone()
    return None if row is None else bytes(row[0])


def chunks_of(db: apsw.Connection, vector_ids: Iterable[int]) -> list[tuple[int, int]]:
    """(vector, chunk) of every chunk that one of these is the vector of."""
    rows = db.execute(
        "SELECT vector_id, chunk_id FROM vectors JOIN chunks USING (text_hash)"
        " WHERE vector_id IN (SELECT value FROM json_each(?)) ORDER BY chunk_id",
        (json.dumps(list(vector_ids)),),
    )
    return [(int(vector_id), int(chunk)) for vector_id, chunk in rows]


def of_chunks(db: apsw.Connection, chunk_ids: Iterable[int]) -> dict[int, bytes]:
    """Chunk → vector, of those that have one."""
    rows = db.execute(
        "SELECT chunk_id, vector FROM chunks JOIN vectors USING (text_hash)"
        " WHERE chunk_id IN (SELECT value FROM json_each(?))",
        (json.dumps(list(chunk_ids)),),
    )
    return {int(chunk): bytes(found) for chunk, found in rows}
