"""Which chunks answer best? Seeds → reset vector → walk → hits, each with its reasons.

The reset vector is a hybrid (HippoRAG 2, arXiv 2502.14802; LinearRAG, arXiv 2510.10114): a
part of its mass lies on the entities that the question names, a part on the notes it calls
by title, the rest on the chunks that BM25 likes. One personalised PageRank over the graph
around them ranks all chunks, those too that share no word with the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pinakes.graph.neighbourhood import Bounds, Node, Subgraph, Weights, around
from pinakes.graph.ppr import personalised_pagerank
from pinakes.model.search import Hit, Mode, Reason, SearchResult
from pinakes.retrieve import explain, seed
from pinakes.retrieve.query import Expressions, content_words, expressions, parse
from pinakes.retrieve.seed import Seeds
from pinakes.retrieve.snippet import snippet
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.vault.place import line_number


class Tuning(NamedTuple):
    """The constants of the ranking; chosen on questions apart from those it is judged by."""

    damping: float = 0.5
    entity_mass: float = 0.25
    """Part of the reset vector on named entities, when there are any."""
    title_mass: float = 0.25
    """Part on notes named in the question, times the share of the question that the name covers."""
    sharpness: float = 2.0
    """Power of the normalised BM25 scores: how much the best ones stand out."""
    fields: tuple[float, float, float] = (2.0, 1.5, 1.0)
    """BM25 weights of title, heading path and text."""
    weights: Weights = Weights()
    bounds: Bounds = Bounds()
    tolerance: float = 1e-4
    """Of the walk: enough for the order of the first ten."""


_LOOK = 12
"""Times the hits that are shown: so many are looked at, for a note takes only so many places."""
_A_NOTE = 2
"""Passages of one note among the best: a third one says less than another note."""

Reset = dict[Node, dict[str, float]]
"""Node → mass by channel (`bm25`, `title`, `entity`); all of it sums to 1."""


def search(
    db: Connection,
    raw: str,
    *,
    limit: int,
    graph: bool = True,
    partial: bool = False,
    mode: Mode = "auto",
    typing: bool = False,
    tuning: Tuning | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> SearchResult:
    """The best chunks for a query, and why.

    Returns an empty result for a query without words, or a vault without any of them.
    """
    query = parse(raw)
    languages = _languages(db)
    asked = expressions(query, languages, open_end=typing)
    tuning = tuning or Tuning()
    seeds = seed.find(db, query, asked, fields=tuning.fields)
    if not seeds or cancelled():
        return SearchResult(raw, mode, None, (), partial=partial)
    reset = reset_vector(seeds, tuning)
    walked = _walk(db, reset, tuning, graph=graph)
    if cancelled():
        return SearchResult(raw, mode, None, (), partial=partial)
    rows = read.chunks(db, _allowed(db, walked.ranked()[: limit * _LOOK], asked)[: limit * 4])
    best = _spread(list(rows.values()), walked, limit)
    words = content_words(query, languages)
    reasons = explain.reasons(db, walked, seeds, best, words, tuning.fields)
    hits = tuple(_hit(rows[chunk], walked.scores[chunk], reasons[chunk], words) for chunk in best)
    return SearchResult(raw, mode, seeds.rung, hits, partial=partial)


def _languages(db: Connection) -> tuple[str, ...]:
    """Those a query may be in: the vault's, and English."""
    return tuple(dict.fromkeys((*read.languages(db)[:4], "en")))


def reset_vector(seeds: Seeds, tuning: Tuning) -> Reset:
    """The seeds as a distribution over nodes, kept apart by channel so that it can be explained."""
    reset: Reset = defaultdict(lambda: defaultdict(float))
    entity_mass = tuning.entity_mass if seeds.entities else 0.0
    covered = max((share for share, _ in seeds.titles.values()), default=0.0)
    title_mass = tuning.title_mass * covered
    lexical_mass = 1.0 - entity_mass - title_mass
    if not seeds.lexical:
        scale = entity_mass + title_mass
        entity_mass, title_mass, lexical_mass = entity_mass / scale, title_mass / scale, 0.0
    weights = sum(weight for weight, _ in seeds.entities.values())
    for entity, (weight, _) in seeds.entities.items():
        reset[Node("entity", entity)]["entity"] += entity_mass * weight / weights
    shares = sum(share for share, _ in seeds.titles.values())
    for chunk, (share, _) in seeds.titles.items():
        reset[Node("chunk", chunk)]["title"] += title_mass * share / shares
    _add_lexical(reset, seeds, lexical_mass, tuning.sharpness)
    return reset


def _add_lexical(reset: Reset, seeds: Seeds, mass: float, sharpness: float) -> None:
    """BM25 relative to the best, sharpened."""
    if not seeds.lexical:
        return
    top = seeds.lexical[0][1]
    powered = [(chunk, (score / top) ** sharpness if top > 0 else 1.0) for chunk, score in seeds.lexical]
    whole = sum(value for _, value in powered)
    for chunk, value in powered:
        reset[Node("chunk", chunk)]["bm25"] += mass * value / whole


class Walked(NamedTuple):
    """The graph that was walked, and where the walk spent its time."""

    graph: Subgraph
    mass: list[float]
    """By index into the graph's nodes."""
    reset: Reset
    damping: float
    scores: dict[int, float]
    """Chunk → mass."""

    def ranked(self) -> list[int]:
        """Chunks by falling mass; ties go by id."""
        return sorted(self.scores, key=lambda chunk: (-self.scores[chunk], chunk))


def _allowed(db: Connection, chunks: list[int], asked: Expressions) -> list[int]:
    """Phrases must stand in a hit and excluded words must not, however it was found."""
    if asked.required:
        matching = read.matching(db, asked.required, chunks)
        chunks = [chunk for chunk in chunks if chunk in matching]
    if asked.forbidden:
        matching = read.matching(db, asked.forbidden, chunks)
        chunks = [chunk for chunk in chunks if chunk not in matching]
    return chunks


def _spread(rows: Sequence[read.ChunkRow], walked: Walked, limit: int) -> list[int]:
    """The best chunks, of each note at most `_A_NOTE` before all other notes have had their turn."""
    ordered = sorted(rows, key=lambda row: (-walked.scores[row.chunk_id], row.chunk_id))
    seen: dict[int, int] = defaultdict(int)
    first: list[int] = []
    later: list[int] = []
    for row in ordered:
        (first if seen[row.note_id] < _A_NOTE else later).append(row.chunk_id)
        seen[row.note_id] += 1
    return (first + later)[:limit]


def _walk(db: Connection, reset: Reset, tuning: Tuning, *, graph: bool) -> Walked:
    nodes = sorted(reset, key=lambda node: -sum(reset[node].values()))
    subgraph = around(db, nodes, weights=tuning.weights, bounds=tuning.bounds) if graph else _bare(nodes)
    vector = [sum(reset[node].values()) if node in reset else 0.0 for node in subgraph.nodes]
    whole = sum(vector)
    vector = [value / whole for value in vector]
    mass = personalised_pagerank(subgraph.out, vector, damping=tuning.damping, tolerance=tuning.tolerance)
    scores = {node.id: m for node, m in zip(subgraph.nodes, mass, strict=True) if node.kind == "chunk" and m > 0}
    return Walked(subgraph, mass, reset, tuning.damping, scores)


def _bare(nodes: list[Node]) -> Subgraph:
    """The seeds without any edge: the walk stays where it began."""
    subgraph = Subgraph()
    for node in nodes:
        subgraph.add(node)
    return subgraph


def _hit(row: read.ChunkRow, score: float, reasons: tuple[Reason, ...], words: tuple[str, ...]) -> Hit:
    shown = snippet(row.text, words, row.language)
    return Hit(
        path=row.path,
        title=row.title,
        heading=row.heading_path,
        line=row.line,
        end_line=row.end_line,
        snippet=shown.text,
        highlights=shown.highlights,
        score=round(score, 6),
        reasons=reasons,
        chunk_id=row.chunk_id,
        start=row.start,
        text=row.text,
        snippet_line=line_number(row.text, shown.start, row.line),
    )
