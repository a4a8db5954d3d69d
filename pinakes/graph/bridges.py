"""How are two notes joined? The strongest chains note – entity – note, each step with the sentence that shows it.

A step's strength lies between 0 and 1 and falls with how common its entity or tag is; a
chain's weight is the product. The best chains are shortest paths over −log strength (Yen's
algorithm, as igraph has it).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from pinakes.graph.neighbourhood import Node
from pinakes.model.bridge import BridgeEdge, BridgeNode, BridgePath, EdgeKind, Evidence
from pinakes.store import bridging, read
from pinakes.store.db import Connection
from pinakes.vault.place import line_number
from pinakes.vault.sentence import sentences

_LINK = 0.9
_TAG = 0.5
_MENTION = 0.9
_FEW_LINKS = 6
"""A note with many more links than this is an index: it joins everything and says little."""
_MOST_NODES = 3_000
_MOST_NOTES = 200
"""An entity in more notes than this joins everything to everything."""


class _Step(NamedTuple):
    """An edge: how strong it is, and what shows it."""

    strength: float
    kind: EdgeKind
    entity: int | None = None
    """Of a note that mentions another by name: that name."""


@dataclass(slots=True)
class Joined:
    """Notes, entities and tags around the two ends, with the strength of each edge."""

    nodes: list[Node] = field(default_factory=list)
    index: dict[Node, int] = field(default_factory=dict)
    edges: dict[tuple[int, int], _Step] = field(default_factory=dict)

    def add(self, node: Node) -> int:
        at = self.index.setdefault(node, len(self.nodes))
        if at == len(self.nodes):
            self.nodes.append(node)
        return at

    def join(self, a: Node, b: Node, step: _Step) -> None:
        i, j = sorted((self.add(a), self.add(b)))
        if i != j and step.strength > self.edges.get((i, j), _Step(0.0, "link")).strength:
            self.edges[i, j] = step


def chains(db: Connection, source: Node, target: Node, *, max_hops: int, limit: int) -> list[BridgePath]:
    """The strongest simple chains from one note or entity to another, at most `max_hops` notes further.

    Empty when nothing within reach joins them.
    """
    graph = Joined()
    graph.add(source)
    graph.add(target)
    grow(db, graph, [source], (max_hops + 1) // 2 + 1)
    grow(db, graph, [target], max_hops // 2 + 1)
    found = []
    for steps in _shortest(graph, graph.index[source], graph.index[target], limit * 4):
        if _hops(graph, steps) <= max_hops:
            found.append(_describe(db, graph, steps))
        if len(found) == limit:
            break
    return found


def grow(db: Connection, graph: Joined, frontier: list[Node], rounds: int) -> None:
    """Take in what stands around the frontier. Breadth first, a round for notes and a round for what they mention."""
    done: set[Node] = set()
    total = max(1, read.counts(db).notes)
    for _ in range(2 * rounds - 1):
        notes = [n.id for n in frontier if n.kind == "note" and n not in done]
        entities = [n.id for n in frontier if n.kind == "entity" and n not in done]
        tags = [n.id for n in frontier if n.kind == "tag" and n not in done]
        done.update(frontier)
        before = len(graph.nodes)
        _join_mentions(db, graph, bridging.mentions(db, notes, entities), total)
        _join_tags(graph, bridging.taggings(db, notes, tags), total)
        _join_links(db, graph, bridging.links(db, notes))
        frontier = [n for n in graph.nodes if n not in done]
        if len(graph.nodes) == before or len(graph.nodes) > _MOST_NODES:
            break


def _join_mentions(db: Connection, graph: Joined, rows: Sequence[tuple[int, int, int, int]], total: int) -> None:
    """An entity that is a note's own name is that note."""
    own = bridging.own_names(db, {entity for _, entity, _, _ in rows})
    spread = _spread(db, {note for note, _, _, _ in rows})
    for note, entity, tf, notes in rows:
        if notes <= min(_MOST_NOTES, max(10, total // 4)):
            often = 0.7 + 0.3 * min(1.0, (tf - 1) / 3)
            strength = _MENTION * often * _rarity(notes, total)
            here = Node("note", note)
            if entity in own:
                graph.join(here, Node("note", own[entity]), _Step(strength * spread[note], "mention", entity))
            else:
                graph.join(here, Node("entity", entity), _Step(strength, "mention"))


def _join_tags(graph: Joined, rows: Sequence[tuple[int, int, int]], total: int) -> None:
    for note, tag, notes in rows:
        if notes <= min(_MOST_NOTES, max(10, total // 4)):
            graph.join(Node("note", note), Node("tag", tag), _Step(_TAG * _rarity(notes, total), "tag"))


def _join_links(db: Connection, graph: Joined, rows: Sequence[tuple[int, int]]) -> None:
    spread = _spread(db, {note for pair in rows for note in pair})
    for a, b in rows:
        graph.join(Node("note", a), Node("note", b), _Step(_LINK * min(spread[a], spread[b]), "link"))


def _spread(db: Connection, notes: set[int]) -> dict[int, float]:
    """Note → 1, falling with the number of notes that it is linked with."""
    degrees = bridging.link_degrees(db, notes)
    return {note: math.sqrt(_FEW_LINKS / max(_FEW_LINKS, degree)) for note, degree in degrees.items()}


def _rarity(notes: int, total: int) -> float:
    """1 for what stands in two notes, falling slowly with more."""
    return min(1.0, math.sqrt(math.log1p(total / max(2, notes)) / math.log1p(total / 2)))


def _shortest(graph: Joined, source: int, target: int, limit: int) -> list[list[int]]:
    import igraph  # 0.1 s, and only bridges need it

    pairs = list(graph.edges)
    lengths = [-math.log(min(0.999, graph.edges[pair].strength)) for pair in pairs]
    whole = igraph.Graph(n=len(graph.nodes), edges=pairs)
    if source == target or whole.distances(source, target)[0][0] == math.inf:
        return []
    paths: list[list[int]] = whole.get_k_shortest_paths(source, target, k=limit, weights=lengths, output="vpath")
    return paths


def _hops(graph: Joined, steps: list[int]) -> int:
    return sum(1 for i in steps[1:] if graph.nodes[i].kind == "note")


def _describe(db: Connection, graph: Joined, steps: list[int]) -> BridgePath:
    weight = 1.0
    edges = []
    for a, b in pairwise(steps):
        step = graph.edges[min(a, b), max(a, b)]
        weight *= step.strength
        edges.append(BridgeEdge(step.kind, _evidence(db, graph.nodes[a], graph.nodes[b], step)))
    return BridgePath(round(weight, 4), tuple(described(db, graph.nodes[i]) for i in steps), tuple(edges))


def described(db: Connection, node: Node) -> BridgeNode:
    """A node with its name."""
    if node.kind == "note":
        path, title = read.note_paths(db, [node.id])[node.id]
        return BridgeNode("note", title, path)
    name = bridging.name_of(db, node.kind, node.id)
    return BridgeNode("entity" if node.kind == "entity" else "tag", name)


def _evidence(db: Connection, a: Node, b: Node, step: _Step) -> Evidence:
    """The sentence in which the two stand together."""
    place = _place(db, a, b, step)
    for begin, end in sentences(place.text):
        if begin <= place.at < end or begin > place.at:
            line = line_number(place.text, begin, place.line)
            return Evidence(place.path, line, " ".join(place.text[begin:end].split()))
    return Evidence(place.path, place.line, " ".join(place.text.split())[:200])


def _place(db: Connection, a: Node, b: Node, step: _Step) -> bridging.Place:
    if a.kind == b.kind:
        if step.entity is None:
            return bridging.link_place(db, a.id, b.id)
        own = bridging.own_names(db, [step.entity])[step.entity]
        return bridging.place(db, b.id if own == a.id else a.id, "entity", step.entity)
    note, other = (a, b) if a.kind == "note" else (b, a)
    return bridging.place(db, note.id, other.kind, other.id)
