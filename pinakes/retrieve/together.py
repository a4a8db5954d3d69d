"""Which passages are in good company? Those whose notes lie together with others that match.

Who keeps notes on a subject keeps them together: in a folder, or below one name (`a.b.c`,
`a___b`). Where much of such a group answers to a question, each of it is likelier to, though
its own words be few (the cluster hypothesis: Jardine and van Rijsbergen 1971).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from pinakes.store import read, shape
from pinakes.store.db import Connection
from pinakes.vault.naming import CANVAS_EXTENSION, without_extension

_DECAY = 0.7
"""Each further note of the group counts so much less."""
_LEAST = 0.2
"""Of the best score: a note with less doesn't answer to the question."""
_MOST_NOTES = 200
"""A group of more is a drawer, not a subject."""
_MOST_SHARE = 0.25
"""Of all notes, in a group; from 32 notes on."""
_NAMESPACE = "___"

Best = Mapping[int, tuple[int, float]]
"""Note → its best chunk with its score."""


def gains(db: Connection, best: Best, part: float) -> dict[int, float]:
    """Chunk → `part` of what the other notes of its group have, times the part of the group that was found."""
    paths = read.note_paths(db, best)
    least = _LEAST * max((score for _, score in best.values()), default=0.0)
    found: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for note, scored in best.items():
        if scored[1] >= least:
            found[group(paths[note][0])].append(scored)
    most = max(8, int(_MOST_SHARE * shape.notes_below(db, "", int(_MOST_NOTES / _MOST_SHARE))))
    gained: dict[int, float] = {}
    for prefix, members in found.items():
        if not prefix or len(members) < 2:
            continue
        size = shape.notes_below(db, prefix, most + 1)
        if size <= most:
            gained.update(_shared_out(members, part * len(members) / size))
    return gained


def group(path: str) -> str:
    """What the paths of a note's companions begin with: its folder, or the name that its own lies below."""
    name = without_extension(path[path.rfind("/") + 1 :]).removesuffix(CANVAS_EXTENSION)
    last = name.rfind(_NAMESPACE)
    end = max(name.rfind(".") + 1, last + len(_NAMESPACE) if last > 0 else 0)
    if end <= 1 or name[end : end + 1].isspace():  # `.hidden`, `Dr. Who`
        end = 0
    return path[: path.rfind("/") + 1 + end]


def _shared_out(members: Sequence[tuple[int, float]], part: float) -> dict[int, float]:
    """Chunk → its gain by the others, of whom the best counts whole and each one behind it less."""
    ordered = sorted(members, key=lambda one: (-one[1], one[0]))
    weighed = [score * _DECAY**i for i, (_, score) in enumerate(ordered)]
    whole = sum(weighed)
    before = 0.0
    gained = {}
    for (chunk, _), own in zip(ordered, weighed, strict=True):
        gained[chunk] = part * (before + (whole - before - own) / _DECAY)  # those behind move up
        before += own
    return gained
