"""Which heading or block of a note does the part of a link behind `#` mean? Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from pinakes.model.note import Heading
from pinakes.vault.dialect import PLAIN, Dialect
from pinakes.vault.naming import fold

_PUNCTUATION = re.compile(r"[^\w\-]+")
_NOT_IN_SLUG = re.compile(r"[^\w\- ]+")


class Anchor(NamedTuple):
    """A place in a note."""

    line: int
    heading: tuple[str, ...]
    """The headings down to the one that was meant; empty for a block."""
    via: Literal["heading", "slug", "block"]
    until: str = ""
    """Of a range: the heading before which it ends; `*` for the next one."""
    offset: int = 0
    """Of a range: lines to leave out at its beginning."""


def locate(sub: str, headings: Sequence[Heading], blocks: Mapping[str, int], dialect: Dialect = PLAIN) -> Anchor | None:
    """The place that `sub` (`Heading`, `Outer#Inner`, `^block`) names; None where there is none."""
    if dialect.ranges and (":#" in sub or "," in sub or sub == "*"):
        return _range(sub, headings, blocks)
    if sub.startswith("^"):
        return _block(sub[1:], blocks)
    if sub.startswith("(("):
        return _block(sub.strip("()"), blocks)
    wanted = [_plain(part) for part in sub.split("#")]
    found = _nested([part for part in wanted if part], headings)
    return found or _slug(sub, headings)


def _range(sub: str, headings: Sequence[Heading], blocks: Mapping[str, int]) -> Anchor | None:
    """`from,1:#to`: where it begins, and the text of the heading that ends it."""
    if sub == "*":
        return Anchor(1, (), "block", until="*")
    first, _, last = sub.partition(":#")
    name, _, offset = first.partition(",")
    begin = locate(name, headings, blocks)
    if begin is None:
        return None
    end = locate(last, headings, blocks) if last and last != "*" else None
    until = end.heading[-1] if end and end.heading else last
    return begin._replace(until=until, offset=int(offset) if offset.isdecimal() and len(offset) < 6 else 0)


def _block(name: str, blocks: Mapping[str, int]) -> Anchor | None:
    line = blocks.get(name)
    if line is None:
        folded = name.casefold()
        line = next((at for key, at in blocks.items() if key.casefold() == folded), None)
    return None if line is None else Anchor(line, (), "block")


def _nested(wanted: Sequence[str], headings: Sequence[Heading]) -> Anchor | None:
    """The first heading whose own text, and whose outer headings in order, are the wanted ones."""
    if not wanted:
        return None
    above: list[Heading] = []
    for heading in headings:
        while above and above[-1].level >= heading.level:
            above.pop()
        above.append(heading)
        if _plain(heading.text) == wanted[-1] and _in_order(wanted[:-1], above[:-1]):
            return Anchor(heading.line, tuple(outer.text for outer in above), "heading")
    return None


def _in_order(wanted: Sequence[str], above: Sequence[Heading]) -> bool:
    outer = iter(_plain(heading.text) for heading in above)
    return all(part in outer for part in wanted)


def _slug(sub: str, headings: Sequence[Heading]) -> Anchor | None:
    """As GitHub writes it in a link: `early-life`, and `early-life-1` for the second of that name."""
    seen: dict[str, int] = {}
    for heading in headings:
        slug = _slugged(heading.text)
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        if (f"{slug}-{count}" if count else slug) == sub.casefold():
            return Anchor(heading.line, (heading.text,), "slug")
    return None


@lru_cache(maxsize=16_384)
def _slugged(text: str) -> str:
    return _NOT_IN_SLUG.sub("", fold(text)).replace(" ", "-")


@lru_cache(maxsize=16_384)
def _plain(text: str) -> str:
    return fold(_PUNCTUATION.sub(" ", text))
