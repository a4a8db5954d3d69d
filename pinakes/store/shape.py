"""How is the vault laid out? Notes by folder, and how many links leave and reach each."""

from __future__ import annotations

import apsw


def notes_below(db: apsw.Connection, prefix: str, most: int) -> int:
    """How many paths begin so, counted up to `most`."""
    row = db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM notes WHERE path >= ? AND path < ? LIMIT ?)",
        (prefix, f"{prefix}\U0010ffff", most),
    ).fetchone()
    return int(row[0]) if row else 0


def openers(db: apsw.Connection) -> list[tuple[int, str, int]]:
    """(note, path, the chunk that opens it) of every note."""
    rows = db.execute("SELECT note_id, path, chunk_id FROM notes JOIN chunks USING (note_id) WHERE ordinal = 0")
    return [(int(note), str(path), int(chunk)) for note, path, chunk in rows]


def link_degrees(db: apsw.Connection) -> tuple[dict[int, int], dict[int, int]]:
    """Note → how many other notes it links to; note → how many others link to it."""
    joined = {
        (int(source), int(target))
        for source, target in db.execute(
            "SELECT DISTINCT note_id, target_note_id FROM links"
            " WHERE target_note_id IS NOT NULL AND target_note_id != note_id"
        )
    }
    leads: dict[int, int] = {}
    led_to: dict[int, int] = {}
    for source, target in joined:
        leads[source] = leads.get(source, 0) + 1
        led_to[target] = led_to.get(target, 0) + 1
    return leads, led_to
