"""Run one case: its steps on a copy, then every expectation."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.conformance import finding, names, notes, screen, state
from tests.conformance.case import Case, Outcome
from tests.conformance.steps import perform
from tests.conformance.world import World, create, destroy

Check = Callable[[World, Any], Iterator[str]]
CHECKS: dict[str, Check] = {**notes.CHECKS, **finding.CHECKS, **names.CHECKS, **screen.CHECKS, **state.CHECKS}
SILENT = frozenset({"note", "comment"})


def run_case(case: Case) -> Outcome:
    """Do what the case says and compare; a failure is a line of what was expected and seen."""
    world = create(case, Path(tempfile.mkdtemp(prefix="case-")))
    failures: list[str] = []
    try:
        for step in case.action:
            perform(world, step)
        world.unwatch()
        for key, value in case.expect.items():
            failures.extend(_compared(world, key, value))
        failures.extend(f"crash: {crash}" for crash in world.crashes)
        failures.extend(f"not yet: {what}" for what in world.not_yet)
    finally:
        destroy(world)
    return Outcome(case.id, case.area, tuple(dict.fromkeys(failures)))


def _compared(world: World, key: str, value: Any) -> list[str]:
    if key in SILENT:
        return []
    check = CHECKS.get(key)
    if check is None:
        return [f"not yet: {key}"]
    try:
        return [f"{key}: {failure}" for failure in check(world, value)]
    except Exception as error:  # noqa: BLE001 - one expectation that can't be compared leaves the others
        return [f"{key}: {type(error).__name__}: {error}"]
