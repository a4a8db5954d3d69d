"""Are the entities what a case expects: there, not there, one, or several?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pinakes.store.db import reading
from pinakes.store.keys import entity_key
from tests.conformance.world import World


def _keys(world: World) -> dict[str, str]:
    return {entity.key: entity.name for entity in world.library.entities("", 100_000)}


def _include(world: World, expected: list[str]) -> Iterator[str]:
    keys = _keys(world)
    missing = [name for name in expected if entity_key(name) not in keys]
    if missing:
        yield f"expected {missing}, seen {sorted(keys.values())[:40]}"


def _exclude(world: World, expected: list[str]) -> Iterator[str]:
    keys = _keys(world)
    there = [name for name in expected if entity_key(name) in keys or name in keys.values()]
    if there:
        yield f"expected none of {there}"


def _same(world: World, expected: list[list[str]]) -> Iterator[str]:
    keys = _keys(world)
    for names in expected:
        found = {entity_key(name) for name in names}
        if len(found) != 1 or not found <= keys.keys():
            yield f"expected one entity for {names}, seen {sorted(found & keys.keys())}"


def _distinct(world: World, expected: list[list[str]]) -> Iterator[str]:
    """Notes of two things that share a name: the notes' own names stay two."""
    for paths in expected:
        own = [_own_names(world, path) for path in paths]
        if any(a & b for i, a in enumerate(own) for b in own[i + 1 :]) or not all(own):
            yield f"expected one entity each for {paths}, seen {[sorted(names) for names in own]}"


def _own_names(world: World, path: str) -> set[str]:
    with reading(world.library.index_file) as db:
        rows = db.execute(
            "SELECT DISTINCT entities.key FROM mentions JOIN entities USING (entity_id) JOIN chunks USING (chunk_id)"
            " JOIN notes USING (note_id) WHERE path = ? AND source = 'self'",
            (path,),
        )
        return {str(key) for (key,) in rows}


def _distinct_names(world: World, expected: list[list[str]]) -> Iterator[str]:
    keys = _keys(world)
    for names in expected:
        found = {entity_key(name) for name in names}
        if len(found) != len(names) or not found <= keys.keys():
            yield f"expected {len(names)} entities for {names}, seen {sorted(found & keys.keys())}"


def _mentions(world: World, expected: Mapping[str, Any]) -> Iterator[str]:
    """{entity: notes} or {entity: count of notes}."""
    for name, wanted in expected.items():
        with reading(world.library.index_file) as db:
            rows = db.execute(
                "SELECT DISTINCT path FROM mentions JOIN entities USING (entity_id) JOIN chunks USING (chunk_id)"
                " JOIN notes USING (note_id) WHERE entities.key = ? ORDER BY path",
                (entity_key(name),),
            )
            found = [str(path) for (path,) in rows]
        if found != (sorted(wanted) if isinstance(wanted, list) else found) or (
            isinstance(wanted, int) and len(found) != wanted
        ):
            yield f"{name}: expected {wanted}, seen {found}"


CHECKS: dict[str, Callable[[World, Any], Iterator[str]]] = {
    "entities_include": _include,
    "entities_exclude": _exclude,
    "entity_same": _same,
    "entity_distinct": _distinct,
    "entity_distinct_names": _distinct_names,
    "mentions": _mentions,
}
