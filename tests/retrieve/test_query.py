"""What was asked for: any text is a query, none is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from pinakes.retrieve.query import Query, asked_in, content_words, has_signs, parse, spans

PARSED = [
    ("raft leader", ("raft", "leader")),
    ("well-known", ("well", "known")),
    ("don't", ("don't",)),
    ("", ()),
    ("?!…", ()),
]


@pytest.mark.parametrize(("raw", "words"), PARSED)
def test_parse(raw: str, words: tuple[str, ...]) -> None:
    assert parse(raw) == Query(raw, words)


PLAIN = ["raft leader", "well-known", "don't panic!", "what is C++?", "a, b; c", "not here", "Ore", "検潮儀", "5-6"]
SIGNS = ['"a b"', "a -b", "-a", "a OR b", "a AND b", "a|b", "(a)", "tag:x", "[status]", "be*", "/re/", "“a b”"]


@pytest.mark.parametrize("raw", PLAIN)
def test_words_alone_need_no_grammar(raw: str) -> None:
    assert not has_signs(raw)


@pytest.mark.parametrize("raw", SIGNS)
def test_what_may_be_more_than_words_is_looked_at_closely(raw: str) -> None:
    assert has_signs(raw)


CONTENT = [
    ("who is the leader of the choir", ("leader", "choir")),
    ("Wer hat den Brief geschrieben", ("Brief", "geschrieben")),
    ("what is it", ("what", "is", "it")),
]


@pytest.mark.parametrize(("raw", "expected"), CONTENT)
def test_content_words(raw: str, expected: tuple[str, ...]) -> None:
    assert content_words(parse(raw), ("en", "de")) == expected


def test_spans_name_the_longest_first() -> None:
    assert spans(parse("Ada Quill lens")) == ["Ada Quill lens", "Ada Quill", "Quill lens", "Ada", "Quill", "lens"]


@given(st.text(max_size=200))
def test_no_query_raises(demo: Library, raw: str) -> None:
    demo.search(raw, 3)


@pytest.mark.parametrize(
    "raw",
    ["don't", "c++", "foo-bar", "*", '""', "title:", "a AND", "NEAR(a b)", "(", "^x", "{a}:b", "a\x00b", "\ud800"],
)
def test_no_syntax_of_the_database_reaches_it(demo: Library, raw: str) -> None:
    demo.search(raw, 3)


NOISE = "The ferry left at nine and nobody waved. " * 8


@pytest.mark.parametrize(
    ("raw", "asked"),
    [
        ("short words", "short words"),
        ("Short? Not long.", "Short? Not long."),
        (f"{NOISE}Where is the red key?", "Where is the red key?"),
        (f"Where is the red key? {NOISE}", "Where is the red key?"),
        (f"{NOISE}Where is it? {NOISE}Who has it?", "Where is it? Who has it?"),
        (NOISE, NOISE),
        (f"tag:boat {NOISE}Where is it?", f"tag:boat {NOISE}Where is it?"),
        (f"See https://example.org/a. {NOISE}Where is it?", "Where is it?"),
    ],
)
def test_of_a_long_text_the_sentences_that_ask_are_the_query(raw: str, asked: str) -> None:
    assert asked_in(raw) == asked
