"""The commands around a note: their JSON has the promised keys, and no note's text reaches the terminal uncleaned."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pinakes.cli import main
from pinakes.cli.listing import cells
from tests.conftest import isolated

Run = Callable[..., tuple[int, str]]

NOTES = {
    "Tea.md": "---\ntags: [drinks/hot]\naliases: [Chai]\n---\n# Tea\n\n"
    "Of [[Kettle#Boiling]], [[Ketle]], [[Log]], [[#x]].\n",
    "Kettle.md": "# Kettle\n\n## Boiling\n\nOtto Mann boils water. [[Tea]] <https://example.org>\n",
    "Diary.md": "# Diary\n\nOtto Mann made chai.\n",
    "Diary copy.md": "# Diary\n\nOtto Mann made  chai.\n",
    "a/Log.md": "# Log\n",
    "b/Log.md": "# Log\n\n```\nopen\n",
}

HOSTILE = "\x1b]52;c;aGk=\x07\x1b[31m\x9b5m\u202eevil"
IN_LINKS = "\x1bc\x07\x9b5m\u202eevil"
EVIL_NOTES = {
    "Tea.md": f"---\ntags: [\"a{HOSTILE}\"]\nkey: \"{HOSTILE}\"\n---\n# Tea {HOSTILE}\n\n## Part {HOSTILE}\n\n"
    f"[[Kettle|{IN_LINKS}]] [[No {IN_LINKS}]] <https://example.org/{IN_LINKS}> Otto Mann {HOSTILE} came.\n",
    "Kettle.md": f"# Kettle\n\nOtto Mann {HOSTILE} and [[Tea|{IN_LINKS}]] too.\n",
    "Diary.md": f"# Diary {HOSTILE}\n\nTea and Kettle {HOSTILE} of Otto Mann.\n",
    "Copy.md": f"# Diary {HOSTILE}\n\nTea and Kettle {HOSTILE} of Otto Mann.\n",
}  # fmt: skip

COMMANDS = [
    ("links", "Tea.md"), ("backlinks", "Tea.md"), ("mentions", "Kettle.md"), ("outline", "Tea.md"),
    ("related", "Tea.md"), ("tags",), ("properties",), ("properties", "key"), ("broken",), ("orphans",),
    ("duplicates",), ("check",), ("entity", "Otto Mann"), ("communities",),
]  # fmt: skip


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", str(tmp_path / "vault"))

    def go(*argv: str) -> tuple[int, str]:
        code = main(argv)
        out, err = capsys.readouterr()
        return code, out + err

    return go


def fill(folder: Path, notes: dict[str, str]) -> None:
    for path, text in notes.items():
        file = folder / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def document(run: Run, *argv: str) -> dict[str, Any]:
    _, printed = run(*argv, "--json", "--quiet")
    found = json.loads(printed)
    assert isinstance(found, dict)
    return found


LINK = {"raw", "kind", "line", "written", "target"}
SHAPES = [
    (("links", "Tea"), {"path", "title", "links"}, LINK | {"sub", "via"}),
    (("backlinks", "Tea"), {"path", "title", "backlinks"},
     {"path", "title", "line", "kind", "raw", "rel", "sub", "sentence"}),
    (("mentions", "Tea"), {"path", "title", "mentions"}, {"path", "title", "line", "name", "sentence"}),
    (("outline", "Kettle"), {"path", "title", "headings"}, {"level", "text", "line"}),
    (("related", "Tea"), {"path", "title", "related"},
     {"path", "title", "heading", "line", "snippet", "score", "reasons"}),
    (("tags",), {"tags"}, {"name", "depth", "notes", "own"}),
    (("properties",), {"properties"}, {"key", "notes", "kinds", "examples"}),
    (("properties", "tags"), {"key", "values"}, {"value", "kind", "notes"}),
    (("broken",), {"broken"}, LINK | {"path", "suggest"}),
    (("orphans",), {"orphans"}, {"path", "title", "kind", "tags", "entities"}),
    (("duplicates",), {"duplicates"}, {"kind", "share", "paths"}),
    (("communities",), {"communities", "notes", "alone"}, {"name", "terms", "size", "notes"}),
    (("entity", "Otto Mann"), {"name", "key", "label", "note", "mentions", "spellings", "notes", "together", "when"},
     {"path", "title", "mentions", "places"}),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "keys", "item_keys"), SHAPES, ids=["-".join(argv) for argv, _, _ in SHAPES])
def test_json_has_the_promised_keys(
    run: Run, tmp_path: Path, argv: tuple[str, ...], keys: set[str], item_keys: set[str]
) -> None:
    fill(tmp_path, NOTES)
    run("sync")

    found = document(run, *argv)
    items = found["notes"] if argv[0] == "entity" else list(found.values())[-1]

    assert set(found) == keys
    assert set(items[0]) == item_keys


def test_what_does_not_apply_to_a_link_is_not_there(run: Run, tmp_path: Path) -> None:
    fill(tmp_path, NOTES)
    run("sync")

    heading, nowhere, log, own = document(run, "links", "Tea")["links"]

    assert heading == {
        "line": 7,
        "raw": "[[Kettle#Boiling]]",
        "kind": "wikilink",
        "written": "Kettle",
        "target": "Kettle.md",
        "sub": "Boiling",
        "via": heading["via"],
    }
    assert (nowhere["target"], nowhere["suggest"]) == (None, "Kettle.md")
    assert log["ambiguous"] is True
    assert own["sub_missing"] is True


def test_a_link_tells_the_width_of_its_picture_and_that_it_stands_in_a_comment(run: Run, tmp_path: Path) -> None:
    fill(tmp_path, {"a.md": "---\nup: '[[b]]'\n---\n![[p.png|300]] ![x|20x30](p.png) [[b]] %% [[b]]\n\n[[b|c]] %%\n"})
    fill(tmp_path, {"b.md": "![[p.png]]\n", "p.png": ""})
    run("sync")

    told = [{key: link.get(key) for key in ("width", "in_comment")} for link in document(run, "links", "a")["links"]]

    plain = {"width": None, "in_comment": None}
    in_comment = {"width": None, "in_comment": True}
    sized = [{"width": width, "in_comment": None} for width in ("300", "20x30")]
    assert told == [plain, *sized, plain, in_comment, in_comment]


@pytest.mark.parametrize(
    ("files", "setting", "dialects", "line"),
    [
        (["a.md"], "", [("", "plain", "")], "dialect   plain"),
        (
            [".obsidian/app.json", "a.md", "graph/logseq/config.edn", "graph/pages/b.md"],
            "",
            [("", "obsidian", ".obsidian"), ("graph", "logseq", "logseq")],
            "dialect   obsidian (.obsidian); logseq in graph/ (logseq)",
        ),
        (
            ["root.md", "tea.green.md"],
            "",
            [("", "dendron", "root.md, and names with dots")],
            "dialect   dendron (root.md, and names with dots)",
        ),
        (
            [".obsidian/app.json", "a.md"],
            "zk",
            [("", "zk", "vault.dialect")],
            "dialect   zk (set in the configuration: vault.dialect)",
        ),
    ],
    ids=["none", "markers", "names", "set"],
)
def test_the_status_tells_how_notes_are_read_and_what_told_so(
    run: Run, tmp_path: Path, files: list[str], setting: str, dialects: list[tuple[str, str, str]], line: str
) -> None:
    fill(tmp_path, dict.fromkeys(files, ""))
    if setting:
        (tmp_path / "config").mkdir()
        (tmp_path / "config/config.toml").write_text(f'[vault]\ndialect = "{setting}"\n', "utf-8")
    run("sync")

    told = document(run, "status")["dialects"]

    assert [(of["folder"], of["name"], of["told_by"]) for of in told] == dialects
    assert line in run("status")[1].splitlines()


def test_the_status_tells_no_dialect_before_the_first_sync(run: Run, tmp_path: Path) -> None:
    fill(tmp_path, {"a.md": ""})

    assert document(run, "status")["dialects"] == []
    assert "dialect" not in run("status")[1]


def test_a_check_has_all_its_parts(run: Run, tmp_path: Path) -> None:
    fill(tmp_path, NOTES)
    run("sync")

    found = document(run, "check")

    assert set(found) == {"broken", "orphans", "duplicates", "ambiguous", "problems", "merges"}
    assert all(found[part] for part in found if part != "merges")
    assert found["ambiguous"][0]["others"] == ["b/Log.md"]
    assert found["problems"][0]["path"] == "b/Log.md"


@pytest.mark.parametrize("argv", COMMANDS, ids=["-".join(argv) for argv in COMMANDS])
def test_escape_sequences_of_a_note_never_reach_the_terminal(run: Run, tmp_path: Path, argv: tuple[str, ...]) -> None:
    fill(tmp_path, EVIL_NOTES)
    run("sync")

    code, printed = run(*argv)

    assert code == 0
    assert not [c for c in printed if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) < 0xA0 or c == "\u202e"]


@pytest.mark.parametrize("argv", COMMANDS, ids=["-".join(argv) for argv in COMMANDS])
def test_before_the_first_sync_a_command_says_what_to_do(run: Run, tmp_path: Path, argv: tuple[str, ...]) -> None:
    fill(tmp_path, NOTES)

    code, printed = run(*argv)

    assert code == 4
    assert "pinakes sync" in printed


@pytest.mark.parametrize("argv", COMMANDS, ids=["-".join(argv) for argv in COMMANDS])
def test_nothing_is_written_into_the_vault(run: Run, tmp_path: Path, argv: tuple[str, ...]) -> None:
    fill(tmp_path, EVIL_NOTES)
    run("sync")
    before = {file: file.stat().st_mtime_ns for file in (tmp_path / "vault").rglob("*")}

    run(*argv)

    assert {file: file.stat().st_mtime_ns for file in (tmp_path / "vault").rglob("*")} == before


@pytest.mark.parametrize(("text", "width"), [("tea", 3), ("", 0), ("潮の手帳", 8), ("Ü", 1), ("U\u0308", 1), ("🌊", 2)])
def test_columns_are_measured_as_a_terminal_draws_them(text: str, width: int) -> None:
    assert cells(text) == width
