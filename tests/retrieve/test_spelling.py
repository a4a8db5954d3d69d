"""Which words a misspelt one may mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.retrieve.spelling import nearest, slips

KNOWN = ["university", "universe", "lantern", "lanterns", "barometer", "gauge", "gouge", "tide", "pegelhaus", "über"]
LETTERS = st.text("abcdefghij", min_size=4, max_size=12)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("univeristy", "university"),   # swapped
        ("lantrn", "lantern"),          # left out
        ("lanntern", "lantern"),        # doubled
        ("lantarn", "lantern"),         # another letter
        ("antern", "lantern"),          # without its beginning
        ("barometter", "barometer"),
        ("baromter", "barometer"),
        ("pegelhuas", "pegelhaus"),
        ("tied", "tide"),
    ],
)  # fmt: skip
def test_a_slip_finds_its_word(typed: str, meant: str) -> None:
    assert nearest(typed, KNOWN)[0][0] == meant


@pytest.mark.parametrize("typed", ["tid", "xyzzy", "2024", "v1.2", "a", "", "lanternfish", "gaugexx"])
def test_what_is_short_far_or_no_word_has_no_other_spelling(typed: str) -> None:
    assert nearest(typed, KNOWN) == []


@pytest.mark.parametrize(("word", "most"), [("tid", 0), ("tide", 1), ("lantern", 1), ("lanterns", 2), ("a" * 14, 3)])
def test_a_longer_word_may_hold_more_slips(word: str, most: int) -> None:
    assert slips(word) == most


@given(LETTERS, st.lists(LETTERS, max_size=30))
def test_the_fewest_slips_come_first_and_none_is_out_of_reach(typed: str, known: list[str]) -> None:
    found = nearest(typed, known)

    assert [distance for _, distance in found] == sorted(distance for _, distance in found)
    assert all(name in known and name != typed and 1 <= distance <= slips(typed) for name, distance in found)


@given(LETTERS, st.data())
def test_one_slip_is_always_found(word: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(word) - 1))
    slip = data.draw(st.sampled_from(["drop", "double", "other"]))
    typed = {
        "drop": word[:at] + word[at + 1 :],
        "double": word[:at] + word[at] + word[at:],
        "other": word[:at] + "z" + word[at + 1 :],
    }[slip]

    if len(typed) >= 4:
        assert (word, 1) in nearest(typed, [word])
