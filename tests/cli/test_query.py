"""The query language at the command line: what a shell gives, what is printed, what is loaded for it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from pinakes.cli import main
from pinakes.cli.help import QUERY
from pinakes.retrieve import fields
from pinakes.retrieve.language import parse
from pinakes.store import schema
from tests.conftest import ROOT, isolated

NEEDED_FOR_SYNTAX = ("called", "dated", "dates", "fields", "filtered", "intext", "judge", "language", "listing",
                     "regexes", "restrict", "tokens", "tree", "values")  # fmt: skip


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three notes, indexed."""
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "a.md").write_text("#net\n\nkelp and brass", "utf-8")
    (folder / "b.md").write_text("#net\n\nkelp and wax", "utf-8")
    (folder / "c.md").write_text("nothing", "utf-8")
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(folder))
    assert main(["sync", "--quiet"]) == 0
    return folder


SHELLS = [
    (["tag:net kelp -brass"], {"b.md"}),
    (["tag:net", "kelp", "-brass"], {"b.md"}),
    (["-brass", "tag:net"], {"b.md"}),
    (["tag:net", "-brass", "-n", "1"], {"b.md"}),
    (["tag:net", "-z"], {"a.md", "b.md"}),
    (["-tag:net"], {"c.md"}),
    (["-links-to:x", "tag:net", "-/wax/"], {"a.md"}),
    (["tag:net", "-(brass OR kelp)"], set()),
    (["-[status]", "-nothing"], {"a.md", "b.md"}),
    (["brass", "OR", "-net"], {"a.md", "c.md"}),
    (["(brass", "OR", "wax)", "-q"], {"a.md", "b.md"}),
]


@pytest.mark.parametrize(
    ("argv", "expected"), SHELLS, ids=lambda value: " ".join(sorted(value) if isinstance(value, set) else value)
)
def test_a_query_in_one_word_or_in_many(
    vault: Path, argv: list[str], expected: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["search", *argv, "--json", "--no-graph"])
    hits = json.loads(capsys.readouterr().out)["hits"]

    assert {hit["path"] for hit in hits} == expected
    assert code == (0 if expected else 1)


@pytest.mark.parametrize("argv", [["search", "kelp", "--frob"], ["search", "-n", "x", "kelp"], ["tags", "-x"]])
def test_what_is_neither_an_option_nor_in_a_query_is_refused(
    vault: Path, argv: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert "usage: pinakes" in capsys.readouterr().err


def test_how_a_query_was_read_is_said_beside_the_hits(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "tga:x tag:net kelp"])
    said = capsys.readouterr()

    assert "Read as: tagged net, or below it" in said.err
    assert "`tga:` is no field; searched as words. Did you mean `tag:`?" in said.err
    assert "Read as" not in said.out


def test_a_condition_that_is_met_is_a_reason_without_a_share(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "tag:net"])

    assert "  meets tag:net\n" in capsys.readouterr().out


def test_the_json_says_how_a_query_was_read(vault: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["search", "kelp -tag:x", "--json"])
    document = json.loads(capsys.readouterr().out)

    assert document["understood"] == [{"start": 5, "end": 11, "text": "-tag:x", "meaning": "not tagged x, or below it"}]
    assert document["notes"] == ["Nothing is tagged `x`; `pinakes tags` lists what there is."]


@pytest.mark.parametrize(("query", "loaded"), [("kelp brass", False), ("kelp tag:net", True)])
def test_words_alone_load_nothing_of_the_language(vault: Path, query: str, loaded: bool) -> None:
    code = (
        "import sys; from pinakes.cli import main; main(['search', sys.argv[1], '--quiet', '--json']);"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, query], cwd=ROOT, capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())

    assert "pinakes.retrieve.rank" in modules
    assert ("pinakes.retrieve.language" in modules) is loaded
    assert loaded or not modules & {*(f"pinakes.retrieve.{name}" for name in NEEDED_FOR_SYNTAX), "re2"}


def test_help_lists_the_commands_and_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    assert "backlinks" in capsys.readouterr().out
    assert main(["help", "search"]) == 0
    assert "usage: pinakes search" in capsys.readouterr().out
    assert main(["help", "query"]) == 0
    assert "float wire" in capsys.readouterr().out
    assert main(["help", "xyzzy"]) == 2


def test_the_help_names_every_field_and_every_choice() -> None:
    for name, kind in fields.FIELDS.items():
        assert f"{name}:" in QUERY
        assert all(choice in QUERY for choice in kind.choices)


def test_every_example_in_the_help_is_understood() -> None:
    lines = [line[2:25].strip() for line in QUERY.splitlines() if line.startswith("  ") and line[2:3] != " "]
    examples = [example for line in lines for example in line.split("  ") if example.strip()]

    assert len(examples) > 30
    for example in examples:
        parsed = parse(example)
        assert parsed.notes == (), example
        assert parsed.parts or parsed.order, example


def test_an_index_from_an_older_version_is_renewed_and_then_searched(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pinakes.config import load
    from pinakes.library import Library

    library = Library.open(load())
    db = apsw.Connection(str(library.index_file))
    db.pragma("user_version", len(schema.STEPS) - 1)
    db.close()
    assert library.outdated
    assert len(library.plan().added) == 3

    assert main(["search", "brass"]) == 0
    out, talk = capsys.readouterr()
    assert "a.md" in out
    assert talk.splitlines()[0] == "The index was made by an older Pinakes: reading the notes anew."
    assert not library.outdated


def test_an_index_from_a_newer_version_is_refused_in_one_sentence(
    vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from pinakes.config import load
    from pinakes.library import Library

    db = apsw.Connection(str(Library.open(load()).index_file))
    db.pragma("user_version", len(schema.STEPS) + 1)
    db.close()

    assert main(["search", "brass"]) == 4
    talk = capsys.readouterr().err
    assert "made by a newer Pinakes" in talk
    assert "pinakes sync" not in talk
