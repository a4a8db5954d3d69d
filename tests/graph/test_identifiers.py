"""Words that few passages have lead from one to the other, however long the chain."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.graph.identifiers import is_identifier
from pinakes.library import Library

Write = Callable[[str, str], Path]


@pytest.mark.parametrize(
    "word",
    [
        "jJWlupoT", "loadVault", "QVXKB", "a3f9c2e10b77", "81340972634f", "PROJ-1234", "snake_case", "var_qzkv",
        "550e8400-e29b-41d4-a716-446655440000", "rev2b", "JavaScript",
    ],
)  # fmt: skip
def test_a_made_word_is_an_identifier(word: str) -> None:
    assert is_identifier(word)


@pytest.mark.parametrize(
    "word",
    [
        "harbour", "Harbour", "well-known", "1024px", "1500ms", "2020-07-05", "12345", "mp3", "USA", "_emphasis_",
        "Jean-Luc", "iPad", "x" * 41,
    ],
)  # fmt: skip
def test_a_grown_word_a_number_and_a_quantity_are_none(word: str) -> None:
    assert not is_identifier(word)


@given(st.text(max_size=60))
def test_any_text_can_be_asked(word: str) -> None:
    assert is_identifier(word) in (True, False)


def chain(write: Write, *words: str) -> None:
    for n, (word, following) in enumerate(pairwise(words)):
        write(f"{n}.md", f"{word} = {following}")


def found(library: Library, question: str) -> set[str]:
    return {hit.path for hit in library.search(question, 20).hits}


@pytest.mark.parametrize("words", [
    ("kQzvWxPo", "bTmLrUcD", "xPaYwEnI", "hGfVoKsR", "mCeJqZtB", "uWyDlNiX"),
    ("QVXKB", "ZMWPL", "HRTGD", "YKCNF", "WBJSX", "PLQVZ"),
    ("a81f3c9e", "77be20d1", "c04a9b6f", "5e1d83a2", "f926b7c8", "03da41e5"),
])  # fmt: skip
def test_a_chain_is_found_to_its_end(library: Library, write: Write, words: tuple[str, ...]) -> None:
    chain(write, *words)
    for n in range(30):
        write(f"noise {n}.md", "Nothing that begins here leads anywhere.")
    library.sync()

    assert {f"{n}.md" for n in range(5)} <= found(library, f"What does the chain that begins with {words[0]} lead to?")


def test_the_reason_is_the_word_that_both_have(library: Library, write: Write) -> None:
    chain(write, "kQzvWxPo", "bTmLrUcD", "xPaYwEnI")
    library.sync()

    hits = {hit.path: hit for hit in library.search("kQzvWxPo", 5).hits}

    assert ("similar", "bTmLrUcD") in [(reason.kind, reason.label) for reason in hits["1.md"].reasons]


def test_a_word_that_many_passages_have_is_not_followed(library: Library, write: Write) -> None:
    write("asked.md", "The lantern and loadVault.")
    for n in range(5):
        write(f"{n}.md", "Something else calls loadVault.")
    library.sync()

    assert found(library, "lantern") == {"asked.md"}


def test_a_ring_ends(library: Library, write: Write) -> None:
    chain(write, "kQzvWxPo", "bTmLrUcD", "xPaYwEnI", "kQzvWxPo")
    library.sync()

    assert found(library, "kQzvWxPo") == {"0.md", "1.md", "2.md"}
