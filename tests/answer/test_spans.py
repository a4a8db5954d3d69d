"""Dates, sums, numbers, people and places in sentences, and how the one that answers is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer.asks import Kind
from pinakes.answer.short import in_language, short
from pinakes.answer.spans import TYPED, new_spans, spans
from pinakes.answer.weigh import Question

FOUND: list[tuple[Kind, str, list[str]]] = [
    ("when", "The boiler was serviced on 3 May 2024 by Anton Krall.", ["3 May 2024"]),
    ("when", "Opened May 5th, 1990 and closed 2026-05-03.", ["May 5th, 1990", "2026-05-03"]),
    ("when", "Der Kessel wird jeden Montag entlüftet, zuletzt am 12. März 2026.", ["Montag", "12. März 2026"]),
    ("when", "Le puits gèle en janvier.", ["janvier"]),
    ("when", "La cita es el 4 de marzo de 2025.", ["4 de marzo de 2025"]),
    ("when", "这座水坝的闸门在十月更换。", ["十月"]),
    ("when", "訪ねたのは二〇二五年十一月だった。", ["二〇二五年十一月"]),
    ("when", "The ferry leaves at 7:15.", ["7:15"]),
    ("when", "They may march on.", []),
    ("price", "It cost €240 or 1,200.50 dollars.", ["€240", "1,200.50 dollars"]),
    ("price", "Das Angebot: 3.150 € + MwSt.", ["3.150 €"]),
    ("price", "定価は4,290円です。", ["4,290円"]),
    ("price", "Room 12 has 3 beds.", []),
    ("how-many", "The float weighs 4.35 kg and has nine wheels.", ["4.35 kg", "nine"]),
    ("who", "It was operated on by Mr Ó Laoire.", ["Mr Ó Laoire"]),
    ("who", "紙を漉くのは千紘さんだ", ["千紘さん"]),
    ("where", "The gauge stands near the Molo Sartorio.", ["Molo Sartorio"]),
]


@pytest.mark.parametrize(("kind", "sentence", "expected"), FOUND)
def test_what_is_asked_for_is_found_by_its_look(kind: Kind, sentence: str, expected: list[str]) -> None:
    found = [sentence[a:b] for a, b in spans(kind, sentence)]
    assert found[: len(expected)] == expected
    assert expected or not found


def test_what_the_question_says_itself_is_no_answer() -> None:
    sentence = "Anton Krall serviced the boiler with Berta Lang."
    found = [sentence[a:b] for a, b in new_spans("who", sentence, "Who serviced the boiler with Anton Krall?")]
    assert found == ["Berta Lang"]


@given(st.sampled_from(sorted(TYPED)), st.text(max_size=200))
def test_spans_lie_in_their_sentence(kind: Kind, sentence: str) -> None:
    for start, end in spans(kind, sentence):
        assert 0 <= start < end <= len(sentence)


@pytest.mark.parametrize(
    ("written", "code", "expected"),
    [
        ("janvier", "en", "January"),
        ("12. März 2026", "en", "12 March 2026"),
        ("3 May 2024", "de", "3. Mai 2024"),
        ("2025年11月3日", "fr", "3 novembre 2025"),
        ("二〇二五年十一月", "en", "November 2025"),
        ("十月", "en", "October"),
        ("2026-05-03", "es", "3 de mayo de 2026"),
        ("May 5th, 1990", "ja", "1990年5月5日"),
        ("Montags", "en", "Monday"),
        ("Montag", "nl", "maandag"),
        ("7:15", "de", "7:15"),
        ("1987", "en", "1987"),
        ("the day before", "de", "the day before"),
    ],
)
def test_a_date_is_written_as_the_questions_language_writes_it(written: str, code: str, expected: str) -> None:
    assert in_language(written, code) == expected


@pytest.mark.parametrize(
    ("question", "sentence", "code", "expected"),
    [
        ("When was the boiler serviced?", "The boiler was serviced on 3 May 2024.", "en", "3 May 2024"),
        ("When does the well freeze?", "Le puits gèle en janvier.", "fr", "January"),
        ("When was it serviced?", "Serviced on 3 May and on 9 June.", "en", ""),
        ("Why was it serviced?", "It was serviced on 3 May 2024.", "en", ""),
        ("Who did it, and on what day?", "Anton Krall did it on 3 May.", "en", ""),
    ],
)
def test_a_short_answer_is_given_where_just_one_thing_answers(
    question: str, sentence: str, code: str, expected: str
) -> None:
    assert short(Question.of(question, {}), sentence, code) == expected
