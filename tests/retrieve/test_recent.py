"""Who asks how things stand now is shown the newest of what answers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from pinakes.retrieve.recent import asked_for, places

Write = Callable[[str, str], Path]


@pytest.mark.parametrize("question", [
    "Where is the drill?", "where's my passport", "Who has the keys to the boathouse?", "What is the latest offer?",
    "Do we still rent the shed?", "Wo ist der Bohrer?", "Wer hat den Schlüssel?", "Où est la perceuse ?",
    "¿Dónde está el taladro?", "ドリルは今どこ", "钻头现在在哪里",
])  # fmt: skip
def test_some_questions_ask_for_the_present(question: str) -> None:
    assert asked_for(question)


@pytest.mark.parametrize("question", [
    "Where was the treaty signed?", "Who had the keys in 2019?", "drill", "How is sourdough made?", "nowhere to go",
    "Wo war der Bohrer?", "What did Ada know?",
])  # fmt: skip
def test_others_do_not(question: str) -> None:
    assert not asked_for(question)


def test_days_are_one_order_and_numbers_one_for_each_series() -> None:
    days = {1: date(2031, 1, 5), 2: date(2030, 1, 1), 3: date(2031, 6, 1)}
    paths = {1: "a.md", 2: "x/b.md", 3: "c.md", 4: "log 9.md", 5: "log 10.md", 6: "other/log 11.md", 7: "plain.md"}

    assert places(paths, days) == {2: 0.0, 1: 0.5, 3: 1.0, 4: 0.0, 5: 1.0}


@given(st.dictionaries(st.integers(), st.text(max_size=20)), st.dictionaries(st.integers(), st.dates()))
def test_every_place_lies_between_oldest_and_newest(paths: dict[int, str], days: dict[int, date]) -> None:
    found = places(paths, days)

    assert found.keys() <= paths.keys()
    assert all(0.0 <= place <= 1.0 for place in found.values())


def story(write: Write, *names: str) -> None:
    said = ("Mary took the old drill.", "Mary went to the cellar.", "Mary went to the attic.", "Mary went to the shed.")
    for name, sentence in zip(names, said, strict=True):
        write(name, sentence)
    for n in range(30):
        write(f"noise/{n:02}.md", "No lantern meets the brisk harbour, and the quay stays plain.")


@pytest.mark.parametrize("names", [
    ("2031-01-04.md", "2031-01-01.md", "2031-01-09.md", "2031-01-05.md"),
    ("0004.md", "0001.md", "0009.md", "0005.md"),
])  # fmt: skip
def test_the_last_place_of_who_has_it_comes_first(library: Library, write: Write, names: tuple[str, ...]) -> None:
    story(write, *names)
    library.sync(wait_entities=True)

    first = [hit.path for hit in library.search("Where is the drill?", 5).hits]

    assert first[:2] == [names[0], names[2]]


def test_the_day_of_the_properties_counts(library: Library, write: Write) -> None:
    write("b.md", "---\ndate: 2029-05-01\n---\nThe boat lies at the north quay.")
    write("a.md", "---\ndate: 2031-05-01\n---\nThe boat lies at the south quay.")
    write("c.md", "---\ndate: 2027-05-01\n---\nThe boat lies at the inner quay.")
    library.sync()

    assert [hit.path for hit in library.search("Where is the boat now?").hits] == ["a.md", "b.md", "c.md"]
