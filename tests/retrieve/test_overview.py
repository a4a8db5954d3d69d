"""Questions about the vault as a whole: which they are, and what answers them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.library import Library
from pinakes.retrieve.overview import asked_for
from pinakes.retrieve.query import parse

Write = Callable[[str, str], Path]


@pytest.mark.parametrize(
    ("question", "about_the_whole"),
    [
        ("What is this vault about?", True),
        ("What are the main topics of these notes?", True),
        ("Give me an overview of my notes", True),
        ("How is this wiki organised?", True),
        ("Worum geht es in diesen Notizen?", True),
        ("What is this vault's backup plan?", False),
        ("What are the main topics of the boat notes?", False),
        ("overview", False),
        ("main notes", False),
        ("What is a boat about?", False),
        ("", False),
    ],
)
def test_a_question_about_the_whole_names_nothing_in_it(question: str, about_the_whole: bool) -> None:
    assert asked_for(parse(question), ("en", "de")) is about_the_whole


def test_what_answers_is_where_one_enters(library: Library, write: Write) -> None:
    write("Home.md", "Start with [[Boats]] and [[Trees]].")
    write("Boats.md", "[[Keel]] [[Deck]] [[Mast]]")
    write("Trees.md", "[[Ash]] [[Birch]]")
    for name in ("Keel", "Deck", "Mast", "Ash", "Birch"):
        write(f"things/{name}.md", f"{name}: the vault is not about this main thing alone.")
    library.sync()

    found = [hit.path for hit in library.search("What is this vault about?").hits]

    assert set(found[:3]) == {"Home.md", "Boats.md", "Trees.md"}


def test_a_condition_still_says_where(library: Library, write: Write) -> None:
    write("Home.md", "All my notes.")
    write("boats/keel.md", "These notes are about keels.")
    library.sync()

    found = library.search("What are these notes about? folder:boats").hits

    assert [hit.path for hit in found] == ["boats/keel.md"]
