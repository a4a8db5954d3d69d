"""Which hit stands for a note that meets the conditions of a query, and in which order do they come?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import UTC, date, datetime

from pinakes.model.search import Hit, Reason, ReasonKind
from pinakes.retrieve.dated import declared_days
from pinakes.retrieve.explain import matched
from pinakes.retrieve.language import Order
from pinakes.retrieve.rank import hit
from pinakes.retrieve.restrict import Restriction
from pinakes.retrieve.tree import Node, Not, written
from pinakes.store import conditions, filtering, read
from pinakes.store.conditions import Clause
from pinakes.store.db import Connection
from pinakes.store.filtering import Listed
from pinakes.store.read import ChunkRow
from pinakes.store.text import fold

Lit = Callable[[str], Sequence[str]]

_MOST_REASONS = 8


def notes(
    restriction: Restriction,
    tree: Node,
    clause: Clause,
    order: Order,
    limit: int,
    lit: Lit,
    plain: Sequence[str] = (),
) -> tuple[Hit, ...]:
    """The first notes in this order, each by the passage that meets most of the conditions.

    `plain`: words of the query that are no condition, and a reason all the same.
    """
    db = restriction.db
    by_time = order.by in ("changed", "relevance") and not order.turned
    found = filtering.listed(db, clause, restriction.unit, limit if by_time else None)
    chosen = found if by_time else _sorted(db, found, order)[:limit]
    within = clause if restriction.unit == "chunk" else conditions.EVERYTHING
    shown = filtering.places(db, [note.note_id for note in chosen], within, list(restriction.places(tree)))
    return _hits(restriction, tree, [shown[note.note_id][0] for note in chosen if note.note_id in shown], lit, plain)


def passages(
    restriction: Restriction, tree: Node, clause: Clause, known: Collection[int], limit: int, lit: Lit
) -> tuple[Hit, ...]:
    """Passages that meet the conditions and are not known yet: of each note the best, then the others."""
    db = restriction.db
    found = filtering.listed(db, clause, "chunk", limit + len(known))
    shown = filtering.places(db, [note.note_id for note in found], clause, list(restriction.places(tree)))
    left = [[chunk for chunk in shown.get(note.note_id, ()) if chunk not in known] for note in found]
    first = [chunks[0] for chunks in left if chunks]
    later = [chunk for chunks in left for chunk in chunks[1:]]
    return _hits(restriction, tree, (first + later)[:limit], lit)


def _sorted(db: Connection, found: Sequence[Listed], order: Order) -> list[Listed]:
    if order.by == "created":
        days = declared_days(db, created=True)
        ordered = sorted(found, key=lambda note: (_age(days.get(note.note_id) or _changed(note)), note.path))
    elif order.by == "title":
        ordered = sorted(found, key=lambda note: (fold(note.title[:500]), note.path))
    elif order.by == "path":
        ordered = sorted(found, key=lambda note: note.path)
    else:
        ordered = list(found)
    return ordered[::-1] if order.turned else ordered


def _changed(note: Listed) -> date:
    return datetime.fromtimestamp(note.mtime_ns / 1e9, UTC).astimezone().date()


def _age(day: date) -> int:
    return -day.toordinal()


def _hits(
    restriction: Restriction, tree: Node, chunks: Sequence[int], lit: Lit, plain: Sequence[str] = ()
) -> tuple[Hit, ...]:
    rows = read.chunks(restriction.db, chunks)
    met = _met(restriction, tree, [rows[chunk] for chunk in chunks])
    return tuple(
        hit(rows[chunk], 1.0, _reasons(rows[chunk], met[chunk], plain), tuple(lit(rows[chunk].text)))
        for chunk in chunks
    )


def _met(restriction: Restriction, tree: Node, rows: Sequence[ChunkRow]) -> dict[int, list[Node]]:
    """Chunk → the single conditions that it, or its note, meets."""
    literals = list(dict.fromkeys(restriction.literals(tree)))
    clauses = [restriction.told(literal) for literal in literals]
    of_note = restriction.unit == "note"
    held = filtering.which(
        restriction.db, restriction.unit, [row.note_id if of_note else row.chunk_id for row in rows], clauses
    )
    return {
        row.chunk_id: [
            literal
            for literal, holds in zip(literals, held.get(row.note_id if of_note else row.chunk_id, ()), strict=False)
            if holds
        ]
        for row in rows
    }


def _reasons(row: ChunkRow, met: Sequence[Node], plain: Sequence[str]) -> tuple[Reason, ...]:
    """In equal parts; what it must not have is told only where there is nothing else."""
    field = " ".join((row.title, *row.heading_path, row.text))
    words = ", ".join(matched(field, plain, row.language))
    told: list[tuple[ReasonKind, str]] = [("bm25", words)] if words else []
    told += [("filter", written(node)) for node in met if not isinstance(node, Not)]
    told = told or [("filter", written(node)) for node in met] or [("filter", "every note")]
    told = told[:_MOST_REASONS]
    return tuple(Reason(kind, label, round(1 / len(told), 3)) for kind, label in told)
