"""Which tags are there, and in how many notes? Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple


class TagCount(NamedTuple):
    """A tag, in the order of an outline: after the one it is nested in."""

    name: str
    """All of it: `projects/alpha`."""
    depth: int
    """0 for a tag that is in no other."""
    notes: int
    """With the tag or with one nested in it."""
    own: int
    """With the tag itself; 0 where it only holds others."""


def outline(taggings: Iterable[tuple[str, int]]) -> tuple[TagCount, ...]:
    """`taggings`: (tag, note that carries it). Each tag once, whatever its case, after the one that it is nested in."""
    names: dict[tuple[str, ...], str] = {}
    own: dict[tuple[str, ...], set[int]] = defaultdict(set)
    below: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for name, note in taggings:
        parts = [part for part in name.split("/") if part]
        key = tuple(part.casefold() for part in parts)
        names[key] = "/".join(parts)
        own[key].add(note)
        for depth in range(1, len(key) + 1):
            names.setdefault(key[:depth], "/".join(parts[:depth]))
            below[key[:depth]].add(note)
    return tuple(
        TagCount(names[key], len(key) - 1, len(below[key]), len(own[key]) if key in own else 0) for key in sorted(below)
    )
