"""pinakes communities: what a vault is about, as groups of notes that belong together."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh
from pinakes.errors import UsageError


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "communities", parents=[shared], help="what the vault is about: notes that belong together, and what they share"
    )
    parser.add_argument("-n", type=int, default=20, metavar="N", dest="limit", help="communities to show (default 20)")
    parser.add_argument("--notes", type=int, default=3, metavar="N", help="notes to show of each (default 3)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, the largest first."""
    for option, number, least in (("-n", args.limit, 1), ("--notes", args.notes, 0)):
        if number < least:
            raise UsageError(f"{option} {number} is too few.", f"Give a number from {least}.")
    with fresh(args) as opened:
        found = opened.around.communities()
    shown = found.communities[: args.limit]
    if args.json:
        output.emit({**output.document(found), "communities": [output.document(one) for one in shown]})
        return 0 if shown else 1
    for one in shown:
        output.say_styled((one_line(one.name), "1"), (f"   {listing.counted(one.size, 'note')}", "2"))
        for note in one.notes[: args.notes]:
            output.say_styled(f"  ▪ {one_line(note.title)}", (f"  {one_line(note.path)}", "2"))
    if not shown:
        output.warn("nothing joins one note to another: no link, no tag, no name.")
    elif more := len(found.communities) - len(shown):
        output.talk(args, f"{listing.counted(more, 'smaller one')} left out; -n shows more.")
    if found.alone:
        output.talk(args, f"{found.alone:,} of {listing.counted(found.notes, 'note')} stand alone.")
    return 0 if shown else 1
