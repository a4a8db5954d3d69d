"""pinakes mentions: where a note is called by name and not linked to."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("mentions", parents=[shared], help="where notes name a note without linking to it")
    listing.note_argument(parser)
    parser.add_argument("--all", action="store_true", dest="linking_too", help="in notes that link to it elsewhere too")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List the sentences, by path and line."""
    with fresh(args) as opened:
        found = opened.around.mentions(args.note, linking_too=args.linking_too)
    listing.tell_others(args, found.path, found.others)
    if args.json:
        output.emit(
            {"path": found.path, "title": found.title, "mentions": [output.document(item) for item in found.items]}
        )
    elif found.items:
        listing.rows((listing.place(item.path, item.line), item.sentence) for item in found.items)
    else:
        output.warn(f"no note names {found.path} without linking to it.")
    return 0 if found.items else 1
