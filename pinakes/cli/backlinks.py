"""pinakes backlinks: the links that lead to a note."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("backlinks", parents=[shared], help="the links from other notes to a note")
    listing.note_argument(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them with their sentences, by path and line."""
    with fresh(args) as opened:
        found = opened.around.backlinks(args.note)
    listing.tell_others(args, found.path, found.others)
    if args.json:
        output.emit(
            {"path": found.path, "title": found.title, "backlinks": [output.document(link) for link in found.items]}
        )
    elif found.items:
        listing.rows((listing.place(link.path, link.line), link.kind, link.sentence) for link in found.items)
    else:
        output.warn(f"no other note links to {found.path}.")
    return 0 if found.items else 1
