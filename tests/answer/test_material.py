"""What an answer is made from: hits with the thought they begin in, other parts of their notes, rarity of words."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.answer.material import gathered, in_mid_thought
from pinakes.config import load
from pinakes.library import Library
from pinakes.store import db as store
from tests.conftest import isolated

FILLER = "Nothing of any interest happened at the mill on that day at all, as far as anybody can tell. "


@pytest.fixture
def library(tmp_path: Path) -> Library:
    vault = tmp_path / "vault"
    vault.mkdir()
    parts = [f"## Part {n}\n\n{FILLER * 8}" for n in range(6)]
    parts[4] = f"## Part 4\n\nThe sluice was painted green by Ana. {FILLER * 8}"
    (vault / "mill.md").write_text("# Mill\n\nThe windmill stands in Grado.\n\n" + "\n\n".join(parts), "utf-8")
    (vault / "boat.md").write_text("# Boat\n\nThe boat is called Gull.\n", "utf-8")
    config = load(environ=isolated(tmp_path / "data"))._replace(vault_dir=vault)
    opened = Library.open(config)
    opened.sync()
    return opened


def test_a_part_of_the_found_note_comes_with_it(library: Library) -> None:
    question = "Who painted the sluice of the windmill?"
    hits = [hit for hit in library.search(question, 8).hits if "windmill" in hit.text][:1]
    with store.reading(library.index_file) as db:
        given = gathered(db, question, hits)
    assert len(given.passages) == 1
    assert any("painted green by Ana" in part.text for part in given.parts)
    assert {part.path for part in given.parts} == {"mill.md"}
    text = (library.vault / "mill.md").read_text("utf-8")
    for p in (*given.passages, *given.parts):
        assert text[p.start : p.start + len(p.text)] == p.text


def test_a_word_of_no_note_is_rarest(library: Library) -> None:
    with store.reading(library.index_file) as db:
        rarity = gathered(db, "zebra nothing gull", library.search("gull", 3).hits).rarity
    assert rarity["zebra"] == 1.0
    assert rarity["nothing"] < rarity["gull"] < 1.0


def test_without_hits_there_is_nothing(library: Library) -> None:
    with store.reading(library.index_file) as db:
        assert gathered(db, "what", ()) == ((), (), {}, "nothing")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He replaced the valve.", True),
        ("and then it stopped.", True),
        ("Das war im Mai.", True),
        ("それは十月だった。", True),
        ("But nobody knew.", True),
        ("The boiler hums.", False),
        ("# He and she\n\ntext", False),
        ("- he said so", False),
        ("", False),
    ],
)
def test_a_text_that_points_back_begins_in_mid_thought(text: str, expected: bool) -> None:
    assert in_mid_thought(text) is expected


def test_a_passage_that_begins_in_mid_thought_brings_the_sentences_before_it(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    body = (
        "Anton Krall came in May. "
        + FILLER * 30
        + "\n\nAt noon the valve broke.\n\nHe replaced the zinc valve. "
        + FILLER * 30
    )
    (vault / "log.md").write_text(body, "utf-8")
    library = Library.open(load(environ=isolated(tmp_path / "data"))._replace(vault_dir=vault))
    library.sync()
    with store.reading(library.index_file) as db:
        for hit in library.search("zinc valve", 8).hits:
            [given] = gathered(db, "zinc valve", [hit]).passages
            assert body[given.start : given.start + len(given.text)] == given.text
            assert given.line == body.count("\n", 0, given.start) + 1
            assert not in_mid_thought(given.text) or given.start == 0 or hit.text != given.text
