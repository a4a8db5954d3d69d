"""The laws that conditions obey, and that no query whatever breaks a search."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from tests.retrieve.queries import queries

_ALL = 1_000
OF_NOTES = [
    "tag:project", "tag:(place OR person)", "has:task", "has:property", "has:link", "is:orphan", "lang:de", "lang:ja",
    "title:wire", "title:(al* OR harbour)", "path:people", "folder:people", "[status]", "[rating:>3]", "before:2025",
    "changed:150d", "heading:tools", "line:(oil brass)", "section:(oil wax)", "task:todo", "task:done(wax)", "/brass/",
    "ent:quill", "-brass", "-wax", "links-to:harbour", "has:code", "alias:mandracchio",
]  # fmt: skip
OF_PASSAGES = ['"brass"', '"wax"', '"tide gauge"', "wax*", "bron*", '"検潮"', "insuranc*", '"der"', '"xyzzy"']

of_notes = st.sampled_from(OF_NOTES)
any_condition = st.sampled_from(OF_NOTES + OF_PASSAGES)


def found(library: Library, query: str) -> set[str]:
    return {hit.path for hit in library.search(query, _ALL).hits}


def passages(library: Library, query: str) -> set[int]:
    return {hit.chunk_id for hit in library.search(query, _ALL).hits}


def everything(library: Library) -> set[str]:
    return found(library, "sort:path")


@given(of_notes)
def test_a_note_meets_a_condition_or_its_opposite(small: Library, a: str) -> None:
    assert found(small, f"-({a})") == everything(small) - found(small, a)


@given(of_notes, of_notes)
def test_either_is_the_union_and_both_the_intersection(small: Library, a: str, b: str) -> None:
    assert found(small, f"{a} OR {b}") == found(small, a) | found(small, b)
    assert found(small, f"{a} {b}") == found(small, f"{b} {a}") == found(small, a) & found(small, b)


@given(of_notes, of_notes)
def test_neither_is_the_opposite_of_either(small: Library, a: str, b: str) -> None:
    assert found(small, f"-({a} OR {b})") == found(small, f"-({a}) -({b})")
    assert found(small, f"-({a} {b})") == found(small, f"-({a}) OR -({b})")


@given(of_notes, of_notes, of_notes)
def test_a_condition_in_each_of_two_brackets_is_one_behind_both(small: Library, a: str, b: str, c: str) -> None:
    assert found(small, f"({a} {c}) OR ({b} {c})") == found(small, f"({a} OR {b}) {c}")
    assert found(small, f"({a} {c}) OR {c}") == found(small, c)


@given(any_condition)
def test_brackets_around_all_change_nothing(small: Library, a: str) -> None:
    assert passages(small, f"({a})") == passages(small, a)
    assert found(small, f"-(-({a}))") == found(small, a)


@given(st.sampled_from(OF_PASSAGES), st.sampled_from(OF_PASSAGES))
def test_either_of_two_words_is_the_union_of_their_passages(small: Library, a: str, b: str) -> None:
    assert passages(small, f"{a} OR {b}") == passages(small, a) | passages(small, b)
    assert passages(small, f"{a} {b}") == passages(small, a) & passages(small, b)
    assert passages(small, f"{a} -{b}") == passages(small, a) - passages(small, b)


@given(st.sampled_from(["wax", "brass gauge", "wire"]), of_notes)
def test_a_condition_only_takes_away(small: Library, words: str, a: str) -> None:
    with_it, without = passages(small, f"{words} {a}"), passages(small, f"{words} -({a})")

    assert not with_it & without


@given(st.one_of(queries(), st.text(max_size=60)), st.booleans())
def test_any_query_is_answered(small: Library, raw: str, typing: bool) -> None:
    result = small.search(raw, 3, typing=typing)

    for hit in result.hits:
        assert sum(reason.share for reason in hit.reasons) > 0.98
        assert all(reason.label for reason in hit.reasons)
        assert all(0 <= start < end <= len(hit.snippet) for start, end in hit.highlights)
    for part in result.understood:
        assert raw[part.start : part.end] == part.text
        assert part.meaning
