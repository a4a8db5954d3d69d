"""What is known of a name: how it is spelt, where it stands, and which names stand beside it?"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pinakes.errors import UsageError
from pinakes.model.bridge import Evidence
from pinakes.retrieve import dated, named
from pinakes.store import around as stored
from pinakes.store import bridging, read, spellings
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.vault.place import Line, line_at

_COMPANIONS = 12
_RANK = {"title": 0, "ner": 1, "phrase": 2, "link": 3, "weak": 4, "word": 5, "self": 6}
"""Of several sources of one mention, the one that is believed."""


class Spelling(NamedTuple):
    """A way to write an entity's name."""

    name: str
    mentions: int


class NoteMentions(NamedTuple):
    """A note that mentions an entity."""

    path: str
    title: str
    mentions: int
    places: tuple[Line, ...]
    """The first mention of each spelling in each of its passages."""


class Companion(NamedTuple):
    """An entity that is mentioned beside another."""

    name: str
    label: str
    passages: int
    """That mention both."""
    evidence: Evidence
    """Where the two stand nearest to each other."""


class Month(NamedTuple):
    """How often an entity is mentioned in the notes of a month."""

    month: str
    """As `2026-03`."""
    notes: int
    mentions: int


class EntityView(NamedTuple):
    """A person, place or thing that notes name."""

    name: str
    key: str
    label: str
    """PERSON, ORG, GPE … where spaCy gave one; `title` for a note's own name; else empty."""
    note: str | None
    """Path of the note that is called so, where it is one and no other."""
    mentions: int
    spellings: tuple[Spelling, ...]
    notes: tuple[NoteMentions, ...]
    """Those with the most mentions first."""
    together: tuple[Companion, ...]
    when: tuple[Month, ...]
    """By the days of the notes that tell theirs, by a property or by their file's name; the earliest first."""


def view(db: Connection, name: str) -> EntityView:
    """The entity that is called so, or that is the name of the note called so.

    Raises UsageError, with suggestions, when there is none.
    """
    entity = _find(db, name)
    own = bridging.own_names(db, [entity.entity_id]).get(entity.entity_id)
    names = [called for _, called in stored.names_of(db, own)] if own is not None else []
    believed = _believed(stored.mentions_of(db, entity.entity_id))
    chunks = read.chunks(db, {mention.chunk_id for mention in believed})
    spelt: Counter[str] = Counter()
    for mention in believed:
        spelt[_as_spelt(chunks[mention.chunk_id].text, mention, names)] += mention.tf
    return EntityView(
        name=entity.name,
        key=entity.key,
        label=entity.label,
        note=read.note_paths(db, [own])[own][0] if own is not None else None,
        mentions=spelt.total(),
        spellings=tuple(Spelling(s, n) for s, n in sorted(spelt.items(), key=lambda item: (-item[1], item[0]))),
        notes=_by_note(believed, chunks),
        together=_together(db, entity.entity_id),
        when=_by_month(db, believed, chunks),
    )


def _together(db: Connection, entity: int) -> tuple[Companion, ...]:
    rows = stored.companions(db, entity, _COMPANIONS)
    nearest = stored.nearest(db, entity, [row.entity_id for row in rows])
    chunks = read.chunks(db, {place.chunk_id for place in nearest.values()})
    return tuple(Companion(row.name, row.label, row.chunks, _evidence(nearest[row.entity_id], chunks)) for row in rows)


def _evidence(place: stored.NearRow, chunks: Mapping[int, read.ChunkRow]) -> Evidence:
    chunk = chunks[place.chunk_id]
    at = line_at(chunk.text, place.start, chunk.line)
    return Evidence(chunk.path, at.line, at.sentence)


def _by_month(
    db: Connection, believed: Iterable[stored.MentionRow], chunks: Mapping[int, read.ChunkRow]
) -> tuple[Month, ...]:
    days = dated.declared_days(db, among={chunk.note_id for chunk in chunks.values()})
    notes: dict[str, set[int]] = defaultdict(set)
    mentions: Counter[str] = Counter()
    for mention in believed:
        note = chunks[mention.chunk_id].note_id
        if day := days.get(note):
            month = day.isoformat()[:7]
            notes[month].add(note)
            mentions[month] += mention.tf
    return tuple(Month(month, len(notes[month]), mentions[month]) for month in sorted(notes))


def _find(db: Connection, name: str) -> read.EntityRow:
    keys = [entity_key(name)]
    if not (rows := read.entities_by_key(db, keys)):
        if hidden := [row for row in spellings.with_keys(db, keys) if not row.weak]:
            raise UsageError(f"`{hidden[0].name}` is hidden.", "`pinakes entity decisions` lists what was decided.")
        node, title = named.note_or_entity(db, name)
        rows = read.entities_by_key(db, [entity_key(title)])
        if not rows:
            path = read.note_paths(db, [node.id])[node.id][0]
            raise UsageError(f"`{title}` is a note, and no other note names it.", f'`pinakes related "{path}"`.')
    return rows[0]


def _believed(mentions: Iterable[stored.MentionRow]) -> list[stored.MentionRow]:
    """Of each spelling in each passage the one from the best source. A note's own name at its top is no mention."""
    best: dict[tuple[int, int], stored.MentionRow] = {}
    for mention in mentions:
        at = (mention.chunk_id, mention.spelling_id)
        known = best.get(at)
        if mention.source != "self" and (known is None or _RANK[mention.source] < _RANK[known.source]):
            best[at] = mention
    return list(best.values())


def _as_spelt(text: str, mention: stored.MentionRow, names: Iterable[str]) -> str:
    """A note's name as the text has it: its title or one of its aliases."""
    if mention.source not in ("title", "word"):
        return mention.name
    here = text[mention.start :]
    fitting = [name for name in (mention.name, *names) if here[: len(name)].casefold() == name.casefold()]
    return " ".join(here[: max(map(len, fitting))].split()) if fitting else mention.name


def _by_note(believed: Iterable[stored.MentionRow], chunks: Mapping[int, read.ChunkRow]) -> tuple[NoteMentions, ...]:
    places: dict[tuple[str, str], list[Line]] = defaultdict(list)
    counts: Counter[tuple[str, str]] = Counter()
    for mention in believed:
        chunk = chunks[mention.chunk_id]
        note = (chunk.path, chunk.title)
        counts[note] += mention.tf
        at = line_at(chunk.text, mention.start, chunk.line)
        if at not in places[note]:
            places[note].append(at)
    ordered = sorted(counts, key=lambda note: (-counts[note], note))
    return tuple(NoteMentions(*note, counts[note], tuple(places[note])) for note in ordered)
