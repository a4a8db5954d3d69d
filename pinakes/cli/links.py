"""pinakes links: where the links of a note lead."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("links", parents=[shared], help="where the links of a note lead")
    listing.note_argument(parser)
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them in the order of the text."""
    with fresh(args) as opened:
        found = opened.around.links(args.note)
    listing.tell_others(args, found.path, found.others)
    if args.json:
        links = [listing.link_json(link, with_path=False) for link in found.items]
        output.emit({"path": found.path, "title": found.title, "links": links})
    elif found.items:
        listing.rows(listing.link_row(link) for link in found.items)
    else:
        output.warn(f"{found.path} holds no links.")
    return 0 if found.items else 1
