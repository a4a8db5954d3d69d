"""Two stretches of text are the same to a reader, and the way back to the original is exact."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer import folding


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("“quoted”", '"quoted"'),
        ("„gesagt“", '"gesagt"'),
        ("it’s", "it's"),
        ("30–50 mm", "30-50 mm"),
        ("two\n   lines", "two lines"),
        ("**bold** and _it_", "bold and it"),
        ("[[Link]]", "Link"),
        ("STRASSE", "straße"),
        ("ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("cafe\u0301", "café"),
        ("ｶﾞ", "ガ"),
        ("soft\u00adhyphen", "softhyphen"),
        ("\uac00", "\u1100\u1161"),
    ],
)
def test_these_are_the_same(a: str, b: str) -> None:
    assert folding.fold(a).text == folding.fold(b).text


@pytest.mark.parametrize(("a", "b"), [("cafe", "café"), ("12", "21"), ("is", "isn't"), ("3,5", "3.5")])
def test_these_are_not(a: str, b: str) -> None:
    assert folding.fold(a).text != folding.fold(b).text


@pytest.mark.parametrize(
    ("wanted", "text", "found"),
    [
        ("is well", "this is well known", "is well"),
        ("his well", "this well", None),
        ("well kno", "is well known", None),
        ("紙がよく", "川の紙がよく締まる", "紙がよく"),
        ("bold word", "a **bold** word", "bold** word"),
    ],
)
def test_only_whole_words_are_found(wanted: str, text: str, found: str | None) -> None:
    place = folding.find(wanted, folding.fold(text))
    assert (text[place[0] : place[1]] if place else None) == found


@given(st.text())
def test_every_folded_character_comes_from_somewhere_in_order(text: str) -> None:
    folded = folding.fold(text)
    assert len(folded.text) == len(folded.starts) == len(folded.ends)
    assert list(folded.starts) == sorted(folded.starts)
    assert all(0 <= a < b <= len(text) for a, b in zip(folded.starts, folded.ends, strict=True))


@given(st.text())
def test_folding_a_folded_text_changes_nothing_but_spaces_at_its_edges(text: str) -> None:
    once = folding.fold(text).text
    assert folding.fold(once).text.strip(" >") == once.strip(" >") or not once.isascii()
