"""What is looked for can be told: a note by its name, passages, or where one enters the vault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.library import Library
from pinakes.model.search import Mode

Write = Callable[[str, str], Path]


@pytest.fixture
def harbour(library: Library, write: Write) -> Library:
    write("README.md", "Begin with [[Boats/index]] or [[Ferry]].")
    write("Boats/index.md", "# Boats\n\n[[Ferry]] and [[Log]]")
    write("Ferry.md", "Crosses twice a day.")
    write("Log.md", "The ferry, the ferry and again the ferry: ferry timetable, ferry fares, ferry crew.")
    write("Letter.md", "We took the ferry.")
    library.sync()
    return library


def first(library: Library, query: str, mode: Mode) -> str:
    return library.search(query, 5, mode=mode).hits[0].path


def test_a_lookup_finds_the_note_that_is_called_so(harbour: Library) -> None:
    assert first(harbour, "ferry", "lookup") == "Ferry.md"


def test_a_lookup_follows_nothing(harbour: Library) -> None:
    kinds = {reason.kind for hit in harbour.search("ferry", mode="lookup").hits for reason in hit.reasons}

    assert kinds <= {"title", "heading", "bm25"}


def test_global_begins_where_one_enters_whatever_is_asked(harbour: Library) -> None:
    assert first(harbour, "ferry", "global") in ("README.md", "Boats/index.md")
    assert first(harbour, "What is this vault about?", "auto") in ("README.md", "Boats/index.md")


def test_global_stays_where_the_conditions_are_met(harbour: Library) -> None:
    hits = harbour.search("ferry path:Boats", mode="global").hits

    assert [hit.path for hit in hits] == ["Boats/index.md"]


def test_local_never_turns_to_the_entrances(harbour: Library) -> None:
    assert harbour.search("What is this vault about?", mode="local").hits == ()


@pytest.mark.parametrize("mode", ["auto", "local", "global", "lookup"])
def test_the_mode_is_said(harbour: Library, mode: Mode) -> None:
    assert harbour.search("ferry", mode=mode).mode == mode
