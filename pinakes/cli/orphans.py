"""pinakes orphans: notes that no link joins to another."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh

if TYPE_CHECKING:
    from pinakes.around.orphans import Orphan


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "orphans", parents=[shared], help="notes without links: isolated, or joined by tags and names alone"
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, the isolated ones first."""
    with fresh(args) as opened:
        found = opened.around.orphans()
    if args.json:
        output.emit({"orphans": [output.document(orphan) for orphan in found]})
    elif found:
        listing.rows(row(orphan) for orphan in found)
    else:
        output.warn("every note is linked with another.")
    return 0 if found else 1


def row(orphan: Orphan) -> tuple[str, ...]:
    """An orphan in columns: which kind, where, what joins it all the same."""
    shared = [f"#{tag}" for tag in orphan.tags] + [f"◆ {name}" for name in orphan.entities]
    return orphan.kind, orphan.path, " · ".join(shared)
