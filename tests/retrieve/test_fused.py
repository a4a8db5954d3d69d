"""Words and meaning in one ranking: what each is worth, and when meaning is asked at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from pinakes.retrieve.fused import fused
from pinakes.retrieve.rank import search
from pinakes.store.db import Connection, reading

Write = Callable[[str, str], Path]

scores = st.dictionaries(st.integers(1, 30), st.floats(0.01, 50), max_size=20).map(
    lambda found: sorted(found.items(), key=lambda one: (-one[1], one[0]))
)


@given(scores, scores, st.floats(0.05, 2))
def test_the_best_has_1_and_each_part_lies_between_0_and_1(
    found: list[tuple[int, float]], near: list[tuple[int, float]], weight: float
) -> None:
    both = fused(found, near, weight)

    assert [score for _, score in both.scores] == sorted((score for _, score in both.scores), reverse=True)
    assert not both.scores or both.scores[0][1] == pytest.approx(1.0)
    assert {chunk for chunk, _ in found} <= {chunk for chunk, _ in both.scores}
    assert all(0 < part <= 1 for part in both.meant.values())


@given(scores)
def test_without_meaning_the_order_is_that_of_the_words(found: list[tuple[int, float]]) -> None:
    assert [chunk for chunk, _ in fused(found, [], 1.0).scores] == [chunk for chunk, _ in found]


@given(scores, scores)
def test_meaning_never_lowers_what_words_have_earned(
    found: list[tuple[int, float]], near: list[tuple[int, float]]
) -> None:
    """Of two that mean equally little, the better words stay ahead."""
    unmeant = [chunk for chunk, _ in found if chunk not in dict(near)]
    ranked = [chunk for chunk, _ in fused(found, near, 1.0).scores]

    assert [chunk for chunk in ranked if chunk in unmeant] == unmeant


class Asked:
    """Says that one chunk is near, and what it was asked."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.questions: list[str] = []

    def __call__(self, db: Connection, question: str, most: int) -> Sequence[tuple[int, float]]:
        self.questions.append(question)
        rows = db.execute("SELECT chunk_id, path = ? FROM chunks JOIN notes USING (note_id)", (self.path,)).fetchall()
        return sorted(((int(str(c)), 0.9 if same else 0.1) for c, same in rows), key=lambda one: -one[1])[:most]


@pytest.fixture
def notes(library: Library, write: Write) -> Library:
    write("boat.md", "The hull needs paint before spring.")
    write("money.md", "Rent goes out on the first, and there is never enough left.")
    write("plans/summer.md", "Paint the fence.")
    library.sync()
    return library


def found(library: Library, query: str, asked: Asked, *, exact: bool = False) -> list[tuple[str, list[str]]]:
    with reading(library.index_file) as db:
        hits = search(db, query, limit=10, graph=False, exact=exact, nearest=asked).hits
    return [(hit.path, [reason.kind for reason in hit.reasons]) for hit in hits]


def test_what_says_it_in_other_words_is_found_and_the_reason_told(notes: Library) -> None:
    asked = Asked("money.md")

    assert found(notes, "why am I always broke", asked)[0] == ("money.md", ["meaning"])
    assert asked.questions == ["why am I always broke"]


def test_meaning_is_not_asked_of_what_is_named(notes: Library) -> None:
    asked = Asked("money.md")

    assert found(notes, "boat", asked)[0][0] == "boat.md"
    assert not asked.questions


def test_nor_where_words_are_to_be_taken_as_they_are(notes: Library) -> None:
    asked = Asked("money.md")
    found(notes, "paint before spring", asked, exact=True)

    assert not asked.questions


def test_conditions_hold_for_what_is_near_in_meaning(notes: Library) -> None:
    asked = Asked("money.md")

    assert [path for path, _ in found(notes, "always broke folder:plans", asked)] in ([], ["plans/summer.md"])
    assert [path for path, _ in found(notes, "always broke -rent", asked)] != ["money.md"]


@pytest.mark.parametrize("query", ["___", "___ ____", "___ paint", "… ___ ?"])
def test_words_without_a_letter_are_no_error(notes: Library, query: str) -> None:
    found(notes, query, Asked("money.md"))
