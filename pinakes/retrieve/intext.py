"""What stands in a passage that the index keeps no table of: tasks, code, tables, sections? Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from pinakes.store.filtering import Headed, Text

TASK_WORDS = ("TODO", "DOING", "NOW", "LATER", "WAITING", "DONE", "CANCELED", "CANCELLED")
"""What an outline writes before a task instead of a box."""
_TASK = re.compile(
    r"^[ \t>]{0,40}(?:[-*+]|\d{1,9}[.)])[ \t]{1,8}"
    rf"(?:\[(.)\](?=[ \t\n]|\Z)|({'|'.join(TASK_WORDS)})(?=[ \t\n]|\Z))([^\n]{{0,4000}})",
    re.MULTILINE,
)
_TASK_SIGNS = ("- [", "* [", "+ [", ". [", ") [", "\t[", "  [", *TASK_WORDS)
"""Looked for first: most passages have none."""
_FENCE = re.compile(r"^[ \t>]{0,40}(?:[-*+][ \t]{1,8})?(`{3,100}|~{3,100})", re.MULTILINE)
_STATES = {" ": "todo", "/": "todo", "x": "done", "X": "done"}


class Task(NamedTuple):
    """A line with a box, or with a word that stands for one."""

    state: str
    """todo, done; or other, for one that was given up or put off."""
    text: str


def tasks(text: str) -> Iterator[Task]:
    """The tasks of a passage."""
    if not any(sign in text for sign in _TASK_SIGNS):
        return
    for match in _TASK.finditer(_prose(text)):
        yield Task(_state(match[1], match[2]), match[3])


def _state(box: str | None, word: str | None) -> str:
    if box is not None:
        return _STATES.get(box, "other")
    return {"DONE": "done", "CANCELED": "other", "CANCELLED": "other"}.get(word or "", "todo")


def _prose(text: str) -> str:
    """The text without its code fences."""
    if "```" not in text and "~~~" not in text:
        return text
    kept: list[str] = []
    fence = ""
    for line in text.split("\n"):
        match = _FENCE.match(line)
        if match and not fence:
            fence = match[1]
        elif match and match[1].startswith(fence):
            fence = ""
        elif not fence:
            kept.append(line)
    return "\n".join(kept)


def _has_code(text: str) -> bool:
    return _FENCE.search(text) is not None


def _has_table(text: str) -> bool:
    """By the line below a table's head, which has nothing but `|`, `-` and `:`."""
    return any("-" in line and "|" in line and not line.strip("|-: \t>\r") for line in _prose(text).split("\n"))


TOLD_BY_TEXT: Mapping[str, tuple[tuple[str, ...], Callable[[str], bool]]] = {
    "code": (("%```%", "%~~~%"), _has_code),
    "table": (("%|%",), _has_table),
}
"""What a note may have → patterns of passages that may hold it, and whether one does."""


def sections(rows: Iterable[Text], starts: Mapping[int, list[int]]) -> Iterator[list[Text]]:
    """Passages that stand under the same heading. `starts`: where the headings of each note begin."""
    section: list[Text] = []
    for row in rows:
        headings = starts.get(row.note_id, [])
        at = bisect_left(headings, row.start)
        headed = at < len(headings) and headings[at] < row.start + len(row.text)
        if section and (headed or section[0].note_id != row.note_id):
            yield section
            section = []
        section.append(row)
    if section:
        yield section


_TO_THE_END = 2**62


def below(headings: Iterable[Headed], meets: Callable[[Headed], bool]) -> dict[int, list[tuple[int, int]]]:
    """Note → from where to where its text stands below a heading that is met, at any depth."""
    found: dict[int, list[tuple[int, int]]] = {}
    open_at: tuple[int, int, int] | None = None
    """(note, level, start) of the outermost heading that is met and has not ended."""
    for heading in headings:
        if open_at and (heading.note_id != open_at[0] or heading.level <= open_at[1]):
            end = heading.start if heading.note_id == open_at[0] else _TO_THE_END
            found.setdefault(open_at[0], []).append((open_at[2], end))
            open_at = None
        if open_at is None and meets(heading):
            open_at = (heading.note_id, heading.level, heading.start)
    if open_at:
        found.setdefault(open_at[0], []).append((open_at[2], _TO_THE_END))
    return found
