"""pinakes history: what was searched for."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import listing, output, search
from pinakes.cli.opening import library


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("history", parents=[shared], help="what was searched for, the newest first")
    parser.add_argument("-n", type=int, default=20, metavar="N", dest="limit", help="queries to show (default 20)")
    parser.add_argument("--clear", action="store_true", help="forget them all; saved searches stay")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List them, or forget them."""
    search.check_limit(args.limit, "query")
    with library(args) as opened:
        if args.clear:
            return _forgotten(args, opened.forget_history())
        found, kept = opened.history(args.limit), opened.config.search.history
    if args.json:
        output.emit({"history": [output.document(one) for one in found]})
    elif found:
        listing.rows(
            (listing.here(one.last_used), listing.counted(one.hits, "note"), f"×{one.times:,}", one.query)
            for one in found
        )
    else:
        output.warn("nothing was searched for yet." if kept else "no history is kept (search.history = false).")
    return 0 if found else 1


def _forgotten(args: Namespace, number: int) -> int:
    if args.json:
        output.emit({"forgotten": number})
    else:
        output.talk(args, f"{listing.counted(number, 'query', 'queries')} forgotten.")
    return 0
