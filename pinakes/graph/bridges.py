"""How are two notes joined? The strongest chains note – entity – note, each step with the sentence that shows it.

A chain's weight is the product of its steps' strengths, so the best chains are shortest paths
over −log strength (Yen's algorithm, as igraph has it).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from pinakes.graph.joined import Allowed, Joined, Step
from pinakes.graph.neighbourhood import Node
from pinakes.model.bridge import BridgeEdge, BridgeNode, BridgePath, Evidence
from pinakes.store import bridging, read
from pinakes.store.db import Connection
from pinakes.vault.place import line_number
from pinakes.vault.sentence import sentences

_CANDIDATES = 8
"""So many times as many chains are looked for as are wanted: some are detours, or have more notes than is allowed."""
_TEMPLATE = 0.25
"""What two notes say in the same words was put there by a template: it says little of either."""
_AGAIN = 0.8
_FAR_WEAKER = 0.25
"""Of the strongest chain's weight: a weaker one is not worth reading."""
_EDGES = 512


def chains(
    db: Connection, source: Node, target: Node, *, max_hops: int, limit: int, allowed: Allowed | None = None
) -> list[BridgePath]:
    """The strongest simple chains from one note or entity to another, at most `max_hops` notes further.

    Empty when nothing within reach joins them.
    """
    graph = Joined(db, allowed or Allowed())
    begin, end = graph.add(source), graph.add(target)
    steps = max_hops - (source.kind != "note")
    here, there = _reached(graph, source, steps // 2), _reached(graph, target, (steps - 1) // 2)
    graph.meet({note: max(here.get(note, 0.0), there.get(note, 0.0)) for note in here | there})
    paths = _shortest(graph, begin, end, limit * _CANDIDATES)
    fitting = [path for path in paths if _hops(graph, path) <= max_hops and not _is_detour(graph, path)]
    weighed = [(_weight(db, graph, path), path) for path in fitting]
    chosen = _different(weighed, limit)
    return [_describe(db, graph, path, weight) for weight, path in sorted(chosen, key=lambda one: -one[0])]


def _different(weighed: Sequence[tuple[float, list[int]]], limit: int) -> list[tuple[float, list[int]]]:
    """Strong ones that do not all say the same: each stop that an earlier one has makes the next worth less."""
    left = list(weighed)
    least = _FAR_WEAKER * max((weight for weight, _ in left), default=0.0)
    shown: set[int] = set()
    chosen: list[tuple[float, list[int]]] = []
    while left and len(chosen) < limit:
        best = max(left, key=lambda one: (one[0] * _AGAIN ** len(shown.intersection(one[1][1:-1])), -len(one[1])))
        left.remove(best)
        if best[0] >= least:
            chosen.append(best)
            shown.update(best[1][1:-1])
    return chosen


def _reached(graph: Joined, end: Node, steps: int) -> dict[int, float]:
    """The notes within so many steps of an end, each with the strength of the best way there."""
    reached = {end.id: 1.0} if end.kind == "note" else graph.notes_of(end.id)
    for _ in range(steps):
        reached |= graph.further(reached)
    return reached


def _shortest(graph: Joined, source: int, target: int, limit: int) -> list[list[int]]:
    """Yen's algorithm over the edges that a short way goes through: as many as it takes to be sure of the result."""
    import igraph  # 0.1 s, and only bridges need it

    pairs = list(graph.edges)
    lengths = [-math.log(min(0.999, graph.edges[pair].strength)) for pair in pairs]
    whole = igraph.Graph(n=len(graph.nodes), edges=pairs)
    if source == target:
        return []
    there, back = whole.distances([source, target], weights=lengths)
    if there[target] == math.inf:
        return []
    ways = [
        (length + min(there[a] + back[b], there[b] + back[a]), i)
        for i, ((a, b), length) in enumerate(zip(pairs, lengths, strict=True))
    ]
    ways = sorted(way for way in ways if way[0] < math.inf)
    most = _EDGES
    while True:
        kept = [i for _, i in ways[:most]]
        some = igraph.Graph(n=len(graph.nodes), edges=[pairs[i] for i in kept])
        paths: list[list[int]] = some.get_k_shortest_paths(
            source, target, k=limit, weights=[lengths[i] for i in kept], output="vpath"
        )
        # No chain through an edge that was left out is shorter than the best way through that edge.
        sure = most >= len(ways) or (len(paths) == limit and _length(graph, paths[-1]) <= ways[most][0])
        if sure:
            return paths
        most *= 4


def _length(graph: Joined, path: Sequence[int]) -> float:
    steps = (graph.edges[min(a, b), max(a, b)].strength for a, b in pairwise(path))
    return sum(-math.log(min(0.999, strength)) for strength in steps)


def _hops(graph: Joined, steps: list[int]) -> int:
    return sum(1 for i in steps[1:] if graph.nodes[i].kind == "note")


def _is_detour(graph: Joined, path: Sequence[int]) -> bool:
    """Two of its stops that are not next to each other are joined: another chain says the same in fewer steps."""
    ends = path[0], path[-1]
    pairs = ((a, b) for i, a in enumerate(path) for b in path[i + 2 :] if (a, b) != ends)
    return any((min(pair), max(pair)) in graph.edges for pair in pairs)


def _weight(db: Connection, graph: Joined, path: Sequence[int]) -> float:
    """The product of the steps' strengths, less where two notes hold the same words of a template."""
    shown = [_shown(db, graph, a, b) for a, b in pairwise(path)]
    alike = sum(one.path != other.path and one.sentence == other.sentence for one, other in pairwise(shown))
    return math.exp(-_length(graph, path)) * _TEMPLATE**alike


def _describe(db: Connection, graph: Joined, path: Sequence[int], weight: float) -> BridgePath:
    edges = tuple(
        BridgeEdge(graph.edges[min(a, b), max(a, b)].kind, _shown(db, graph, a, b)) for a, b in pairwise(path)
    )
    return BridgePath(round(weight, 4), tuple(described(db, graph.nodes[i]) for i in path), edges)


def _shown(db: Connection, graph: Joined, a: int, b: int) -> Evidence:
    pair = min(a, b), max(a, b)
    if pair not in graph.shown:
        graph.shown[pair] = _evidence(db, graph.nodes[a], graph.nodes[b], graph.edges[pair])
    return graph.shown[pair]


def described(db: Connection, node: Node) -> BridgeNode:
    """A node with its name."""
    if node.kind == "note":
        path, title = read.note_paths(db, [node.id])[node.id]
        return BridgeNode("note", title, path)
    name = bridging.name_of(db, node.kind, node.id)
    return BridgeNode("entity" if node.kind == "entity" else "tag", name)


def _evidence(db: Connection, a: Node, b: Node, step: Step) -> Evidence:
    """The sentence in which the two stand together."""
    place = _place(db, a, b, step)
    for begin, end in sentences(place.text):
        if begin <= place.at < end or begin > place.at:
            line = line_number(place.text, begin, place.line)
            return Evidence(place.path, line, " ".join(place.text[begin:end].split()))
    return Evidence(place.path, place.line, " ".join(place.text.split())[:200])


def _place(db: Connection, a: Node, b: Node, step: Step) -> bridging.Place:
    if a.kind == b.kind:
        if step.entity is None:
            return bridging.link_place(db, a.id, b.id)
        own = bridging.own_names(db, [step.entity])[step.entity]
        return bridging.place(db, b.id if own == a.id else a.id, "entity", step.entity)
    note, other = (a, b) if a.kind == "note" else (b, a)
    return bridging.place(db, note.id, other.kind, other.id)
