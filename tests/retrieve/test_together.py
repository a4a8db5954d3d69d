"""Notes that lie together: which group a note is in, and what it gains by the others there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.library import Library
from pinakes.retrieve.together import group

Write = Callable[[str, str], Path]


@pytest.mark.parametrize(
    ("path", "prefix"),
    [
        ("note.md", ""),
        ("trips/Lisbon.md", "trips/"),
        ("a/b/c.md", "a/b/"),
        ("notes/project.boat.keel.md", "notes/project.boat."),
        ("project.boat.md", "project."),
        ("pages/boat___keel.md", "pages/boat___"),
        ("pages/boat___keel___bolts.md", "pages/boat___keel___"),
        ("people/Dr. Who.md", "people/"),
        ("people/.hidden.md", "people/"),
        ("a/___.md", "a/"),
        ("drawings/plan.canvas", "drawings/"),
    ],
)
def test_a_note_is_in_the_group_of_its_folder_or_of_the_name_above_its_own(path: str, prefix: str) -> None:
    assert group(path) == prefix


def test_a_note_is_raised_by_its_folder_when_that_is_about_the_question(library: Library, write: Write) -> None:
    """Both have one word of two; the folder of one of them has more of it."""
    write("aa/note one.md", "Varnish needs patience and a dry day.")
    for i in range(12):
        write(f"aa/other {i}.md", f"Number {i} says nothing about the matter.")
    write("boats/note two.md", "Varnish needs patience and a dry day.")
    write("boats/keel.md", "The keel wants varnish, and varnish wants a keel.")
    write("boats/deck.md", "Deck, keel, varnish: in that order.")
    for i in range(40):
        write(f"rest/{i}.md", f"Filler {i}.")
    library.sync()

    found = [hit.path for hit in library.search("varnish", graph=False).hits]

    assert found.index("boats/note two.md") < found.index("aa/note one.md")


def test_the_vault_as_a_whole_is_no_group(library: Library, write: Write) -> None:
    """In a flat folder of everything nobody is in better company than others."""
    for name in ("ash", "elm", "fir", "yew"):
        write(f"trees/{name}.md", f"The {name} grows here.")
    for i in range(8):
        write(f"trees/{i}.md", f"Filler {i}.")
    library.sync()
    alone = {hit.path: hit.score for hit in library.search("ash elm", graph=False).hits}

    assert alone["trees/ash.md"] == pytest.approx(alone["trees/elm.md"], rel=0.01)
