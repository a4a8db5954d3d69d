"""What the encoder is given of a chunk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.meaning.plain import plain

PLAIN = [
    ("## The *tide* gate\n\n- [ ] buy `mesh`\n", "The tide gate - buy mesh"),
    ("see [the log](notes/log.md) and https://quill.example/a?b=c now", "see the log and now"),
    ("[[Tide gate|the gate]] and ![[map.png]]", "Tide gate the gate and ! map.png"),
    ("| port | range |\n|---|---|\n| Trieste | 0.9 m |", "port range Trieste 0.9 m"),
    ("---\ntitle: Gauge\n---\n", "title: Gauge"),
    ("```py\nopen_gate(2)\n```", "py open gate(2)"),
    ("well-known – and so", "well-known – and so"),
    ("  \n", ""),
]


@pytest.mark.parametrize(("text", "expected"), PLAIN)
def test_words_stay_and_addresses_and_signs_go(text: str, expected: str) -> None:
    assert plain(text) == expected


@given(st.text(alphabet=st.sampled_from("ab :/h t p s()[]|*-_`#\n"), max_size=200))
def test_no_sign_of_markup_is_left_and_no_blank_too_many(text: str) -> None:
    once = plain(text)

    assert len(plain(once)) <= len(once)
    assert once == once.strip()
    assert not set("|*_~=#>[]`\\{}<$") & set(once)
