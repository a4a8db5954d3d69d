"""How is a list of things about notes printed? Aligned, one line an item; in JSON, without what does not apply."""

from __future__ import annotations

import unicodedata
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pinakes.clean import one_line
from pinakes.cli import output

if TYPE_CHECKING:
    from pinakes.around.links import PlacedLink

_WIDEST = 48
"""Cells of a column that others are aligned to."""
_OTHERS = 5
_ONLY_WHERE_TRUE = (
    "rel",
    "label",
    "sub",
    "sub_missing",
    "ambiguous",
    "via",
    "suggest",
    "others",
    "width",
    "in_comment",
)


def note_argument(parser: ArgumentParser) -> None:
    """The note that a command is about."""
    parser.add_argument("note", metavar="NOTE", help="its title, an alias, or its path")


def tell_others(args: Namespace, path: str, others: Sequence[str]) -> None:
    """Which note was taken, where several are called so."""
    if others:
        shown = ", ".join(map(one_line, others[:_OTHERS])) + (" …" if len(others) > _OTHERS else "")
        output.talk(args, f"Taken: {one_line(path)}. Also called so: {shown}. A path tells them apart.")


def rows(items: Iterable[Sequence[str]], indent: str = "") -> None:
    """Print rows of columns, each cleaned; all but the last are as wide as their widest entry."""
    cleaned = [[one_line(cell) for cell in item] for item in items]
    columns = max(map(len, cleaned), default=0)
    widths = [min(_WIDEST, max((cells(row[i]) for row in cleaned if i < len(row)), default=0)) for i in range(columns)]
    for row in cleaned:
        padded = [cell + " " * (widths[i] - cells(cell)) for i, cell in enumerate(row[:-1])]
        output.say((indent + "  ".join([*padded, *row[-1:]])).rstrip())


def cells(text: str) -> int:
    """How wide a terminal draws the text."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) or c in "\u200d\ufe0f" else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def place(path: str, line: int) -> str:
    """Where an editor is to open."""
    return f"{path}:{line}"


def counted(number: int, thing: str, things: str = "") -> str:
    """`1 link`, `2 links`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def here(utc: str) -> str:
    """The time as the clock on this wall says."""
    from datetime import datetime

    return datetime.fromisoformat(utc).astimezone().strftime("%Y-%m-%d %H:%M")


def link_row(link: PlacedLink) -> tuple[str, ...]:
    """A link in columns: where it stands, its kind, where it leads."""
    return place(link.path, link.line), link.kind, _leads_to(link)


def _leads_to(link: PlacedLink) -> str:
    if link.kind == "external":
        return link.written
    if link.target is None:
        meant = f" — did you mean {link.suggest}?" if link.suggest else ""
        return f"✗ {link.raw}{meant}"
    if link.sub_missing:
        return f"{link.target} ✗ no § {link.sub} there"
    where = f"{link.target} § {link.sub}" if link.sub else link.target
    if link.ambiguous:
        return f"{where} or {', '.join(link.others)}" if link.others else f"{where} (or another of that name)"
    return where


def link_json(link: PlacedLink, *, with_path: bool = True) -> dict[str, Any]:
    """A link as `contracts` has it: what does not apply is not there."""
    document = {key: value for key, value in output.document(link).items() if value or key not in _ONLY_WHERE_TRUE}
    if not with_path:
        del document["path"]
    return document
