"""Which part of the graph does a question concern? The nodes around its seeds, read from the index when asked.

A walk that starts at a few seeds leaves almost all of its mass near them (Andersen, Chung
and Lang, "Local graph partitioning using PageRank vectors", FOCS 2006), so the rest of the
graph is never read: the cost of a question does not grow with the vault.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pinakes.graph.identifiers import shared
from pinakes.store import edges, read
from pinakes.store.db import Connection

if TYPE_CHECKING:
    from pinakes.model.bridge import EdgeKind


class Node(NamedTuple):
    """A chunk, an entity or a tag, by its id in the index."""

    kind: str
    id: int


Row = tuple[int, ...]
"""A chunk, what it is joined to, and what the weight depends on."""


class Weights(NamedTuple):
    """How strong an edge of each kind is, against the others of its node."""

    mention: float = 1.0
    link: float = 1.0
    backlink: float = 0.6
    name: float = 4.0
    """From a chunk to the note whose name stands in it, linked or not; the way back has none."""
    identifier: float = 4.0
    """Between two chunks that share an identifier that few have, divided among those."""
    tag: float = 0.3
    sibling: float = 0.3
    heading: float = 0.3


class Bounds(NamedTuple):
    """How much of the graph is read."""

    hops: int = 2
    nodes: int = 200
    seeds: int = 15
    """So many of the seeds are walked from; the others stand by themselves until the walk finds them."""
    degree: int = 60
    """An entity or tag on more chunks than this is not walked through, unless it is a seed: it joins everything."""
    seed_degree: int = 300
    namesakes: int = 3
    """A name that more notes than this have leads to none of them."""
    share: float = 0.2
    """Nor is any on more than this share of all chunks (from 20 chunks on)."""
    starts: int = 2
    """Of so many seeds the identifiers are followed."""
    further: int = 40
    """Chunks that these may add, however full the graph is."""


class Edge(NamedTuple):
    """A directed, weighted edge to `target` (an index into the subgraph's nodes)."""

    target: int
    weight: float
    kind: EdgeKind


class Subgraph:
    """Nodes with their outgoing edges; every edge but that of a name has its way back.

    The edges of node i lie in parallel lists, for a walk wants targets and weights alone.
    """

    __slots__ = ("index", "kinds", "nodes", "pointed", "targets", "weights")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.targets: list[list[int]] = []
        self.weights: list[list[float]] = []
        self.kinds: list[list[EdgeKind]] = []
        self.index: dict[str, dict[int, int]] = {"chunk": {}, "entity": {}, "tag": {}}
        """Kind → id → index into the nodes."""
        self.pointed: dict[tuple[int, int], str] = {}
        """(from, to) → the identifier that leads from one chunk to the other, by index into the nodes."""

    def add(self, node: Node) -> int:
        """The node's index; a new one where it is not there yet."""
        places = self.index[node.kind]
        at = places.get(node.id)
        if at is None:
            at = places[node.id] = len(self.nodes)
            self.nodes.append(node)
            self.targets.append([])
            self.weights.append([])
            self.kinds.append([])
        return at

    def join(self, source: int, target: int, weight: float, kind: EdgeKind) -> None:
        """One edge, there and not back."""
        self.targets[source].append(target)
        self.weights[source].append(weight)
        self.kinds[source].append(kind)

    def edges(self, source: int) -> list[Edge]:
        """Those that go out from a node."""
        return list(map(Edge, self.targets[source], self.weights[source], self.kinds[source]))


class _Reader:
    """Reads a frontier's edges, each pair of nodes and kind once."""

    __slots__ = ("bounds", "chunk_count", "db", "graph", "linked", "most", "seen", "weights")

    def __init__(self, db: Connection, weights: Weights, bounds: Bounds, chunk_count: int) -> None:
        self.db = db
        self.weights = weights
        self.bounds = bounds
        self.chunk_count = chunk_count
        self.graph = Subgraph()
        self.linked: set[tuple[int, int]] = set()
        self.seen: dict[str, set[tuple[int, int]]] = {"link": self.linked}
        self.most = 0  # chunks of an entity or tag that is not a hub

    def walk_through(self, degree: int) -> None:
        self.most = min(degree, max(20, int(self.bounds.share * self.chunk_count)))

    def full(self) -> bool:
        return len(self.graph.nodes) >= self.bounds.nodes

    def ends(self, first: str, a: int, second: str, b: int) -> tuple[int, int] | None:
        """Where the two are in the graph, or come to be; None for an edge to itself, or to what finds no room."""
        index = self.graph.index
        i, j = index[first].get(a), index[second].get(b)
        if i is None or j is None:
            if self.full():
                return None
            i, j = self.graph.add(Node(first, a)), self.graph.add(Node(second, b))
        return None if i == j else (i, j)

    def pairs(
        self, kind: EdgeKind, rows: Iterable[Row], second: str, weigh: Callable[..., tuple[float, float]]
    ) -> None:
        """Edges from chunks to nodes of a kind and back, once for each pair; `weigh` takes the rest of a row."""
        seen = self.seen.setdefault(kind, set())
        for a, b, *rest in rows:
            ends = self.ends("chunk", a, second, b)
            if ends is None:
                continue
            i, j = ends
            pair = ends if i < j else (j, i)
            if pair not in seen:
                seen.add(pair)
                there, back = weigh(*rest)
                self.graph.join(i, j, there, kind)
                self.graph.join(j, i, back, kind)

    def mention(self, tf: int, degree: int) -> tuple[float, float]:
        strength = self.weights.mention * (1.0 + math.log(tf))
        return strength * math.sqrt(math.log1p(self.chunk_count / degree)), strength

    def tag(self, degree: int) -> tuple[float, float]:
        return self.weights.tag * math.sqrt(math.log1p(self.chunk_count / degree)), self.weights.tag

    def names(self, rows: Iterable[tuple[int, int, int]]) -> None:
        """One way only. What links to a note most often says its name too, and is a link to a reader."""
        seen = self.seen.setdefault("name", set())
        for chunk, opener, namesakes in rows:
            ends = self.ends("chunk", chunk, "chunk", opener)
            if ends is None or ends in seen:
                continue
            seen.add(ends)
            linked = (min(ends), max(ends)) in self.linked
            self.graph.join(*ends, self.weights.name / namesakes, "link" if linked else "name")

    def follow(self, seeds: Sequence[Node]) -> None:
        """On from the best seeds by what only few chunks have."""
        chunks = [node.id for node in seeds if node.kind == "chunk"][: self.bounds.starts]
        for one in shared(self.db, chunks, self.bounds.further):
            i, j = (self.graph.add(Node("chunk", chunk)) for chunk in (one.first, one.second))
            self.graph.join(i, j, self.weights.identifier / one.others, "identifier")
            self.graph.pointed[i, j] = one.word

    def expand(self, frontier: Sequence[Node]) -> None:
        chunks = [node.id for node in frontier if node.kind == "chunk"]
        entities = [node.id for node in frontier if node.kind == "entity"]
        tags = [node.id for node in frontier if node.kind == "tag"]
        db, w = self.db, self.weights
        if entities:
            self.pairs("mention", edges.mentions_of_entities(db, entities, self.most), "entity", self.mention)
        if tags:
            self.pairs("tag", edges.chunks_of_tags(db, tags, self.most), "tag", self.tag)
        if chunks:
            self.pairs("link", edges.links_from_chunks(db, chunks), "chunk", lambda: (w.link, w.backlink))
            self.pairs("link", edges.links_to_chunks(db, chunks), "chunk", lambda: (w.link, w.backlink))
            self.names(edges.notes_named_in(db, chunks, self.bounds.namesakes))
            self.pairs("mention", edges.mentions_of_chunks(db, chunks, self.most), "entity", self.mention)
            self.pairs("heading", edges.headings(db, chunks), "chunk", lambda: (w.heading, w.heading))
            self.pairs("sibling", edges.siblings(db, chunks), "chunk", lambda: (w.sibling, w.sibling))
            self.pairs("tag", edges.tags_of_chunks(db, chunks, self.most), "tag", self.tag)


def around(
    db: Connection,
    seeds: Sequence[Node],
    *,
    weights: Weights | None = None,
    bounds: Bounds | None = None,
) -> Subgraph:
    """The subgraph within `bounds.hops` steps of the seeds, which are its first nodes, in their order."""
    limits = bounds or Bounds()
    reader = _Reader(db, weights or Weights(), limits, max(1, read.chunk_count(db)))
    for seed in seeds:
        reader.graph.add(seed)
    frontier = list(seeds[: limits.seeds])
    expanded = len(seeds)
    for hop in range(limits.hops):
        reader.walk_through(limits.degree if hop else limits.seed_degree)
        reader.expand(frontier)
        frontier = reader.graph.nodes[expanded:]
        expanded = len(reader.graph.nodes)
        if reader.full() or not frontier:
            break
    reader.follow(seeds)
    return reader.graph
