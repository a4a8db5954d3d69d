"""`pinakes model`: what is there, taking a file in, choosing it, and trying it."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinakes.cli import main
from pinakes.config import load
from tests.answer import tiny
from tests.conftest import isolated

Run = Callable[..., tuple[int, Any]]
needs_engine = pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="llama_cpp is not installed")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", str(tmp_path))

    def call(*argv: str) -> tuple[int, Any]:
        code = main(["model", *argv, "--json"])
        return code, json.loads(capsys.readouterr().out)

    return call


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "downloads" / "tiny.gguf"
    path.parent.mkdir()
    path.write_bytes(tiny.model())
    return path


def test_without_any_model_the_list_is_empty_and_says_what_to_do(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run("list")
    assert (code, said["models"]) == (1, [])
    assert main(["model"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "pinakes setup" in err


def test_a_model_is_taken_in_and_chosen_and_the_settings_keep_their_comments(run: Run, file: Path) -> None:
    settings = load().config_file
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text("# mine\n[answer]\ndeadline_s = 9  # slow\n", "utf-8")

    code, added = run("add", str(file))
    assert (code, added["how"], added["used"]) == (0, "linked", False)
    code, used = run("use", "tiny")
    assert (code, used["model"]) == (0, added["path"])
    assert settings.read_text("utf-8") == f'# mine\n[answer]\ndeadline_s = 9  # slow\nmodel = "{added["path"]}"\n'
    assert str(load().answer.model) == added["path"]

    _, listed = run("list")
    (one,) = listed["models"]
    assert (one["name"], one["used"], one["shipped"], one["problem"]) == ("tiny", True, False, None)
    assert (one["architecture"], one["quantisation"], one["context_tokens"]) == ("llama", "F32", 256)
    assert one["memory"]["fits"]
    assert (one["sha256"], one["speed"]) == (added["sha256"], None)

    run("use", "shipped")
    assert settings.read_text("utf-8") == "# mine\n[answer]\ndeadline_s = 9  # slow\n"


def test_a_file_anywhere_can_be_used_where_it_is(run: Run, file: Path) -> None:
    code, used = run("use", str(file))
    assert (code, used["model"]) == (0, str(file))
    assert [one["path"] for one in run("list")[1]["models"]] == [str(file)]


def test_adding_may_choose_as_well(run: Run, file: Path) -> None:
    _, added = run("add", str(file), "--name", "small one", "--use")
    assert str(load().answer.model) == added["path"]
    assert Path(added["path"]).name == "small one.gguf"


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (("add", "gone.gguf"), 5, "there is no such model file"),
        (("use", "nothing"), 2, "There is no model called nothing"),
        (("verify", "nothing"), 2, "There is no model called nothing"),
        (("verify",), 5, "There is no model yet"),
    ],
)
def test_what_is_not_there_is_said(run: Run, argv: tuple[str, ...], code: int, words: str) -> None:
    found, said = run(*argv)
    assert found == code
    assert words in said["error"]
    assert said["hint"]


def test_a_name_that_is_nearly_right_is_suggested(run: Run, file: Path) -> None:
    run("add", str(file))
    assert "`tiny`" in run("use", "tinny")[1]["hint"]


def test_a_broken_file_is_listed_with_its_problem_and_never_chosen(run: Run, file: Path) -> None:
    run("add", str(file))
    model = load().models_dir / "tiny.gguf"
    model.write_bytes(model.read_bytes()[:5_000])
    (one,) = run("list")[1]["models"]
    assert "it was not copied whole" in one["problem"]
    assert one["memory"] is None
    code, said = run("use", "tiny")
    assert code == 5
    assert "it was not copied whole" in said["error"]
    assert load().answer.model is None


@needs_engine
def test_verifying_reads_loads_and_times_it(run: Run, file: Path) -> None:
    code, said = run("verify", str(file))
    assert (code, said["ok"], said["compared"]) == (0, True, False)
    assert said["speed"]["reading"] > 0
    assert said["speed"]["writing"] > 0

    run("add", str(file), "--use")
    code, said = run("verify")
    assert (code, said["compared"]) == (0, True)
    assert run("list")[1]["models"][0]["speed"] == said["speed"]


@needs_engine
def test_a_model_whose_content_changed_is_not_whole(run: Run, file: Path) -> None:
    _, added = run("add", str(file), "--use")
    Path(added["path"]).write_bytes(tiny.model(seed=1))
    code, said = run("verify")
    assert code == 5
    assert "its content is another" in said["error"]


@needs_engine
def test_what_is_found_is_said_in_words(run: Run, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["model", "add", str(file), "--use"]) == 0
    assert "it takes no more room" in capsys.readouterr().out
    assert main(["model", "verify"]) == 0
    out = capsys.readouterr().out
    assert [line[:10].rstrip() for line in out.splitlines()] == [
        "✓ header", "✓ content", "✓ loaded", "✓ quick", "✓ written",
    ]  # fmt: skip
    assert main(["model"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("● tiny   86 kB · llama 0M F32 · 256 tokens · ")
    assert "tokens a second" in out
