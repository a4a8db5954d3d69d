"""Which notes belong together? Communities of the graph of notes and what they share, named by that.

Notes and what joins them (names, tags) are nodes alike, so that the work grows with the mentions
and not with the pairs of notes. Leiden's algorithm (Traag, Waltman and van Eck 2019) parts them,
as igraph has it; the same graph is always parted in the same way. Pure.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

_SEED = 5
_ROUNDS = 2
_TERMS = 3
_SHARED = 0.15
"""Of the notes of a community: so many have a term by which it is named, two at least."""


class Shared(NamedTuple):
    """Something that notes share: a name or a tag."""

    name: str
    notes: tuple[int, ...]
    """Those that have it, as indices."""
    weight: float = 1.0
    """1 for what is to count fully, less for what says less."""


class Community(NamedTuple):
    """Notes that belong together."""

    notes: tuple[int, ...]
    """Indices; those with the most ties to the others first."""
    terms: tuple[str, ...]
    """What they share and few others have, the most telling first; empty where it is nothing."""


def communities(size: int, shared: Sequence[Shared], links: Iterable[tuple[int, int, float]]) -> list[Community]:
    """Of `size` notes by what they share and their links (note, note, weight); the largest first.

    A note that nothing joins to another is in none.
    """
    edges, weights = [], []
    for at, term in enumerate(shared, size):
        rarity = term.weight * _rarity(len(term.notes), size)
        edges += [(note, at) for note in term.notes]
        weights += [rarity] * len(term.notes)
    for a, b, weight in links:
        edges.append((a, b))
        weights.append(weight)
    if not edges:
        return []
    of_node = _parts(size + len(shared), edges, weights)
    members: dict[int, list[int]] = defaultdict(list)
    for note in range(size):
        members[of_node[note]].append(note)
    ties = _ties(edges, weights, of_node)
    has: dict[int, list[Shared]] = defaultdict(list)
    for term in shared:
        for part, within in Counter(of_node[note] for note in term.notes).items():
            if within >= max(2, math.ceil(_SHARED * len(members[part]))):
                has[part].append(term)
    found = [
        Community(tuple(sorted(notes, key=lambda note: (-ties[note], note))), _terms(has[part], set(notes), size))
        for part, notes in members.items()
        if len(notes) > 1
    ]
    return sorted(found, key=lambda one: (-len(one.notes), one.notes))


def _parts(nodes: int, edges: list[tuple[int, int]], weights: list[float]) -> list[int]:
    import igraph

    graph = igraph.Graph(n=nodes, edges=edges)
    igraph.set_random_number_generator(random.Random(_SEED))  # noqa: S311 — to be the same each time
    try:
        parts = graph.community_leiden(objective_function="modularity", weights=weights, n_iterations=_ROUNDS)
    finally:
        igraph.set_random_number_generator(random)
    membership: list[int] = parts.membership
    return membership


def _ties(edges: Sequence[tuple[int, int]], weights: Sequence[float], of_node: Sequence[int]) -> Mapping[int, float]:
    """Node → how strongly it is joined to its own community."""
    ties: dict[int, float] = defaultdict(float)
    for (a, b), weight in zip(edges, weights, strict=True):
        if of_node[a] == of_node[b]:
            ties[a] += weight
            ties[b] += weight
    return ties


def _terms(shared: Iterable[Shared], notes: set[int], total: int) -> tuple[str, ...]:
    """The few that most of these notes have and few others."""
    scored = []
    for term in shared:
        within = len(notes.intersection(term.notes))
        telling = within / len(notes) * within / len(term.notes) * math.log(1 + total / len(term.notes))
        scored.append((-telling * term.weight, term.name))
    chosen: list[str] = []
    for _, name in sorted(scored):
        words = set(name.casefold().split())
        if not any(words & set(other.casefold().split()) for other in chosen):
            chosen.append(name)
        if len(chosen) == _TERMS:
            break
    return tuple(chosen)


def _rarity(notes: int, total: int) -> float:
    """1 for what two notes share, falling slowly with more."""
    return min(1.0, math.sqrt(math.log1p(total / max(2, notes)) / math.log1p(max(2, total) / 2)))
