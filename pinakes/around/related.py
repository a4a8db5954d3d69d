"""Which notes lie near this one in the graph? A walk from its passages, and where it spends its time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pinakes.graph.neighbourhood import Bounds, Node, around
from pinakes.graph.ppr import personalised_pagerank
from pinakes.model.search import Reason, ReasonKind
from pinakes.retrieve import explain
from pinakes.retrieve.rank import Walked
from pinakes.retrieve.seed import Seeds
from pinakes.retrieve.snippet import snippet
from pinakes.retrieve.tuning import Tuning
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.vault.place import line_number

_BOUNDS = Bounds(nodes=1_200, seeds=200)
_ASKED_NOTHING = Seeds(lexical=(), titles={}, entities={}, rung=None)
_DAMPING = 0.5
"""No question holds this walk to one subject, so it turns back sooner."""
_INSIDE = ("sibling", "heading")
"""What holds the passages of one note together says nothing of why the note is near."""
_EXPLAINED = 5
"""Passages of a note whose reasons count: its nearest."""


class RelatedNote(NamedTuple):
    """A note that lies near another in the graph."""

    path: str
    title: str
    heading: tuple[str, ...]
    line: int
    """Of the passage that is nearest."""
    snippet: str
    score: float
    """The part of the walk that is spent in the note."""
    reasons: tuple[Reason, ...]


def near(db: Connection, note: int, limit: int) -> tuple[RelatedNote, ...]:
    """The notes in which a walk from the note's own passages spends most of its time, the nearest first."""
    walked = _walk(db, note)
    owner = read.notes_of(db, walked.scores)
    passages: dict[int, list[int]] = defaultdict(list)
    for chunk in walked.ranked():
        if owner[chunk] != note:
            passages[owner[chunk]].append(chunk)
    mass = {other: sum(walked.scores[chunk] for chunk in chunks) for other, chunks in passages.items()}
    best = sorted(mass, key=lambda other: (-mass[other], other))[:limit]
    rows = read.chunks(db, [passages[other][0] for other in best])
    why = _reasons(db, walked, {other: passages[other][:_EXPLAINED] for other in best})
    return tuple(_note(rows[passages[other][0]], mass[other], why[other]) for other in best)


def _walk(db: Connection, note: int) -> Walked:
    """From each of the note's passages alike."""
    tuning = Tuning()
    own = [Node("chunk", row.chunk_id) for row in read.note_chunks(db, note)]
    share = 1.0 / len(own)
    graph = around(db, own, weights=tuning.weights, bounds=_BOUNDS)
    vector = [share] * len(own) + [0.0] * (len(graph.nodes) - len(own))
    mass = personalised_pagerank(graph.targets, graph.weights, vector, damping=_DAMPING, tolerance=tuning.tolerance)
    scores = {node.id: m for node, m in zip(graph.nodes, mass, strict=True) if node.kind == "chunk" and m > 0}
    return Walked(graph, mass, {node: {"bm25": share} for node in own}, _DAMPING, scores, [1.0] * len(mass))


def _reasons(db: Connection, walked: Walked, passages: Mapping[int, Sequence[int]]) -> dict[int, tuple[Reason, ...]]:
    """Note → why the walk came to it: the reasons of its passages, each by the time spent there."""
    chunks = [chunk for group in passages.values() for chunk in group]
    of_chunk = explain.reasons(db, walked, _ASKED_NOTHING, chunks, (), Tuning().fields)
    return {note: _merged([(walked.scores[c], of_chunk[c]) for c in group]) for note, group in passages.items()}


def _merged(parts: Sequence[tuple[float, tuple[Reason, ...]]]) -> tuple[Reason, ...]:
    weighed = [(score * reason.share, reason) for score, reasons in parts for reason in reasons]
    from_elsewhere = [part for part in weighed if part[1].kind not in _INSIDE] or weighed
    whole = sum(weight for weight, _ in from_elsewhere)
    shares: dict[tuple[ReasonKind, str], float] = defaultdict(float)
    for weight, reason in from_elsewhere:
        shares[reason.kind, reason.label] += weight / whole
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Reason(kind, label, round(share, 3)) for (kind, label), share in ordered)


def _note(row: read.ChunkRow, mass: float, reasons: tuple[Reason, ...]) -> RelatedNote:
    shown = snippet(row.text, (), row.language)
    return RelatedNote(
        path=row.path,
        title=row.title,
        heading=row.heading_path,
        line=line_number(row.text, shown.start, row.line),
        snippet=shown.text,
        score=round(mass, 6),
        reasons=reasons,
    )
