"""What is there to look at in a vault? Everything that may be wrong, in groups, each item with what can be done."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pinakes.around import Check
from pinakes.around.duplicates import Duplicates
from pinakes.around.links import PlacedLink
from pinakes.around.orphans import Orphan
from pinakes.model.entity import Suggestion
from pinakes.model.files import Problem
from pinakes.model.view import Status
from pinakes.tui.desk import Said
from pinakes.tui.rows import Line, Row
from pinakes.tui.state import count
from pinakes.tui.text import cut_left, fit, flat


class Item(NamedTuple):
    """One thing to look at."""

    path: str
    """Of the note that it is in; empty where it is in none."""
    line: int
    what: str
    detail: str
    title: str = ""
    """Of the note that would mend it."""
    target: str = ""
    """Path of the note that may have been meant."""
    id: str = ""
    """Of a suggestion about names."""


class Group(NamedTuple):
    """Items of one kind."""

    key: str
    mark: str
    name: str
    items: tuple[Item, ...]
    none: str
    """What is said where there is none."""
    keys: str
    """What can be done, in words."""


def groups(check: Check, suggestions: Sequence[Suggestion], said: Sequence[Said]) -> tuple[Group, ...]:
    """All groups, those with the worst first."""
    opens = "enter opens the note there · e edits"
    return (
        Group("broken", "✗", "Broken links", tuple(map(_broken, check.broken)), "Every link leads somewhere.",
              f"{opens} · o goes to what may be meant · n writes that note"),
        Group("problems", "⚠", "Files not read well", tuple(map(_problem, check.problems)),
              "Every file could be read.", opens),
        Group("ambiguous", "?", "Links to one of several", tuple(map(_ambiguous, check.ambiguous)),
              "No link could mean several notes.", opens),
        Group("duplicates", "≈", "Likely duplicates", tuple(_duplicates(check.duplicates)),
              "No two notes say the same.", f"{opens} · o goes to the other"),
        Group("orphans", "▫", "Notes without links", tuple(map(_orphan, check.orphans)),
              "Every note is linked with another.", opens),
        Group("names", "◆", "Names that may be one", tuple(map(_names, suggestions)),
              "No two names look like one.", "s the same · d different, never asked again · u takes the last back"),
        Group("messages", "·", "Messages", tuple(map(_message, reversed(said))),
              "Nothing was said yet.", "What Pinakes has said since it started, the newest first"),
    )  # fmt: skip


def _broken(link: PlacedLink) -> Item:
    if link.target is not None:
        return Item(link.path, link.line, link.raw, f"{link.target} has no § {link.sub}", target=link.target)
    if link.suggest:
        return Item(link.path, link.line, link.raw, f"did you mean {link.suggest}?", link.written, link.suggest)
    missing = "the file is not there" if link.kind == "embed" else "no such note"
    return Item(link.path, link.line, link.raw, missing, link.written if link.kind != "embed" else "")


def _ambiguous(link: PlacedLink) -> Item:
    others = f", or {', '.join(link.others)}" if link.others else ", or another of that name"
    return Item(link.path, link.line, link.raw, f"{link.target or '?'}{others}")


def _orphan(orphan: Orphan) -> Item:
    shared = [f"#{tag}" for tag in orphan.tags] + [f"◆ {name}" for name in orphan.entities]
    joined = f"shares {' · '.join(shared)}" if shared else "shares no tag and no name with any note"
    return Item(orphan.path, 1, orphan.title, joined)


def _duplicates(found: Iterable[Duplicates]) -> Iterable[Item]:
    for group in found:
        first, *others = group.paths
        said = "the same text as" if group.kind == "identical" else f"{group.share:.0%} the same as"
        for path in others:
            yield Item(path, 1, path, f"{said} {first}", target=first)


def _problem(problem: Problem) -> Item:
    return Item(problem.path, problem.line or 1, problem.message, "the whole file" if problem.line is None else "")


def _names(suggestion: Suggestion) -> Item:
    what = f"{suggestion.a}  ≈  {suggestion.b}"
    counts = f"{count(suggestion.a_mentions, 'mention')} and {suggestion.b_mentions:,}"
    return Item("", 0, what, f"{suggestion.score:.2f} · {suggestion.why} · {counts}", id=suggestion.id)


def _message(said: Said) -> Item:
    return Item("", 0, f"{said.time}  {said.mark} {said.text}", "")


def group_row(group: Group) -> Row:
    """A group with its number; nothing wrong has a tick."""

    def draw(width: int) -> list[Line]:
        number = f"{len(group.items):,}" if group.items else "✓" if group.key != "messages" else "0"
        name = f"{group.mark} {group.name}"
        gap = " " * max(width - len(name) - len(number), 1)
        return [[(name, "title" if group.items else "why"), (gap, "text"), (number, "lit" if group.items else "why")]]

    return Row("", group.key, 0, draw)


def item_row(item: Item) -> Row:
    """What, then where and what may be done about it."""

    def draw(width: int) -> list[Line]:
        place = f"{cut_left(flat(item.path), max(width // 2, 12))}:{item.line}" if item.path else ""
        parts = [(part, "why") for part in (place, flat(item.detail)) if part]
        second = [span for part in parts for span in ((" · ", "why"), part)][1:]
        return [fit([(flat(item.what), "title")], width), fit([("  ", "text"), *second], width)]

    return Row(item.path, item.what, item.line, draw)


def report(status: Status, found: Sequence[Group]) -> str:
    """All of it as plain text, to be copied; messages are left out."""
    lines = [
        f"Pinakes {status.version}: {count(status.notes, 'note')}, {count(status.links, 'link')}, "
        f"{count(status.entities, 'name')}"
    ]
    for group in found:
        if group.key == "messages":
            continue
        lines += ["", f"{group.name}: {len(group.items):,}"]
        for item in group.items:
            place = f"{item.path}:{item.line}  " if item.path else ""
            lines.append(flat("  ".join(part for part in (f"  {place}{item.what}", item.detail) if part.strip())))
    return "\n".join(lines) + "\n"


def index_facts(status: Status) -> list[str]:
    """The index in a few lines."""
    here = status.watcher in ("off", str(os.getpid()))
    watcher = "this window follows the vault" if here else f"process {status.watcher} follows the vault"
    size = f" · index {status.index_bytes / 1e6:,.1f} MB" if status.index_bytes else ""
    return [
        f"{count(status.notes, 'note')} · {count(status.chunks, 'passage')} · {count(status.words, 'word')}",
        f"{count(status.links, 'link')} · {count(status.entities, 'name')}{size}",
        f"{watcher} · model: {status.model or 'none'}",
    ]
