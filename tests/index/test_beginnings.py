"""Whatever names a text holds, their keys lie in the ranges that are asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.index.beginnings import ranges
from pinakes.index.titles import TitleFinder, worth_finding
from pinakes.vault.naming import fold

SIGNS = "aAzß éÉ東京入ガ09-_.,:;@#(){}~'’“”—🏠+\n\t\u0301ñİΣς"
texts = st.text(st.sampled_from(SIGNS), max_size=40)


def asked_for(text: str, name: str) -> bool:
    return any(low <= fold(name) < high for low, high in ranges(text))


@given(texts, st.integers(0, 39), st.integers(1, 20))
def test_a_name_that_is_found_in_a_text_is_asked_for(text: str, at: int, length: int) -> None:
    name = text[at : at + length].strip()
    if name and worth_finding(name) and TitleFinder([(name, "t")]).find(text):
        assert asked_for(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("by the Tea Gauge Office, then", "Tea Gauge Office"),
        ("the snake_case name", "snake_case name"),
        ("ask @Ada Quill", "@Ada Quill"),
        ("back 🏠 Home again", "🏠 Home"),
        ("(.NET and the rest", ".NET"),
        ("JavaScript入門書です", "入門"),
        ("JavaScript入門書です", "JavaScript入門"),
        ("昨日は東京へ", "東京"),
        ("C++, C# and others", "C++"),
    ],
)
def test_names_of_every_kind_are_asked_for(text: str, name: str) -> None:
    assert asked_for(text, name)


@pytest.mark.parametrize("name", ["Teacher", "Steam", "Gauge", "Quill"])
def test_what_only_begins_alike_or_stands_elsewhere_is_not(name: str) -> None:
    assert not asked_for("Tea time at the office", name)
