"""Which answers were given? A row an answer, a row a source, in the user's own database."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable

import apsw

from pinakes.model.answer import AnswerSentence
from pinakes.model.ledger import KeptAnswer, KeptSource

MOST = 1_000
"""Answers that are remembered unless they are saved: those given last."""
MOST_UNLISTED = 100
"""Of those that a program asked for: enough to follow one up."""
_LONGEST_QUESTION = 4_096
"""A longer one was pasted, and nobody looks for it in a list."""
_COLUMNS = "id, question, understood, follows, asked, saved, route, text, short, abstained, model, sentences"
_SOURCE = "n, path, title, heading, line, end_line, quote, content_hash"


def add(db: apsw.Connection, answer: KeptAnswer, *, listed: bool = True) -> None:
    """Remember it; of those longest ago that nobody saved, what is too many is forgotten."""
    if len(answer.question) > _LONGEST_QUESTION:
        return
    asked = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    sentences = json.dumps([[s.text, s.citations, s.status] for s in answer.sentences])
    db.execute(
        f"INSERT INTO answers ({_COLUMNS}, listed, turn)"  # noqa: S608
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(turn), 0) + 1 FROM answers))",
        (
            answer.id, _plain(answer.question), _plain(answer.understood), answer.follows, asked, answer.saved,
            answer.route, answer.text, answer.short, answer.abstained, answer.model, sentences, listed,
        ),
    )  # fmt: skip
    db.executemany(
        f"INSERT INTO answer_sources (answer_id, {_SOURCE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
        [(answer.id, *s[:3], json.dumps(s.heading), s.line, s.end_line, s.quote, s.content_hash)
         for s in answer.sources],
    )  # fmt: skip
    for kind, most in ((True, MOST), (False, MOST_UNLISTED)):
        old = db.execute(
            "SELECT id FROM answers WHERE NOT saved AND listed = ? ORDER BY turn DESC LIMIT -1 OFFSET ?", (kind, most)
        )
        _remove(db, [str(row[0]) for row in old])


def recent(db: apsw.Connection, limit: int, *, pattern: str = "", saved: bool = False) -> tuple[KeptAnswer, ...]:
    """Those whose question or answer holds the pattern, whatever its case; the newest first."""
    wanted = pattern.casefold()
    found: list[KeptAnswer] = []
    rows = db.execute(f"SELECT {_COLUMNS} FROM answers WHERE listed AND saved >= ? ORDER BY turn DESC", (saved,))  # noqa: S608
    for row in rows:
        one = _answer(row)
        if wanted in f"{one.question}\n{one.understood}\n{one.text}".casefold():
            found.append(one)
        if len(found) >= limit:
            break
    return tuple(_with_sources(db, found))


def beginning(db: apsw.Connection, start: str) -> tuple[KeptAnswer, ...]:
    """Those whose id begins so, at most two: one is meant, two are too many."""
    rows = db.execute(
        f"SELECT {_COLUMNS} FROM answers WHERE substr(id, 1, length(?1)) = ?1 ORDER BY turn DESC LIMIT 2",  # noqa: S608
        (start,),
    )
    return tuple(_with_sources(db, [_answer(row) for row in rows]))


def save(db: apsw.Connection, answer: str) -> None:
    """Keep it until it is forgotten by name."""
    db.execute("UPDATE answers SET saved = 1, listed = 1 WHERE id = ?", (answer,))


def forget(db: apsw.Connection, answer: str) -> None:
    """Forget this one, saved or not."""
    _remove(db, [answer])


def forget_unsaved(db: apsw.Connection) -> int:
    """Forget all that nobody saved; how many they were."""
    ids = [str(row[0]) for row in db.execute("SELECT id FROM answers WHERE NOT saved")]
    _remove(db, ids)
    return len(ids)


def _remove(db: apsw.Connection, ids: list[str]) -> None:
    if ids:
        asked = (json.dumps(ids),)
        db.execute("DELETE FROM answers WHERE id IN (SELECT value FROM json_each(?))", asked)
        db.execute("DELETE FROM answer_sources WHERE answer_id IN (SELECT value FROM json_each(?))", asked)


def _answer(row: tuple[apsw.SQLiteValue, ...]) -> KeptAnswer:
    *plain, sentences = row
    read = json.loads(str(sentences))
    one = KeptAnswer._make([*plain, (), ()])
    said = tuple(AnswerSentence(text, tuple(numbers), status) for text, numbers, status in read)
    return one._replace(saved=bool(one.saved), abstained=bool(one.abstained), sentences=said)


def _with_sources(db: apsw.Connection, answers: Iterable[KeptAnswer]) -> list[KeptAnswer]:
    answers = list(answers)
    rows = db.execute(
        f"SELECT answer_id, {_SOURCE} FROM answer_sources"  # noqa: S608
        " WHERE answer_id IN (SELECT value FROM json_each(?)) ORDER BY answer_id, n",
        (json.dumps([answer.id for answer in answers]),),
    )
    sources: dict[str, list[KeptSource]] = {}
    for answer, n, path, title, heading, *rest in rows:
        source = KeptSource._make([n, path, title, tuple(json.loads(str(heading))), *rest, "unchanged", True])
        sources.setdefault(str(answer), []).append(source)
    return [answer._replace(sources=tuple(sources.get(answer.id, ()))) for answer in answers]


def _plain(text: str) -> str:
    """On one line, and such as SQLite can keep: a broken byte on the command line is no Unicode."""
    return " ".join(text.encode("utf-8", "replace").decode().split())
