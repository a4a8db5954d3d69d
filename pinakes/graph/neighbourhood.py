"""Which part of the graph does a question concern? The nodes around its seeds, read from the index when asked.

A walk that starts at a few seeds leaves almost all of its mass near them (Andersen, Chung
and Lang, "Local graph partitioning using PageRank vectors", FOCS 2006), so the rest of the
graph is never read: the cost of a question does not grow with the vault.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pinakes.store import edges, read
from pinakes.store.db import Connection

if TYPE_CHECKING:
    from pinakes.model.bridge import EdgeKind


class Node(NamedTuple):
    """A chunk, an entity or a tag, by its id in the index."""

    kind: str
    id: int


class Weights(NamedTuple):
    """How strong an edge of each kind is, against the others of its node."""

    mention: float = 1.0
    link: float = 1.0
    backlink: float = 0.6
    name: float = 4.0
    """From a chunk to the note whose name stands in it, linked or not; the way back has none."""
    tag: float = 0.3
    sibling: float = 0.3
    heading: float = 0.3


class Bounds(NamedTuple):
    """How much of the graph is read."""

    hops: int = 2
    nodes: int = 600
    seeds: int = 30
    """So many of the seeds are walked from; the others stand by themselves until the walk finds them."""
    degree: int = 60
    """An entity or tag on more chunks than this is not walked through, unless it is a seed: it joins everything."""
    seed_degree: int = 300
    namesakes: int = 3
    """A name that more notes than this have leads to none of them."""
    share: float = 0.2
    """Nor is any on more than this share of all chunks (from 20 chunks on)."""


class Edge(NamedTuple):
    """A directed, weighted edge to `target` (an index into the subgraph's nodes)."""

    target: int
    weight: float
    kind: EdgeKind


class Subgraph:
    """Nodes with their outgoing edges; every edge but that of a name has its way back."""

    __slots__ = ("index", "nodes", "out")

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self.out: list[list[Edge]] = []
        self.index: dict[Node, int] = {}

    def add(self, node: Node) -> int:
        """The node's index; a new one where it is not there yet."""
        at = self.index.get(node)
        if at is None:
            at = self.index[node] = len(self.nodes)
            self.nodes.append(node)
            self.out.append([])
        return at


class _Reader:
    """Reads a frontier's edges, each pair of nodes and kind once."""

    __slots__ = ("bounds", "chunk_count", "db", "graph", "most", "seen", "weights")

    def __init__(self, db: Connection, weights: Weights, bounds: Bounds, chunk_count: int) -> None:
        self.db = db
        self.weights = weights
        self.bounds = bounds
        self.chunk_count = chunk_count
        self.graph = Subgraph()
        self.seen: set[tuple[int, int, str]] = set()
        self.most = 0  # chunks of an entity or tag that is not a hub

    def walk_through(self, degree: int) -> None:
        self.most = min(degree, max(20, int(self.bounds.share * self.chunk_count)))

    def full(self) -> bool:
        return len(self.graph.nodes) >= self.bounds.nodes

    def join(self, a: Node, b: Node, kind: EdgeKind, there: float, back: float, told: EdgeKind | None = None) -> None:
        """Once for each pair and kind; `told`: what the edge is called, where that is another kind."""
        graph = self.graph
        if self.full() and not (a in graph.index and b in graph.index):
            return
        i, j = graph.add(a), graph.add(b)
        pair = (min(i, j), max(i, j), kind) if back else (i, j, kind)
        if i == j or pair in self.seen:
            return
        self.seen.add(pair)
        graph.out[i].append(Edge(j, there, told or kind))
        if back:
            graph.out[j].append(Edge(i, back, kind))

    def mentions(self, rows: Iterable[tuple[int, int, int, int]]) -> None:
        for chunk, entity, tf, degree in rows:
            strength = self.weights.mention * (1.0 + math.log(tf))
            rarity = math.sqrt(math.log1p(self.chunk_count / degree))
            self.join(Node("chunk", chunk), Node("entity", entity), "mention", strength * rarity, strength)

    def tags(self, rows: Iterable[tuple[int, int, int]]) -> None:
        for chunk, tag, degree in rows:
            if 1 < degree <= self.most:
                rarity = math.sqrt(math.log1p(self.chunk_count / degree))
                self.join(Node("chunk", chunk), Node("tag", tag), "tag", self.weights.tag * rarity, self.weights.tag)

    def pairs(self, rows: Iterable[tuple[int, int]], kind: EdgeKind, there: float, back: float) -> None:
        for a, b in rows:
            self.join(Node("chunk", a), Node("chunk", b), kind, there, back)

    def names(self, rows: Iterable[tuple[int, int, int]]) -> None:
        for chunk, opener, namesakes in rows:
            if namesakes > self.bounds.namesakes:
                continue
            a, b = Node("chunk", chunk), Node("chunk", opener)
            told: EdgeKind = "link" if self.are_linked(a, b) else "name"
            self.join(a, b, "name", self.weights.name / namesakes, 0.0, told)

    def are_linked(self, a: Node, b: Node) -> bool:
        """What links to a note most often says its name too, and is a link to a reader."""
        i, j = self.graph.index.get(a), self.graph.index.get(b)
        return i is not None and j is not None and (min(i, j), max(i, j), "link") in self.seen

    def expand(self, frontier: Sequence[Node]) -> None:
        chunks = [node.id for node in frontier if node.kind == "chunk"]
        entities = [node.id for node in frontier if node.kind == "entity"]
        tags = [node.id for node in frontier if node.kind == "tag"]
        w = self.weights
        self.mentions(edges.mentions_of_entities(self.db, entities, self.most) if entities else ())
        self.tags(edges.chunks_of_tags(self.db, tags) if tags else ())
        if chunks:
            self.pairs(edges.links_from_chunks(self.db, chunks), "link", w.link, w.backlink)
            self.pairs(edges.links_to_chunks(self.db, chunks), "link", w.link, w.backlink)
            self.names(edges.notes_named_in(self.db, chunks))
            self.mentions(edges.mentions_of_chunks(self.db, chunks, self.most))
            self.pairs(edges.headings(self.db, chunks), "heading", w.heading, w.heading)
            self.pairs(edges.siblings(self.db, chunks), "sibling", w.sibling, w.sibling)
            self.tags(edges.tags_of_chunks(self.db, chunks))


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
    return reader.graph
