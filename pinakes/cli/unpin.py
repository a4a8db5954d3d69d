"""pinakes unpin: let a pinned note go."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("unpin", parents=[shared], help="let a pinned note go")
    listing.note_argument(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Let it go; the note's file stays as it is."""
    with fresh(args) as opened:
        pin = opened.unpin(args.note)
    if args.json:
        output.emit({"unpinned": output.document(pin)})
    else:
        output.talk(args, f"No longer pinned: {one_line(pin.path)}")
    return 0
