"""pinakes search: ranked hits."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import fresh
from pinakes.errors import UsageError
from pinakes.model.search import Hit, SearchResult
from pinakes.store.text import words


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "search", parents=[shared], help="find passages", epilog="`pinakes help query` lists what a query may say."
    )
    parser.add_argument(
        "query", nargs="+", help='words, "a phrase", -without, tag:x, before:2024, …; @NAME: a saved search'
    )
    options(parser)
    parser.add_argument("--explain", action="store_true", help="each hit's score, taken apart")
    parser.set_defaults(run=run)


def options(parser: ArgumentParser) -> None:
    """Those that can be saved with a search."""
    parser.add_argument("-n", type=int, default=None, metavar="N", dest="limit", help="hits to show (default 10)")
    parser.add_argument("--exact", action="store_true", help="words as typed: no other spelling is tried")
    parser.add_argument("--no-graph", action="store_true", help="words only: no links, tags, entities")
    parser.add_argument(
        "--mode",
        choices=["auto", "local", "global", "lookup"],
        default="auto",
        help="what is looked for: `lookup` a note by its name, `local` passages, `global` where one enters the vault",
    )


def run(args: Namespace) -> int:
    """Search, and print the hits."""
    if len(args.query) == 1 and len(args.query[0]) > 1 and args.query[0].startswith("@"):
        from pinakes.cli.saved import recall

        recall(args, args.query[0])
    query = " ".join(args.query)
    if not words(query):
        raise UsageError(f"`{query}` holds no letters or digits to look for.", "Type a word of what you seek.")
    check_limit(args.limit)
    with fresh(args) as opened:
        limit = args.limit if args.limit is not None else max(1, opened.config.search.limit)
        graph = opened.config.search.graph and not args.no_graph
        result = opened.search(query, limit, graph=graph, mode=args.mode, exact=args.exact)
    if args.json:
        output.emit(as_json(result))
    else:
        _print(args, result)
        sys.stdout.flush()  # who reads the hits does not wait for the history
        opened.note_search(query, result.found)
    return 0 if result.hits else 1


def check_limit(limit: int | None, of: str = "hit") -> None:
    """Raises UsageError for a number of things to show that shows none."""
    if limit is not None and limit < 1:
        raise UsageError(f"-n {limit}: there must be at least one {of} to show.", "Give a number from 1.")


def as_json(result: SearchResult) -> dict[str, object]:
    """As `contracts` has it, with the passage's own text."""
    document = output.document(result)
    for hit in document["hits"]:
        del hit["chunk_id"]
    return document


def _print(args: Namespace, result: SearchResult) -> None:
    for hit in result.hits:
        output.say_styled((hit.title, "1"), "  ", (output.place(hit.path, hit.snippet_line, hit.heading), "2"))
        output.say_styled("  ", *_lit(hit))
        if args.explain:
            for reason in hit.reasons:
                output.say_styled("    ", (f"{reason.share:4.0%}  {reason.kind:8}{reason.label}", "2"))
        else:
            output.say_styled("  ", (" · ".join(output.reason(r) for r in hit.reasons[:4]), "2"))
        output.say()
    for typed, used in result.corrected.items():
        output.talk(args, f"No note has `{one_line(typed)}`: searched for `{used}`. As typed: --exact.")
    for note in result.notes:
        output.talk(args, note)
    if result.understood:
        output.talk(args, f"Read as: {' · '.join(one_line(part.meaning) for part in result.understood)}")
    if not result.hits:
        meets = "meets" if result.understood else "has anything like"
        output.warn(f"no note {meets} `{result.query}`. Try other or fewer words.")
    else:
        output.talk(args, _counted(result))
    if result.partial:
        output.talk(args, "Names are still being recognised; more may be joined soon.")


_REACHED = {
    "any-term": "no passage has every word",
    "graph": "no note has these words: found by links, names or meaning",
}


def _counted(result: SearchResult) -> str:
    """How many hits there are, and how many notes were found besides."""
    number = len(result.hits)
    found = f"{'first ' if result.more else ''}{number} hit{'s' if number != 1 else ''} in {result.took_ms} ms"
    return "; ".join(filter(None, (found, _REACHED.get(str(result.rung), ""), result.total_said)))


def _lit(hit: Hit) -> list[tuple[str, str] | str]:
    """The snippet in pieces, what matched in bold."""
    parts: list[tuple[str, str] | str] = []
    done = 0
    for start, end in hit.highlights:
        parts += [hit.snippet[done:start], (hit.snippet[start:end], "1;33")]
        done = end
    return [*parts, hit.snippet[done:]]
