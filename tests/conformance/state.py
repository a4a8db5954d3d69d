"""Is the state what a case expects: what is indexed, identity, files untouched, cost, what the user is told?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.conformance.world import World, hashes


def _no_crash(world: World, expected: bool) -> Iterator[str]:
    if expected and world.crashes:
        yield f"seen {world.crashes}"


def _time_limit(world: World, expected: float) -> Iterator[str]:
    took = time.monotonic() - world.begun
    if took > expected:
        yield f"expected at most {expected} s, seen {took:.1f} s"


def _note_count(world: World, expected: int) -> Iterator[str]:
    found = world.library.status().notes
    if found != expected:
        yield f"expected {expected}, seen {found}: {sorted(world.note_ids())[:20]}"


def _indexed(world: World, expected: list[str]) -> Iterator[str]:
    missing = sorted(set(expected) - world.note_ids().keys())
    if missing:
        yield f"expected {missing}"


def _not_indexed(world: World, expected: list[str]) -> Iterator[str]:
    there = sorted(set(expected) & world.note_ids().keys())
    if there:
        yield f"expected none of {there}"


def _files_unchanged(world: World, expected: object) -> Iterator[str]:
    now = hashes(world.vault)
    wanted = expected if isinstance(expected, list) else list(world.before)
    changed = sorted(path for path in wanted if now.get(path) != world.before.get(path))
    if expected and changed:
        yield f"seen changed: {changed}"


def _no_new_files(world: World, expected: bool) -> Iterator[str]:
    new = sorted(hashes(world.vault).keys() - world.before.keys())
    if expected and new:
        yield f"seen new: {new}"


def _same_note_id(world: World, expected: object) -> Iterator[str]:
    now = world.note_ids()
    paths = [str(path) for path in (expected if isinstance(expected, list) else [expected])]
    for path in paths:
        if path not in now or now[path] != world.ids.get(path):
            yield f"{path}: expected id {world.ids.get(path)}, seen {now.get(path)}"


def _pinned(world: World, expected: list[str]) -> Iterator[str]:
    found = sorted(pin.path for pin in world.library.pins() if pin.there)
    if found != sorted(expected):
        yield f"expected {expected}, seen {found}"


def _not_pinned(world: World, expected: list[str]) -> Iterator[str]:
    there = sorted({pin.path for pin in world.library.pins()} & set(expected))
    if there:
        yield f"expected none of {there}"


def _flagged_conflict(world: World, expected: object) -> Iterator[str]:
    paths = expected if isinstance(expected, list) else [expected]
    flagged = {problem.path for problem in world.library.problems() if "conflict" in problem.message.lower()}
    missing = [path for path in paths if isinstance(path, str) and path not in flagged]
    if missing or not flagged:
        yield f"expected {expected}, seen {sorted(flagged)}"


def _diagnostics(world: World, expected: list[str]) -> Iterator[str]:
    """The wording is free: a problem of that note, or anything said where no note is named."""
    problems = world.library.problems()
    said = [*world.messages, *(f"{p.path}: {p.message}" for p in problems)]
    for want in expected:
        path, colon, _ = want.partition(": ")
        named = bool(colon) and "." in path and " " not in path.rpartition("/")[2].rpartition(".")[2]
        good = any(problem.path == path for problem in problems) if named else bool(said)
        if not good:
            yield f"expected {want!r}, seen {said[:10]}"


def _reindexed(world: World, expected: int) -> Iterator[str]:
    again = sum(report.added + report.changed for report in world.reports[1:])
    if again > expected:
        yield f"expected at most {expected}, seen {again}"


def _re_embedded(world: World, expected: int) -> Iterator[str]:
    """Chunks whose names had to be recognised anew: what is costly here."""
    again = sum(report.entities_pending for report in world.reports[1:] if world.wants_entities)
    if again > expected:
        yield f"expected at most {expected}, seen {again}"


def _perf(world: World, expected: Mapping[str, float]) -> Iterator[str]:
    seen = {"rss_mb_max": world.rss_mb, "index_s": world.index_s, "rss_mb": world.rss_mb}
    for key, limit in expected.items():
        if key == "search_ms":
            took = max((result.took_ms for _, result, _ in world.searches if result), default=0)
            if took > limit:
                yield f"expected search_ms {limit}, seen {took}"
        elif key not in seen:
            yield f"not yet: {key}"
        elif seen[key] > limit:
            yield f"expected {key} {limit}, seen {seen[key]:.1f}"


CHECKS: dict[str, Callable[[World, Any], Iterator[str]]] = {
    "no_crash": _no_crash,
    "time_limit_s": _time_limit,
    "note_count": _note_count,
    "indexed": _indexed,
    "not_indexed": _not_indexed,
    "files_unchanged": _files_unchanged,
    "no_new_files_in_vault": _no_new_files,
    "same_note_id": _same_note_id,
    "pinned": _pinned,
    "not_pinned": _not_pinned,
    "flagged_conflict": _flagged_conflict,
    "diagnostics": _diagnostics,
    "reindexed_files": _reindexed,
    "re_embedded": _re_embedded,
    "perf": _perf,
}
