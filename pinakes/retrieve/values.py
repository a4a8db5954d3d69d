"""Does a property have the value that was asked for? Text, numbers, days, and each item of a list. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date

from pinakes.retrieve import dates
from pinakes.retrieve.judge import Compiled
from pinakes.retrieve.tree import All, Either, Node, Not, Property, Regex, Term
from pinakes.store.text import fold

_NUMBER = re.compile(r"[+-]?\d{1,30}(?:[.,]\d{1,30})?(?=[ ]?%?\Z)")
_LINK = re.compile(r"!?\[\[([^\[\]|#]{1,500})(?:#[^\[\]|]{0,500})?(?:\|([^\[\]]{1,500}))?\]\]\Z")
_COMMA = re.compile(r",(?!\d)")
_LONGEST = 1_000
"""Characters of a value that are compared."""


def meets(asked: Property, value: object, now: date, compiled: dict[str, Compiled]) -> bool:
    """Whether a note's value is the one asked for; of a list, whether one of its items is."""
    items = list(_items(value))
    return asked.value is None or _meets(asked.value, asked.sign, items, now, compiled)


def _meets(node: Node, sign: str, items: list[str], now: date, compiled: dict[str, Compiled]) -> bool:
    if isinstance(node, All):
        return all(_meets(inner, sign, items, now, compiled) for inner in node.nodes)
    if isinstance(node, Either):
        return any(_meets(inner, sign, items, now, compiled) for inner in node.nodes)
    if isinstance(node, Not):
        return not _meets(node.node, sign, items, now, compiled)
    if isinstance(node, Regex):
        return any(compiled[node.pattern].search(item.encode("utf-8", "replace")) is not None for item in items)
    return isinstance(node, Term) and any(_is(node, sign, item, now) for item in items)


def _items(value: object) -> Iterator[str]:
    """Each item of a list and of a mapping; anything else as text."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from _items(item)
    else:
        text = "" if value is None else str(value).strip()[:_LONGEST]
        yield text
        if isinstance(value, str) and len(parts := _COMMA.split(text)) > 1:
            yield from (part.strip() for part in parts)  # `type:: [[Tool]], [[Object]]` is a list to its writer


def _is(term: Term, sign: str, item: str, now: date) -> bool:
    asked, found = number(term.text), number(item)
    if asked is not None and found is not None:
        return _in_order(found, asked, sign)
    days = dates.days("on", f"{sign}{term.text}", now) if term.kind != "prefix" else None
    if days is not None and (day := dates.day_in(item)) is not None:
        return day in days
    return not sign and any(_same(term, written) for written in _spellings(item))


def _in_order(found: float, asked: float, sign: str) -> bool:
    return {
        "": found == asked,
        ">": found > asked,
        "<": found < asked,
        ">=": found >= asked,
        "<=": found <= asked,
    }[sign]


def _same(term: Term, item: str) -> bool:
    asked, found = fold(" ".join(term.text.split())), fold(" ".join(item.split()))
    return found.startswith(asked) if term.kind == "prefix" else found == asked


def _spellings(item: str) -> Iterator[str]:
    """The value, and of a link what it names and is called; of a tag its name."""
    yield item
    if link := _LINK.match(item):
        yield from (part for part in link.groups() if part)
    if item.startswith("#"):
        yield item[1:]


def number(value: str) -> float | None:
    """The number that a value is."""
    match = _NUMBER.match(value.strip())
    return float(match[0].replace(",", ".")) if match else None
