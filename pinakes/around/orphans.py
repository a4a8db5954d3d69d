"""Which notes does no link join to another, and is there anything else that does?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Literal, NamedTuple

from pinakes.store import around as stored
from pinakes.store.db import Connection

_TOLD = 3


class Orphan(NamedTuple):
    """A note that no link joins to another."""

    path: str
    title: str
    kind: Literal["isolated", "unlinked"]
    """isolated: it shares no tag and no name with any note either."""
    tags: tuple[str, ...]
    """Some that it shares, the rarest first."""
    entities: tuple[str, ...]


def orphans(db: Connection) -> tuple[Orphan, ...]:
    """First the isolated ones, then those that share a tag or a name with another note; each by path."""
    alone = stored.unlinked_notes(db)
    ids = [note for note, _, _ in alone]
    tags = _by_note(stored.shared_tags(db, ids))
    entities = _by_note(stored.shared_entities(db, ids))
    found = [
        Orphan(
            path=path,
            title=title,
            kind="unlinked" if note in tags or note in entities else "isolated",
            tags=tuple(tags.get(note, ())[:_TOLD]),
            entities=tuple(entities.get(note, ())[:_TOLD]),
        )
        for note, path, title in alone
    ]
    return tuple(sorted(found, key=lambda orphan: (orphan.kind, orphan.path)))


def _by_note(rows: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for note, name in rows:
        found[note].append(name)
    return dict(found)
