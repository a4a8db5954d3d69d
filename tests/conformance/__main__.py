"""`python -m tests.conformance cases DIR [--only ID]` and `python -m tests.conformance links FILE.json`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.conformance.case import Outcome, cases, summary, wanted
from tests.conformance.run import run_case
from tests.conformance.table import run_table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (("cases", "a folder of case folders"), ("links", "a table of links with its fixtures")):
        command = commands.add_parser(name, help=what)
        command.add_argument("path", type=Path)
        command.add_argument("--json", action="store_true")
        command.add_argument("--only", default="", metavar="ID")
    options = parser.parse_args()
    if not options.path.exists():
        parser.error(f"{options.path}: no such file or folder")
    outcomes: list[Outcome]
    if options.command == "cases":
        outcomes = [run_case(case) for case in cases(options.path) if wanted(case, options.only)]
    else:
        outcomes = [o for o in run_table(options.path) if options.only in ("", o.id)]
    return summary(outcomes, as_json=options.json, say=print)


if __name__ == "__main__":
    sys.exit(main())
