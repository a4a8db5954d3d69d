"""pinakes check: all that is wrong, or may be, in one go."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pinakes.cli import duplicates, listing, orphans, output
from pinakes.cli.opening import fresh

if TYPE_CHECKING:
    from pinakes.around import Check
    from pinakes.model.files import Problem


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "check", parents=[shared], help="broken and ambiguous links, orphans, duplicates, unreadable notes"
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print all of it, a part after another. That nothing is wrong is an answer; that there are no notes is none."""
    with fresh(args) as opened:
        found, notes = opened.around.check(), opened.status().notes
    if args.json:
        output.emit(as_json(found))
    elif found:
        _print(found)
    else:
        output.warn("nothing is wrong." if notes else "there are no notes to check.")
    return 0 if found or notes else 1


def as_json(found: Check) -> dict[str, object]:
    """As `contracts` has it."""
    return {
        "broken": [listing.link_json(link) for link in found.broken],
        "orphans": [output.document(orphan) for orphan in found.orphans],
        "duplicates": [output.document(group) for group in found.duplicates],
        "ambiguous": [listing.link_json(link) for link in found.ambiguous],
        "problems": [output.document(problem) for problem in found.problems],
        "merges": [],
    }


def _print(found: Check) -> None:
    parts: tuple[tuple[str, str, Iterable[Sequence[str]]], ...] = (
        ("broken link", "", [listing.link_row(link) for link in found.broken]),
        ("ambiguous link", "", [listing.link_row(link) for link in found.ambiguous]),
        ("note without links", "notes without links", [orphans.row(orphan) for orphan in found.orphans]),
        ("group of duplicates", "groups of duplicates", [duplicates.row(group) for group in found.duplicates]),
        ("problem", "", [_problem(problem) for problem in found.problems]),
    )
    for one, several, items in parts:
        rows = list(items)
        output.say_styled((listing.counted(len(rows), one, several), "1"))
        listing.rows(rows, indent="  ")


def _problem(problem: Problem) -> tuple[str, str]:
    where = listing.place(problem.path, problem.line) if problem.line else problem.path
    return where, problem.message
