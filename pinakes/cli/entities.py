"""pinakes entities: who and what is named in the vault."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.listing import counted
from pinakes.cli.opening import fresh


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("entities", parents=[shared], help="names in the vault, those in most notes first")
    parser.add_argument("pattern", nargs="?", default="", help="part of a name")
    parser.add_argument("-n", type=int, default=50, metavar="N", dest="limit", help="names to show (default 50)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them."""
    with fresh(args) as opened:
        found = opened.entities(args.pattern, min(max(1, args.limit), 10_000))
    if args.json:
        output.emit({"entities": [output.document(entity) for entity in found]})
    else:
        for entity in found:
            notes, mentions = counted(entity.notes, "note"), counted(entity.mentions, "mention")
            row = f"{entity.label:8} {notes:>10} {mentions:>14}"
            output.say(f"◆ {one_line(entity.name):40} {row}")
        if not found:
            output.warn(f"no name in the vault holds `{args.pattern}`.")
    return 0 if found else 1
