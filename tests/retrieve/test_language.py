"""How a query is understood: what is syntax, what stays a word, and what is said about it."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.retrieve.language import Order, parse
from pinakes.retrieve.tree import All, written
from tests.retrieve.queries import queries

NOW = date(2026, 3, 18)


def understood(raw: str, *, typing: bool = False) -> list[str]:
    """The parts of a query, each as it might have been typed."""
    return [written(part.node) for part in parse(raw, typing=typing, now=NOW).parts]


SYNTAX = [
    ("float wire", ["float", "wire"]),
    ('"float wire" gauge', ['"float wire"', "gauge"]),
    ("“float wire”", ['"float wire"']),
    ('""', []),
    ("gauge -float", ["gauge", "-float"]),
    ('-"float wire"', ['-"float wire"']),
    ("-(a b)", ["-(a b)"]),
    ("-(a OR b)", ["-(a OR b)"]),
    ("-tag:x -[p] -/re/ -be*", ["-tag:x", "-[p]", "-/re/", "-be*"]),
    ("-(-a)", ["-(-a)"]),
    ("a OR b", ["a OR b"]),
    ("a|b", ["a OR b"]),
    ("a b OR c d", ["a b OR c d"]),
    ("a (b OR c) d", ["a", "b OR c", "d"]),
    ("a AND b", ["a", "b"]),
    ("a NOT b", ["a", "-b"]),
    ("a AND NOT b", ["a", "-b"]),
    ("a OR NOT b", ["a OR -b"]),
    ("NOT a", ["-a"]),
    ("NOT (a OR b) c", ["-(a OR b)", "c"]),
    ('a NOT "b c"', ["a", '-"b c"']),
    ("a NOT tag:b", ["a", "-tag:b"]),
    ("tag:(a NOT b)", ["tag:(a -b)"]),
    ("a (NOT b)", ["a", "-b"]),
    ("((a)) ((b) c)", ["a", "b", "c"]),
    ("gaug*", ["gaug*"]),
    ("well-kn*", ["well-kn*"]),
    ("/a|b/ c", ["/a|b/", "c"]),
    (r"/x\/y/", [r"/x\/y/"]),
    ("title:gauge", ["title:gauge"]),
    ("TITLE:gauge", ["title:gauge"]),
    ("tags:x", ["tag:x"]),
    ("links_to:x", ["links-to:x"]),
    ('title:"float wire" gauge', ['title:"float wire"', "gauge"]),
    ("title:(float -wire)", ["title:(float -wire)"]),
    ("title:/wi/", ["title:/wi/"]),
    ("tag:#a/b", ["tag:#a/b"]),
    ("tag:(a OR b)", ["tag:(a OR b)"]),
    ("has:tasks", ["has:task"]),
    ("has:(task OR code)", ["has:(task OR code)"]),
    ("task:todo", ["task:todo"]),
    ("task:todo(call Nora)", ["task:todo(call Nora)"]),
    ("task:call", ["task:call"]),
    ("[status]", ["[status]"]),
    ("[status:draft]", ["[status:draft]"]),
    ("[ my key : a b ]", ["[my key:a b]"]),
    ("[status:(draft OR new)]", ["[status:(draft OR new)]"]),
    ("[rating:>3] [rating>=3]", ["[rating:>3]", "[rating:>=3]"]),
    ('[status:""]', ['[status:""]']),
    ("before:2024-03 on:today", ["before:2024-03", "on:today"]),
    ('changed:"last week"', ['changed:"last week"']),
]
WORDS = [
    ("AND OR NOT", ["AND", "OR", "NOT"]),
    ("a NOT", ["a", "NOT"]),
    ("NOT", ["NOT"]),
    ("a not b", ["a", "not", "b"]),
    ("you MUST NOT run", ["you", "MUST", "NOT", "run"]),
    ("DO NOT DISTURB", ["DO", "NOT", "DISTURB"]),
    ("OR a", ["OR", "a"]),
    ("a OR", ["a", "OR"]),
    ("a OR OR b", ["a", "OR", "OR", "b"]),
    ("a or b", ["a", "or", "b"]),
    ("| a |", ["a"]),
    ("a -", ["a"]),
    ("- a", ["a"]),
    ("--a", ["--a"]),
    ("well-known", ["well-known"]),
    ("(a", ["a"]),
    ("a)", ["a"]),
    ("() a", ["a"]),
    ("a OR ()", ["a"]),
    (")(", []),
    ('"a', ["a"]),
    ('27" screen', ['27"', "screen"]),
    ("note:", ["note:"]),
    ("title:", ["title:"]),
    ('title:""', ["title"]),
    ("title: float", ["title:", "float"]),
    ("title:(float", ["title", "float"]),
    ("foo:bar", ["foo:bar"]),
    ("12:30", ["12:30"]),
    ("https://x.y/z", ["https://x.y/z"]),
    ("file:///home/x", ["file:///home/x"]),
    ("C:\\x", ["C:\\x"]),
    ("std::vector", ["std::vector"]),
    ("/usr/local/bin", ["usr/local/bin"]),
    ("task:*", ["task"]),
    ("a AND | b", ["a", "b"]),
    ("and/or", ["and/or"]),
    ("/(/", []),
    ("is:blue", ["is", "blue"]),
    ("on:gugu", ["on", "gugu"]),
    ("before:>2024", ["before", "2024"]),
    ("title:(tag:x)", ["title", "tag", "x"]),
    ("lang:/x/", ["lang", "x"]),
    ("[[Note]]", ["[[Note]]"]),
    ("[x](y)", ["[x]", "y"]),
    ("[ ]", []),
    ("a[0]", ["a[0]"]),
    ("p*", ["p*"]),
    ("*", []),
    ("title:-", ["title"]),
    ("has:(code OR nix)", ["has", "code", "nix"]),
]


@pytest.mark.parametrize(("raw", "parts"), SYNTAX)
def test_syntax(raw: str, parts: list[str]) -> None:
    assert understood(raw) == parts


@pytest.mark.parametrize(("raw", "parts"), WORDS)
def test_what_is_no_syntax_is_words(raw: str, parts: list[str]) -> None:
    parsed = parse(raw, now=NOW)

    assert understood(raw) == parts
    assert parsed.conditions == ()


NOTES = [
    ("tga:x", "`tga:` is no field; searched as words. Did you mean `tag:`?"),
    ("xyzzy:x", "`xyzzy:` is no field; searched as words."),
    ("is:blue", "`is:blue`: `is:` knows orphan, daily, broken, canvas; searched as words."),
    ("on:gugu", "`on:gugu`: dates are written like 2024-03-05, 2024-03, 7d or today; searched as words."),
    ("title:(tag:x)", "`title:(tag:x)`: there is no room in it for another field; searched as words."),
    ("sort:size", "`sort:size`: hits are sorted by relevance, title, changed, created, path; searched as words."),
    ("p*", "`p*` needs two letters at least before the `*`; searched as a word."),
    ("a " * 70 + "-b", "Only the first 64 parts of the query are looked at."),
]
NO_NOTES = ["12:30", "https://x.y/z", "C:\\x", "std::vector", "note: a", "a:b", "re:2024-x is:orphan"[15:]]


@pytest.mark.parametrize(("raw", "note"), NOTES)
def test_what_was_not_understood_is_said(raw: str, note: str) -> None:
    assert parse(raw, now=NOW).notes == (note,)


def test_an_expression_that_is_none_is_said() -> None:
    assert parse("/(/").notes[0].startswith("`/(/` is no regular expression (missing )")


@pytest.mark.parametrize("raw", NO_NOTES)
def test_nothing_is_said_of_a_colon_that_means_nothing(raw: str) -> None:
    assert parse(raw, now=NOW).notes == ()


ORDERS = [
    ("sort:title", "title", False),
    ("sort:-title", "title", True),
    ("sort:title:desc", "title", True),
    ("sort:title:asc", "title", False),
    ("sort:changed", "changed", False),
    ("sort:changed:desc", "changed", False),
    ("sort:changed:asc", "changed", True),
    ("sort:-created", "created", True),
    ("sort:title sort:path", "path", False),
]


@pytest.mark.parametrize(("raw", "by", "turned"), ORDERS)
def test_orders(raw: str, by: str, turned: bool) -> None:
    order = parse(f"gauge {raw}").order

    assert order is not None
    assert (order.by, order.turned) == (by, turned)
    assert understood(f"gauge {raw}") == ["gauge"]


UNFINISHED = [
    ("tag:", []),
    ("tag:pro", ["tag:pro*"]),
    ("tag:pro ", ["tag:pro"]),
    ("gauge tag:pro", ["gauge", "tag:pro*"]),
    ("has:cod", ["has:code"]),
    ("has:ta", []),
    ("before:202", []),
    ('title:"float wi"', ['title:"float wi"']),
    ("(a OR b", ["a OR b"]),
    ("brass OR bro", ["brass OR bro OR bro*"]),
    ("brass OR tide bro", ["brass OR tide (bro OR bro*)"]),
    ("brass -bro", ["brass", "-bro"]),
]


@pytest.mark.parametrize(("raw", "parts"), UNFINISHED)
def test_what_is_still_being_typed_may_go_on(raw: str, parts: list[str]) -> None:
    assert understood(raw, typing=True) == parts


@pytest.mark.parametrize(("raw", "open_end"), [("float wi", True), ("float wi ", False), ("float -wi", False)])
def test_only_a_last_word_by_itself_has_an_open_end(raw: str, open_end: bool) -> None:
    assert parse(raw, typing=True).open_end is open_end


def test_each_part_tells_where_it_stands() -> None:
    raw = 'gauge  (brass -tag:x) "float wire" sort:title'
    parsed = parse(raw)

    assert [raw[start:end] for _, start, end in parsed.parts] == ["gauge", "brass", "-tag:x", '"float wire"']
    assert parsed.order == Order("title", turned=False, start=35, end=45)


@given(st.one_of(st.text(max_size=300), queries()))
def test_any_text_is_understood_somehow(raw: str) -> None:
    for typing in (False, True):
        parsed = parse(raw, typing=typing, now=NOW)
        assert all(0 <= start < end <= len(raw) for _, start, end in parsed.parts)


@given(queries(noise=False))
def test_a_query_written_anew_is_the_same_query(raw: str) -> None:
    parts = tuple(part.node for part in parse(raw, now=NOW).parts)
    once = written(All(parts))

    assert written(All(tuple(part.node for part in parse(once, now=NOW).parts))) == once
    assert parse(once, now=NOW).plain == parse(raw, now=NOW).plain


@pytest.mark.parametrize(
    "raw", ["(" * 2_000, "-" * 2_000, '"' * 2_000, "(a OR " * 300 + "b" + ")" * 300, "title:(" * 200]
)
def test_any_depth_is_read(raw: str) -> None:
    parse(raw)


def test_a_phrase_in_a_question_is_preferred_and_not_required() -> None:
    asked = parse('Who sings "Wonderland by Night"?')

    assert asked.plain == ("Who", "sings", "Wonderland", "by", "Night")
    assert [term.text for term in asked.preferred] == ["Wonderland by Night"]
    assert asked.conditions == ()
