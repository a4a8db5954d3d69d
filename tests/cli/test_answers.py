"""Answers given before, as commands: listed, shown with what has changed, saved, forgotten, followed up."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinakes.cli import main
from tests.conftest import isolated

Run = Callable[..., tuple[int, str, str]]
QUESTION = "Who fitted the new diaphragm?"


@pytest.fixture
def run(tmp_path: Path, vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command over a vault of one note."""
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(vault))
    (vault / "Fog horn.md").write_text("# Fog horn\n\nIda Brandt fitted the new diaphragm in 2024.\n", "utf-8")

    def go(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        return code, *capsys.readouterr()

    go("sync", "-q", "--wait-entities")
    return go


def document(run: Run, *argv: str) -> Any:
    return json.loads(run(*argv, "--json")[1])


def test_a_follow_up_says_what_it_was_understood_as(run: Run) -> None:
    run("ask", "--no-model", QUESTION)
    code, out, err = run("ask", "--no-model", "and when?", "--follow", "last")

    assert code == 0
    assert "2024" in out
    assert "understood as: When — Ida Brandt fitted the new diaphragm?" in err


def test_json_has_the_promised_keys(run: Run) -> None:
    first = document(run, "ask", "--no-model", QUESTION)
    assert (first["understood"], first["follows"]) == (None, None)
    second = document(run, "ask", "--no-model", "and when?", "--follow", first["id"])
    assert second["understood"] == "When — Ida Brandt fitted the new diaphragm?"
    assert second["follows"] == first["id"]

    shown = document(run, "answers", "show", second["id"])
    assert set(shown) == {
        "id", "question", "understood", "follows", "asked", "saved", "route", "answer", "short", "abstained", "model",
        "sentences", "sources", "changed",
    }  # fmt: skip
    assert set(shown["sources"][0]) == {
        "n", "path", "title", "heading", "line", "end_line", "quote", "content_hash", "state", "quoted_still",
    }  # fmt: skip


def test_what_json_asked_is_in_no_list(run: Run) -> None:
    document(run, "ask", "--no-model", QUESTION)
    assert document(run, "answers") == {"answers": []}
    assert run("answers")[0] == 1


def test_the_list_and_the_answer_say_what_has_changed(run: Run, vault: Path) -> None:
    run("ask", "--no-model", QUESTION)
    assert "1 source unchanged" in run("answers")[1]
    (vault / "Fog horn.md").write_text("# Fog horn\n\nThe diaphragm is torn.\n", "utf-8")

    assert "1 of 1 source changed since" in run("answers", "diaphragm")[1]
    code, out, err = run("answers", "show", "last")
    assert code == 0
    assert "Ida Brandt fitted the new diaphragm in 2024." in out
    assert "changed since, no longer says so" in out
    assert "1 of 1 source changed since" in err
    (vault / "Fog horn.md").unlink()
    (vault / "Other.md").write_text("# Other\n", "utf-8")
    assert "gone" in run("answers", "show", "last")[1]


def test_an_answer_is_saved_and_forgotten(run: Run) -> None:
    run("ask", "--no-model", QUESTION)
    saved = document(run, "answers", "save", "last")["saved"]
    assert saved["saved"] is True
    run("answers", "--clear")
    assert [one["id"] for one in document(run, "answers", "--saved")["answers"]] == [saved["id"]]
    assert document(run, "answers", "forget", saved["id"])["forgotten"]["question"] == QUESTION
    assert run("answers")[0] == 1


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (("answers", "show"), "takes an id"),
        (("answers", "save", "a", "b"), "takes one id"),
        (("answers", "show", "nosuch"), "No answer `nosuch` is kept"),
        (("ask", "--no-model", "and when?", "--follow", "nosuch"), "No answer `nosuch` is kept"),
        (("answers", "-n", "0"), "answer"),
    ],
)
def test_what_can_not_be_is_said(run: Run, argv: tuple[str, ...], why: str) -> None:
    code, _, err = run(*argv)
    assert code == 2
    assert why in err


def test_a_control_character_in_a_question_does_not_reach_the_terminal(run: Run) -> None:
    run("ask", "--no-model", f"{QUESTION} \x1b]52;c;aGk=\x07\x1b[31m")
    for argv in (("answers",), ("answers", "show", "last"), ("answers", "save", "last")):
        assert "\x1b" not in "".join(map(str, run(*argv)))
