"""Why this hit? Its score taken apart: what the question found in it, and what led to it from other nodes.

At the walk's end a chunk's mass is (1 − d) times its reset mass, which is known by channel,
plus d times its gate times what its neighbours send along their edges, which is known by kind. So the
shares are the score itself, not a story about it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pinakes.graph.neighbourhood import Node
from pinakes.model.search import Reason, ReasonKind
from pinakes.retrieve.seed import Seeds
from pinakes.store import edges, read
from pinakes.store.db import Connection
from pinakes.store.text import terms, word_terms

if TYPE_CHECKING:
    from pinakes.retrieve.rank import Walked

_WORTH_SAYING = 0.01
_KINDS: dict[str, ReasonKind] = {
    "mention": "entity", "link": "link", "tag": "tag", "sibling": "sibling", "heading": "heading",
    "name": "named", "identifier": "similar",
}  # fmt: skip


def reasons(
    db: Connection,
    walked: Walked,
    seeds: Seeds,
    chunks: Sequence[int],
    words: Sequence[str],
    weights: tuple[float, float, float],
) -> dict[int, tuple[Reason, ...]]:
    """Chunk → its reasons, the greatest share first."""
    inflow = _inflow(walked, chunks)
    named = _names(db, walked, inflow)
    rows = read.chunks(db, chunks)
    found = {}
    for chunk in chunks:
        node = Node("chunk", chunk)
        parts: list[tuple[ReasonKind, str, float]] = []
        for channel, mass in walked.reset.get(node, {}).items():
            own = (1 - walked.damping) * mass
            if channel == "title":
                parts.append(("title", seeds.titles[chunk][1], own))
            elif channel == "meaning":
                parts.append(("meaning", "says it in other words", own))
            else:
                parts.extend(_by_field(rows[chunk], words, weights, own))
        for kind, sources in inflow[chunk].items():
            best = max(sources, key=lambda at: (sources[at], -at))
            said = walked.graph.pointed.get((best, walked.graph.index["chunk"][chunk]), "")
            label = said if kind == "identifier" else named[best]
            parts.append((_KINDS[kind], label, sum(sources.values())))
        found[chunk] = _shares(parts)
    return found


def _inflow(walked: Walked, chunks: Sequence[int]) -> dict[int, dict[str, dict[int, float]]]:
    """Chunk → edge kind → index of the neighbour → mass that comes from it."""
    graph = walked.graph
    wanted = {graph.index["chunk"][chunk]: chunk for chunk in chunks}
    inflow: dict[int, dict[str, dict[int, float]]] = {chunk: defaultdict(dict) for chunk in chunks}
    for at, targets in enumerate(graph.targets):
        if walked.mass[at] <= 0 or wanted.keys().isdisjoint(targets):
            continue
        flow = walked.damping * walked.mass[at] / sum(graph.weights[at])
        for edge in graph.edges(at):
            if edge.target in wanted:
                sources = inflow[wanted[edge.target]][edge.kind]
                sources[at] = sources.get(at, 0.0) + flow * walked.gate[edge.target] * edge.weight
    return inflow


def _names(db: Connection, walked: Walked, inflow: dict[int, dict[str, dict[int, float]]]) -> dict[int, str]:
    """What to call the neighbours: an entity or tag by its name, a chunk by its note's title."""
    used = {at for kinds in inflow.values() for sources in kinds.values() for at in sources}
    nodes = {at: walked.graph.nodes[at] for at in used}
    entities = edges.entity_names(db, [n.id for n in nodes.values() if n.kind == "entity"])
    tags = edges.tag_names(db, [n.id for n in nodes.values() if n.kind == "tag"])
    chunks = read.chunks(db, [n.id for n in nodes.values() if n.kind == "chunk"])
    names = {}
    for at, node in nodes.items():
        if node.kind == "entity":
            names[at] = entities[node.id]
        elif node.kind == "tag":
            names[at] = "#" + tags[node.id]
        else:
            names[at] = chunks[node.id].title
    return names


def _by_field(
    row: read.ChunkRow, words: Sequence[str], weights: tuple[float, float, float], mass: float
) -> list[tuple[ReasonKind, str, float]]:
    """BM25's part, divided among the fields by their weights and the words that stand in each."""
    fields: tuple[tuple[ReasonKind, str], ...] = (
        ("title", row.title), ("heading", " ".join(row.heading_path)), ("bm25", row.text),
    )  # fmt: skip
    found = [(kind, matched(text, words, row.language)) for kind, text in fields]
    counted = [weight * len(there) for weight, (_, there) in zip(weights, found, strict=True)]
    total = sum(counted)
    if not total:  # an alias or the file's name
        return [("title", row.title, mass)]
    return [
        (kind, ", ".join(there), mass * count / total)
        for (kind, there), count in zip(found, counted, strict=True)
        if there
    ]


def matched(field: str, words: Sequence[str], language: str) -> list[str]:
    """Those of the words that stand in the text, in any inflection."""
    there = frozenset(terms(field, language).split())
    return [word for word in dict.fromkeys(words) if not there.isdisjoint(word_terms(word, language))]


def _shares(parts: list[tuple[ReasonKind, str, float]]) -> tuple[Reason, ...]:
    total = sum(mass for _, _, mass in parts)
    if total <= 0:
        return ()
    merged: dict[tuple[ReasonKind, str], float] = defaultdict(float)
    for kind, label, mass in parts:
        merged[kind, label] += mass / total
    kept = [(kind, label, share) for (kind, label), share in merged.items() if share >= _WORTH_SAYING]
    whole = sum(share for _, _, share in kept)
    ordered = sorted(kept, key=lambda part: (-part[2], part[0], part[1]))
    return tuple(Reason(kind, label, round(share / whole, 3)) for kind, label, share in ordered)
