"""What does a cell of a link table say? `path#Heading>Sub (ambiguous=true, kind=embed) label="x" + …`"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

_FLAGS = re.compile(r" \(([^()]{1,200})\)\Z")
_LABEL = re.compile(r" label=\"([^\"]{0,200})\"\Z")
_WORDS = frozenset({"self", "diagnostic", "heading missing"})
_SIZE = re.compile(r"\d{1,5}(x\d{1,5})?\Z")
NOWHERE = "∅"


@dataclass(frozen=True)
class Wanted:
    """One link that a cell expects."""

    path: str | None
    """None: a link to nothing."""
    target: str = ""
    """What it names, where the cell says so of a link to nothing."""
    sub: str = ""
    label: str | None = None
    flags: dict[str, str] = field(default_factory=dict)
    external: bool = False


def by_profile(cell: str) -> Iterator[tuple[str, str]]:
    """(profile, cell) of `obsidian profile: A; every other profile: B`; the profile is empty for all others."""
    if not re.match(r"[\w ]{1,40} profile: ", cell):
        yield "", cell
        return
    for part in cell.split("; "):
        name, _, said = part.partition(" profile: ")
        yield ("" if name.startswith("every other") else name), said


def wanted(cell: str, paths: Collection[str]) -> tuple[list[Wanted], bool]:
    """The links of a cell, and whether the user has to be told something."""
    if cell.startswith("no link"):
        return [], "diagnostic" in cell
    links = [_one(part, paths) for part in _parts(cell, paths)]
    return links, any("diagnostic" in link.flags for link in links)


def _parts(cell: str, paths: Collection[str]) -> list[str]:
    """The cell cut at each ` + ` behind which a path or ∅ begins."""
    pieces = cell.split(" + ")
    parts = pieces[:1]
    for piece in pieces[1:]:
        if piece.startswith(NOWHERE) or any(piece.startswith(path) for path in paths):
            parts.append(piece)
        else:
            parts[-1] += f" + {piece}"
    return parts


def _one(text: str, paths: Collection[str]) -> Wanted:
    if text.startswith("external"):
        return Wanted(None, target=text.removeprefix("external").strip(), external=True)
    label: str | None = None
    flags: dict[str, str] = {}
    while True:
        if match := _LABEL.search(text):
            label = match[1]
        elif (match := _FLAGS.search(text)) and _are_flags(match[1]):
            flags.update(_flags(match[1]))
        else:
            break
        text = text[: match.start()]
    if text.startswith(NOWHERE):
        return Wanted(None, target=text.removeprefix(NOWHERE).strip('()"'), label=label, flags=flags)
    path = max((path for path in paths if text.startswith(path)), key=len, default=text.partition("#")[0])
    return Wanted(path, sub=text[len(path) :].removeprefix("#"), label=label, flags=flags)


def _are_flags(text: str) -> bool:
    return any("=" in part or part in _WORDS or _SIZE.match(part) for part in re.split(r"[,;] ?", text))


def _flags(text: str) -> dict[str, str]:
    found = {}
    for part in re.split(r"[,;] ?", text):
        key, equals, value = part.strip().partition("=")
        if equals:
            found[key] = value.strip('"')
        elif _SIZE.match(key):
            found["width"] = key
        elif key in _WORDS:
            found[key] = "true"
    return found
