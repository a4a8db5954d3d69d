"""What a question asks for, in ten languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer.asks import kind, kinds, without_question_words

ASKED = [
    ("Who serviced the boiler?", "who"),
    ("When did it end?", "when"),
    ("In what year was it built?", "when"),
    ("Where is the gauge?", "where"),
    ("How many wheels are there?", "how-many"),
    ("How heavy is the float?", "how-many"),
    ("What did the plumber charge for the valve?", "price"),
    ("How much does a session cost?", "price"),
    ("Why did we repaint it?", "why"),
    ("How do I open the valve?", "how"),
    ("What is a marigram?", "definition"),
    ("Which notes mention the ferry?", "list"),
    ("Is the valve open?", "yes-no"),
    ("Does the ferry run on Sundays?", "yes-no"),
    ("What is the code of the door?", "which"),
    ("Wer hat den Kessel gewartet?", "who"),
    ("Wann wird der Kessel entlüftet?", "when"),
    ("Wo steht der Pegel?", "where"),
    ("Wie viele Räder hat er?", "how-many"),
    ("Was kostet die Fähre?", "price"),
    ("Warum ist die Wand feucht?", "why"),
    ("Ist das Ventil offen?", "yes-no"),
    ("Was hat er geantwortet?", "which"),
    ("Qui a révisé la chaudière ?", "who"),
    ("Quand gèle le puits ?", "when"),
    ("Où est la clé ?", "where"),
    ("Combien coûte le billet ?", "price"),
    ("Pourquoi le mur est-il humide ?", "why"),
    ("¿Quién revisó la caldera?", "who"),
    ("¿Cuándo se congela el pozo?", "when"),
    ("¿Dónde está la llave?", "where"),
    ("¿Cuánto cuesta el billete?", "price"),
    ("Chi ha riparato la caldaia?", "who"),
    ("Dove sta la chiave?", "where"),
    ("Perché il muro è umido?", "why"),
    ("Wanneer bevriest de put?", "when"),
    ("Waar ligt de sleutel?", "where"),
    ("Hoeveel wielen heeft hij?", "how-many"),
    ("Quem consertou a caldeira?", "who"),
    ("Onde está a chave?", "where"),
    ("Por que a parede está úmida?", "why"),
    ("紙を漉くのは誰ですか。", "who"),
    ("訪ねたのはいつですか", "when"),
    ("平瀬製紙所はどこにある？", "where"),
    ("価格はいくらですか？", "price"),
    ("なぜ雨の日は煮ないのですか", "why"),
    ("閘門は開いていますか？", "yes-no"),
    ("水坝的闸门什么时候更换？", "when"),
    ("谁写了这本书？", "who"),
    ("钥匙在哪里？", "where"),
    ("这座桥多长？", "how-many"),
    ("门票多少钱？", "price"),
    ("闸门开着吗？", "yes-no"),
    ("우물은 언제 어나요?", "when"),
    ("누가 보일러를 고쳤나요?", "who"),
    ("열쇠는 어디 있나요?", "where"),
    ("티켓은 얼마인가요?", "price"),
    ("Tell me about the whole thing", None),
    ("boiler pressure", None),
    ("", None),
]


@pytest.mark.parametrize(("question", "expected"), ASKED)
def test_question_words_say_what_is_wanted(question: str, expected: str | None) -> None:
    assert kind(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who operated on the hip, and on what day?", ("who", "when")),
        ("Which book was it and how many pages does it have?", ("which", "how-many")),
        ("Where was the man born who levelled the bolt?", ("where",)),
        ("Which dish do I cook after a recipe by the woman who repaired the clock?", ("which",)),
    ],
)
def test_a_second_question_counts_where_it_is_joined_and_a_relative_does_not(
    question: str, expected: tuple[str, ...]
) -> None:
    assert kinds(question) == expected


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("When was the boiler serviced?", "the boiler serviced"),
        ("How much did the boiler cost?", "did the boiler"),
        ("水坝的闸门什么时候更换？", "水坝的闸门 更换"),
        ("Quand gèle le puits ?", "gèle le puits"),
    ],
)
def test_the_words_that_ask_are_left_out(question: str, left: str) -> None:
    assert without_question_words(question).strip(" ?？") == left


@given(st.text(max_size=300))
def test_any_text_can_be_asked(question: str) -> None:
    assert len(set(kinds(question))) == len(kinds(question))
    without_question_words(question)
