"""pinakes bridges: chains between two notes or entities, with the sentences that show them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import fresh
from pinakes.errors import UsageError
from pinakes.model.bridge import BridgePath, Bridges, EdgeKind

_MARKS = {"note": "▪", "entity": "◆", "tag": "#"}


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("bridges", parents=[shared], help="how two notes or entities are joined")
    parser.add_argument("source", metavar="A", help="a note (title, alias, path) or an entity")
    parser.add_argument("target", metavar="B", help="another")
    parser.add_argument("--max-hops", type=int, default=3, help="notes on the way, at most (default 3)")
    parser.add_argument("-n", type=int, default=5, metavar="N", dest="limit", help="chains to show (default 5)")
    parser.add_argument(
        "--kinds", default="", metavar="KIND,…", help="what steps may be: mention, link, tag (default all three)"
    )
    parser.add_argument(
        "--without", action="append", default=[], metavar="NAME", help="a note or entity that joins nothing; repeatable"
    )
    parser.add_argument(
        "--common", type=int, metavar="N", help="names and tags of more than N notes join nothing (default 200)"
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Find the chains and print them."""
    if not 1 <= args.max_hops <= 6:
        raise UsageError(f"--max-hops {args.max_hops} is out of range.", "Give a number from 1 to 6.")
    if args.common is not None and args.common < 2:
        raise UsageError(f"--common {args.common} leaves nothing that could join notes.", "Give a number from 2.")
    with fresh(args) as opened:
        found = opened.around.bridges(
            args.source,
            args.target,
            max_hops=args.max_hops,
            limit=min(max(1, args.limit), 1_000),
            kinds=_kinds(args.kinds),
            common=args.common,
            without=args.without,
        )
    if args.json:
        output.emit(as_json(found))
    else:
        for number, path in enumerate(found.paths, 1):
            _print(number, path)
        if not found.paths:
            output.warn(f"nothing joins `{found.source}` and `{found.target}` within {args.max_hops} notes.")
    return 0 if found.paths else 1


def _kinds(typed: str) -> list[EdgeKind] | None:
    from pinakes.around.bridges import KINDS

    named = typed.replace(",", " ").split()
    if unknown := [word for word in named if word not in KINDS]:
        raise UsageError(f"`{unknown[0]}` is no kind of step.", f"Give some of {', '.join(KINDS)}.")
    return [kind for kind in KINDS if kind in named] or None


def as_json(found: Bridges) -> dict[str, object]:
    """As `contracts` has it: `from` and `to` are no names for Python's fields."""
    document = output.document(found)
    return {"from": document["source"], "to": document["target"], "paths": document["paths"]}


def _print(number: int, path: BridgePath) -> None:
    chain = " ─ ".join(f"{_MARKS[node.kind]} {one_line(node.name)}" for node in path.nodes)
    output.say_styled((f"{number}  {chain}", "1"), (f"   weight {path.weight:.2f}", "2"))
    for edge in path.edges:
        output.say_styled(f"     {edge.kind:8}", edge.evidence.sentence)
        output.say_styled("              ", (f"{one_line(edge.evidence.path)}:{edge.evidence.line}", "2"))
    output.say()
