"""The rules by which a text falls into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.sentence import sentences

MARKDOWN = st.text(alphabet=st.sampled_from(list("aB.!?。、,;: \n\t-*#|>`'\")]([12ä中\u0301\r…")), max_size=300)


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ('He said "Stop." Then he left.', ['He said "Stop."', "Then he left."]),
        ("(He left.) She stayed.", ["(He left.)", "She stayed."]),
        ("Dr. Smith met L. Euler.", ["Dr. Smith met L. Euler."]),
        ("Bring fruit, e.g. apples. Eat.", ["Bring fruit, e.g. apples.", "Eat."]),
        ("Das gilt z. B. hier. Dort nicht.", ["Das gilt z. B. hier.", "Dort nicht."]),
        ("Er kam am 9. März. Sie ging.", ["Er kam am 9. März.", "Sie ging."]),
        ("It was 1931. He left.", ["It was 1931.", "He left."]),
        ("Nach Art. 5 gilt das. Diese Art. Dann nicht.", ["Nach Art. 5 gilt das.", "Diese Art.", "Dann nicht."]),
        ("It costs 3.50 a piece. Cheap.", ["It costs 3.50 a piece.", "Cheap."]),
        ("Version 2.4.1 is out. Get it.", ["Version 2.4.1 is out.", "Get it."]),
        ("Wait... what? Yes.", ["Wait... what?", "Yes."]),
        ("今天很好。他说：“真的！”好。", ["今天很好。", "他说：“真的！”", "好。"]),
        ("约为３．１４．完", ["约为３．１４．", "完"]),
        ("See [[Dr. No. Part two]] again. Now.", ["See [[Dr. No. Part two]] again.", "Now."]),
        ("Run `a. B` now. Done.", ["Run `a. B` now.", "Done."]),
    ],
)
def test_terminators_end_sentences_and_abbreviations_do_not(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Head\nText goes\non.", ["Head", "Text goes\non."]),
        ("one\n\ntwo", ["one", "two"]),
        ("- buy milk\n- [ ] call Ann\n1. go", ["buy milk", "call Ann", "go"]),
        ("| a | b. c |\n|---|---|\n| d | e |", ["| a | b. c |", "| d | e |"]),
        ("> quoted\n> text. More", ["quoted\n> text.", "More"]),
        ("```py\nx = 1\ny = 2\n```\nafter", ["x = 1", "y = 2", "after"]),
        ("---\ntitle: X\n---\nBody.", ["title: X", "Body."]),
        ("***\n\n---\n", []),
        ("a\r\n\r\nb\rc", ["a", "b\rc"]),
    ],
)
def test_the_structure_of_lines_ends_sentences(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@given(MARKDOWN)
def test_spans_are_stripped_in_order_and_apart(text: str) -> None:
    last = 0
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        last = end
