"""What stands near a note or an entity? The nodes that the strongest ways lead to, laid out to be drawn."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pinakes.graph.bridges import described
from pinakes.graph.joined import Joined
from pinakes.graph.neighbourhood import Node
from pinakes.model.bridge import NearNode, Neighbourhood
from pinakes.store.db import Connection

_WEAKEST = 1e-6


def near(db: Connection, centre: Node, *, hops: int, limit: int) -> Neighbourhood:
    """The centre and the `limit` nodes nearest to it, at most `hops` notes away, with the edges between them."""
    joined = Joined(db)
    joined.add(centre)
    reached = {centre.id: 1.0} if centre.kind == "note" else joined.notes_of(centre.id)
    for _ in range(hops - (centre.kind != "note")):
        reached |= joined.further(reached)
    joined.meet(reached)
    strengths = _strengths(joined)
    ranked = sorted((i for i in range(1, len(joined.nodes)) if strengths[i] > 0), key=lambda i: (-strengths[i], i))
    kept = [0, *ranked[:limit]]
    place = {node: at for at, node in enumerate(kept)}
    edges = tuple(sorted((place[a], place[b]) for a, b in joined.edges if a in place and b in place))
    spots = layout(len(kept), edges)
    nodes = tuple(
        NearNode(described(db, joined.nodes[i]), round(strengths[i], 4), *spot)
        for i, spot in zip(kept, spots, strict=True)
    )
    return Neighbourhood(nodes, edges, max(0, len(ranked) - limit))


def _strengths(joined: Joined) -> list[float]:
    """Of the strongest way from the first node to each: the product of its steps; 0 where none leads there."""
    import igraph  # 0.1 s, and only bridges need it

    pairs = list(joined.edges)
    if not pairs:
        return [1.0] + [0.0] * (len(joined.nodes) - 1)
    lengths = [-math.log(min(0.999, max(_WEAKEST, joined.edges[pair].strength))) for pair in pairs]
    whole = igraph.Graph(n=len(joined.nodes), edges=pairs)
    distances: list[float] = whole.distances(0, weights=lengths)[0]
    return [math.exp(-distance) for distance in distances]


def layout(size: int, edges: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """A place for each node: the first at 0, 0, the others within −1 … 1; the same for the same graph."""
    import igraph

    if size == 1:
        return [(0.0, 0.0)]
    around = [(0.0, 0.0)] + [
        (math.cos(2 * math.pi * i / (size - 1)), math.sin(2 * math.pi * i / (size - 1))) for i in range(size - 1)
    ]
    graph = igraph.Graph(n=size, edges=list(edges))
    spots = graph.layout_kamada_kawai(seed=around).coords
    x0, y0 = spots[0]
    moved = [(x - x0, y - y0) for x, y in spots]
    widest, highest = (max(abs(spot[axis]) for spot in moved) or 1.0 for axis in (0, 1))
    return [(round(x / widest, 4), round(y / highest, 4)) for x, y in moved]
