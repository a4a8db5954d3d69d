"""pinakes properties: what notes declare at their top, and with which values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.cli import listing, output
from pinakes.cli.opening import fresh

if TYPE_CHECKING:
    from pinakes.around import Around


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("properties", parents=[shared], help="all properties, or the values of one")
    parser.add_argument("key", nargs="?", default="", metavar="KEY", help="list the values of this one")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """List the properties, or the values of one, those of most notes first."""
    with fresh(args) as opened:
        return _values(args, opened.around) if args.key else _all(args, opened.around)


def _all(args: Namespace, around: Around) -> int:
    found = around.properties()
    if args.json:
        output.emit({"properties": [output.document(item) for item in found]})
    elif found:
        listing.rows(
            (
                item.key,
                listing.counted(item.notes, "note"),
                ", ".join(f"{kind} {n:,}" for kind, n in item.kinds.items()),
                ", ".join(_short(example) for example in item.examples),
            )
            for item in found
        )
    else:
        output.warn("no note has properties.")
    return 0 if found else 1


def _values(args: Namespace, around: Around) -> int:
    found = around.values(args.key)
    if args.json:
        output.emit({"key": args.key, "values": [output.document(item) for item in found]})
    elif found:
        listing.rows((listing.counted(item.notes, "note"), item.kind, item.value) for item in found)
    else:
        from pinakes.around.properties import nearest

        near = nearest((item.key for item in around.properties()), args.key)
        output.warn(f"no note has the property `{args.key}`." + (f" Did you mean `{near}`?" if near else ""))
    return 0 if found else 1


def _short(text: str) -> str:
    return text if len(text) <= 32 else text[:31] + "…"
