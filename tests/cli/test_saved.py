"""Saved searches and the history, as commands: what is asked for, what is printed, what is remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinakes.cli import main
from tests.conftest import isolated

Run = Callable[..., tuple[int, str, str]]
ESCAPE = "\x1b]52;c;aGk=\x07\x1b[31m"


@pytest.fixture
def run(tmp_path: Path, vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command over a vault of three notes."""
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(vault))
    for name, text in (("kelp", "The kelp is drying."), ("net", "Kelp tore the net."), ("eel", "An eel in the net.")):
        (vault / f"{name}.md").write_text(f"# {name}\n\n{text}\n", "utf-8")

    def go(*argv: str) -> tuple[int, str, str]:
        code = main(argv)
        return code, *capsys.readouterr()

    go("sync", "-q")
    return go


def document(run: Run, *argv: str) -> Any:
    return json.loads(run(*argv, "--json")[1])


def remembered(run: Run) -> list[tuple[str, int, int]]:
    return [(one["query"], one["times"], one["hits"]) for one in document(run, "history")["history"]]


def test_json_has_the_promised_keys(run: Run) -> None:
    saved = {"name", "query", "created", "limit", "mode", "graph"}
    assert set(document(run, "saved", "add", "a", "kelp")["saved"]) == saved
    assert set(document(run, "saved")["searches"][0]) == saved
    assert set(document(run, "saved", "remove", "a")["removed"]) == saved
    run("search", "kelp")
    assert set(document(run, "history")["history"][0]) == {"query", "first_used", "last_used", "times", "hits"}
    assert document(run, "history", "--clear") == {"forgotten": 1}


@pytest.mark.parametrize("how", [("search", "@a"), ("saved", "run", "a"), ("saved", "run", "@A")])
def test_a_saved_search_is_the_search_that_was_saved(run: Run, how: tuple[str, ...]) -> None:
    run("saved", "add", "a", "net", "-eel", "-n", "1")
    again, typed = document(run, *how), document(run, "search", "net", "-eel", "-n", "1")

    assert again["query"] == "net -eel"
    assert [hit["path"] for hit in again["hits"]] == [hit["path"] for hit in typed["hits"]] == ["net.md"]


def test_an_option_that_is_typed_comes_before_the_saved_one(run: Run) -> None:
    run("saved", "add", "a", "net", "-n", "1", "--mode", "lookup")

    assert len(document(run, "search", "@a", "-n", "2")["hits"]) == 2
    assert document(run, "search", "@a")["mode"] == "lookup"
    assert document(run, "search", "@a", "--mode", "local")["mode"] == "local"


def test_a_name_may_look_like_a_word_to_leave_out(run: Run) -> None:
    assert document(run, "saved", "add", "-tea", "net", "-eel")["saved"]["name"] == "-tea"
    assert document(run, "saved", "remove", "-tea")["removed"]["query"] == "net -eel"


def test_an_at_sign_among_words_is_a_word(run: Run) -> None:
    assert document(run, "search", "@kelp", "drying")["query"] == "@kelp drying"


@pytest.mark.parametrize(
    ("query", "said", "found"),
    [
        ("kelp", "first 1 hit in 0 ms; 2 notes have every word", 2),
        ("kelp net", "first 1 hit in 0 ms; 1 note has every word", 1),
        ("kelp eel", "first 1 hit in 0 ms; no passage has every word; 3 notes have some words", 3),
        ("-eel", "first 1 hit in 0 ms; 2 notes meet the conditions", 2),
        ("title:eel", "1 hit in 0 ms", 1),
    ],
)
def test_what_was_found_and_not_shown_is_counted_and_remembered(run: Run, query: str, said: str, found: int) -> None:
    _, _, talk = run("search", query, "-n", "1")
    assert said in re.sub(r"\d+ ms", "0 ms", talk).splitlines()
    assert remembered(run)[0] == (query, 1, found)


def test_a_search_is_remembered_when_a_person_reads_its_hits(run: Run) -> None:
    for argv in (("search", "kelp"), ("search", "kelp", "-n", "1"), ("search", "xyzzy"), ("search", "eel", "--json")):
        run(*argv)
    run("saved", "add", "a", "net", "-n", "1")
    run("search", "@a")

    assert remembered(run) == [("net", 1, 2), ("xyzzy", 1, 0), ("kelp", 2, 2)]


@pytest.mark.parametrize("option", ["--explain", "--exact"])
def test_an_option_that_is_not_kept_is_refused_by_its_name(run: Run, option: str) -> None:
    code, _, said = run("saved", "add", "a", "kelp", option)
    assert code == 2
    assert f"{option} is not kept with a search" in said
    assert f"pinakes search @NAME {option}" in said


@pytest.mark.parametrize("argv", [("search", "?!"), ("search", "kelp", "-n", "0"), ("search", "@none")])
def test_what_was_refused_is_not_remembered(run: Run, argv: tuple[str, ...]) -> None:
    assert run(*argv)[0] == 2
    assert remembered(run) == []


def test_the_history_can_be_switched_off(run: Run, tmp_path: Path) -> None:
    run("search", "kelp")
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text("[search]\nhistory = false\n", "utf-8")
    run("search", "net")

    assert [query for query, _, _ in remembered(run)] == ["kelp"]


def test_escape_sequences_in_names_and_queries_are_shown_and_not_obeyed(run: Run) -> None:
    printed = ""
    for argv in (
        ("saved", "add", f"red{ESCAPE}", f"kelp {ESCAPE}"),
        ("saved",),
        ("saved", "--json"),
        ("search", f"@red{ESCAPE}"),
        ("search", f"@rid{ESCAPE}"),
        ("history",),
        ("saved", "add", f"red{ESCAPE}", "net"),
        ("saved", "remove", f"red{ESCAPE}"),
    ):
        printed += "".join(run(*argv)[1:])

    assert printed.count("red") >= 6
    assert not {"\x1b", "\x07"} & set(printed)


def test_an_unknown_name_ends_with_2_and_the_nearest(run: Run) -> None:
    run("saved", "add", "Drying", "kelp")
    for argv in (("search", "@dryign"), ("saved", "run", "dryign"), ("saved", "remove", "dryign")):
        code, out, err = run(*argv)
        assert (code, out) == (2, "")
        assert "Did you mean `Drying`?" in err


def test_a_damaged_file_costs_no_search(run: Run, tmp_path: Path) -> None:
    run("saved", "add", "a", "kelp")
    file = next((tmp_path / "data").rglob("user.db"))
    file.write_bytes(b"no database at all" * 300)
    code, out, err = run("search", "kelp", "-q")
    assert (code, err) == (0, "")
    assert "kelp.md" in out

    code, _, err = run("saved")
    assert code == 4
    assert "saved set-aside" in err
    assert run("saved", "set-aside")[0] == 0
    assert run("saved")[0] == 1
    assert file.with_name("user.db.set-aside-1").read_bytes().startswith(b"no database")
