"""How many notes does a search find besides those that are shown?"""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.library import Library
from pinakes.model.search import Total
from tests.conftest import isolated


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Thirty notes about wax, every third of them about brass too, each with the word in two sections."""
    folder = tmp_path_factory.mktemp("total")
    vault = folder / "vault"
    vault.mkdir()
    for number in range(30):
        metal = "brass" if number % 3 == 0 else "bronze"
        text = f"# Leaf {number}\n\nThe wax of {metal}.\n\n## More\n\n" + "Kept dry. " * 90 + "\n\nMore wax.\n"
        (vault / f"{number}.md").write_text(text + ("\n#odd\n" if number % 2 else ""), "utf-8")
    opened = Library.open(load(vault_dir=str(vault), environ=isolated(folder)))
    opened.sync(wait_entities=True)
    return opened


TOTALS = [
    ("wax", Total(30, "all-terms")),
    ("wax brass", Total(10, "all-terms")),
    ("what is the wax of brass", Total(10, "content-terms")),
    ("brass bronze", Total(30, "any-term")),
    ("brasss", Total(10, "all-terms")),  # as it was corrected
    ("brass tag:odd", Total(5, "all-terms")),
    ("tag:odd", Total(15, "conditions")),
    ("-brass", Total(20, "conditions")),
    ('"of brass"', Total(10, "conditions")),
    ("sort:title", Total(30, "conditions")),
    ("brass sort:title", Total(10, "all-terms")),
    ("tag:none", Total(0, "conditions")),
]


@pytest.mark.parametrize(("query", "total"), TOTALS)
def test_the_total_counts_notes_however_few_are_shown(library: Library, query: str, total: Total) -> None:
    for limit in (1, 5, 50):
        assert library.search(query, limit).total == total


@pytest.mark.parametrize(("typed", "notes"), [("wax", 30), ("wax bra", 10), ("bron", 20), ("zzyzx", None)])
def test_words_are_counted_apart_while_they_are_typed(library: Library, typed: str, notes: int | None) -> None:
    assert library.search(typed, 3, typing=True).total is None
    total = library.total(typed, typing=True)
    assert (total.notes if total else None) == notes


def test_words_that_no_note_has_are_in_none(library: Library) -> None:
    assert library.search("zzyzx", 5).total is None


@pytest.mark.parametrize(("query", "limit", "more"), [("wax", 5, True), ("tag:odd", 15, False), ("tag:odd", 14, True)])
def test_a_search_says_whether_more_hits_stand_behind(library: Library, query: str, limit: int, more: bool) -> None:
    assert library.search(query, limit).more is more


def test_what_would_take_long_is_counted_so_far(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pinakes.retrieve.total.MOST_PASSAGES", 12)
    found = library.search("wax", 1).total
    assert found is not None
    assert found.at_least
    assert 1 <= found.notes <= 12


@pytest.mark.parametrize("path", ["0.md"])
def test_a_note_that_has_gone_is_not_counted_after_a_sync(library: Library, path: str) -> None:
    file = Path(library.vault) / path
    kept = file.read_text("utf-8")
    file.unlink()
    library.sync()
    assert library.search("brass", 3).total == Total(9, "all-terms")
    file.write_text(kept, "utf-8")
    library.sync()
