"""The encoder's tokens: the rules as a table, and a second implementation that must agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.meaning.wordpiece import WordPiece, words

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "tide", "##s", "##gate", "gate", "##wa", "water", ".", "潮", "é"]

WORDS = [
    ("Two Tides", ["two", "tides"]),
    ("tide-gate", ["tide", "-", "gate"]),
    ("a\tb\r\nc", ["a", "b", "c"]),
    ("Škocjan Café", ["skocjan", "cafe"]),
    ("潮位計", ["潮", "位", "計"]),
    ("ΟΔΟΣ", ["οδοσ"]),
    ("zero\u200bwidth", ["zerowidth"]),
    ("[[link|so]]", ["[", "[", "link", "|", "so", "]", "]"]),
    ("naïve – dash", ["naive", "–", "dash"]),
    ("\x00\ufffda", ["a"]),
    ("", []),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_a_text_is_small_letters_without_accents_and_every_sign_a_word(text: str, expected: list[str]) -> None:
    assert words(text) == expected


PIECES = [
    ("tides", ["tide", "##s"]),
    ("tidegate", ["tide", "##gate"]),
    ("tidewater", ["[UNK]"]),
    ("gate.", ["gate", "."]),
    ("x" * 101, ["[UNK]"]),
    ("tide " + "s", ["tide", "[UNK]"]),
]


@pytest.mark.parametrize(("text", "expected"), PIECES)
def test_a_word_is_its_longest_known_pieces_or_unknown(text: str, expected: list[str]) -> None:
    numbers = WordPiece(VOCABULARY).tokens(text, 32)

    assert [VOCABULARY[n] for n in numbers] == ["[CLS]", *expected, "[SEP]"]


@given(st.text(max_size=400), st.integers(2, 40))
def test_there_are_never_more_tokens_than_asked_for_and_the_ends_are_marked(text: str, most: int) -> None:
    tokens = WordPiece(VOCABULARY).tokens(text, most)

    assert len(tokens) <= most
    assert (tokens[0], tokens[-1]) == (2, 3)


@pytest.fixture(scope="module")
def both(package: Path) -> tuple[WordPiece, Any]:
    """Ours, and the implementation that the model was trained with."""
    oracle = pytest.importorskip("tokenizers", reason="the second implementation is not installed: tokenizers")
    theirs = oracle.Tokenizer.from_file(str(package / "tokenizer.json"))
    theirs.no_padding()
    theirs.enable_truncation(64)
    return WordPiece((package / "vocab.txt").read_text("utf-8").rstrip("\n").split("\n")), theirs


# Letters and signs that every version of Unicode agrees on.
OLD = st.one_of(
    st.characters(max_codepoint=0x24F),
    st.sampled_from("αΩΣςάЖяйאبपก가각ひガ漢字龥々、。「」–—‘’“”…•→≠∑☂️😀👩‍💻\u00a0\u200b\u2028\u3000"),
    st.sampled_from("abc ABC 123 .,-_*#[]()`\n\t"),
)


@given(st.text(OLD, max_size=80))
def test_a_second_implementation_finds_the_same_tokens(both: tuple[WordPiece, Any], text: str) -> None:
    ours, theirs = both

    assert ours.tokens(text, 64) == theirs.encode(text).ids
