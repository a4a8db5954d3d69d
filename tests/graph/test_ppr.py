"""Personalised PageRank: a distribution, and the same as igraph's."""

from __future__ import annotations

from typing import NamedTuple

import igraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.graph.ppr import personalised_pagerank


class Edge(NamedTuple):
    target: int
    weight: float


Graph = list[list[Edge]]

EXACT = 1e-12


def walked(
    out: Graph,
    reset: list[float],
    *,
    gate: list[float] | None = None,
    damping: float = 0.5,
    tolerance: float = EXACT,
) -> list[float]:
    targets = [[edge.target for edge in edges] for edges in out]
    weights = [[edge.weight for edge in edges] for edges in out]
    return personalised_pagerank(targets, weights, reset, gate=gate, damping=damping, tolerance=tolerance)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, list[float]]:
    """Undirected weighted graphs, isolated nodes included, with a reset vector on some of the nodes."""
    n = draw(st.integers(1, 12))
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=30)) if pairs else []
    out: Graph = [[] for _ in range(n)]
    for i, j in chosen:
        weight = draw(st.floats(0.01, 10.0))
        out[i].append(Edge(j, weight))
        out[j].append(Edge(i, weight))
    raw = draw(st.lists(st.floats(0, 1), min_size=n, max_size=n).filter(lambda r: sum(r) > 0.01))
    return out, [value / sum(raw) for value in raw]


@given(graphs(), st.sampled_from([0.3, 0.5, 0.85]))
def test_agrees_with_igraph(case: tuple[Graph, list[float]], damping: float) -> None:
    """Two implementations, one answer; igraph sends a stuck walk back to the seeds, as ours does."""
    out, reset = case
    edges = [(i, edge.target, edge.weight) for i, edges in enumerate(out) for edge in edges]
    expected = igraph.Graph(n=len(out), edges=[e[:2] for e in edges], directed=True).personalized_pagerank(
        damping=damping, reset=reset, weights=[e[2] for e in edges] or None, implementation="prpack"
    )

    assert walked(out, reset, damping=damping) == pytest.approx(expected, abs=1e-8)


@given(graphs())
def test_is_a_distribution(case: tuple[Graph, list[float]]) -> None:
    out, reset = case
    ranks = walked(out, reset)

    assert min(ranks) >= 0
    assert sum(ranks) == pytest.approx(1.0, abs=1e-9)


@given(graphs(), st.sampled_from([0.3, 0.5, 0.85]), st.sampled_from([1e-1, 1e-3, 1e-6]))
def test_the_tolerance_bounds_what_is_missing(
    case: tuple[Graph, list[float]], damping: float, tolerance: float
) -> None:
    rough, exact = (walked(*case, damping=damping, tolerance=t) for t in (tolerance, EXACT))

    assert sum(abs(a - b) for a, b in zip(rough, exact, strict=True)) <= tolerance
    assert all(a <= b + 1e-9 for a, b in zip(rough, exact, strict=True))


@given(graphs())
def test_nothing_reaches_what_the_seeds_are_not_joined_to(case: tuple[Graph, list[float]]) -> None:
    out, reset = case
    reached = {i for i, r in enumerate(reset) if r > 0}
    while more := {e.target for i in reached for e in out[i]} - reached:
        reached |= more
    ranks = walked(out, reset)

    assert all(rank == 0 for i, rank in enumerate(ranks) if i not in reached)


def ringed(case: tuple[Graph, list[float]]) -> tuple[Graph, list[float]]:
    """The same with every node joined to the next: none is left without edges, to teleport past a gate."""
    out, reset = case
    return [[*edges, Edge((i + 1) % len(out), 1.0)] for i, edges in enumerate(out)], reset


@given(graphs().map(ringed), st.floats(0.05, 1.0))
def test_an_even_gate_is_a_smaller_damping(case: tuple[Graph, list[float]], part: float) -> None:
    out, reset = case
    gated = walked(out, reset, gate=[part] * len(out), damping=0.8)
    plain = walked(out, reset, damping=0.8 * part)

    # x = (1 − d) r + d g Pᵀx is the walk with damping d g, but for the weight of the reset vector.
    assert gated == pytest.approx([0.2 / (1 - 0.8 * part) * rank for rank in plain], abs=1e-8)


@given(graphs().map(ringed))
def test_what_the_gate_shuts_out_has_only_what_the_reset_gives_it(case: tuple[Graph, list[float]]) -> None:
    out, reset = case
    ranks = walked(out, reset, gate=[0.0] * len(out), damping=0.5)

    assert ranks == pytest.approx([value / 2 for value in reset])


@pytest.mark.parametrize("gate", [[1.0], [1.0, 1.1], [-0.1, 0.5]])
def test_a_gate_that_is_none_is_refused(gate: list[float]) -> None:
    with pytest.raises(ValueError, match="gate"):
        personalised_pagerank([[], []], [[], []], [0.5, 0.5], gate=gate)


@pytest.mark.parametrize("reset", [[], [0.5], [0.7, 0.7], [1.5, -0.5]])
def test_a_reset_vector_that_is_no_distribution_is_refused(reset: list[float]) -> None:
    with pytest.raises(ValueError, match="reset vector"):
        personalised_pagerank([[], []], [[], []], reset)


@pytest.mark.parametrize("damping", [0.0, 1.0, -1.0, 2.0])
def test_damping_lies_between_0_and_1(damping: float) -> None:
    with pytest.raises(ValueError, match="damping"):
        personalised_pagerank([[]], [[]], [1.0], damping=damping)
