"""Which entity is each spelling now? Looks again at those whose mentions have changed, and at what shares a block.

Work that is left is marked in the index itself, so a process killed at any moment loses none.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from pinakes.index import canon
from pinakes.index.canon import Edge, Spelling
from pinakes.model.entity import Decision
from pinakes.store import spellings as stored
from pinakes.store.db import Connection, transaction
from pinakes.store.keys import entity_key
from pinakes.store.spellings import Assigned, Facts, SpellingRow

_AT_ONCE = 5_000
_OFTEN = 3
"""Passages in which what may be no name is one after all."""


def settle(db: Connection) -> None:
    """Until nothing waits, a transaction for each few thousand spellings."""
    while stored.unsettled(db, 1):
        with transaction(db):
            settle_some(db)


def settle_some(db: Connection) -> None:
    """Those that wait, as many as make one piece of work; called inside a `transaction`."""
    decided = stored.decisions(db)
    if ids := stored.unsettled(db, _AT_ONCE):
        _assign(db, _refresh(db, ids, decided), decided)
        stored.settled(db, ids)


def take_decisions(db: Connection, decided: Sequence[Decision]) -> None:
    """What the user's own database holds now; entities that a decision concerns are looked at again."""
    known = stored.decisions(db)
    if known == list(decided):
        return
    with transaction(db):
        stored.set_decisions(db, decided)
        changed = set(known).symmetric_difference(decided)
        keys = {key for d in changed for key in (d.key, *d.others)}
        stored.unsettle_keys(db, keys | _decided_with(keys, [*known, *decided]))
    settle(db)


def _refresh(db: Connection, ids: Sequence[int], decided: Sequence[Decision]) -> dict[int, SpellingRow]:
    """Take in what is known of the spellings now, and forget those that stand nowhere.

    Those whose entity may be another one now and what shared a block with them, as they were.
    """
    before = {row.spelling_id: row for row in stored.around(db, ids)}
    facts = _facts(db, [before[i] for i in ids])
    changed = [f for f in facts if not _as_before(f, before[f.spelling_id])]
    blocks = {f.spelling_id: _blocks_of(before[f.spelling_id].key, f) for f in changed}
    stored.set_facts(db, changed, blocks)
    known = {f.spelling_id for f in facts}
    stored.forget(db, set(ids) - known)
    same = known - blocks.keys()
    for i in _alone(db, before, same, decided):
        del before[i]
    return before


def _as_before(facts: Facts, row: SpellingRow) -> bool:
    return facts == Facts(row.spelling_id, row.name, row.label, row.person, row.own, row.weak)


def _alone(db: Connection, before: Mapping[int, SpellingRow], ids: set[int], decided: Sequence[Decision]) -> list[int]:
    """Those that share no block, acronym, entity or decision with another: more mentions make them nothing else."""
    blocks: Counter[tuple[str, object]] = Counter()
    for row in before.values():
        blocks.update(_blocks(row))
    alone = {i: before[i].key for i in ids if all(blocks[block] == 1 for block in _blocks(before[i]))}
    named = {key for pair in stored.expansions(db, alone.values()) for key in pair}
    named.update(key for decision in decided for key in (decision.key, *decision.others))
    return [i for i, key in alone.items() if key not in named]


def _blocks(row: SpellingRow) -> list[tuple[str, object]]:
    shared = ("bare", canon.bare(row.key)), ("family", canon.family(row.key, person=row.person)), ("one", row.entity_id)
    return [(kind, value) for kind, value in shared if value]


def _blocks_of(key: str, facts: Facts) -> tuple[str, str]:
    return canon.bare(key), canon.family(key, person=facts.person)


def _facts(db: Connection, rows: Sequence[SpellingRow]) -> list[Facts]:
    """Of those that stand somewhere."""
    names: dict[int, Counter[str]] = defaultdict(Counter)
    labels: dict[int, Counter[str]] = defaultdict(Counter)
    sources: dict[int, set[str]] = defaultdict(set)
    for spelling, name, label, source, times in stored.seen(db, [row.spelling_id for row in rows]):
        names[spelling][name] += times
        if label:
            labels[spelling][label] += times
        sources[spelling].add(source)
    return [
        Facts(
            row.spelling_id,
            _commonest(names[row.spelling_id]),
            label_of(labels[row.spelling_id]),
            is_person(labels[row.spelling_id]),
            "self" in sources[row.spelling_id],
            sources[row.spelling_id] == {"weak"} and row.chunks < _OFTEN,
        )
        for row in rows
        if row.chunks
    ]


def _commonest(counted: Counter[str]) -> str:
    return min(counted, key=lambda name: (-counted[name], name), default="")


def label_of(counted: Counter[str]) -> str:
    """What was recognised most; for a note's name, where that is more often than not."""
    recognised = _commonest(Counter({label: n for label, n in counted.items() if label != "title"}))
    return recognised if counted[recognised] > counted["title"] else _commonest(counted)


def is_person(counted: Counter[str]) -> bool:
    """More than half of what was recognised."""
    recognised = sum(n for label, n in counted.items() if label != "title")
    return counted["PERSON"] * 2 > recognised


def _assign(db: Connection, before: Mapping[int, SpellingRow], decided: Sequence[Decision]) -> None:
    # What decisions join to a spelling that is gone by now is not found from what is left.
    with_gone = stored.with_keys(db, _decided_with({row.key for row in before.values()}, decided))
    rows, edges = _component(db, {*before, *(row.spelling_id for row in with_gone)}, decided)
    by_key = {row.key: row for row in rows.values()}
    spelt = {row.key: _spelling(row) for row in rows.values()}
    had: dict[int | None, set[str]] = defaultdict(set)
    shorter: dict[str, list[Edge]] = defaultdict(list)
    for row in rows.values():
        had[row.entity_id].add(row.key)
    for edge in edges:
        shorter[edge.key].append(edge)
    entities, gone = [], []
    for group in canon.entities(spelt, edges, decided):
        members = [by_key[key] for key in group.keys]
        if group.hidden or all(row.weak for row in members):
            gone += [row.spelling_id for row in members]
        else:
            within = [edge for key in group.keys for edge in shorter[key]]
            main = by_key[canon.head([spelt[key] for key in group.keys], within, decided).key]
            entities.append(_entity(main, members, group.called, same=had[main.spelling_id] == group.keys))
    was = {row.entity_id for row in (*before.values(), *rows.values()) if row.entity_id is not None}
    stored.assign(db, entities, gone, was)


def _spelling(row: SpellingRow) -> Spelling:
    return Spelling(row.key, row.name, row.person, row.own, row.chunks)


def _entity(main: SpellingRow, members: Sequence[SpellingRow], given: str, *, same: bool) -> Assigned:
    """`same`: its spellings are those that it had."""
    labels: Counter[str] = Counter()
    for row in members:
        if row.label:
            labels[row.label] += row.chunks
    return Assigned(
        entity_id=main.spelling_id,
        key=main.key,
        name=given or main.name,
        label=label_of(labels),
        called=entity_key(given) if given else "",
        spelling_ids=tuple(row.spelling_id for row in members),
        chunk_count=main.chunks if len(members) == 1 else -1 if same else 0,
        recount=len(members) > 1 and not same,
    )


def _component(
    db: Connection, ids: Iterable[int], decided: Sequence[Decision]
) -> tuple[dict[int, SpellingRow], list[Edge]]:
    """All spellings that a chain of rules or decisions joins to these, and the edges between them."""
    known: dict[int, SpellingRow] = {}
    joined: set[Edge] = set()
    wanted, asked = set(ids), set[int]()
    while wanted - asked:
        new = wanted - asked
        asked |= new
        block = {row.spelling_id: row for row in stored.around(db, new)}
        known.update({i: row for i, row in block.items() if i in wanted})
        keys = {row.key for row in known.values()}
        found = {*canon.edges([_spelling(row) for row in block.values()], {block[i].key for i in new if i in block})}
        found.update(canon.shortened(stored.expansions(db, keys)))
        joined |= found
        reached = {key for e in found if e.key in keys or e.whole in keys for key in e} | _decided_with(keys, decided)
        wanted |= {row.spelling_id for row in stored.with_keys(db, reached)}
        were = {known[i].entity_id for i in new if i in known} - {None}
        wanted |= {i for i, row in block.items() if row.entity_id in were}
    keys = {row.key for row in known.values()}
    return known, [edge for edge in joined if edge.key in keys and edge.whole in keys]


def _decided_with(keys: set[str], decided: Sequence[Decision]) -> set[str]:
    """What decisions name together with these, at any remove."""
    reached: set[str] = set(keys)
    grown = True
    while grown:
        more = {key for d in decided if {d.key, *d.others} & reached for key in (d.key, *d.others)}
        grown = not more <= reached
        reached |= more
    return reached - keys
