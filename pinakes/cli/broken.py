"""pinakes broken: links that lead nowhere."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("broken", parents=[shared], help="links that lead nowhere, and what they may mean")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them by path and line."""
    with fresh(args) as opened:
        found = opened.around.broken()
    if args.json:
        output.emit({"broken": [listing.link_json(link) for link in found]})
    elif found:
        listing.rows(listing.link_row(link) for link in found)
    else:
        output.warn("every link leads somewhere.")
    return 0 if found else 1
