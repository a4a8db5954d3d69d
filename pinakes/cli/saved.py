"""pinakes saved: searches kept by name."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import listing, output, search
from pinakes.cli.opening import library
from pinakes.errors import UsageError
from pinakes.model.user import SavedSearch


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("saved", parents=[shared], help="searches kept by name: list, add, run, remove")
    parser.set_defaults(run=run)
    what = parser.add_subparsers(metavar="WHAT", prog=parser.prog)
    adding = what.add_parser("add", parents=[shared], help="keep a search by name, with the options that it is to have")
    adding.add_argument("name", metavar="NAME", help="letters, digits, blanks: what you like")
    adding.add_argument("query", nargs="+", metavar="WORDS", help="as `pinakes search` takes them")
    search.options(adding)
    adding.add_argument("--replace", action="store_true", help="in place of one that has the name")
    adding.add_argument("--explain", action="store_true", help=SUPPRESS)
    adding.set_defaults(run=_add)
    running = what.add_parser("run", parents=[shared], help="search for it; `pinakes search @NAME` does the same")
    running.add_argument("name", metavar="NAME")
    search.options(running)
    running.add_argument("--explain", action="store_true", help="each hit's score, taken apart")
    running.set_defaults(run=_run)
    removing = what.add_parser("remove", parents=[shared], help="forget it")
    removing.add_argument("name", metavar="NAME")
    removing.set_defaults(run=_remove)
    aside = what.add_parser(
        "set-aside", parents=[shared], help="begin anew where the file of them and of decisions about names is damaged"
    )
    aside.set_defaults(run=_set_aside)


def run(args: Namespace) -> int:
    """List them."""
    with library(args) as opened:
        found = opened.saved_searches()
    if args.json:
        output.emit({"searches": [output.document(one) for one in found]})
    elif found:
        listing.rows((f"@{one.name}", one.query, _typed(one)) for one in found)
    else:
        output.warn("no search is saved. `pinakes saved add NAME WORDS` keeps one.")
    return 0 if found else 1


def recall(args: Namespace, name: str) -> None:
    """Put the saved search in place of what was typed; an option that was typed with it comes first."""
    with library(args) as opened:
        found = opened.saved_search(name)
    args.query = [found.query]
    args.limit = found.limit if args.limit is None else args.limit
    args.mode = found.mode if args.mode == "auto" else args.mode
    args.no_graph = args.no_graph or not found.graph


def _run(args: Namespace) -> int:
    recall(args, args.name)
    return search.run(args)


def _add(args: Namespace) -> int:
    search.check_limit(args.limit)
    for option in ("explain", "exact"):
        if getattr(args, option):
            raise UsageError(
                f"--{option} is not kept with a search.",
                f"Save it without, and give --{option} when you search: `pinakes search @NAME --{option}`.",
            )
    with library(args) as opened:
        kept = opened.save_search(
            args.name,
            " ".join(args.query),
            limit=args.limit,
            mode=args.mode,
            graph=not args.no_graph,
            replace=args.replace,
        )
    if args.json:
        output.emit({"saved": output.document(kept)})
    else:
        output.talk(args, f"Saved. `pinakes search {_as_argument(kept)}` searches for {one_line(kept.query)}")
    return 0


def _remove(args: Namespace) -> int:
    with library(args) as opened:
        gone = opened.remove_saved(args.name)
    if args.json:
        output.emit({"removed": output.document(gone)})
    else:
        output.talk(args, f"Removed {one_line(gone.name)}, which was: {one_line(gone.query)}")
    return 0


def _set_aside(args: Namespace) -> int:
    with library(args) as opened:
        aside = opened.set_user_file_aside()
    if args.json:
        output.emit({"set_aside": str(aside)})
    else:
        output.talk(args, f"The file is {one_line(str(aside))} now, the reason beside it.")
        output.talk(args, "No search is saved and nothing is decided about names any more; the next sync heeds that.")
    return 0


def _typed(one: SavedSearch) -> str:
    """Its options, as they are typed."""
    limit = f"-n {one.limit}" if one.limit is not None else ""
    mode = f"--mode {one.mode}" if one.mode != "auto" else ""
    return " ".join(filter(None, (limit, mode, "" if one.graph else "--no-graph")))


def _as_argument(one: SavedSearch) -> str:
    import shlex

    return shlex.quote(f"@{one_line(one.name)}") if not one.name.isalnum() else f"@{one.name}"
