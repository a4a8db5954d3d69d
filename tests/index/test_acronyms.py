"""Which acronyms a text expands, and by which words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.index.acronyms import expansions

EXPANDED = [
    ("by Tide Gauge Board (TGB) rules", [("TGB", "Tide Gauge Board")]),
    ("the TGB (Tide Gauge Board) met", [("TGB", "Tide Gauge Board")]),
    ("by personalised PageRank (PPR) alone", [("PPR", "personalised PageRank")]),
    ("the Office of Sea Levels (OSL)", [("OSL", "Office of Sea Levels")]),
    ("the Office of Sea Levels (OoSL)", [("OoSL", "Office of Sea Levels")]),
    ("paper-backed maps (PBM)", [("PBM", "paper-backed maps")]),
    ("Tide Gauge Boards (TGBs)", [("TGB", "Tide Gauge Boards")]),
    ("das Amt für Wasser und Hafen (AWH)", [("AWH", "Amt für Wasser und Hafen")]),
    ("rank fusion (RF) and tide gauges (TG)", [("RF", "rank fusion"), ("TG", "tide gauges")]),
    ("Gauge rooms. Board (TGB)", []),
    ("a word (see below)", []),
    ("Trieste (TS)", []),
    ("and so on (OK)", []),
    ("(PPR)", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), EXPANDED)
def test_an_acronym_is_expanded_by_the_words_whose_initials_it_has(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(e.short.name, e.long.name) for e in expansions(text)] == expected


@given(st.text("TGBtgb aofö()-.\n", max_size=60))
def test_both_forms_stand_where_they_say(text: str) -> None:
    for short, long in expansions(text):
        assert text[short.start :].startswith(short.name)
        assert " ".join(text[long.start :].split()).startswith(long.name)
