"""pinakes pins: the notes that are kept at hand."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("pins", parents=[shared], help="the notes that are pinned")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, those pinned first first."""
    with fresh(args) as opened:
        found = opened.pins()
    if args.json:
        output.emit({"pins": [output.document(pin) for pin in found]})
    elif found:
        listing.rows((pin.path, pin.title, "" if pin.there else "not in the vault now") for pin in found)
    else:
        output.warn("no note is pinned. `pinakes pin NOTE` pins one.")
    return 0 if found else 1
