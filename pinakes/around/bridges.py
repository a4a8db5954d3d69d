"""How are two things joined, by what a person lets chains be made of?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pinakes.graph.bridges import chains
from pinakes.graph.joined import Allowed
from pinakes.graph.neighbourhood import Node
from pinakes.model.bridge import Bridges, EdgeKind
from pinakes.retrieve import named
from pinakes.store import bridging
from pinakes.store.db import Connection

KINDS: tuple[EdgeKind, ...] = ("mention", "link", "tag")
"""Of which steps of chains can be."""


def between(
    db: Connection,
    source: str,
    target: str,
    *,
    max_hops: int,
    limit: int,
    kinds: Iterable[EdgeKind] = KINDS,
    common: int | None = None,
    without: Sequence[str] = (),
) -> Bridges:
    """The strongest chains between two notes or entities, of these kinds of steps.

    `common`: names and tags of more notes join nothing. `without`: nor do these notes and entities.
    Raises UsageError, with suggestions, for a name that is neither.
    """
    a, a_name = named.note_or_entity(db, source)
    b, b_name = named.note_or_entity(db, target)
    left_out = frozenset(node for name in without for node in _all_that_is_called(db, name)) - {a, b}
    allowed = Allowed(frozenset(kinds), Allowed().common if common is None else common, left_out)
    return Bridges(a_name, b_name, tuple(chains(db, a, b, max_hops=max_hops, limit=limit, allowed=allowed)))


def _all_that_is_called(db: Connection, name: str) -> list[Node]:
    """The note or entity; of an entity that is a note's own name, the note as well."""
    node, _ = named.note_or_entity(db, name)
    own = bridging.own_names(db, [node.id]) if node.kind == "entity" else {}
    return [node, *(Node("note", note) for note in own.values())]
