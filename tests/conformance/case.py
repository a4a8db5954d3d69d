"""What does a case say: its notes, what is done, what is expected?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Step = Mapping[str, Any]


@dataclass(frozen=True)
class Case:
    """One case folder, as its case.json describes it."""

    id: str
    area: str
    folder: Path
    action: tuple[Step, ...]
    expect: Mapping[str, Any]
    query: str = ""
    profile: str = ""
    """The dialect that the vault is to be read in; empty: what is found in it decides."""
    mock_llm: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Outcome:
    """What became of one case or row."""

    id: str
    area: str
    failures: tuple[str, ...]


def cases(folder: Path) -> Iterator[Case]:
    """The cases below a folder, by name."""
    for file in sorted(folder.glob("*/case.json")):
        said = json.loads(file.read_text("utf-8"))
        yield Case(
            id=str(said.get("id") or file.parent.name),
            area=str(said.get("area", "")),
            folder=file.parent,
            action=tuple(said.get("action", ())),
            expect=said.get("expect", {}),
            query=str(said.get("query", "")),
            profile=str(said.get("profile", "")),
            mock_llm=said.get("mock_llm") or {},
        )


def wanted(case: Case, only: str) -> bool:
    """Is it the case that was asked for, by its whole id or its number?"""
    return not only or case.id == only or case.id.startswith(f"{only}-")


def summary(outcomes: list[Outcome], *, as_json: bool, say: Callable[[str], None]) -> int:
    """Print what failed and the counts; the exit code."""
    failed = [outcome for outcome in outcomes if outcome.failures]
    passed = len(outcomes) - len(failed)
    if as_json:
        rows = [{"id": o.id, "area": o.area, "failures": list(o.failures)} for o in failed]
        areas: dict[str, list[int]] = {}
        for outcome in outcomes:
            areas.setdefault(outcome.area, [0, 0])[bool(outcome.failures)] += 1
        by_area = {area: {"passed": good, "failed": bad} for area, (good, bad) in sorted(areas.items())}
        document = {"passed": passed, "failed": len(failed), "by_area": by_area, "failures": rows}
        say(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        for outcome in failed:
            say(f"{outcome.id}: {'; '.join(outcome.failures)}")
        say(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0
