"""Answers that were given are kept beside the index, and tell when what they lean on is no longer what it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from pinakes.config import Config
from pinakes.errors import StoreError, UsageError
from pinakes.library import Library
from pinakes.model.answer import Answer, AnswerSentence
from pinakes.model.ledger import KeptAnswer, KeptSource
from pinakes.store import answers, user
from pinakes.store.user_schema import STEPS

Write = Callable[[str, str], Path]
QUESTION = "How many litres of mercury does the bath hold?"


@pytest.fixture
def station(library: Library, write: Write) -> Library:
    """Two notes, read."""
    write("Lamp room.md", "# Lamp room\n\nThe bath holds 120 litres of mercury.\n\nIt is strained through leather.\n")
    write("Fog horn.md", "# Fog horn\n\nIda Brandt fitted the new diaphragm in 2024.\n")
    library.sync(wait_entities=True)
    return library


def asked(library: Library, question: str = QUESTION, follow: str | Answer = "") -> Answer:
    return library.ask(question, use_model=False, remember="listed", follow=follow)


def states(library: Library, answer: Answer) -> list[tuple[str, str, bool]]:
    return [(source.path, source.state, source.quoted_still) for source in library.answer(answer.id).sources]


# ── what is kept ─────────────────────────────────────────────────────────────────────────────


def test_an_answer_is_kept_with_what_it_leans_on(station: Library) -> None:
    given = asked(station)
    (kept,) = station.answers()

    assert (kept.id, kept.question, kept.text, kept.short) == (given.id, QUESTION, given.text, given.short)
    assert kept.sentences == given.sentences
    source, citation = kept.sources[0], given.citations[0]
    assert (source.path, source.line, source.quote) == (citation.path, citation.line, citation.quote)
    assert (source.title, source.state, kept.changed) == ("Lamp room", "unchanged", 0)
    assert source.content_hash


def test_an_answer_outlives_the_index(station: Library) -> None:
    given = asked(station)
    station.clear()
    assert station.answer(given.id).text == given.text
    station.sync(full=True)
    assert station.answer(given.id).changed == 0


def test_nothing_is_kept_unless_it_is_asked_for(station: Library) -> None:
    station.ask(QUESTION, use_model=False)
    assert not station.user_file.exists()
    assert station.answers() == ()


def test_switched_off_nothing_is_kept_and_the_reason_is_said(station: Library) -> None:
    station.config = station.config._replace(answer=station.config.answer._replace(history=False))
    given = asked(station)
    assert not station.user_file.exists()
    with pytest.raises(UsageError, match=r"answer\.history = false"):
        station.answer("last")
    assert asked(station, "How heavy is it?", given).understood == "How heavy is the bath?"


def test_what_a_program_asked_can_be_followed_and_is_in_no_list(station: Library) -> None:
    given = station.ask(QUESTION, use_model=False, remember="unlisted")
    assert station.answers() == ()
    assert station.answer(given.id).question == QUESTION
    station.save_answer(given.id)
    assert [one.id for one in station.answers()] == [given.id]


def test_an_answer_does_not_fail_where_it_can_not_be_kept(station: Library) -> None:
    station.user_file.mkdir(parents=True)
    assert asked(station).citations
    with pytest.raises(StoreError):
        station.answers()


# ── what became of it ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "became"),
    [
        ("# Lamp room\n\nThe bath holds 120 litres of mercury.\n\nIt is strained weekly.\n", ("changed", True)),
        ("# Lamp room\n\nThe bath was drained.\n", ("changed", False)),
    ],
)
def test_a_changed_note_is_told_and_whether_it_says_so_still(
    station: Library, write: Write, text: str, became: tuple[str, bool]
) -> None:
    given = asked(station)
    write("Lamp room.md", text)
    station.sync()

    assert states(station, given)[0] == ("Lamp room.md", *became)
    assert station.answer(given.id).since.endswith("changed since")


def test_a_note_that_was_moved_is_the_same_note(station: Library) -> None:
    given = asked(station)
    (station.vault / "old").mkdir()
    (station.vault / "Lamp room.md").rename(station.vault / "old" / "Lamp.md")
    station.sync()

    assert states(station, given)[0] == ("old/Lamp.md", "moved", True)
    assert station.answer(given.id).changed == 0


def test_a_note_that_was_deleted_is_gone(station: Library) -> None:
    given = asked(station)
    (station.vault / "Lamp room.md").unlink()
    station.sync()

    assert states(station, given)[0] == ("Lamp room.md", "gone", False)


def kept_with(*states: str) -> KeptAnswer:
    sources = [KeptSource(n, "a.md", "a", (), 1, 1, "a", "", state) for n, state in enumerate(states, 1)]  # type: ignore[arg-type]
    return KeptAnswer("1", "q", "", "", "", False, "local", "a", "", False, None, (), tuple(sources))


@pytest.mark.parametrize(
    ("became", "said"),
    [
        ((), "no sources"),
        (("unchanged",), "1 source unchanged"),
        (("unchanged", "moved"), "2 sources unchanged"),
        (("changed", "unchanged", "gone"), "2 of 3 sources changed since"),
        (("gone",), "1 of 1 source changed since"),
    ],
)
def test_what_became_of_the_sources_is_said_in_a_few_words(became: tuple[str, ...], said: str) -> None:
    assert kept_with(*became).since == said


# ── finding, saving, forgetting ──────────────────────────────────────────────────────────────


def test_an_answer_is_found_by_the_beginning_of_its_id_and_the_newest_by_last(station: Library) -> None:
    first, second = asked(station), asked(station, "Who fitted the new diaphragm?")
    assert station.answer(first.id[:6]).id == first.id
    assert station.answer("last").id == second.id
    assert [one.id for one in station.answers()] == [second.id, first.id]
    assert [one.id for one in station.answers(pattern="LITRES")] == [first.id]


@pytest.mark.parametrize("wanted", ["", "ab", "zzzz", "%", "last ", "' OR 1=1 --"])
def test_an_unknown_id_is_named(station: Library, wanted: str) -> None:
    asked(station)
    with pytest.raises(UsageError, match="is kept"):
        station.answer(wanted)


def test_two_that_begin_alike_are_told_apart_by_more(tmp_path: Path) -> None:
    with user.writing(tmp_path / "user.db") as db:
        for name in ("abc1", "abc2"):
            answers.add(db, kept_with()._replace(id=name))
        assert len(answers.beginning(db, "abc")) == 2
        assert [one.id for one in answers.beginning(db, "abc2")] == ["abc2"]


def test_a_saved_answer_stays_and_what_is_forgotten_is_not_in_the_files_any_more(station: Library) -> None:
    first, second = asked(station), asked(station, "Who fitted the new diaphragm?")
    station.save_answer(first.id)
    assert station.forget_answers() == 1
    assert [(one.id, one.saved) for one in station.answers()] == [(first.id, True)]
    station.forget_answer(first.id)

    assert station.answers() == ()
    left = b"".join(file.read_bytes() for file in station.index_dir.glob("user.db*"))
    assert second.id.encode() not in left
    assert b"diaphragm" not in left


def test_the_answers_longest_ago_are_forgotten_but_saved_ones(tmp_path: Path) -> None:
    sentence = (AnswerSentence("a", (1,), "quoted"),)
    with user.writing(tmp_path / "user.db") as db:
        answers.add(db, kept_with("unchanged")._replace(id="saved", saved=True, sentences=sentence))
        for number in range(answers.MOST + 5):
            answers.add(db, kept_with("unchanged")._replace(id=f"id{number}"))
        for number in range(answers.MOST_UNLISTED + 5):
            answers.add(db, kept_with("unchanged")._replace(id=f"program{number}"), listed=False)
        ids = [one.id for one in answers.recent(db, 2 * answers.MOST)]
        sources = db.execute("SELECT count(*) FROM answer_sources").fetchall()[0][0]

        assert len(ids) == answers.MOST + 1
        assert (ids[-1], ids[0]) == ("saved", f"id{answers.MOST + 4}")
        assert answers.beginning(db, "saved")[0].sentences == sentence
        assert len(answers.beginning(db, "program0")) == 0
        assert sources == answers.MOST + answers.MOST_UNLISTED + 1


def test_a_file_from_before_answers_keeps_what_it_holds(tmp_path: Path) -> None:
    file = tmp_path / "user.db"
    db = apsw.Connection(str(file))
    for step in STEPS[:3]:
        db.execute(step.sql)
    db.execute("INSERT INTO pins VALUES ('a.md', 'a', 'x', '2026-01-01T00:00:00Z')")
    db.execute("PRAGMA user_version = 3")
    db.close()
    with user.reading(file) as db:
        assert db.execute("SELECT path FROM pins").fetchall() == [("a.md",)]
        assert answers.recent(db, 10) == ()


# ── follow-ups ───────────────────────────────────────────────────────────────────────────────


def test_a_follow_up_is_searched_for_as_it_was_understood(station: Library) -> None:
    first = asked(station, "Who fitted the new diaphragm?")
    second = asked(station, "and when?", first.id)

    assert second.question == "and when?"
    assert second.understood == "When — Ida Brandt fitted the new diaphragm?"
    assert second.follows == first.id
    assert "2024" in second.text


def test_a_follow_up_follows_what_the_one_before_was_understood_as(station: Library) -> None:
    first = asked(station, "Who fitted the new diaphragm?")
    second = asked(station, "and when?", first.id)
    third = asked(station, "who paid for it?", second.id)

    assert third.understood == "Who paid for the new diaphragm?"
    assert [one.follows for one in station.answers()] == [second.id, first.id, ""]


def test_a_question_that_stands_alone_is_answered_as_without_one_before(station: Library) -> None:
    first = asked(station, "Who fitted the new diaphragm?")
    alone, following = asked(station), asked(station, QUESTION, first.id)

    assert following.understood == ""
    assert (following.text, following.citations) == (alone.text, alone.citations)


def test_what_is_not_kept_can_not_be_followed(station: Library, config: Config) -> None:
    with pytest.raises(UsageError, match="No answer `abcdef`"):
        asked(station, "and when?", "abcdef")
    assert config.answer.history
