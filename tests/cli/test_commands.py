"""Every command's JSON has the keys that scripts rely on; nothing else is on stdout."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinakes.cli import COMMANDS, build_parser, main
from tests.conftest import DEMO, isolated

Run = Callable[..., tuple[int, Any]]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the demo vault's index of these tests is."""
    folder = tmp_path_factory.mktemp("cli")
    subprocess.run(
        [sys.executable, "-m", "pinakes", "--vault", str(DEMO), "sync", "--quiet"],
        env={**_clean_environment(), **isolated(folder)},
        check=True,
    )
    return folder


def _clean_environment() -> dict[str, str]:
    import os

    return {k: v for k, v in os.environ.items() if not k.startswith("PINAKES_")}


@pytest.fixture
def run(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name, value in isolated(home).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(DEMO))

    def go(*argv: str) -> tuple[int, Any]:
        code = main(argv)
        out = capsys.readouterr().out
        return code, json.loads(out) if "--json" in argv else out

    return go


KEYS = [
    (("sync",), {"added", "changed", "removed", "moved", "unchanged", "chunks_written", "entities_pending", "problems",
                 "took_ms"}),
    (("search", "brass"), {"query", "mode", "rung", "corrected", "took_ms", "partial", "hits"}),
    (("ask", "--no-model", "Who built gauge No. 7?"), {"question", "route", "answer", "abstained", "sentences",
                                                       "citations", "model", "passages", "tokens", "took_ms", "id"}),
    (("bridges", "June concert", "Jota"), {"from", "to", "paths"}),
    (("status",), {"vault", "notes", "chunks", "words", "entities", "links", "generation", "entities_pending",
                   "index_bytes", "model", "watcher", "version"}),
    (("entities", "lunardi"), {"entities"}),
    (("index", "path"), {"path"}),
    (("config",), {"vault_dir", "search", "entities", "answer"}),
    (("doctor",), {"checks"}),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "keys"), KEYS, ids=lambda value: value[0] if isinstance(value, tuple) else "")
def test_json_has_the_promised_keys(run: Run, argv: tuple[str, ...], keys: set[str]) -> None:
    code, document = run(*argv, "--json", "--quiet")

    assert code in (0, 1)
    assert keys <= set(document)


def test_a_hit_has_the_promised_keys(run: Run) -> None:
    _, document = run("search", "wax on brass", "--json")
    hit = document["hits"][0]

    assert {"path", "title", "heading", "line", "end_line", "snippet", "highlights", "score", "reasons"} <= set(hit)
    assert set(hit["reasons"][0]) == {"kind", "label", "share"}


def test_a_chain_has_the_promised_keys(run: Run) -> None:
    _, document = run("bridges", "June concert", "Marigram rolls 1911-1926", "--json")
    chain = document["paths"][0]

    assert set(chain) == {"weight", "nodes", "edges"}
    assert {"kind", "name"} <= set(chain["nodes"][0])
    assert set(chain["edges"][0]["evidence"]) == {"path", "line", "sentence"}


def test_every_quote_stands_in_its_note_byte_for_byte(run: Run) -> None:
    _, document = run("ask", "--no-model", "What is the door code of Magazzino 14b?", "--json")

    assert document["citations"]
    for citation in document["citations"]:
        assert citation["quote"].encode() in (DEMO / citation["path"]).read_bytes()
        line = (DEMO / citation["path"]).read_text("utf-8").splitlines()[citation["line"] - 1]
        assert citation["quote"].splitlines()[0] in line


def test_options_may_stand_before_or_behind_the_command(run: Run) -> None:
    before, behind = run("--json", "search", "brass")[1], run("search", "brass", "--json")[1]

    assert json.loads(before) if isinstance(before, str) else before
    assert behind["hits"]


def test_every_command_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        assert "usage: pinakes" in capsys.readouterr().out


def test_an_unknown_option_is_told_and_nothing_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "--frobnicate", "x"]) == 2
    assert "--frobnicate" in capsys.readouterr().err


def test_the_parser_lists_every_command() -> None:
    assert all(name in build_parser().format_help() for name in COMMANDS)


def test_nobody_reading_stdout_is_no_error(home: Path) -> None:
    search = f"'{sys.executable}' -m pinakes --vault '{DEMO}' search the -n 200"
    command = f"{search} | head -c 10 > /dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command],
        env={**_clean_environment(), **isolated(home)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_escape_sequences_of_a_note_never_reach_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                             capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "evil.md").write_text("# Evil \x1b]52;c;aGk=\x07\n\nkelp \x1b[31mred \x9b5m \u202e backwards\n", "utf-8")
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    for argv in (
        ["sync"],
        ["search", "kelp"],
        ["ask", "--no-model", "what kelp?"],
        ["entities"],
        ["sync", "--dry-run"],
    ):
        main(["--vault", str(vault), *argv])
        out, err = capsys.readouterr()
        assert not [c for c in out + err if (ord(c) < 32 and c not in "\n\t") or 0x7F <= ord(c) < 0xA0 or c == "\u202e"]


def test_a_title_in_a_hint_is_cleaned_like_everything_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                           capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text('---\ntitle: "Evil\\e]52;c;aGk=\\aNote"\n---\nhi\n', "utf-8")
    (vault / "b.md").write_text("y", "utf-8")
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    main(["--vault", str(vault), "sync", "--quiet"])

    assert main(["--vault", str(vault), "bridges", "evil", "b"]) == 2
    assert "\x1b" not in capsys.readouterr().err


@pytest.mark.parametrize("place", ["PINAKES_DATA_DIR", "PINAKES_CACHE_DIR"])
@pytest.mark.parametrize("command", [["sync"], ["watch"], ["index", "clear"], ["setup"], ["ask", "x y"]])
def test_nothing_of_ours_is_put_into_the_vault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, command: list[str]
) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("x", "utf-8")
    for name, value in {**isolated(tmp_path), place: str(vault / ".pinakes")}.items():
        monkeypatch.setenv(name, value)

    assert main(["--vault", str(vault), *command]) == 2
    assert [p.name for p in vault.iterdir()] == ["a.md"]


def test_a_rebuild_looks_at_the_vault_before_it_throws_the_index_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("the keeper", "utf-8")
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    main(["--vault", str(vault), "sync"])
    vault.rename(tmp_path / "away")

    assert main(["--vault", str(vault), "index", "rebuild"]) == 3
    vault.mkdir()
    assert main(["--vault", str(vault), "index", "rebuild"]) == 3
    capsys.readouterr()
    assert main(["--vault", str(vault), "search", "keeper"]) == 0
    assert "keeper" in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv",
    [["--vault", "", "status"], ["--vault", "~nosuchuser/x", "status"], ["--vault", "x" * 5_000, "status"]],
    ids=["empty", "no such user", "too long"],
)
def test_a_path_that_names_nothing_is_a_line_and_no_traceback(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)

    assert main(argv) in (2, 3, 4)
    assert capsys.readouterr().err.startswith("pinakes: ")


def test_a_hundred_phrases_are_a_query(run: Run) -> None:
    code, _ = run("search", '"a b" ' * 110, "--json")

    assert code in (0, 1)
