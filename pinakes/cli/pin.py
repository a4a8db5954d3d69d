"""pinakes pin: keep a note at hand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("pin", parents=[shared], help="keep a note at hand, wherever it is moved")
    listing.note_argument(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Pin it; the note's file stays as it is."""
    with fresh(args) as opened:
        pin = opened.pin(args.note)
    if args.json:
        output.emit({"pinned": output.document(pin)})
    else:
        output.talk(args, f"Pinned {one_line(pin.path)}. `pinakes pins` lists what is pinned.")
    return 0
