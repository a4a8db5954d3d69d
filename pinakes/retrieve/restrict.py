"""Which notes, or which passages, do the conditions of a query allow? A tree becomes one piece of SQL.

What the index keeps is asked in SQL. What only the text tells is read once, as late as
possible: of conditions that must hold together the cheap ones come first, and the text is
looked at only where they hold.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from datetime import date

from pinakes.retrieve import dated, intext, values
from pinakes.retrieve.called import folder_holds, notes_called, tags_called
from pinakes.retrieve.intime import InTime
from pinakes.retrieve.judge import Glance, Reading, begun, doubtful, expression, glance, meets, needed, seen
from pinakes.retrieve.regexes import Regexes, found_by
from pinakes.retrieve.tree import All, Either, Field, Node, Not, Property, Regex, Term, positive
from pinakes.store import conditions, filtering
from pinakes.store.conditions import EVERYTHING, Clause, Matches, Unit
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.store.text import fold, words
from pinakes.vault.naming import CANVAS_EXTENSION

_SLOW = {"section": 3, "line": 2, "task": 2, "has": 1}
_JUDGED_ALONE = frozenset({"title", "alias", "heading", "section", "line", "task"})
"""Fields whose value is judged as a whole: all of `line:(a b)` stands in one line."""

_OF_A_TASK = 4
"""Words that tell a task apart from others in its passage."""
_STANDS_IN_TEXT = _JUDGED_ALONE | {"tag", "ent"}


class Restriction:
    """The conditions of one query over one state of the index."""

    def __init__(
        self,
        db: Connection,
        languages: Sequence[str],
        unit: Unit,
        now: date,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self.db = db
        self.languages = languages
        self.unit = unit
        self.now = now
        self._reading = InTime(db, cancelled)
        self.notes = self._reading.notes
        """What the user should know: nothing is tagged so, the time was up, …"""
        self._regexes = Regexes()
        self._known: dict[Node, dict[Clause, Matches]] = {}
        self._glances: dict[Node, Glance] = {}

    @property
    def stopped(self) -> bool:
        """True where not all texts could be read in time."""
        return self._reading.stopped

    # ── trees ────────────────────────────────────────────────────────────────────────────

    def clause(self, node: Node, within: Clause = EVERYTHING, *, denied: bool = False) -> Clause:
        """The condition as SQL. `within`: what holds besides; texts are read only there. `denied`: its opposite is
        wanted, so what could not be looked at counts as meeting it."""
        if isinstance(node, All):
            clauses: list[Clause] = []
            for inner in sorted(node.nodes, key=_cost):
                clauses.append(self.clause(inner, conditions.both([within, *clauses]), denied=denied))
            return conditions.both(clauses)
        if isinstance(node, Either):
            return conditions.either([self.clause(inner, within, denied=denied) for inner in node.nodes])
        if isinstance(node, Not):
            return conditions.negated(self.clause(node.node, within, denied=not denied))
        if isinstance(node, Field) and node.name not in _JUDGED_ALONE and isinstance(node.value, All | Either | Not):
            return self.clause(_spread(node, node.value), within, denied=denied)
        matches = self._matches(node, within)
        return conditions.may_hold(matches, self.unit) if denied else conditions.holds(matches, self.unit)

    def told(self, literal: Node) -> Clause:
        """A single condition as it was met, whatever stood beside it; nothing is read again."""
        if isinstance(literal, Not):
            return conditions.negated(self.told(literal.node))
        if literal in self._known:
            return conditions.holds(self._seen(literal), self.unit)
        return self.clause(literal)

    def _seen(self, leaf: Node) -> Matches:
        known = self._known.get(leaf)
        return conditions.any_of(list(known.values())) if known else self._matches(leaf, EVERYTHING)

    def literals(self, node: Node) -> Iterator[Node]:
        """The single conditions that a match may meet, for its reasons."""
        if isinstance(node, All | Either):
            for inner in node.nodes:
                yield from self.literals(inner)
        elif isinstance(node, Field) and node.name not in _JUDGED_ALONE and isinstance(node.value, All | Either | Not):
            yield from self.literals(_spread(node, node.value))
        else:
            yield node

    def places(self, node: Node) -> Iterator[Clause]:
        """Conditions on chunks that tell where a note meets the condition."""
        for leaf in self.literals(node):
            if isinstance(leaf, Not):
                continue
            matches = self._seen(leaf)
            if matches.of == "chunk":
                yield conditions.holds(matches, "chunk")
            elif matches.place is not None:
                yield matches.place
            if isinstance(leaf, Field) and leaf.value is not None and leaf.name in ("section", "heading"):
                terms = [term for term in positive(leaf.value) if isinstance(term, Term)]
                yield from (conditions.holds(self._term(term, EVERYTHING), "chunk") for term in terms)

    def lit(self, node: Node, text: str) -> Iterator[str]:
        """Words of a text by which it meets the condition, where they are not the query's own."""
        for leaf in positive(node):
            value = leaf.value if isinstance(leaf, Field | Property) else leaf
            if isinstance(leaf, Field) and leaf.name == "task" and value is None:
                task = next((task for task in intext.tasks(text) if leaf.choice in ("any", task.state)), None)
                yield from words(task.text)[:_OF_A_TASK] if task else ()
            for inner in positive(value) if value is not None else ():
                if isinstance(inner, Regex):
                    yield from found_by(self._regexes[inner.pattern], text)
                elif isinstance(inner, Term) and inner.kind == "prefix":
                    yield from begun(inner, text)
                elif isinstance(inner, Term) and isinstance(leaf, Field) and leaf.name in _STANDS_IN_TEXT:
                    yield from inner.words

    def _matches(self, node: Node, within: Clause) -> Matches:
        """What one condition means among what else holds; worked out once."""
        known = self._known.setdefault(node, {})
        if within not in known:
            known[within] = self._leaf(node, within)
        return known[within]

    def _leaf(self, node: Node, within: Clause) -> Matches:
        if isinstance(node, Term):
            return self._term(node, within)
        if isinstance(node, Regex):
            return self._regex(node, within)
        if isinstance(node, Property):
            return self._property(node)
        assert isinstance(node, Field)  # noqa: S101 — trees are taken apart above
        return getattr(self, "_" + node.name.replace("-", "_"))(node, within)  # type: ignore[no-any-return]

    # ── what stands in the text ──────────────────────────────────────────────────────────

    def _term(self, term: Term, within: Clause) -> Matches:
        sought = expression(term, self.languages)
        if not sought:
            return conditions.given("chunk", ())
        found = conditions.matching(sought)
        if extra := doubtful(term, self.languages):
            where = conditions.both([within, conditions.holds(conditions.matching(extra), "chunk")])
            rows = self._reading.texts(where)
            kept = [row.chunk_id for row in rows if self._meets(term, row.text, row.language)]
            found = conditions.any_of([found, self._reading.judged(kept)])
        return found

    def _regex(self, node: Regex, within: Clause) -> Matches:
        compiled = self._regexes[node.pattern]
        found = [chunk for chunk, text in self._reading.raw(within) if compiled.search(text) is not None]
        return self._reading.judged(found)

    def _line(self, node: Field, within: Clause) -> Matches:
        rows = self._reading.texts(conditions.both([within, *self._holding(node.value, "chunk")]))
        found = [
            row.chunk_id
            for row in rows
            if any(self._meets(node.value, line, row.language) for line in row.text.split("\n"))
        ]
        return self._reading.judged(found)

    def _section(self, node: Field, within: Clause) -> Matches:
        where = conditions.both([*([within] if self.unit == "note" else []), *self._apart(node.value)])
        starts: dict[int, list[int]] = {}
        for heading in filtering.headings(self.db, where):
            starts.setdefault(heading.note_id, []).append(heading.start)
        found: list[int] = []
        for section in intext.sections(self._reading.in_order(where), starts):
            if self._meets(node.value, "".join(row.text for row in section), section[0].language):
                found += [row.chunk_id for row in section]
        return self._reading.judged(found)

    def _task(self, node: Field, within: Clause) -> Matches:
        marked = Either(tuple(Term("word", word) for word in intext.TASK_WORDS))
        where = [filtering.like("%[_] %"), *self._holding(marked, "chunk")]
        where = [within, conditions.either(where), *self._holding(node.value, "chunk")]
        found = [
            row.chunk_id
            for row in self._reading.texts(conditions.both(where))
            if any(
                node.choice in ("any", task.state)
                and (node.value is None or self._meets(node.value, task.text, row.language))
                for task in intext.tasks(row.text)
            )
        ]
        return self._reading.judged(found)

    def _ent(self, node: Field, within: Clause) -> Matches:
        term = _one(node)
        key = entity_key(term.text)
        found = filtering.entities_with(self.db, key, prefix=term.kind == "prefix") if key else []
        self._hint(found, f"No name like `{term.text}` is known; `pinakes entities` lists them.")
        return conditions.mentioning(found)

    # ── what a note is ───────────────────────────────────────────────────────────────────

    def _title(self, node: Field, within: Clause) -> Matches:
        where = conditions.both([conditions.holds(m, "note") for m in self._candidates(node.value)])
        rows = filtering.titles(self.db, where)
        return conditions.given("note", [note for note, code, title in rows if self._meets(node.value, title, code)])

    def _alias(self, node: Field, within: Clause) -> Matches:
        rows = filtering.aliases(self.db)
        return conditions.given("note", [note for note, code, alias in rows if self._meets(node.value, alias, code)])

    def _heading(self, node: Field, within: Clause) -> Matches:
        pieces = (
            [group for group in glance(node.value, self.languages) if "".join(group).isascii()] if node.value else []
        )
        may_be = [*self._candidates(node.value), *map(filtering.headed, pieces)]
        where = conditions.both([conditions.holds(matches, "note") for matches in may_be])
        ranges = intext.below(filtering.headings(self.db, where), lambda h: self._meets(node.value, h.text, h.language))
        spans = filtering.spans(self.db, ranges)
        return conditions.given(
            "chunk",
            [
                chunk
                for note, below in ranges.items()
                for chunk, start, end in spans[note]
                if any(start < last and end > first for first, last in below)
            ],
        )

    def _path(self, node: Field, within: Clause) -> Matches:
        return self._by_path(node, lambda path: path)

    def _file(self, node: Field, within: Clause) -> Matches:
        return self._by_path(node, lambda path: path.rpartition("/")[2])

    def _folder(self, node: Field, within: Clause) -> Matches:
        term = _one(node)
        found = [
            note
            for note, path in filtering.paths(self.db)
            if folder_holds(term.text, path, unfinished=term.kind == "prefix")
        ]
        self._hint(found, f"There is no folder `{term.text}`; `path:` finds a part of a path.")
        return conditions.given("note", found)

    def _by_path(self, node: Field, part: Callable[[str], str]) -> Matches:
        value = node.value
        rows = filtering.paths(self.db)
        if isinstance(value, Regex):
            compiled = self._regexes[value.pattern]
            met = [n for n, path in rows if compiled.search(part(path).encode("utf-8", "replace")) is not None]
        else:
            sought = fold(_one(node).text)
            met = [note for note, path in rows if sought in fold(part(path))]
        return conditions.given("note", met)

    def _tag(self, node: Field, within: Clause) -> Matches:
        known = filtering.tags(self.db)
        if isinstance(node.value, Regex):
            compiled = self._regexes[node.value.pattern]
            return conditions.tagged(
                tag for tag, name in known if compiled.search(name.encode("utf-8", "replace")) is not None
            )
        term = _one(node)
        found = tags_called(known, term.text, unfinished=term.kind == "prefix")
        self._hint(found, f"Nothing is tagged `{term.text}`; `pinakes tags` lists what there is.")
        return conditions.tagged(found)

    def _lang(self, node: Field, within: Clause) -> Matches:
        return conditions.in_language(_one(node).text.casefold())

    def _links_to(self, node: Field, within: Clause) -> Matches:
        called = _one(node).text
        found, key = notes_called(self.db, called)
        self._hint(found, f"No note is called `{called}`.")
        return conditions.linking_to(found, key)

    def _linked_from(self, node: Field, within: Clause) -> Matches:
        called = _one(node).text
        found, _ = notes_called(self.db, called)
        self._hint(found, f"No note is called `{called}`.")
        return conditions.linked_from(found)

    def _has(self, node: Field, within: Clause) -> Matches:
        what = _one(node).text
        kept = conditions.holding(what)
        if kept is not None:
            return kept
        if what == "task":
            return conditions.notes_of(self._task(Field("task", None, "any"), within))
        like, told = intext.TOLD_BY_TEXT[what]
        where = conditions.both([within, conditions.either([filtering.like(pattern) for pattern in like])])
        found = [chunk for chunk, text in self._reading.bodies(where) if told(text)]
        return conditions.notes_of(self._reading.judged(found))

    def _is(self, node: Field, within: Clause) -> Matches:
        what = _one(node).text
        if what in ("orphan", "broken"):
            return conditions.orphans() if what == "orphan" else conditions.broken()
        told = dated.is_daily if what == "daily" else _is_canvas
        return conditions.given("note", [note for note, path in filtering.paths(self.db) if told(path)])

    def _day(self, node: Field, within: Clause) -> Matches:
        found = dated.allowed(self.db, node.name, _one(node).text, self.now)
        return found or conditions.given("note", ())

    _before = _after = _on = _changed = _created = _day

    def _property(self, node: Property) -> Matches:
        sought = fold(node.key)
        keys = [key for key in filtering.property_keys(self.db) if fold(key) == sought]
        self._hint(keys, f"No note has the property `{node.key}`; `pinakes properties` lists what there is.")
        rows = filtering.declared(self.db, keys)
        met = [note for note, _, value in rows if values.meets(node, value, self.now, self._regexes)]
        return conditions.given("note", met, Clause("ordinal = 0"))

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def _meets(self, value: Node | None, text: str, language: str) -> bool:
        if value is None:
            return False
        if value not in self._glances:
            self._glances[value] = glance(value, self.languages)
        return seen(self._glances[value], text) and meets(value, Reading(text, language), self._regexes)

    def _candidates(self, value: Node | None) -> list[Matches]:
        """Where the index says that the value may be met."""
        sought = needed(value, self.languages) if value is not None else ""
        return [conditions.matching(sought)] if sought else []

    def _holding(self, value: Node | None, unit: Unit) -> list[Clause]:
        return [conditions.holds(matches, unit) for matches in self._candidates(value)]

    def _apart(self, value: Node | None) -> list[Clause]:
        """As notes that hold all of the value, each part of it in a passage of its own."""
        parts = value.nodes if isinstance(value, All) else (value,)
        return [conditions.holds(matches, "note") for part in parts for matches in self._candidates(part)]

    def _hint(self, found: Collection[object], text: str) -> None:
        if not found and text not in self.notes:
            self.notes.append(text)


def _cost(node: Node) -> int:
    """How late to ask: what must read texts comes last."""
    if isinstance(node, All | Either):
        return max(map(_cost, node.nodes))
    if isinstance(node, Not):
        return _cost(node.node)
    if isinstance(node, Field):
        return _SLOW.get(node.name, 0)
    if isinstance(node, Regex):
        return 4
    return int(isinstance(node, Term) and node.kind == "prefix")


def _spread(field: Field, value: Node) -> Node:
    """`tag:(a OR b)` as `tag:a OR tag:b`."""
    if isinstance(value, All | Either):
        return type(value)(tuple(_spread(field, inner) for inner in value.nodes))
    if isinstance(value, Not):
        return Not(_spread(field, value.node))
    return field._replace(value=value)


def _one(node: Field) -> Term:
    assert isinstance(node.value, Term)  # noqa: S101 — the parser lets nothing else through, and `_spread` parts it
    return node.value


def _is_canvas(path: str) -> bool:
    return path.casefold().endswith(CANVAS_EXTENSION)
