"""What joins notes to notes? Names, tags and links around a few of them, each as strong as it is telling.

A step's strength lies between 0 and 1 and falls with how common its name or tag is. Notes are
gathered a step at a time, the strongest ways first, so that what is read has a bound whatever
the size of the vault.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from heapq import nlargest
from typing import NamedTuple

from pinakes.graph.neighbourhood import Node
from pinakes.model.bridge import EdgeKind, Evidence
from pinakes.store import bridging
from pinakes.store.db import Connection

_LINK = 0.9
_TAG = 0.5
_MENTION = 0.9
_FEW_LINKS = 3
"""A note with many more links than this is an index: it joins everything and says little."""
_COMMON = 200
"""A name or tag in more notes than this joins everything to everything; so does one in a quarter of a small vault's."""
_A_NOTE = 10
"""Passages of a note that may mention a name, on the average of all its notes; one with more is common."""
_BEAM = 120
"""Notes from which ways are followed further, and names and tags a note step goes through: those best reached."""
_THROUGH = 400


class Step(NamedTuple):
    """An edge: how strong it is, and what shows it."""

    strength: float
    kind: EdgeKind
    entity: int | None = None
    """Of a note that mentions another by name: that name."""


class Allowed(NamedTuple):
    """What chains may be made of."""

    kinds: frozenset[EdgeKind] = frozenset({"mention", "link", "tag"})
    common: int = _COMMON
    """Names and tags of more notes join nothing."""
    without: frozenset[Node] = frozenset()
    """Neither end nor stop of any."""


@dataclass(slots=True)
class Joined:
    """Notes, entities and tags, with the strength of each edge."""

    db: Connection
    allowed: Allowed = field(default_factory=Allowed)
    nodes: list[Node] = field(default_factory=list)
    index: dict[Node, int] = field(default_factory=dict)
    edges: dict[tuple[int, int], Step] = field(default_factory=dict)
    shown: dict[tuple[int, int], Evidence] = field(default_factory=dict)
    """What shows an edge, once it was asked for."""
    _total: int = 0
    _most: int = 0
    _spreads: dict[int, float] = field(default_factory=dict)
    _met: set[Node] = field(default_factory=set)
    """Entities and tags all of whose notes are known."""

    def __post_init__(self) -> None:
        self._total = max(1, bridging.note_count(self.db))
        self._most = min(self.allowed.common, max(10, self._total // 4))

    def add(self, node: Node) -> int:
        at = self.index.setdefault(node, len(self.nodes))
        if at == len(self.nodes):
            self.nodes.append(node)
        return at

    def join(self, a: Node, b: Node, step: Step) -> None:
        if a in self.allowed.without or b in self.allowed.without:
            return
        i, j = self.add(a), self.add(b)
        pair = (i, j) if i < j else (j, i)
        if i == j:
            return
        known = self.edges.get(pair, step)
        stronger = step if step.strength > known.strength else known
        # What links to a note most often says its name too, and is a link to a reader.
        linked = "link" in (step.kind, known.kind) and stronger.kind != "link"
        self.edges[pair] = Step(stronger.strength, "link") if linked else stronger

    # ── a step further ───────────────────────────────────────────────────────────────────

    def notes_of(self, entity: int) -> dict[int, float]:
        """The notes that mention it, with the strength of each mention; however common it is."""
        rows = bridging.notes_of_entities(self.db, [entity])
        common = len(rows)
        for _, note, tf in rows:
            self.join(Node("note", note), Node("entity", entity), Step(self._mention(tf, common), "mention"))
        return {note: self._mention(tf, common) for _, note, tf in rows}

    def further(self, reached: Mapping[int, float]) -> dict[int, float]:
        """The notes one step further than these, each with the strength of the best way to it.

        `reached`: note → strength of the best way to it. All that joins them is in the graph then.
        """
        best = dict(nlargest(_BEAM, reached.items(), key=lambda item: (item[1], -item[0])))
        found: dict[int, float] = defaultdict(float)
        if "mention" in self.allowed.kinds:
            self._through_names(best, found)
        if "tag" in self.allowed.kinds:
            self._through_tags(best, found)
        if "link" in self.allowed.kinds:
            for a, b, strength in self._links(best):
                for here, there in ((a, b), (b, a)):
                    if here in best:
                        found[there] = max(found[there], best[here] * strength)
        return {note: strength for note, strength in found.items() if strength > reached.get(note, 0.0)}

    def meet(self, reached: Mapping[int, float]) -> None:
        """Join these notes to each other, and to no others, by what two of them share."""
        best = dict(nlargest(2 * _BEAM, reached.items(), key=lambda item: (item[1], -item[0])))
        if "mention" in self.allowed.kinds:
            self._shared_names(best)
        if "tag" in self.allowed.kinds:
            for tag in self._tags(best, least=2):
                self._meet_tag(tag)
        if "link" in self.allowed.kinds:
            self._links(best, within=True)

    def _through_names(self, best: Mapping[int, float], found: dict[int, float]) -> None:
        rows = bridging.mentioned_in(self.db, best, self._most * _A_NOTE)
        ways: dict[int, float] = defaultdict(float)
        for note, entity, tf, chunks in rows:
            ways[entity] = max(ways[entity], best[note] * self._mention(tf, chunks))
        kept = nlargest(_THROUGH, (e for e in ways if Node("entity", e) not in self._met), key=lambda e: (ways[e], -e))
        self._met.update(Node("entity", entity) for entity in kept)
        notes: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for entity, note, tf in bridging.notes_of_entities(self.db, kept):
            notes[entity].append((note, tf))
        own = bridging.own_names(self.db, kept)
        self._know_spreads({note for entity in own for note, _ in notes[entity]})
        for entity, those in notes.items():
            if len(those) <= self._most:
                self._through_name(entity, those, own.get(entity), best, found)

    def _through_name(
        self,
        entity: int,
        notes: list[tuple[int, int]],
        own: int | None,
        best: Mapping[int, float],
        found: dict[int, float],
    ) -> None:
        """An entity that is a note's own name is that note."""
        strengths = {note: self._mention(tf, len(notes)) for note, tf in notes}
        if own is None:
            for note, strength in strengths.items():
                self.join(Node("note", note), Node("entity", entity), Step(strength, "mention"))
            way = max((best[note] * strength for note, strength in strengths.items() if note in best), default=0.0)
            for note, strength in strengths.items():
                found[note] = max(found[note], way * strength)
            return
        for note, strength in strengths.items():
            if note == own:
                continue
            strength *= self._spreads[note]
            self.join(Node("note", note), Node("note", own), Step(strength, "mention", entity))
            if note in best:
                found[own] = max(found[own], best[note] * strength)
            if own in best:
                found[note] = max(found[note], best[own] * strength)

    def _shared_names(self, best: Mapping[int, float]) -> None:
        by_entity: dict[int, list[tuple[int, int]]] = defaultdict(list)
        ways: dict[int, list[float]] = defaultdict(list)
        for note, entity, tf, chunks in bridging.mentioned_in(self.db, best, self._most * _A_NOTE):
            by_entity[entity].append((note, tf))
            ways[entity].append(best[note] * self._mention(tf, chunks))
        own = bridging.own_names(self.db, by_entity)
        new = [e for e in by_entity if Node("entity", e) not in self._met]
        shared = [e for e in new if len(by_entity[e]) > 1 or Node("note", own.get(e, -1)) in self.index]
        strongest = nlargest(_THROUGH, shared, key=lambda e: (math.prod(nlargest(2, ways[e])), -e))
        degrees = bridging.degrees(self.db, strongest)
        self._know_spreads({note for entity in own for note, _ in by_entity[entity]})
        for entity, degree in degrees.items():
            for note, tf in by_entity[entity] if degree <= self._most else ():
                strength = self._mention(tf, degree)
                here = Node("note", note)
                if entity not in own:
                    self.join(here, Node("entity", entity), Step(strength, "mention"))
                elif own[entity] != note:
                    step = Step(strength * self._spreads[note], "mention", entity)
                    self.join(here, Node("note", own[entity]), step)

    # ── tags and links ───────────────────────────────────────────────────────────────────

    def _tags(self, notes: Iterable[int], least: int = 1) -> dict[int, list[int]]:
        """Tags of these notes that are not common → these notes; where so many of them have it."""
        tags: dict[int, list[int]] = defaultdict(list)
        for note, tag in bridging.tags_of(self.db, notes):
            tags[tag].append(note)
        return {t: those for t, those in tags.items() if len(those) >= least and Node("tag", t) not in self._met}

    def _through_tags(self, best: Mapping[int, float], found: dict[int, float]) -> None:
        for tag, here in self._tags(best).items():
            notes = self._meet_tag(tag)
            strength = _TAG * self._rarity(len(notes))
            way = max(best[note] for note in here) * strength
            for note in notes:
                found[note] = max(found[note], way * strength)

    def _meet_tag(self, tag: int) -> list[int]:
        """All its notes joined by it; none where it is common."""
        self._met.add(Node("tag", tag))
        notes = bridging.notes_of_tag(self.db, tag, self._most + 1)
        if len(notes) > self._most:
            return []
        for note in notes:
            self.join(Node("note", note), Node("tag", tag), Step(_TAG * self._rarity(len(notes)), "tag"))
        return notes

    def _links(self, best: Mapping[int, float], *, within: bool = False) -> list[tuple[int, int, float]]:
        """Joins notes by their links, and says how strongly; `within`: only those that are in the graph."""
        rows = bridging.links(self.db, best)
        if within:
            rows = [row for row in rows if all(Node("note", note) in self.index for note in row)]
        self._know_spreads({note for pair in rows for note in pair})
        linked = [(a, b, _LINK * min(self._spreads[a], self._spreads[b])) for a, b in rows]
        for a, b, strength in linked:
            self.join(Node("note", a), Node("note", b), Step(strength, "link"))
        return linked

    # ── how strong ───────────────────────────────────────────────────────────────────────

    def _mention(self, tf: int, notes: int) -> float:
        return _MENTION * (0.85 + 0.15 * min(1.0, (tf - 1) / 3)) * self._rarity(notes)

    def _rarity(self, notes: int) -> float:
        """1 for what stands in two notes, less for what stands in more, as its idf."""
        return min(1.0, math.log1p(self._total / max(2, notes)) / math.log1p(self._total / 2))

    def _know_spreads(self, notes: set[int]) -> None:
        """Note → 1, falling with the number of notes that it is linked with."""
        degrees = bridging.link_degrees(self.db, notes - self._spreads.keys())
        for note, degree in degrees.items():
            self._spreads[note] = math.sqrt(_FEW_LINKS / max(_FEW_LINKS, degree))
