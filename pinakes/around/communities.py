"""What is a vault about? The notes that belong together, each group by the terms that it shares."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import NamedTuple

from pinakes.graph import communities as graph
from pinakes.graph.communities import Shared
from pinakes.store import whole
from pinakes.store.db import Connection

_COMMON = 0.1
"""Of all notes: a name or a tag that more of them have tells none from another."""
_FEW = 20
"""That many may have it in any vault."""
_PASSAGES_A_NOTE = 10
_FEW_LINKS = 6
"""A note with many more links than this joins everything and says little."""
_LINK = 1.5
"""A link against a shared name."""
_TAG = 0.8


class Member(NamedTuple):
    """A note of a community."""

    path: str
    title: str


class Community(NamedTuple):
    """Notes that belong together."""

    name: str
    """Its terms in one line; where they share none, the title of the note with the most ties."""
    terms: tuple[str, ...]
    size: int
    notes: tuple[Member, ...]
    """Those with the most ties to the others first."""


class Overview(NamedTuple):
    """The communities of a vault, the largest first."""

    notes: int
    """In the vault."""
    alone: int
    """Notes that nothing joins to another."""
    communities: tuple[Community, ...]


def overview(db: Connection) -> Overview:
    """All of them."""
    notes = whole.notes(db)
    at = {note: i for i, (note, _, _) in enumerate(notes)}
    found = graph.communities(len(notes), _shared(db, at), _links(db, at))
    described = tuple(_described(one, notes) for one in found)
    return Overview(len(notes), len(notes) - sum(one.size for one in described), described)


def _described(one: graph.Community, notes: list[tuple[int, str, str]]) -> Community:
    members = tuple(Member(*notes[i][1:]) for i in one.notes)
    return Community(" · ".join(one.terms) or members[0].title, one.terms, len(members), members)


def _shared(db: Connection, at: dict[int, int]) -> list[Shared]:
    most = max(_FEW, int(_COMMON * len(at)))
    entities, tags = whole.names(db)
    named: dict[int, list[int]] = defaultdict(list)
    for note, entity, _ in whole.mentions(db, most * _PASSAGES_A_NOTE):
        named[entity].append(at[note])
    tagged: dict[int, list[int]] = defaultdict(list)
    for note, tag in whole.taggings(db):
        tagged[tag].append(at[note])
    found = [Shared(entities[i], tuple(notes)) for i, notes in named.items()]
    found += [Shared(f"#{tags[i]}", tuple(notes), _TAG) for i, notes in tagged.items()]
    return [one for one in found if 2 <= len(one.notes) <= most]


def _links(db: Connection, at: dict[int, int]) -> list[tuple[int, int, float]]:
    links = whole.links(db)
    degree = Counter(note for pair in links for note in pair)
    spread = {note: math.sqrt(_FEW_LINKS / max(_FEW_LINKS, n)) for note, n in degree.items()}
    return [(at[a], at[b], _LINK * min(spread[a], spread[b])) for a, b in links]
