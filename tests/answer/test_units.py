"""What of a passage can be quoted: sentences, list items, rows, and lines that stand for themselves."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer.units import units
from tests.answer.parts import passage

LONG = "Some prose that is wrapped at the same width goes on and on in lines of nearly one length so that\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Crate A holds rope\nCrate B holds tar\n", [("item", "Crate A holds rope"), ("item", "Crate B holds tar")]),
        (
            "- one thing\n- Two things. And more.\n",
            [("item", "one thing"), ("item", "Two things."), ("item", "And more.")],
        ),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n", [("row", "| a | b |"), ("row", "| 1 | 2 |")]),
        ("A line that runs\non over two.\n", [("prose", "A line that runs\non over two.")]),
        (f"{LONG}Every word begins where it must.\n", [("prose", f"{LONG}Every word begins where it must.")]),
        ("name:: boiler\nPressure:: 1.4\n", [("item", "name:: boiler"), ("item", "Pressure:: 1.4")]),
        ("First line,\nSecond line.\n", [("prose", "First line,\nSecond line.")]),
    ],
)
def test_a_line_that_is_meant_to_end_is_a_fact_of_its_own(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(u.kind, u.text) for u in units(passage(text, start=5), "en")] == expected


@given(st.lists(st.sampled_from(["A b", "c d", "- e", "| f |", "", "# g", "> H i", "```"]), max_size=12))
def test_units_lie_in_order_and_do_not_overlap(lines: list[str]) -> None:
    found = units(passage("\n".join(lines)), "en")
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(u.text.strip() == u.text != "" for u in found)
