"""What the runners must show on the shared cases and links, and that they hide nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from tests.conformance.case import Case, cases
from tests.conformance.notation import Wanted, by_profile, wanted
from tests.conformance.run import run_case
from tests.conformance.table import run_table
from tests.conftest import ROOT, shared

AREAS = {"parsing", "links", "tags", "frontmatter", "unicode", "sync"}
NEEDS_MORE = {"059-move-keeps-identity"}
"""It pins a note."""


@pytest.fixture(scope="module")
def shared_cases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shared cases, unpacked where a folder called .git does no harm."""
    folder = tmp_path_factory.mktemp("cases")
    with tarfile.open(shared("cases") / "cases.tar.gz") as packed:
        packed.extractall(folder, filter="tar")
    return folder / "cases"


def test_the_shared_cases_about_reading_a_vault_hold(shared_cases: Path) -> None:
    outcomes = [run_case(case) for case in cases(shared_cases) if case.area in AREAS and case.id not in NEEDS_MORE]
    assert len(outcomes) > 30
    assert {outcome.id: outcome.failures for outcome in outcomes if outcome.failures} == {}


def test_every_row_of_the_shared_link_table_holds() -> None:
    outcomes = run_table(shared("links") / "link_cases.json")
    assert {outcome.id: outcome.failures for outcome in outcomes if outcome.failures} == {}


def write_case(folder: Path, **said: object) -> Case:
    (folder / "one/vault").mkdir(parents=True)
    (folder / "one/vault/a.md").write_text("# A\n\nquince [[B]]\n", "utf-8")
    (folder / "one/case.json").write_text(json.dumps({"id": "one", "area": "x", **said}), "utf-8")
    (case,) = cases(folder)
    return case


def test_a_case_that_holds_has_no_failures(tmp_path: Path) -> None:
    expect = {"note_count": 1, "search": {"include": ["a.md"]}, "unresolved": {"a.md": ["B"]}, "files_unchanged": True}
    case = write_case(tmp_path, action=[{"op": "index"}], query="quince", expect=expect)
    assert run_case(case).failures == ()


@pytest.mark.parametrize(
    ("action", "expect", "failure"),
    [
        ([{"op": "index"}], {"note_count": 2}, "note_count: expected 2, seen 1: ['a.md']"),
        ([{"op": "index"}, {"op": "levitate", "path": "a.md"}], {}, "not yet: op levitate"),
        ([{"op": "index"}], {"telepathy": True}, "not yet: telepathy"),
        ([{"op": "index"}], {"title": {"a.md": "B"}}, "title: a.md: expected 'B', seen 'A'"),
        ([{"op": "index"}], {"chunks": {"a.md": {"shape": 1}}}, "chunks: a.md: not yet: shape"),
    ],
)
def test_what_does_not_hold_or_is_not_understood_fails(
    tmp_path: Path, action: list[dict[str, str]], expect: dict[str, object], failure: str
) -> None:
    assert failure in run_case(write_case(tmp_path, action=action, expect=expect)).failures


def test_a_case_leaves_its_own_folder_as_it_is(tmp_path: Path) -> None:
    case = write_case(tmp_path, action=[{"op": "write", "path": "a.md", "content": "x"}, {"op": "index"}], expect={})
    run_case(case)
    assert (case.folder / "vault/a.md").read_text("utf-8").startswith("# A")


def test_the_command_prints_what_failed_and_counts(tmp_path: Path) -> None:
    write_case(tmp_path, action=[{"op": "index"}], expect={"note_count": 2})
    command = [sys.executable, "-m", "tests.conformance", "cases", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["one: note_count: expected 2, seen 1: ['a.md']", "0 passed, 1 failed"]


PATHS = ["a.md", "b c.md", "C++.md"]


@pytest.mark.parametrize(
    ("cell", "links"),
    [
        ("no link", []),
        ("a.md", [Wanted("a.md")]),
        ("a.md + C++.md", [Wanted("a.md"), Wanted("C++.md")]),
        ("a.md#One>Two (ambiguous=true)", [Wanted("a.md", sub="One>Two", flags={"ambiguous": "true"})]),
        ("a.md#C (v1.0)", [Wanted("a.md", sub="C (v1.0)")]),
        ('b c.md label="x"', [Wanted("b c.md", label="x")]),
        ('∅("see this")', [Wanted(None, target="see this")]),
        ("external https://example.org/a_(b)", [Wanted(None, target="https://example.org/a_(b)", external=True)]),
        ("a.md (kind=embed, width=300)", [Wanted("a.md", flags={"kind": "embed", "width": "300"})]),
    ],
)
def test_a_cell_says_which_links_are_expected(cell: str, links: list[Wanted]) -> None:
    assert wanted(cell, PATHS)[0] == links


def test_a_cell_may_differ_by_profile() -> None:
    cell = "obsidian profile: a.md; every other profile: b c.md"
    assert list(by_profile(cell)) == [("obsidian", "a.md"), ("", "b c.md")]
