"""Which entities stand in which chunks? Written here; each function is called inside one `transaction`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence, Set
from typing import NamedTuple

import apsw

from pinakes.store.db import next_id


class MentionRow(NamedTuple):
    """An entity in a chunk."""

    key: str
    name: str
    label: str
    source: str
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


def set_mentions(db: apsw.Connection, found: Sequence[ChunkMentions]) -> None:
    """The entities of chunks, in place of those known before.

    Leaves out a chunk that has another text by now: it is still waiting then.
    """
    ids = (json.dumps([f.chunk_id for f in found]),)
    rows = db.execute("SELECT chunk_id, text_hash FROM chunks WHERE chunk_id IN (SELECT value FROM json_each(?))", ids)
    texts = {int(chunk): str(digest) for chunk, digest in rows}
    current = [f for f in found if texts.get(f.chunk_id) == f.text_hash]
    ids = (json.dumps([f.chunk_id for f in current]),)
    within = "FROM mentions WHERE chunk_id IN (SELECT value FROM json_each(?))"
    touched = {int(row[0]) for row in db.execute(f"SELECT DISTINCT entity_id {within}", ids)}
    if touched:
        db.execute(f"DELETE {within}", ids)
    entities = _entity_ids(db, {m.key for f in current for m in f.mentions})
    db.executemany(
        "INSERT OR IGNORE INTO mentions VALUES (?, ?, ?, ?, ?, ?, ?)",
        sorted(
            (entities[m.key], f.chunk_id, m.source, m.name, m.label, m.tf, m.start) for f in current for m in f.mentions
        ),
    )
    db.executemany("UPDATE chunks SET recognised = ? WHERE chunk_id = ?", [(f.recognised, f.chunk_id) for f in current])
    recount(db, touched.union(entities.values()))


def _entity_ids(db: apsw.Connection, keys: Set[str]) -> dict[str, int]:
    """Key → entity, with a new one for each key that has none."""
    rows = db.execute(
        "SELECT key, entity_id FROM entities WHERE key IN (SELECT value FROM json_each(?))", (json.dumps(list(keys)),)
    )
    known = {str(key): int(entity) for key, entity in rows}
    new = list(enumerate(sorted(keys - known.keys()), next_id(db, "entity_id", "entities")))
    db.executemany("INSERT INTO entities (entity_id, key) VALUES (?, ?)", new)
    return known | {key: entity for entity, key in new}


def recount(db: apsw.Connection, entity_ids: Iterable[int]) -> None:
    """What follows from an entity's mentions: in how many chunks it stands, and how it is mostly spelt.

    One that stands nowhere is forgotten.
    """
    ids = (json.dumps(sorted(entity_ids)),)
    db.execute(
        "DELETE FROM entities WHERE entity_id IN (SELECT value FROM json_each(?))"
        " AND NOT EXISTS (SELECT 1 FROM mentions WHERE mentions.entity_id = entities.entity_id)",
        ids,
    )
    db.execute(
        "UPDATE entities SET"
        " chunk_count = (SELECT count(DISTINCT chunk_id) FROM mentions AS m WHERE m.entity_id = entities.entity_id),"
        " name = (SELECT name FROM mentions AS m WHERE m.entity_id = entities.entity_id"
        "  GROUP BY name ORDER BY sum(tf) DESC, name LIMIT 1),"
        " label = ifnull((SELECT label FROM mentions AS m WHERE m.entity_id = entities.entity_id AND label != ''"
        "  GROUP BY label ORDER BY sum(tf) DESC, label LIMIT 1), '')"
        " WHERE entity_id IN (SELECT value FROM json_each(?))",
        ids,
    )


def cache_found(db: apsw.Connection, extractor: str, found: Iterable[tuple[str, str]]) -> None:
    """Remember what the extractor found: (text hash, JSON)."""
    db.executemany(
        "INSERT OR REPLACE INTO mention_cache VALUES (?, ?, ?)", [(hash_, extractor, value) for hash_, value in found]
    )


def prune_cache(db: apsw.Connection, extractor: str) -> None:
    """Forget what other extractors found, and what no chunk asks for once that outweighs what is asked for."""
    db.execute("DELETE FROM mention_cache WHERE extractor != ?", (extractor,))
    (kept,) = db.execute("SELECT count(*) FROM mention_cache").fetchone() or (0,)
    (chunks,) = db.execute("SELECT count(*) FROM chunks").fetchone() or (0,)
    if int(kept) > 2 * int(chunks) + 1_000:
        db.execute("DELETE FROM mention_cache WHERE text_hash NOT IN (SELECT text_hash FROM chunks)")


def recognise_again(db: apsw.Connection, level: int) -> None:
    """Chunks recognised at this level or above wait for it again."""
    db.execute("UPDATE chunks SET recognised = ?1 - 1 WHERE recognised >= ?1", (level,))
