"""Between what is a bridge looked for? Two names, each chosen from what is in the vault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.message import Message
from textual.message_pump import MessagePump

from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.model.bridge import BridgePath, Bridges, Neighbourhood
from pinakes.model.view import EntitySummary
from pinakes.tui.background import compute, post, words
from pinakes.tui.state import count

CHAINS = 24
"""Chains asked for; those that go over hidden names are then left out."""
SHOWN = 12
ENTITIES = 20
COMMON = 400
"""Names looked at for how common they are: those in most notes."""
THRESHOLDS = (40, 20, 10, 0)
"""Names in so many notes or more are left out; 0: none is."""


class End(NamedTuple):
    """A note or an entity: the name that the Library takes, and the one that is shown."""

    name: str
    shown: str


@dataclass
class Looked(Message):
    """What joins the two ends."""

    generation: int
    bridges: Bridges | None
    common: frozenset[tuple[str, int]]
    """Names in small letters and their notes, of the commonest names."""
    why: str = ""


@dataclass
class Neared(Message):
    """What stands near the centre."""

    generation: int
    near: Neighbourhood | None
    why: str = ""


@dataclass
class Suggested(Message):
    """Entities for what is being typed."""

    generation: int
    entities: tuple[EntitySummary, ...]


def look(
    target: MessagePump, library: Library, generation: int, ends: Sequence[str], centre: str, max_hops: int
) -> None:
    """Find the chains, then the neighbourhood, in a thread; `Looked` and `Neared` tell."""

    def work() -> Message:
        if len(ends) == 2:
            post(target, _joined(library, generation, ends, max_hops))
        return Neared(generation, library.neighbourhood(centre))

    compute(target, work, lambda why: Neared(generation, None, why))


def _joined(library: Library, generation: int, ends: Sequence[str], max_hops: int) -> Looked:
    """The chains; why there are none where a name is unknown."""
    try:
        bridges = library.bridges(*ends, max_hops=max_hops, limit=CHAINS)
    except PinakesError as error:
        return Looked(generation, None, frozenset(), words(error))
    common = frozenset((entity.name.casefold(), entity.notes) for entity in library.entities("", COMMON))
    return Looked(generation, bridges, common)


def suggest(target: MessagePump, library: Library, generation: int, typed: str) -> None:
    """Find entities that are called so; `Suggested` tells."""
    compute(
        target,
        lambda: Suggested(generation, library.entities(typed, ENTITIES)),
        lambda _why: Suggested(generation, ()),
    )


def visible(bridges: Bridges, hidden: frozenset[str]) -> list[BridgePath]:
    """The chains that go over none of the hidden names."""
    paths = [path for path in bridges.paths if not any(node.name.casefold() in hidden for node in path.nodes[1:-1])]
    return paths[:SHOWN]


def left_out(common: frozenset[tuple[str, int]], threshold: int, hidden: frozenset[str]) -> frozenset[str]:
    """The names that no chain may go over, in small letters."""
    return hidden | {name for name, notes in common if threshold and notes >= threshold}


def limits(hops: int, threshold: int, hidden: frozenset[str]) -> str:
    """What chains are shown, in words."""
    parts = [f"at most {count(hops, 'hop')}", *([f"{len(hidden)} hidden"] if hidden else [])]
    return " · ".join([*parts, f"names in {threshold}+ notes left out" if threshold else "no common name left out"])
