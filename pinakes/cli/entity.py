"""pinakes entity: what the notes say of a person, place or thing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh

if TYPE_CHECKING:
    from pinakes.around.entity import EntityView


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("entity", parents=[shared], help="a name: its spellings, where it stands, beside whom")
    parser.add_argument("name", metavar="NAME", help="any spelling of it")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print what is known of it."""
    with fresh(args) as opened:
        found = opened.around.entity(args.name)
    if args.json:
        output.emit(output.document(found))
    else:
        _print(found)
    return 0


def _print(found: EntityView) -> None:
    what = " ".join(part for part in (found.label, found.note or "") if part)
    output.say_styled((f"◆ {one_line(found.name)}", "1"), f"  {one_line(what)}" if what else "")
    mentions, notes = listing.counted(found.mentions, "mention"), listing.counted(len(found.notes), "note")
    output.say(f"{mentions} in {notes}")
    if found.spellings:
        output.say("spelt  " + ", ".join(f"{one_line(s.name)} {s.mentions:,}" for s in found.spellings))
    if found.together:
        output.say("with   " + ", ".join(f"{one_line(c.name)} {c.passages:,}" for c in found.together))
    listing.rows((listing.place(note.path, at.line), at.sentence) for note in found.notes for at in note.places)
