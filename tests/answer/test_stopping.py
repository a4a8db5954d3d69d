"""A model has said enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer.stopping import Stopper, goes_round


def said(pieces: list[str], stops: list[str]) -> tuple[str, str]:
    stopper = Stopper(stops)
    shown = ""
    for piece in pieces:
        shown += stopper.feed(piece)
        if stopper.ended:
            return shown, stopper.ended
    return shown + stopper.rest(), ""


@pytest.mark.parametrize(
    ("pieces", "stops", "expected"),
    [
        (["one", "\n", "two"], ["\n"], ("one", "stop")),
        (["one\nQues", "tion: two"], ["\nQuestion"], ("one", "stop")),
        (["one\nQues", "t of two"], ["\nQuestion"], ("one\nQuest of two", "")),
        (["one\nQues"], ["\nQuestion"], ("one\nQues", "")),
        (["a", "b"], [], ("ab", "")),
        (["no"] * 100, ["\n"], ("no" * 12, "repeat")),
        (["la", "le", "li", "lo"] * 9, [], ("lalelilo" * 3, "repeat")),
    ],
)
def test_text_ends_where_it_should(pieces: list[str], stops: list[str], expected: tuple[str, str]) -> None:
    assert said(pieces, stops) == expected


@given(st.lists(st.text("ab\n", max_size=4)), st.lists(st.text("ab\n", min_size=1, max_size=3), max_size=2))
def test_a_stop_text_is_never_shown_and_nothing_before_it_is_lost(pieces: list[str], stops: list[str]) -> None:
    shown, ended = said(pieces, stops)
    whole = "".join(pieces)
    assert whole.startswith(shown)
    if ended != "repeat":
        assert not any(stop in shown for stop in stops)
        assert shown == whole or ended == "stop"


def test_a_list_of_different_things_does_not_go_round() -> None:
    assert not goes_round([str(n) for n in range(200)])
    assert not goes_round(["|", " ", "|", " ", "|"])
