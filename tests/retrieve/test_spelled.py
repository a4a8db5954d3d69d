"""Words that no note has: read as their likeliest spelling, or as the words that hold them, and said so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.library import Library
from pinakes.model.search import SearchResult

Write = Callable[[str, str], Path]

NOTES = {
    "lamp.md": "The lantern on the university tower was lit by a keeper.",
    "law.md": "Die Kündigungsfrist steht im Mindestlohngesetz.",
    "tea.md": "Tea from Darjeeling, kept in a tin.",
}


@pytest.fixture
def vault_of_three(library: Library, write: Write) -> Library:
    for path, text in NOTES.items():
        write(path, text)
    library.sync()
    return library


def paths(result: SearchResult) -> list[str]:
    return [hit.path for hit in result.hits]


@pytest.mark.parametrize(
    ("typed", "meant", "path"),
    [
        ("univeristy", "university", "lamp.md"),
        ("lantren", "lantern", "lamp.md"),
        ("darjeling", "darjeeling", "tea.md"),
        ("Darjeling", "darjeeling", "tea.md"),
        ("arjeeling", "darjeeling", "tea.md"),
        ("kündigungsfirst", "kundigungsfrist", "law.md"),
    ],
)
def test_a_misspelt_word_finds_what_its_correction_finds(
    vault_of_three: Library, typed: str, meant: str, path: str
) -> None:
    found = vault_of_three.search(typed)

    assert (paths(found), found.rung) == ([path], "spelling")
    assert dict(found.corrected) == {typed: meant}


def test_the_corrected_word_is_lit(vault_of_three: Library) -> None:
    (hit,) = vault_of_three.search("univeristy").hits

    assert [hit.snippet[a:b] for a, b in hit.highlights] == ["university"]


def test_a_word_inside_others_is_found_and_said(vault_of_three: Library) -> None:
    found = vault_of_three.search("lohn")

    assert (paths(found), found.rung, dict(found.corrected)) == (["law.md"], "substring", {})
    assert found.notes == ("`lohn` stands only inside other words: mindestlohngesetz",)


@pytest.mark.parametrize("query", ["univeristy", "lohn"])
def test_exact_takes_words_as_they_are_typed(vault_of_three: Library, query: str) -> None:
    assert vault_of_three.search(query, exact=True).hits == ()


def test_a_word_in_quotes_is_taken_as_it_is_typed(vault_of_three: Library) -> None:
    assert vault_of_three.search('"univeristy"').hits == ()


def test_a_word_that_a_note_has_is_not_corrected(vault_of_three: Library, write: Write) -> None:
    write("slip.md", "a univeristy, misspelt")
    vault_of_three.sync()

    assert paths(vault_of_three.search("univeristy")) == ["slip.md"]


def test_a_word_that_has_left_the_notes_is_no_correction(vault_of_three: Library, vault: Path, write: Write) -> None:
    (vault / "tea.md").unlink()
    write("other.md", "something else")
    vault_of_three.sync()

    assert vault_of_three.search("darjeling").hits == ()


def test_what_is_still_being_typed_is_not_corrected(vault_of_three: Library) -> None:
    assert dict(vault_of_three.search("keeper lantren", typing=True).corrected) == {}
    assert dict(vault_of_three.search("lantren keeper", typing=True).corrected) == {"lantren": "lantern"}


def test_conditions_hold_for_a_corrected_word_too(vault_of_three: Library) -> None:
    assert paths(vault_of_three.search("lantren path:lamp")) == ["lamp.md"]
    assert paths(vault_of_three.search("lantren path:tea")) == []


def test_other_words_of_the_query_go_on_counting(vault_of_three: Library) -> None:
    found = vault_of_three.search("tea xyzzyq")

    assert (paths(found), found.rung) == (["tea.md"], "any-term")


def test_spellings_that_have_left_the_notes_do_not_crowd_out_the_others(library: Library, write: Write) -> None:
    write("a.md", "the foghorn sounds")
    write("b.md", " ".join(f"foghor{letter}" for letter in "abcdefghijk"))
    library.sync()
    (library.vault / "b.md").unlink()
    library.sync()

    assert dict(library.search("foghorx").corrected) == {"foghorx": "foghorn"}


def test_a_text_in_another_language_is_not_corrected_word_by_word(library: Library, write: Write) -> None:
    write("a.md", "alpha beta gamma delta epsilon zeta kelp")
    library.sync()

    assert len(library.search("alphx betx gammx deltx epsilox zetx kelpp").corrected) <= 5


def test_in_a_question_a_short_word_is_no_slip_of_another(library: Library, write: Write) -> None:
    write("a.md", "a fine tent for the harbour festival")
    library.sync()

    assert dict(library.search("find the text about the harbour festival").corrected) == {}
    assert dict(library.search("find text about harbour festivel").corrected) == {"festivel": "festival"}
    assert dict(library.search("fime tant").corrected) == {"fime": "fine", "tant": "tent"}
