"""pinakes sync: vault − index → writes; text first, then the names in it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.listing import counted
from pinakes.cli.opening import library

if TYPE_CHECKING:
    from pinakes.model.sync import SyncReport

_MOST = 10
"""Problems that are named; a vault of templates has dozens, the same after every sync."""


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("sync", parents=[shared], help="index what is new or changed in the vault")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    parser.add_argument("--full", action="store_true", help="read every note again")
    parser.add_argument("--wait-entities", action="store_true", help="return when all names are recognised")
    parser.add_argument(
        "--wait",
        action="store_true",
        help="return when all names are recognised and all passages read for their meaning",
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Sync, and say what was done."""
    with library(args) as opened:
        if args.dry_run:
            plan = opened.plan()
            if args.json:
                output.emit(output.document(plan))
                return 0
            for mark, paths in (("+", plan.added), ("~", plan.changed), ("-", plan.removed)):
                for path in paths:
                    output.say(f"{mark} {one_line(path)}")
            output.talk(args, f"{plan.unchanged:,} unchanged. Nothing was done.")
            return 0
        report = opened.sync(
            full=args.full,
            wait_entities=args.wait_entities or args.wait,
            wait_vectors=args.wait,
            on_progress=output.progress(args),
        )
    if args.json:
        output.emit(output.document(report))
        return 0
    output.talk(
        args, f"+{report.added} ~{report.changed} -{report.removed} →{report.moved}, {report.unchanged} unchanged"
    )
    tell_problems(args, report)
    if report.entities_pending:
        output.talk(
            args,
            f"{counted(report.entities_pending, 'passage')} without their names recognised yet: "
            "`pinakes sync --wait-entities`, or leave `pinakes watch` or the UI open.",
        )
    if report.vectors_pending:
        output.talk(
            args,
            f"{counted(report.vectors_pending, 'passage')} not yet found by their meaning: "
            "`pinakes sync --wait`, or leave `pinakes watch` or the UI open.",
        )
    return 0


def tell_problems(args: Namespace, report: SyncReport) -> None:
    """The first of what was not read, or not read well."""
    for problem in report.problems[:_MOST]:
        line = f":{problem.line}" if problem.line else ""
        output.talk(args, f"⚠ {one_line(problem.path)}{line}: {one_line(problem.message)}")
    if len(report.problems) > _MOST:
        output.talk(args, f"⚠ … and {len(report.problems) - _MOST} more: `pinakes check` lists them.")
