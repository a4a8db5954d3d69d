"""pinakes entity: what the notes say of a person, place or thing, and which names are one."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable
from typing import TYPE_CHECKING

from pinakes.clean import one_line
from pinakes.cli import listing, output
from pinakes.cli.opening import fresh
from pinakes.errors import UsageError

if TYPE_CHECKING:
    from pinakes.around.entity import EntityView
    from pinakes.library import Library
    from pinakes.model.entity import Decision

_MONTHS = 12
_SHOWN = 5
"""Names beside it whose sentence is shown."""
_LONGEST_NUMBER = 18
"""Digits; SQLite counts no further."""
_EPILOG = """\
One name, many spellings:
  pinakes entity merge A B     they are one, and go by B
  pinakes entity split A       the spelling A is one of its own, apart from the others
  pinakes entity rename A B    it is to be called B
  pinakes entity hide A        it is no name; no list, bridge or ranking knows it any more
  pinakes entity suggestions   names that may be one; nothing is merged without being asked
  pinakes entity accept ID     merge those two        pinakes entity refuse ID   never ask again
  pinakes entity decisions     what was decided; it wins over every rule and outlives the index
  pinakes entity undo [N]      take back decision N, else the last one
  pinakes entity show NAME     the name, where it is one of these words
"""


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "entity",
        parents=[shared],
        help="a name: its spellings, where it stands, beside whom; merge, split, rename, hide",
        usage="pinakes entity [options] NAME | ACTION [NAME …]",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="+", metavar="NAME", help="any spelling of it; or what to do, and with which")
    parser.add_argument("-n", type=int, default=20, metavar="N", dest="limit", help="suggestions to show (default 20)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Do what the first word says, else print what is known of the name."""
    action, *names = args.words
    if action not in _ACTIONS:
        return _show(args, args.words)
    do, fewest, most = _ACTIONS[action]
    if not fewest <= len(names) <= most:
        wanted = {0: "no name", 1: "one name", 2: "two names"}[fewest]
        raise UsageError(
            f"`pinakes entity {action}` takes {wanted}.",
            f'Put a name of several words between quotes. Is `{action}` a name? `pinakes entity show "{action}"`.',
        )
    return do(args, names)


def _show(args: Namespace, names: list[str]) -> int:
    with fresh(args) as opened:
        found = opened.around.entity(" ".join(names))
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
    if found.when:
        output.say("when   " + ", ".join(f"{month.month} {month.mentions:,}" for month in found.when[-_MONTHS:]))
    listing.rows((listing.place(note.path, at.line), at.sentence) for note in found.notes for at in note.places)
    if found.together:
        output.say()
        listing.rows(
            (f"◆ {one.name}", listing.place(one.evidence.path, one.evidence.line), one.evidence.sentence)
            for one in found.together[:_SHOWN]
        )


# ── decisions ────────────────────────────────────────────────────────────────────────────


def _decide(args: Namespace, decide: Callable[[Library], Decision]) -> int:
    with fresh(args) as opened:
        made = decide(opened)
    _tell(args, made)
    return 0


def _merge(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.merge_entities(*names))


def _split(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.split_entity(*names))


def _rename(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.rename_entity(*names))


def _hide(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.hide_entity(*names))


def _accept(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.accept_suggestion(*names))


def _refuse(args: Namespace, names: list[str]) -> int:
    return _decide(args, lambda opened: opened.refuse_suggestion(*names))


def _tell(args: Namespace, made: Decision) -> None:
    if args.json:
        output.emit({"decision": output.document(made)})
    else:
        output.talk(args, f"{_sentence(made)}. `pinakes entity undo {made.number}` takes it back.")


def _sentence(made: Decision) -> str:
    name, said = one_line(made.name), one_line(made.said)
    return {
        "same": f"{name} is {said}",
        "apart": f"{name} is not {said}",
        "name": f"{name} is called {said}",
        "hide": f"{name} is hidden",
    }[made.kind]


def _undo(args: Namespace, names: list[str]) -> int:
    if names and not names[0].isdecimal():
        raise UsageError(f"`{names[0]}` is not the number of a decision.", "`pinakes entity decisions` lists them.")
    if names and len(names[0]) > _LONGEST_NUMBER:
        raise UsageError(
            f"There is no decision {names[0][:_LONGEST_NUMBER]}….", "`pinakes entity decisions` lists them."
        )
    with fresh(args) as opened:
        gone = opened.undo_decision(int(names[0]) if names else None)
    if args.json:
        output.emit({"undone": output.document(gone)})
    else:
        output.talk(args, f"Taken back: {_sentence(gone)}.")
    return 0


def _decisions(args: Namespace, _: list[str]) -> int:
    with fresh(args) as opened:
        known = opened.decisions()
    if args.json:
        output.emit({"decisions": [output.document(one) for one in known]})
    elif known:
        listing.rows((str(one.number), one.made[:10], _sentence(one)) for one in known)
    else:
        output.warn("nothing was decided about names yet. `pinakes help entity` says what can be.")
    return 0 if known else 1


def _suggestions(args: Namespace, _: list[str]) -> int:
    with fresh(args) as opened:
        found = opened.entity_suggestions(min(max(1, args.limit), 10_000))
    if args.json:
        output.emit({"suggestions": [output.document(one) for one in found]})
    elif found:
        listing.rows((one.id, f"{one.a} {one.a_mentions:,}", f"{one.b} {one.b_mentions:,}", one.why) for one in found)
        output.talk(args, "`pinakes entity accept ID` merges two, `refuse ID` keeps them apart.")
    else:
        output.warn("no two names look like one.")
    return 0 if found else 1


_ACTIONS: dict[str, tuple[Callable[[Namespace, list[str]], int], int, int]] = {
    "show": (_show, 1, 100),
    "merge": (_merge, 2, 2),
    "split": (_split, 1, 1),
    "rename": (_rename, 2, 2),
    "hide": (_hide, 1, 1),
    "suggestions": (_suggestions, 0, 0),
    "accept": (_accept, 1, 1),
    "refuse": (_refuse, 1, 1),
    "decisions": (_decisions, 0, 0),
    "undo": (_undo, 0, 1),
}
"""What to do → the function, and how few and how many words it takes."""
