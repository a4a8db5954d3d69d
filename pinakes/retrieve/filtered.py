"""What does a query with conditions find?

Words are ranked as ever, among the passages that meet the conditions. A query of conditions
alone lists what meets them, one hit a note, those changed last first. Its conditions are then
judged on each note as a whole, so that `-wire` lists the notes without that word; beside a
word, they are judged on its passage, apart from what is said of notes (`tag:`, `path:`, …).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from pinakes.model.search import Rung, SearchResult, Understood
from pinakes.retrieve import dates, listing, total
from pinakes.retrieve.judge import begun, needed
from pinakes.retrieve.language import Order, Parsed, parse
from pinakes.retrieve.query import Expressions, content_words, expressions, query
from pinakes.retrieve.rank import Request, languages, made_of_several, ranked, respelt
from pinakes.retrieve.restrict import Restriction
from pinakes.retrieve.seed import rung
from pinakes.retrieve.tree import All, Node, Term, is_plain, meaning, positive
from pinakes.store import conditions
from pinakes.store.db import Connection


def filtered(db: Connection, raw: str, request: Request, now: date | None = None) -> SearchResult:
    """The best passages for the words of a query that meet its conditions, or all notes that meet them."""
    now = now or dates.today()
    valid = raw.encode("utf-8", "replace").decode()  # half a character, as a terminal may give it, becomes a `?`
    parsed = parse(valid, typing=request.typing, now=now)
    nothing = SearchResult(raw, request.mode, None, (), partial=request.partial, understood=_understood(raw, parsed))
    if not parsed.parts and not parsed.order and not (request.typing and raw.strip()):
        return nothing._replace(notes=parsed.notes)
    found, notes = _Search(db, raw, request, parsed, now).run(nothing)
    return found._replace(notes=tuple(dict.fromkeys((*parsed.notes, *found.notes, *notes))))


class _Search:
    """One search: what was understood, and the state of the index that it is asked of."""

    def __init__(self, db: Connection, raw: str, request: Request, parsed: Parsed, now: date) -> None:
        self.db = db
        self.request = request
        self.parsed = parsed
        self.tree: Node = All(tuple(part.node for part in parsed.conditions))
        self.languages = languages(db)
        self.named = query(raw, _named(parsed))
        """All words that a passage may have, in the order of the query."""
        terms = [leaf for leaf in positive(self.tree) if isinstance(leaf, Term)]
        plain = query(raw, parsed.plain)
        self.meant = respelt(
            db, content_words(plain, self.languages), self.languages, request, open_end=parsed.open_end
        )
        self.asked = expressions(
            plain,
            self.languages,
            open_end=parsed.open_end,
            variants=self.meant.variants,
            also=[needed(term, self.languages) for term in (*terms, *parsed.preferred)],
            in_one=made_of_several(plain, self.languages, open_end=parsed.open_end),
        )
        unit: conditions.Unit = "chunk" if parsed.plain or terms else "note"
        self.restriction = Restriction(db, self.languages, unit, now, request.cancelled)

    def run(self, nothing: SearchResult) -> tuple[SearchResult, Sequence[str]]:
        """The result, and what the user should know."""
        clause = self.restriction.clause(self.tree)
        if self.request.cancelled():
            return nothing, ()
        by_order = self.parsed.order is not None and self.parsed.order.by != "relevance"
        by_words = not by_order and self.restriction.unit == "chunk"
        found = self._ranked(clause) if by_words else self._listed(clause, nothing)
        if not found.hits:
            found = found._replace(rung=None)
        if found.total and self.restriction.stopped:
            found = found._replace(total=found.total._replace(at_least=True))
        return found._replace(understood=nothing.understood), self.restriction.notes

    def _ranked(self, clause: conditions.Clause) -> SearchResult:
        within = None if clause == conditions.EVERYTHING else clause
        named, asked, meant = self.named, self.asked, self.meant
        found = ranked(self.db, named, asked, self.request, meant, within=within, begun=self._begun, lit=self._meant)
        missing = self.request.limit - len(found.hits)
        if not self.parsed.plain and missing > 0 and not self.request.cancelled():
            # Conditions alone decide what is found, so what has no word to be ranked by comes behind.
            known = {hit.chunk_id for hit in found.hits}
            others = listing.passages(self.restriction, self.tree, clause, known, missing + 1, self._lit)
            hits = (*found.hits, *others[:missing])
            found = found._replace(rung="all-terms", hits=hits, more=len(others) > missing)
        if self.parsed.plain:
            found = found._replace(total=total.of_words(self.db, self.asked, clause))
        else:
            found = found._replace(total=total.of_conditions(self.db, clause, "chunk"))
        turned = self.parsed.order is not None and self.parsed.order.turned
        return found._replace(hits=found.hits[::-1]) if turned else found

    def _listed(self, clause: conditions.Clause, nothing: SearchResult) -> SearchResult:
        reached: Rung = "all-terms"
        counted = None
        if self.parsed.plain:
            counted = total.of_words(self.db, self.asked, clause)
            reached = rung(self.db, self.asked, clause)
            strictest = _expression(self.asked, reached)
            words = conditions.holds(conditions.matching(strictest), "chunk") if strictest else conditions.NOTHING
            clause = conditions.both([clause, words])
        order = self.parsed.order or Order("changed", turned=False)
        plain = self.parsed.plain
        hits = listing.notes(self.restriction, self.tree, clause, order, self.request.limit, self._lit, plain)
        counted = counted or total.of_conditions(self.db, clause, self.restriction.unit)
        return nothing._replace(rung=reached, hits=hits, total=counted, more=counted.notes > len(hits))

    def _lit(self, text: str) -> tuple[str, ...]:
        """Words of a text that the query means."""
        return (*content_words(self.named, self.languages), *self._meant(text))

    def _begun(self, text: str) -> list[str]:
        """Words of a text that begin as one of the query does."""
        leaves = [leaf for leaf in positive(self.tree) if isinstance(leaf, Term) and leaf.kind == "prefix"]
        return [word for leaf in leaves for word in begun(leaf, text)]

    def _meant(self, text: str) -> tuple[str, ...]:
        """Those of them that are no words of the query itself."""
        return tuple(self.restriction.lit(self.tree, text))


def _expression(asked: Expressions, reached: Rung) -> str:
    return {"all-terms": asked.all_terms, "content-terms": asked.content_terms}.get(reached, asked.any_term)


def _named(parsed: Parsed) -> Iterator[str]:
    """The words of the query that a passage may have, wherever they stand in it."""
    for part in parsed.parts:
        for leaf in positive(part.node):
            if isinstance(leaf, Term) and (leaf.kind != "prefix" or is_plain(part.node)):
                yield from leaf.words


def _understood(raw: str, parsed: Parsed) -> tuple[Understood, ...]:
    """The conditions with where they stand, in the order of the query."""
    found = [Understood(start, end, raw[start:end], meaning(node)) for node, start, end in parsed.conditions]
    if parsed.order:
        found.append(_sorted(raw, parsed.order))
    return tuple(sorted(found))


def _sorted(raw: str, order: Order) -> Understood:
    directions = {"relevance": "best first", "title": "A to Z", "path": "A to Z"}.get(order.by, "newest first")
    turned = {"best first": "worst first", "A to Z": "Z to A"}.get(directions, "oldest first")
    said = f"sorted by {order.by}, {turned if order.turned else directions}"
    return Understood(order.start, order.end, raw[order.start : order.end], said)
