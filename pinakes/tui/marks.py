"""Which two notes are to be joined? The last two that were marked."""

from __future__ import annotations

from typing import NamedTuple

MOST = 2


class Mark(NamedTuple):
    """A note that was marked."""

    path: str
    title: str


def toggled(marks: tuple[Mark, ...], mark: Mark) -> tuple[Mark, ...]:
    """With the mark, or without it where its note has one; the oldest gives way."""
    if any(known.path == mark.path for known in marks):
        return tuple(known for known in marks if known.path != mark.path)
    return (*marks, mark)[-MOST:]


def ends(marks: tuple[Mark, ...], here: str) -> list[str]:
    """Between which notes a bridge is meant: the marked ones; one mark and the note here; or around the note here."""
    found = [mark.path for mark in marks] or ([here] if here else [])
    return [*found, here] if len(found) == 1 and here and here not in found else found
