"""Which names stand in which chunks? Written here; each function is called inside one `transaction`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

import apsw

from pinakes.store import tallies
from pinakes.store.db import next_id
from pinakes.store.spellings import unsettle


class MentionRow(NamedTuple):
    """A name in a chunk."""

    key: str
    name: str
    label: str
    source: str
    """`title`: a note's name; `word`: a note's name that may be meant as an everyday word; `self`: its own note's;
    `phrase`, `ner`, `link`; `weak`: it may be no name at all."""
    tf: int
    start: int
    """Of the first mention, in the chunk's text."""


class ChunkMentions(NamedTuple):
    """What was found in a chunk."""

    chunk_id: int
    text_hash: str
    """Of the text in which it was found."""
    mentions: Sequence[MentionRow]
    recognised: int
    """The level of the search."""
    expansions: Sequence[tuple[str, str]] = ()
    """(key of an acronym, key of what it stands for)."""


def set_mentions(db: apsw.Connection, found: Sequence[ChunkMentions]) -> None:
    """The names in chunks, in place of those known before; which entities they are is to be settled.

    Leaves out a chunk that has another text by now: it is still waiting then.
    """
    ids = (json.dumps([f.chunk_id for f in found]),)
    rows = db.execute("SELECT chunk_id, text_hash FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?))", ids)
    texts = {int(chunk): str(digest) for chunk, digest in rows}
    current = [f for f in found if texts.get(f.chunk_id) == f.text_hash]
    chunks = [f.chunk_id for f in current]
    ids = (json.dumps(chunks),)
    touched = named_in(db, chunks)
    tallies.take_out(db, chunks)
    for table in ("occurrences", "expansions"):
        db.execute(f"DELETE FROM {table} WHERE chunk_id IN (SELECT value FROM json_each(?))", ids)  # noqa: S608
    spellings = _spelling_ids(db, {m.key for f in current for m in f.mentions})
    db.executemany(
        "INSERT OR IGNORE INTO occurrences VALUES (?, ?, ?, ?, ?, ?, ?)",
        sorted(
            (spellings[m.key], f.chunk_id, m.source, m.name, m.label, m.tf, m.start)
            for f in current
            for m in f.mentions
        ),
    )
    tallies.put_in(db, chunks)
    db.executemany(
        "INSERT OR IGNORE INTO expansions VALUES (?, ?, ?)",
        sorted((short, long, f.chunk_id) for f in current for short, long in f.expansions),
    )
    db.executemany("UPDATE chunks SET recognised = ? WHERE chunk_id = ?", [(f.recognised, f.chunk_id) for f in current])
    unsettle(db, touched.union(spellings.values()))


def named_in(db: apsw.Connection, chunk_ids: Iterable[int]) -> set[int]:
    """The spellings that these chunks hold, and those of acronyms that they expand."""
    rows = db.execute(
        "SELECT spelling_id FROM occurrences WHERE chunk_id IN (SELECT value FROM json_each(?1)) UNION"
        " SELECT spelling_id FROM spellings WHERE key IN (SELECT short FROM expansions"
        "  WHERE chunk_id IN (SELECT value FROM json_each(?1)))",
        (json.dumps(list(chunk_ids)),),
    )
    return {int(row[0]) for row in rows}


def _spelling_ids(db: apsw.Connection, keys: Set[str]) -> dict[str, int]:
    """Key → spelling, with a new one for each key that has none."""
    rows = db.execute(
        "SELECT key, spelling_id FROM spellings WHERE key IN (SELECT value FROM json_each(?))",
        (json.dumps(list(keys)),),
    )
    known = {str(key): int(spelling) for key, spelling in rows}
    new = list(enumerate(sorted(keys - known.keys()), next_id(db, "spelling_id", "spellings")))
    db.executemany("INSERT INTO spellings (spelling_id, key) VALUES (?, ?)", new)
    return known | {key: spelling for spelling, key in new}


def cache_found(db: apsw.Connection, found: Iterable[tuple[str, str, str]]) -> None:
    """Remember what extractors found: (text hash, extractor, JSON)."""
    db.executemany("INSERT OR REPLACE INTO mention_cache VALUES (?, ?, ?)", found)


def cached(db: apsw.Connection) -> list[tuple[str, str, str]]:
    """All that is remembered of what extractors found: (text hash, extractor, JSON)."""
    rows = db.execute("SELECT text_hash, extractor, found FROM mention_cache")
    return [(str(digest), str(extractor), str(found)) for digest, extractor, found in rows]


def prune_cache(db: apsw.Connection, extractors: Iterable[str]) -> None:
    """Forget what other extractors found, and what no chunk asks for once that outweighs what is asked for."""
    db.execute(
        "DELETE FROM mention_cache WHERE extractor NOT IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(extractors)),),
    )
    (kept,) = db.execute("SELECT count(*) FROM mention_cache").fetchone() or (0,)
    (chunks,) = db.execute("SELECT count(*) FROM chunks").fetchone() or (0,)
    if int(kept) > 2 * int(chunks) + 1_000:
        db.execute("DELETE FROM mention_cache WHERE text_hash NOT IN (SELECT text_hash FROM chunks)")


def recognise_again(db: apsw.Connection, level: int) -> None:
    """Chunks recognised at this level or above wait for it again."""
    db.execute("UPDATE chunks SET recognised = ?1 - 1 WHERE recognised >= ?1", (level,))
