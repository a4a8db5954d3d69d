"""pinakes answers: what was answered before, and what has changed in the notes since."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from typing import TYPE_CHECKING, Any

from pinakes.clean import one_line
from pinakes.cli import listing, output, search
from pinakes.cli.opening import fresh, library
from pinakes.errors import UsageError

if TYPE_CHECKING:
    from pinakes.model.ledger import KeptAnswer

_EPILOG = """\
  pinakes answers [PATTERN]    the answers that hold the pattern, the newest first
  pinakes answers show ID      one of them, and which of its sources have changed since
  pinakes answers save ID      keep it; of those that are not saved the last 1,000 are remembered
  pinakes answers forget ID    forget it, saved or not
ID is as the list has it, its first characters where they are enough, or `last`.
`pinakes ask QUESTION --follow ID` asks on.
"""
_ACTIONS = ("show", "save", "forget")


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "answers",
        parents=[shared],
        help="answers given before, and what has changed since: list, show, save, forget",
        usage="pinakes answers [options] [PATTERN] | ACTION ID",
        epilog=_EPILOG,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("words", nargs="*", metavar="PATTERN", help="a part of the question or the answer")
    parser.add_argument("-n", type=int, default=20, metavar="N", dest="limit", help="answers to show (default 20)")
    parser.add_argument("--saved", action="store_true", help="only those that are saved")
    parser.add_argument("--clear", action="store_true", help="forget all that are not saved")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Do what the first word says, else list them."""
    search.check_limit(args.limit, "answer")
    if args.clear:
        return _clear(args)
    action, *rest = args.words or [""]
    if action not in _ACTIONS or (action and not rest):
        if action in _ACTIONS:
            raise UsageError(f"`pinakes answers {action}` takes an id.", "`pinakes answers` lists them.")
        return _list(args)
    if len(rest) > 1:
        raise UsageError(f"`pinakes answers {action}` takes one id.", "`pinakes answers` lists them.")
    return {"show": _show, "save": _save, "forget": _forget}[action](args, rest[0])


def as_json(kept: KeptAnswer) -> dict[str, Any]:
    """As `ask` prints it, with what became of each source."""
    document = output.document(kept)
    document["answer"] = document.pop("text")
    document["understood"] = kept.understood or None
    document["follows"] = kept.follows or None
    document["changed"] = kept.changed
    return document


def _list(args: Namespace) -> int:
    with fresh(args) as opened:
        found = opened.answers(args.limit, pattern=" ".join(args.words), saved=args.saved)
        history = opened.config.answer.history
    if args.json:
        output.emit({"answers": [as_json(one) for one in found]})
    elif found:
        listing.rows(
            (one.id, listing.here(one.asked), "saved" if one.saved else "", one.since, one.question) for one in found
        )
    elif args.words or args.saved:
        output.warn("no such answer is kept.")
    else:
        output.warn("nothing was answered yet." if history else "no answers are kept (answer.history = false).")
    return 0 if found else 1


def _show(args: Namespace, wanted: str) -> int:
    with fresh(args) as opened:
        kept = opened.answer(wanted)
    if args.json:
        output.emit(as_json(kept))
        return 0
    output.say_styled((one_line(kept.question), "1"))
    if kept.understood:
        output.say(f"understood as: {one_line(kept.understood)}")
    output.say()
    output.say(kept.text)
    if kept.sources:
        output.say()
    for source in kept.sources:
        where = output.place(source.path, source.line, source.heading)
        output.quotation(source.n, where, source.quote, source.became)
    by = output.written_by(kept.model)
    saved = " · saved" if kept.saved else ""
    output.talk(args, " · ".join(filter(None, (listing.here(kept.asked), by, kept.since))) + saved)
    return 0


def _save(args: Namespace, wanted: str) -> int:
    with library(args) as opened:
        kept = opened.save_answer(wanted)
    if args.json:
        output.emit({"saved": as_json(kept)})
    else:
        output.talk(args, f"Saved: {one_line(kept.question)}")
    return 0


def _forget(args: Namespace, wanted: str) -> int:
    with library(args) as opened:
        gone = opened.forget_answer(wanted)
    if args.json:
        output.emit({"forgotten": as_json(gone)})
    else:
        output.talk(args, f"Forgotten: {one_line(gone.question)}")
    return 0


def _clear(args: Namespace) -> int:
    with library(args) as opened:
        number = opened.forget_answers()
    if args.json:
        output.emit({"forgotten": number})
    else:
        output.talk(args, f"{listing.counted(number, 'answer')} forgotten. Saved ones stay.")
    return 0
