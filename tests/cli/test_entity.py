"""What `pinakes entity` prints as JSON for each thing that it does, and that help names each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pinakes.cli import main
from pinakes.cli.entity import _ACTIONS
from tests.conftest import isolated

DECISION = {"number", "kind", "key", "name", "others", "said", "made"}
SUGGESTION = {"id", "a", "b", "why", "score", "a_mentions", "b_mentions"}


@pytest.fixture(autouse=True)
def _vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(tmp_path / "vault"))
    (tmp_path / "vault").mkdir()
    (tmp_path / "vault/a.md").write_text("We met Ada Quill there. Then Quill Ada came with Zeta Merrow.\n", "utf-8")
    (tmp_path / "vault/b.md").write_text("By Ada Quill and Zeta Merow.\n", "utf-8")
    main(["sync", "--quiet"])


def seen(capsys: pytest.CaptureFixture[str], *argv: str) -> dict[str, object]:
    capsys.readouterr()
    assert main(["entity", *argv, "--json"]) == 0
    out = capsys.readouterr()
    assert out.err == ""
    found = json.loads(out.out)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    "argv",
    [
        ("merge", "Quill Ada", "Ada Quill"),
        ("rename", "Ada Quill", "The Elder"),
        ("hide", "Ada Quill"),
    ],
)
def test_a_decision_is_told_kept_and_taken_back(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    made = seen(capsys, *argv)["decision"]

    assert isinstance(made, dict)
    assert made.keys() == DECISION
    assert seen(capsys, "decisions") == {"decisions": [made]}
    assert seen(capsys, "undo") == {"undone": made}
    assert main(["entity", "decisions"]) == 1


def test_suggestions_are_listed_and_answered(capsys: pytest.CaptureFixture[str]) -> None:
    listed = seen(capsys, "suggestions")["suggestions"]
    assert isinstance(listed, list)
    assert all(suggestion.keys() == SUGGESTION for suggestion in listed)

    accepted, refused = (suggestion["id"] for suggestion in listed)
    assert seen(capsys, "accept", accepted)["decision"]
    assert seen(capsys, "refuse", refused)["decision"]
    assert main(["entity", "suggestions"]) == 1


def test_help_names_all_that_can_be_done(capsys: pytest.CaptureFixture[str]) -> None:
    main(["help", "entity"])

    said = capsys.readouterr().out
    assert [action for action in _ACTIONS if f" {action} " not in said] == []


def test_a_name_is_shown_even_where_it_is_a_word_of_ours(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "vault/Merge.md").write_text("# Merge\n", "utf-8")
    (tmp_path / "vault/c.md").write_text("Of merge.\n", "utf-8")

    assert seen(capsys, "show", "merge")["name"] == "Merge"


@pytest.mark.parametrize("number", ["7", "9" * 25, "9" * 5_000])
def test_a_number_that_no_decision_has_is_refused(capsys: pytest.CaptureFixture[str], number: str) -> None:
    main(["entity", "hide", "Ada Quill"])
    capsys.readouterr()

    assert main(["entity", "undo", number]) == 2
    assert f"There is no decision {number[:18]}" in capsys.readouterr().err


def test_a_damaged_file_of_decisions_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["entity", "hide", "Ada Quill"])
    (file,) = tmp_path.rglob("user.db")
    file.write_bytes(b"no database" * 1_000)

    for argv in (["sync"], ["index", "rebuild"]):
        capsys.readouterr()
        assert main(argv) == 0
        assert "decided about names" in capsys.readouterr().err
    assert main(["saved", "set-aside"]) == 0
    assert "decided about names" in capsys.readouterr().err
