"""Which notes say the same, or nearly? Pure.

What counts is the text below the properties, line by line, however it is spaced. Lines that
stand in two notes bring the two together; how much of the longer one they share is then counted.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Literal, NamedTuple

from pinakes.vault.fence import fenced

NEAR = 0.8
"""Share of the longer note's characters."""
_TELLING = 16
"""Characters of a line that says something: `## Notes` stands everywhere."""
_TEMPLATE = 24
"""A line in more notes than this comes from a template."""


class Duplicates(NamedTuple):
    """Notes that say the same."""

    kind: Literal["identical", "near"]
    share: float
    """0 … 1: how much of the longer note the least alike two of them have in common."""
    paths: tuple[str, ...]


def duplicates(notes: Iterable[tuple[str, str]]) -> tuple[Duplicates, ...]:
    """`notes`: (path, text). Groups of notes, identical ones first; notes that say nothing are in none."""
    same: dict[bytes, list[str]] = defaultdict(list)
    lines: dict[str, Counter[str]] = {}
    for path, text in notes:
        body = _lines(text)
        if any(c.isalnum() for line in body for c in line):
            digest = hashlib.blake2b("\n".join(body).encode("utf-8", "surrogatepass"), digest_size=16).digest()
            same[digest].append(path)
            if len(same[digest]) == 1:
                lines[path] = Counter(body)
    identical = [Duplicates("identical", 1.0, tuple(sorted(group))) for group in same.values() if len(group) > 1]
    return (*sorted(identical, key=lambda group: group.paths), *_near(lines))


def _lines(text: str) -> list[str]:
    top = fenced(text)
    body = text[top.body_start if top else 0 :]
    return [line for line in (" ".join(raw.split()) for raw in body.splitlines()) if line]


def _near(notes: dict[str, Counter[str]]) -> list[Duplicates]:
    """Pairs that are alike, and what hangs together by them, as groups."""
    length = {path: sum(len(line) * n for line, n in body.items()) for path, body in notes.items()}
    alike: dict[tuple[str, str], float] = {}
    for (a, b), certain in _pairs(notes).items():
        longer = max(length[a], length[b])
        if min(length[a], length[b]) >= NEAR * longer and certain * 2 >= longer:
            share = sum(len(line) * n for line, n in (notes[a] & notes[b]).items()) / longer
            if share >= NEAR:
                alike[a, b] = share
    return [
        Duplicates("near", round(min(s for (a, _), s in alike.items() if a in group), 2), tuple(sorted(group)))
        for group in _groups(alike)
    ]


def _pairs(notes: dict[str, Counter[str]]) -> Counter[tuple[str, str]]:
    """Two notes → characters in the telling lines that stand in both."""
    holders: dict[str, list[str]] = defaultdict(list)
    for path, body in notes.items():
        for line in body:
            if len(line) >= _TELLING:
                holders[line].append(path)
    shared: Counter[tuple[str, str]] = Counter()
    for line, paths in holders.items():
        if 1 < len(paths) <= _TEMPLATE:
            for pair in combinations(sorted(paths), 2):
                shared[pair] += len(line)
    return shared


def _groups(pairs: Iterable[tuple[str, str]]) -> list[set[str]]:
    group: dict[str, set[str]] = {}
    for a, b in sorted(pairs):
        joined = group.get(a, {a}) | group.get(b, {b})
        for path in joined:
            group[path] = joined
    unique = {id(members): members for members in group.values()}
    return sorted(unique.values(), key=min)
