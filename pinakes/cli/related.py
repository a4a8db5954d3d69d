"""pinakes related: the notes near a note in the graph."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh
from pinakes.errors import UsageError


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("related", parents=[shared], help="the notes near a note in the graph, and why")
    listing.note_argument(parser)
    parser.add_argument("-n", type=int, default=10, metavar="N", dest="limit", help="notes to show (default 10)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, the nearest first."""
    if args.limit < 1:
        raise UsageError(f"-n {args.limit}: there must be at least one note to show.", "Give a number from 1.")
    with fresh(args) as opened:
        found = opened.around.related(args.note, args.limit)
    listing.tell_others(args, found.path, found.others)
    if args.json:
        output.emit(
            {"path": found.path, "title": found.title, "related": [output.document(note) for note in found.items]}
        )
    elif found.items:
        listing.rows(
            (listing.place(note.path, note.line), note.title, " · ".join(output.reason(r) for r in note.reasons[:3]))
            for note in found.items
        )
    else:
        output.warn(f"nothing joins {found.path} to another note: no link, no tag, no name.")
    return 0 if found.items else 1
