"""What is a made-up set, and how does it become a folder? The form that `pinakes eval DIR` measures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from pinakes.errors import UsageError


class Note(NamedTuple):
    """A passage: one note, one chunk."""

    id: str
    title: str
    """Empty for none."""
    text: str


class Asked(NamedTuple):
    """A question, the ids of the notes that answer it, and the answer."""

    id: str
    question: str
    gold: tuple[str, ...]
    answers: tuple[str, ...]
    type: str


class Made(NamedTuple):
    """A set of notes with its questions."""

    notes: tuple[Note, ...]
    questions: tuple[Asked, ...]


def numbered(count: int, of: int) -> str:
    """An id as wide as the last one's, so that files lie in their order."""
    return f"{count:0{len(str(of))}d}"


def write(made: Made, folder: Path) -> None:
    """Into `corpus.jsonl` and `queries.jsonl` of the folder.

    Raises UsageError where either is there already, or the folder can't be written to.
    """
    files = {
        folder / "corpus.jsonl": (note._asdict() for note in made.notes),
        folder / "queries.jsonl": (asked._asdict() for asked in made.questions),
    }
    for file in files:
        if file.exists():
            raise UsageError(f"{file} is there already.", "Give a folder without a passage set, or remove the old one.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, rows in files.items():
            file.write_text(_lines(rows), "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}.", "Give a folder that can be written to.") from error


def _lines(rows: Iterable[Mapping[str, object]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
