"""pinakes doctor: is everything there and whole? Reads only."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.checkup import Check, examine
from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import config


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("doctor", parents=[shared], help="check every part, and say what to do about it")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Check, and print what was found; 1 when something needs doing."""
    checks = examine(config(args))
    if args.json:
        output.emit({"checks": [output.document(check) for check in checks]})
    else:
        show(checks)
    return 0 if all(check.ok or not check.needed for check in checks) else 1


def show(checks: tuple[Check, ...]) -> None:
    """A line a check, and what to do where it failed."""
    for check in checks:
        mark = "✓" if check.ok else "✗" if check.needed else "◌"
        output.say(f"{mark} {check.name:10} {one_line(check.found)}")
        if check.advice:
            output.say(f"             {check.advice}")
