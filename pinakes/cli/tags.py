"""pinakes tags: the tags of the vault, and in how many notes each is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("tags", parents=[shared], help="all tags, nested, with the notes that carry them")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, each below the one that it is nested in."""
    with fresh(args) as opened:
        found = opened.around.tags()
    if args.json:
        output.emit({"tags": [output.document(tag) for tag in found]})
    elif found:
        width = len(f"{max(tag.notes for tag in found):,}")
        for tag in found:
            last = one_line(tag.name).rpartition("/")[2]
            output.say(f"{tag.notes:{width},}  {'  ' * tag.depth}{'/' if tag.depth else '#'}{last}")
    else:
        output.warn("no note has a tag.")
    return 0 if found else 1
