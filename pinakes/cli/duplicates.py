"""pinakes duplicates: notes that say the same, or nearly."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh

if TYPE_CHECKING:
    from pinakes.around.duplicates import Duplicates


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("duplicates", parents=[shared], help="notes that say the same, or nearly")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List the groups, identical notes first."""
    with fresh(args) as opened:
        found = opened.around.duplicates()
    if args.json:
        output.emit({"duplicates": [output.document(group) for group in found]})
    elif found:
        listing.rows(row(group) for group in found)
    else:
        output.warn("no two notes say the same.")
    return 0 if found else 1


def row(group: Duplicates) -> tuple[str, ...]:
    """A group in columns: which kind, how much they share, which notes."""
    return group.kind, f"{group.share:4.0%}", " = ".join(group.paths)
