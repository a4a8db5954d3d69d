"""pinakes outline: the headings of a note."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("outline", parents=[shared], help="the headings of a note")
    listing.note_argument(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, each below the one it belongs to."""
    with fresh(args) as opened:
        found = opened.around.outline(args.note)
    listing.tell_others(args, found.path, found.others)
    if args.json:
        headings = [{"level": h.level, "text": h.text, "line": h.line} for h in found.items]
        output.emit({"path": found.path, "title": found.title, "headings": headings})
    elif found.items:
        places = [one_line(listing.place(found.path, heading.line)) for heading in found.items]
        width = max(map(listing.cells, places))
        for where, heading in zip(places, found.items, strict=True):
            blanks = " " * (width - listing.cells(where) + 2 * heading.level)
            output.say(f"{where}{blanks}{one_line(heading.text)}")
    else:
        output.warn(f"{found.path} has no headings.")
    return 0 if found.items else 1
