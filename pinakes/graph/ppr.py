"""Where does a walk spend its time that keeps returning to the seeds? Personalised PageRank.

    x = (1 − d) r + d (Pᵀ x + dangling(x) r)

with reset vector r, damping d and row-normalised weights P (Page et al. 1999; Haveliwala
2002). A gate g holds the walk to what concerns the question: x = (1 − d) r + d g ∘ (Pᵀ x),
which keeps less than all mass (LinearRAG, arXiv 2510.10114, gates by similarity what an entity
activates; here it is a node's relevance).

Solved by pushing what is left of each node's mass to its neighbours, node by node, until
too little is left to matter (Andersen, Chung and Lang, FOCS 2006, §3): a third of the work
of the power iteration, and its error is known. Subgraphs here have a thousand nodes, for
which plain Python is quicker than loading a numeric library would be; igraph's prpack is the
reference in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence


def personalised_pagerank(
    targets: Sequence[Sequence[int]],
    weights: Sequence[Sequence[float]],
    reset: Sequence[float],
    *,
    gate: Sequence[float] | None = None,
    damping: float = 0.5,
    tolerance: float = 1e-6,
) -> list[float]:
    """The stationary distribution of the walk; sums to 1, or to less behind a gate.

    `targets[i]` are the nodes that edges lead to from node i, `weights[i]` how strong these
    edges are (positive). `gate[i]`, 0 … 1, is the part of what flows into node i that gets
    in. `tolerance` bounds the L1 distance to the exact solution, below which the result
    stays. A node without edges teleports.

    Raises ValueError when the reset vector is not a distribution over the nodes, the gate
    is of another length or holds a value that is no part, or damping is not between 0 and 1.
    """
    if len(reset) != len(targets) or min(reset, default=-1.0) < 0 or abs(sum(reset) - 1.0) > 1e-6:
        raise ValueError("the reset vector must be non-negative, sum to 1 and have an entry a node")
    if not 0 < damping < 1:
        raise ValueError("damping must lie between 0 and 1")
    if gate is not None and (len(gate) != len(targets) or not all(0 <= part <= 1 for part in gate)):
        raise ValueError("the gate must have a value between 0 and 1 for each node")
    visits = _visits(targets, weights, reset, gate, damping, tolerance)
    # What dangles begins anew with the reset vector, which scales the whole solution:
    # x = c y with c = (1 − d) + d dangling(x).
    dangling = sum(visited for visited, out in zip(visits, targets, strict=True) if not out)
    scale = (1.0 - damping) / (1.0 - damping * dangling)
    return [scale * visited for visited in visits]


def _visits(
    targets: Sequence[Sequence[int]],
    weights: Sequence[Sequence[float]],
    reset: Sequence[float],
    gate: Sequence[float] | None,
    damping: float,
    tolerance: float,
) -> list[float]:
    """y of y = r + d g ∘ (Pᵀ y), short of it by less than `tolerance` in all."""
    edge_count = sum(map(len, targets))
    # A node of many edges is worth a push only when it has much to send.
    share = tolerance * (1.0 - damping) / (edge_count + len(targets))
    enough = [share * (len(out) + 1) for out in targets]
    flows: list[list[tuple[int, float]] | None] = [None] * len(targets)
    left = list(reset)
    visits = [0.0] * len(left)
    moved = True
    while moved:
        moved = False
        for i, least in enumerate(enough):
            mass = left[i]
            if mass <= least:
                continue
            moved = True
            left[i] = 0.0
            visits[i] += mass
            flow = flows[i]
            if flow is None:
                flow = flows[i] = _flow(targets[i], weights[i], gate, damping)
            for j, part in flow:
                left[j] += mass * part
    return visits


def _flow(
    targets: Sequence[int], weights: Sequence[float], gate: Sequence[float] | None, damping: float
) -> list[tuple[int, float]]:
    """The part of a node's mass that reaches each neighbour."""
    if not targets:
        return []
    scale = damping / sum(weights)
    if gate is None:
        return [(j, scale * weight) for j, weight in zip(targets, weights, strict=True)]
    return [(j, scale * weight * gate[j]) for j, weight in zip(targets, weights, strict=True)]
