"""Which questions, with which gold? Two kinds of files become one kind of value."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pinakes.errors import UsageError


class Question(NamedTuple):
    """A question and the paths of the notes that answer it."""

    id: str
    text: str
    type: str
    gold: tuple[str, ...]
    """Empty where the vault has no answer."""
    answers: tuple[str, ...] = ()
    """Strings of which a right answer holds any; none where only a person can tell."""


def golden(file: Path, vault: str) -> tuple[Question, ...]:
    """Note-level questions (`question`, `gold: [{"path", "heading"}]`, `type`, `answer_any`), those of this vault.

    A line that names another `vault` is left out. Raises UsageError for a file that is not
    of this form, with the line.
    """
    found = []
    for number, row in _lines(file):
        try:
            if row.get("vault", vault) == vault:
                gold = tuple(dict.fromkeys(g["path"] for g in row["gold"]))
                told = _answers(row.get("answer_any"))
                found.append(Question(str(row.get("id", number)), row["question"], row.get("type", ""), gold, told))
        except (KeyError, TypeError, AttributeError) as error:
            raise _malformed(file, number, 'needs "question" and "gold": [{"path": …}]') from error
    return tuple(found)


def passages(folder: Path) -> tuple[dict[str, tuple[str, str]], tuple[Question, ...]]:
    """A passage set (`corpus.jsonl`, `queries.jsonl`): passage id → (title, text), and its questions."""
    corpus: dict[str, tuple[str, str]] = {}
    for number, row in _lines(folder / "corpus.jsonl"):
        try:
            corpus[str(row["id"])] = (str(row.get("title") or ""), str(row["text"]))
        except (KeyError, TypeError) as error:
            raise _malformed(folder / "corpus.jsonl", number, 'needs "id", "title" and "text"') from error
    questions = []
    for number, row in _lines(folder / "queries.jsonl"):
        try:
            gold = tuple(f"{passage}.md" for passage in row["gold"])
            told = _answers(row.get("answers"))
            questions.append(Question(str(row["id"]), row["question"], str(row.get("type", "")), gold, told))
        except (KeyError, TypeError) as error:
            raise _malformed(folder / "queries.jsonl", number, 'needs "id", "question" and "gold"') from error
    return corpus, tuple(questions)


def _answers(told: object) -> tuple[str, ...]:
    if told is None:
        return ()
    if not isinstance(told, list):
        raise TypeError
    return tuple(str(answer) for answer in told if str(answer).strip())


def _lines(file: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        lines = file.read_text("utf-8").splitlines()
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}.", "Give a file of questions, one JSON object a line.") from error
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                row = json.loads(line)
            except ValueError as error:
                raise _malformed(file, number, "is not JSON") from error
            if not isinstance(row, dict):
                raise _malformed(file, number, "is not a JSON object")
            yield number, row


def _malformed(file: Path, number: int, what: str) -> UsageError:
    return UsageError(f"{file}:{number}: this line {what}.", "See `pinakes eval --help` for the form.")


def write_notes(corpus: Mapping[str, tuple[str, str]], folder: Path) -> None:
    """Each passage of a set as a note of the folder, its title as heading."""
    for name, (title, text) in corpus.items():
        (folder / f"{name}.md").write_text(f"# {title}\n\n{text}\n" if title else text, "utf-8")
