"""Where does a walk spend its time that keeps returning to the seeds? Personalised PageRank.

    x = (1 − d) r + d (Pᵀ x + dangling(x) r)

with reset vector r, damping d and row-normalised weights P (Page et al. 1999; Haveliwala
2002). A gate g holds the walk to what concerns the question: x = (1 − d) r + d g ∘ (Pᵀ x),
which keeps less than all mass (LinearRAG, arXiv 2510.10114, gates by similarity what an entity
activates; here it is a node's relevance). Subgraphs here have a thousand nodes, for which
plain Python is quicker than loading a numeric library would be; igraph's prpack is the
reference in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class HasTarget(Protocol):
    """A weighted edge to a node, given by its index."""

    @property
    def target(self) -> int: ...
    @property
    def weight(self) -> float: ...


def personalised_pagerank(
    out: Sequence[Sequence[HasTarget]],
    reset: Sequence[float],
    *,
    gate: Sequence[float] | None = None,
    damping: float = 0.5,
    tolerance: float = 1e-6,
    most_steps: int = 100,
) -> list[float]:
    """The stationary distribution of the walk; sums to 1, or to less behind a gate.

    `out[i]` are the edges from node i; weights are positive. `gate[i]`, 0 … 1, is the part
    of what flows into node i that gets in. `tolerance` bounds the L1 change of the last
    step. A node without edges teleports.

    Raises ValueError when the reset vector is not a distribution over the nodes, the gate
    is of another length or holds a value that is no part, or damping is not between 0 and 1.
    """
    if len(reset) != len(out) or min(reset, default=-1.0) < 0 or abs(sum(reset) - 1.0) > 1e-6:
        raise ValueError("the reset vector must be non-negative, sum to 1 and have an entry a node")
    if not 0 < damping < 1:
        raise ValueError("damping must lie between 0 and 1")
    if gate is not None and (len(gate) != len(out) or not all(0 <= part <= 1 for part in gate)):
        raise ValueError("the gate must have a value between 0 and 1 for each node")
    targets = [[edge.target for edge in edges] for edges in out]
    flows = [_shares(edges) for edges in out]
    x = list(reset)
    for _ in range(most_steps):
        following = [0.0] * len(x)
        dangling = 0.0
        for i, mass in enumerate(x):
            if not mass:
                continue
            if not targets[i]:
                dangling += mass
                continue
            for j, share in zip(targets[i], flows[i], strict=True):
                following[j] += mass * share
        if gate is not None:
            following = [part * f for part, f in zip(gate, following, strict=True)]
        teleport = 1.0 - damping + damping * dangling
        following = [damping * f + teleport * r for f, r in zip(following, reset, strict=True)]
        change = sum(abs(a - b) for a, b in zip(following, x, strict=True))
        x = following
        if change < tolerance:
            break
    return x


def _shares(edges: Sequence[HasTarget]) -> list[float]:
    total = sum(edge.weight for edge in edges)
    return [edge.weight / total for edge in edges]
