"""How is a hit, or a note, drawn as a few lines of a list?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from rich.cells import cell_len

from pinakes.model.search import Hit, Reason
from pinakes.model.view import NoteSummary
from pinakes.tui.state import count
from pinakes.tui.text import Span, cut, cut_left, excerpt, fit, flat

Line = list[Span]

_WORDS = frozenset({"bm25", "tfidf", "title", "heading", "spelling", "filter"})
"""Channels that need something of the question in the note."""
_MARKS = {
    "bm25": "",
    "tfidf": "≈ ",
    "title": "in the title: ",
    "heading": "§ ",
    "entity": "◆ ",
    "link": "⇄ ",
    "sibling": "beside ",
    "tag": "#",
    "similar": "≈ ",
    "spelling": "spelled ",
    "filter": "",
    "named": "named in ",
    "meaning": "≈ ",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the list: where it leads, and how it is drawn."""

    path: str
    title: str
    line: int
    draw: Callable[[int], list[Line]]
    """Width → as many lines as every row of the list has."""
    hit: Hit | None = None


def hit_row(hit: Hit) -> Row:
    """A hit: its title and path, its words, and why it is there."""
    return Row(hit.path, hit.title, hit.snippet_line or hit.line, lambda width: _hit_lines(hit, width), hit)


def note_row(note: NoteSummary, *, pinned: bool = False) -> Row:
    """A note: its title and path, its length and day, and whether it is pinned."""
    return Row(note.path, note.title, 1, lambda width: _note_lines(note, width, pinned=pinned))


def _hit_lines(hit: Hit, width: int) -> list[Line]:
    section = " › ".join(flat(part) for part in hit.heading)
    title = flat(hit.title) + (f" › {section}" if section and section != flat(hit.title) else "")
    return [
        _head(title, flat(hit.path), width),
        [("  ", "text"), *excerpt(hit.snippet, hit.highlights, width - 2)],
        [("  ", "why"), *fit([(why(hit), "why")], width - 2)],
    ]


def _note_lines(note: NoteSummary, width: int, *, pinned: bool) -> list[Line]:
    facts = f"  {'★ pinned · ' if pinned else ''}{count(note.words, 'word')} · {day(note.mtime_ns)}"
    return [_head(flat(note.title), flat(note.path), width), fit([(facts, "why")], width)]


def _head(title: str, path: str, width: int) -> Line:
    """The title at the left, the path at the right; a long path gives way first."""
    title = cut(title, width)
    room = width - cell_len(title) - 2
    path = cut_left(path, room) if room >= 8 else ""
    return [(title, "title"), (" " * (width - cell_len(title) - cell_len(path)), "text"), (path, "path")]


def why(hit: Hit) -> str:
    """The reasons in a line, the weightiest first; a hit that no word found says so."""
    ordered = sorted(hit.reasons, key=lambda reason: -reason.share)
    said = list(dict.fromkeys(reason_words(reason, hit.title) for reason in ordered))
    if not any(reason.kind in _WORDS and not _own(reason, hit.title) for reason in ordered):
        said.insert(0, "no words matched")
    return " · ".join(said)


def reason_words(reason: Reason, title: str) -> str:
    """One reason with its mark; what the hit's own note adds is said without repeating its title."""
    if _own(reason, title):
        return "same note"
    label = flat(reason.label)
    return label if label.startswith(_MARKS[reason.kind]) else _MARKS[reason.kind] + label


def _own(reason: Reason, title: str) -> bool:
    """Whether it comes from another passage of the hit's own note."""
    return reason.kind in ("sibling", "heading") and reason.label == title


def day(mtime_ns: int) -> str:
    """A day in words that no country reads differently: 9 Mar 2026."""
    moment = datetime.fromtimestamp(mtime_ns / 1e9, UTC).astimezone()
    return f"{moment.day} {_MONTHS[moment.month - 1]} {moment.year}"


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
