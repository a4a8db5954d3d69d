"""Which chunks answer best? Seeds → reset vector → walk → hits, each with its reasons.

The reset vector is a hybrid (HippoRAG 2, arXiv 2502.14802; LinearRAG, arXiv 2510.10114): a
part of its mass lies on the entities that the question names, a part on the notes it calls
by title, the rest on the chunks that BM25 likes. One personalised PageRank over the graph
around them ranks all chunks, those too that share no word with the question.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from pinakes.graph.neighbourhood import Node, Subgraph, around
from pinakes.graph.ppr import personalised_pagerank
from pinakes.model.search import Hit, Mode, Reason, SearchResult, Total
from pinakes.retrieve import explain, recent, seed, total
from pinakes.retrieve.query import Expressions, InOne, Query, asked_in, content_words, expressions, has_signs, parse
from pinakes.retrieve.seed import Seeds
from pinakes.retrieve.snippet import snippet
from pinakes.retrieve.spelled import Remembered, Spelled, spelled
from pinakes.retrieve.tuning import Tuning
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.vault.place import line_number

if TYPE_CHECKING:
    from pinakes.retrieve.fused import Nearest
    from pinakes.store.conditions import Clause


_A_NOTE = 2
"""Passages of one note among the best: a third one says less than another note."""

Reset = dict[Node, dict[str, float]]
"""Node → mass by channel (`bm25`, `meaning`, `title`, `entity`); all of it sums to 1."""


_AS_TYPED = Spelled()


def _never() -> bool:
    return False


class Request(NamedTuple):
    """What is asked of a search besides its query."""

    limit: int
    graph: bool = True
    """Let the walk follow links, tags and names."""
    partial: bool = False
    """Names are still being recognised."""
    mode: Mode = "auto"
    typing: bool = False
    """The query's last word may go on."""
    exact: bool = False
    """Words are looked for as they are typed, whether any note has them or not."""
    tuning: Tuning = Tuning()
    cancelled: Callable[[], bool] = _never
    remembered: Remembered | None = None
    """What was found out about misspelt words; a warm process keeps it."""
    nearest: Nearest | None = None
    """Asks which passages mean what the query means; None where no encoder has read them."""


def search(
    db: Connection,
    raw: str,
    *,
    limit: int,
    graph: bool = True,
    partial: bool = False,
    mode: Mode = "auto",
    typing: bool = False,
    exact: bool = False,
    tuning: Tuning | None = None,
    cancelled: Callable[[], bool] = _never,
    remembered: Remembered | None = None,
    nearest: Nearest | None = None,
) -> SearchResult:
    """The best chunks for a query, and why. While words are typed they are not counted: that is `counted`'s.

    Returns an empty result for a query without words, or a vault without any of them.
    """
    request = Request(limit, graph, partial, mode, typing, exact, tuning or Tuning(), cancelled, remembered, nearest)
    question = asked_in(raw)
    if has_signs(question):
        from pinakes.retrieve.filtered import filtered

        return filtered(db, question, request)._replace(query=raw)
    query, asked, meant = _asked(db, question, request)
    found = ranked(db, query, asked, request, meant)._replace(query=raw)
    return found if typing else found._replace(total=total.of_words(db, asked))


def counted(
    db: Connection, raw: str, *, exact: bool = False, typing: bool = False, remembered: Remembered | None = None
) -> Total | None:
    """How many notes have the words of a query; None for one with conditions, whose search counts them itself."""
    question = asked_in(raw)
    if has_signs(question):
        return None
    request = Request(0, typing=typing, exact=exact, remembered=remembered)
    return total.of_words(db, _asked(db, question, request)[1])


def _asked(db: Connection, question: str, request: Request) -> tuple[Query, Expressions, Spelled]:
    """A query of words alone, how it is asked for, and what its words are taken for."""
    query = parse(question)
    spoken = languages(db)
    open_end = request.typing and not question[-1:].isspace()
    meant = respelt(db, content_words(query, spoken), spoken, request, open_end=open_end)
    in_one = made_of_several(query, spoken, open_end=open_end)
    return query, expressions(query, spoken, open_end=open_end, in_one=in_one, variants=meant.variants), meant


def made_of_several(query: Query, spoken: Sequence[str], *, open_end: bool) -> tuple[InOne, ...]:
    """What is one thing though it is made of several words; few queries hold such."""
    if not query.may_be_one:
        return ()
    from pinakes.retrieve import inone

    return inone.sought(query, spoken, open_end=open_end)


def respelt(
    db: Connection, words: Sequence[str], spoken: Sequence[str], request: Request, *, open_end: bool
) -> Spelled:
    """What the words may mean that no note has; not asked of a word that is still being typed."""
    if request.exact:
        return Spelled()
    return spelled(db, words[:-1] if open_end else words, spoken, request.cancelled, request.remembered)


def ranked(
    db: Connection,
    query: Query,
    asked: Expressions,
    request: Request,
    meant: Spelled = _AS_TYPED,
    *,
    within: Clause | None = None,
    begun: Callable[[str], Sequence[str]] | None = None,
    lit: Callable[[str], Sequence[str]] | None = None,
) -> SearchResult:
    """The best chunks for the words of a query.

    `meant`: other spellings of its words. `within`: what each of them must meet, however it
    was found. `begun`: words of a text whose beginning is asked for. `lit`: those by which it
    meets a condition.
    """
    tuning = request.tuning.for_lookup() if request.mode == "lookup" else request.tuning
    nothing = SearchResult(query.raw, request.mode, None, (), partial=request.partial)
    nearest = None if request.exact else request.nearest
    open_end = request.typing and not query.raw[-1:].isspace()
    seeds = seed.find(db, query, asked, tuning, within, nearest, open_end=open_end, mode=request.mode)
    if not seeds or request.cancelled():
        return nothing
    walked = _walk(db, seeds, tuning, graph=request.graph and request.mode != "lookup")
    if request.cancelled():
        return nothing
    if tuning.newest > 0 and recent.asked_for(query.raw):
        walked = walked._replace(scores=recent.raised(db, walked.scores, tuning.newest))
    rows = read.chunks(db, _allowed(db, walked.ranked(), within, request.limit * 4))
    best = _spread(list(rows.values()), walked, request.limit)
    words = meant.lit(content_words(query, asked.languages))
    whole = {chunk: begun(rows[chunk].text) if begun else () for chunk in best}
    named = tuple(dict.fromkeys((*words, *(word for chunk in best for word in whole[chunk]))))
    reasons = explain.reasons(db, walked, seeds, best, named, tuning.fields)
    shown = {chunk: (*words, *whole[chunk], *(lit(rows[chunk].text) if lit else ())) for chunk in best}
    hits = tuple(hit(rows[chunk], walked.scores[chunk], reasons[chunk], shown[chunk]) for chunk in best)
    reached = meant.rung if meant.rung and seeds.lexical else seeds.rung
    more = len(rows) > len(best)
    return nothing._replace(rung=reached, hits=hits, corrected=meant.corrected, notes=meant.notes, more=more)


def languages(db: Connection) -> tuple[str, ...]:
    """Those a query may be in: the vault's, and English."""
    return tuple(dict.fromkeys((*read.languages(db)[:4], "en")))


def reset_vector(seeds: Seeds, tuning: Tuning) -> Reset:
    """The seeds as a distribution over nodes, kept apart by channel so that it can be explained."""
    reset: Reset = defaultdict(lambda: defaultdict(float))
    entity_mass = tuning.entity_mass * seeds.told if seeds.entities else 0.0
    covered = max((share for share, _ in seeds.titles.values()), default=0.0)
    title_mass = tuning.title_mass * math.sqrt(covered)
    lexical_mass = 1.0 - entity_mass - title_mass
    if not seeds.lexical:
        scale = entity_mass + title_mass
        entity_mass, title_mass, lexical_mass = entity_mass / scale, title_mass / scale, 0.0
    weights = sum(weight for weight, _ in seeds.entities.values())
    for entity, (weight, _) in seeds.entities.items():
        reset[Node("entity", entity)]["entity"] += entity_mass * weight / weights
    shares = sum(math.sqrt(share) for share, _ in seeds.titles.values())
    for chunk, (share, _) in seeds.titles.items():
        reset[Node("chunk", chunk)]["title"] += title_mass * math.sqrt(share) / shares
    _add_lexical(reset, seeds, lexical_mass, tuning.sharpness)
    return reset


def _add_lexical(reset: Reset, seeds: Seeds, mass: float, sharpness: float) -> None:
    """Scores relative to the best, sharpened; each shared out among words and meaning."""
    if not seeds.lexical:
        return
    top = seeds.lexical[0][1]
    powered = [(chunk, (score / top) ** sharpness if top > 0 else 1.0) for chunk, score in seeds.lexical]
    whole = sum(value for _, value in powered)
    for chunk, value in powered:
        part, node = seeds.meant.get(chunk, 0.0), reset[Node("chunk", chunk)]
        if part < 1.0:
            node["bm25"] += mass * value / whole * (1.0 - part)
        if part > 0.0:
            node["meaning"] += mass * value / whole * part


class Walked(NamedTuple):
    """The graph that was walked, and where the walk spent its time."""

    graph: Subgraph
    mass: list[float]
    """By index into the graph's nodes."""
    reset: Reset
    damping: float
    scores: dict[int, float]
    """Chunk → mass."""
    gate: list[float]
    """The part of what flows to a node that gets in, by index."""

    def ranked(self) -> list[int]:
        """Chunks by falling mass; ties go by id."""
        return sorted(self.scores, key=lambda chunk: (-self.scores[chunk], chunk))


def _allowed(db: Connection, chunks: list[int], within: Clause | None, most: int) -> list[int]:
    """The first of the chunks that meet the conditions."""
    if within is not None:
        from pinakes.store import filtering

        met = filtering.allowed(db, chunks, within)
        chunks = [chunk for chunk in chunks if chunk in met]
    return chunks[:most]


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


def _walk(db: Connection, seeds: Seeds, tuning: Tuning, *, graph: bool) -> Walked:
    reset = reset_vector(seeds, tuning)
    nodes = sorted(reset, key=lambda node: -sum(reset[node].values()))
    subgraph = around(db, nodes, weights=tuning.weights, bounds=tuning.bounds) if graph else _bare(nodes)
    vector = [sum(reset[node].values()) if node in reset else 0.0 for node in subgraph.nodes]
    whole = sum(vector)
    vector = [value / whole for value in vector]
    gate = [_part_let_in(node, seeds, tuning) for node in subgraph.nodes]
    for _, at in subgraph.pointed:
        gate[at] = 1.0  # it is about the question by what leads to it, not by the question's words
    mass = personalised_pagerank(
        subgraph.targets, subgraph.weights, vector, gate=gate, damping=tuning.damping, tolerance=tuning.tolerance
    )
    scores = {node.id: m for node, m in zip(subgraph.nodes, mass, strict=True) if node.kind == "chunk" and m > 0}
    return Walked(subgraph, mass, reset, tuning.damping, scores, gate)


def _part_let_in(node: Node, seeds: Seeds, tuning: Tuning) -> float:
    """A chunk about something else holds the walk up, though an entity that it shares led there."""
    if node.kind != "chunk":
        return 1.0
    floor = tuning.gate_floor
    return math.pow((floor + seeds.relevance.get(node.id, 0.0)) / (1.0 + floor), tuning.gate)


def _bare(nodes: list[Node]) -> Subgraph:
    """The seeds without any edge: the walk stays where it began."""
    subgraph = Subgraph()
    for node in nodes:
        subgraph.add(node)
    return subgraph


def hit(row: read.ChunkRow, score: float, reasons: tuple[Reason, ...], words: Sequence[str]) -> Hit:
    """A chunk as a hit."""
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
