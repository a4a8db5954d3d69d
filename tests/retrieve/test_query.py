"""What was asked for: any text is a query, none is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from pinakes.retrieve.query import Query, content_words, parse, spans

PARSED = [
    ("raft leader", ("raft", "leader"), (), ()),
    ('"read quorum" raft', ("read", "quorum", "raft"), (("read", "quorum"),), ()),
    ("raft -paxos", ("raft",), (), ("paxos",)),
    ("-paxos", ("paxos",), (), ()),
    ("well-known", ("well", "known"), (), ()),
    ('"unclosed phrase', ("unclosed", "phrase"), (), ()),
    ("AND OR NOT", ("AND", "OR", "NOT"), (), ()),
    ("col:value *", ("col", "value"), (), ()),
    ("", (), (), ()),
    ("?!…", (), (), ()),
]


@pytest.mark.parametrize(("raw", "words", "phrases", "excluded"), PARSED)
def test_parse(
    raw: str, words: tuple[str, ...], phrases: tuple[tuple[str, ...], ...], excluded: tuple[str, ...]
) -> None:
    assert parse(raw) == Query(raw, words, phrases, excluded)


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
