"""Which words of a note are names, found without any model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.index.backlog import mentions
from pinakes.index.phrases import phrases
from pinakes.index.prose import prose
from pinakes.index.titles import TitleFinder, worth_finding
from pinakes.store.keys import entity_key
from pinakes.store.read import PendingChunk

PROSE = [
    # text, what of it is prose
    ("see `code Here` there", "see             there"),
    ("<!-- Hidden Name --> shown", "                     shown"),
    ("go to https://Example.org/Path now", "go to                          now"),
    ("[Label](target Here.md)", " Label                 "),
    ("**Bold** and _so_", "  Bold   and  so "),
    ("a $x_Alpha$ b", "a           b"),
    ("text ^block-id", "text          "),
    ("mail Ada@quill.org", "mail              "),
]


@pytest.mark.parametrize(("text", "expected"), PROSE)
def test_prose_leaves_out_what_is_not_prose(text: str, expected: str) -> None:
    assert prose(text).replace("\x1f", " ") == expected


def test_a_fence_is_no_prose_even_when_it_is_never_closed() -> None:
    assert prose("a\n```\nBig Name\n").split() == ["a"]


def test_headings_count_only_where_asked() -> None:
    assert prose("# Big Name\nx").split() == ["x"]
    assert prose("# Big Name\nx", headings=True).split() == ["Big", "Name", "x"]


@given(st.text(alphabet=st.sampled_from("aA`~$[]()<>!-#|*_:/\n\r \t@.^é漢"), max_size=80))
def test_prose_is_as_long_as_the_text_and_invents_nothing(text: str) -> None:
    masked = prose(text)

    assert len(masked) == len(text)
    assert all(a in (b, " ", "\x1f") or (a, b) == ("\t", "|") for a, b in zip(masked, text, strict=True))


PHRASES = [
    # text, language, names
    ("We met Ada Quill at noon.", "en", ["Ada Quill"]),
    ("Ada Quill came. Then Ada left.", "en", ["Ada Quill", "Ada"]),
    ("Yesterday was fine.", "en", []),
    ("The Royal Society of London met.", "en", ["Royal Society of London"]),
    ("on Monday 20 April in May", "en", []),
    ("we flew on Apollo 11 and paid Ada Quill 40", "en", ["Apollo 11", "Ada Quill"]),
    ("the NASA and CamelCase", "en", ["NASA", "CamelCase"]),
    ("Ada Quill's lens", "en", ["Ada Quill"]),
    ("version V2.1 of it", "en", []),
    ("das Haus am Meer mit Onkel Franz", "de", ["Onkel Franz"]),
    ("ユルゲン・トムセンさんと", "ja", ["ユルゲン・トムセン"]),
    ("- Item one\n- Item two", "en", []),
    ("", "en", []),
]


@pytest.mark.parametrize(("text", "language", "expected"), PHRASES)
def test_phrases(text: str, language: str, expected: list[str]) -> None:
    assert [f.name for f in phrases(text, language)] == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Mary took the drill.", "en", [("Mary", True)]),
        ("Mary took it. We saw Mary go.", "en", [("Mary", False), ("Mary", False)]),
        ("Bread keeps well. We eat bread.", "en", []),
        ("Boiled it keeps.", "en", []),
        ("Walking is free.", "en", []),
        ("Mary, Tom and others", "en", [("Tom", False)]),
        ("Maria holt den Bohrer.", "de", []),
    ],
)
def test_a_word_that_only_opens_sentences_is_weakly_a_name(
    text: str, language: str, expected: list[tuple[str, bool]]
) -> None:
    assert [(f.name, f.weak) for f in phrases(text, language)] == expected


@given(st.text(max_size=200))
def test_phrases_stand_where_they_say(text: str) -> None:
    for found in phrases(text, "en"):
        assert text[found.start :].startswith(found.name) or "'" in text or "’" in text


TITLES = ["New York", "York", "Tea", "the", "2024", "金沢", "C", "Raft"]
FOUND = [
    ("from new york to York", ["New York", "York"]),
    ("in Yorkshire", []),
    ("tea, TEA and teas", ["Tea", "Tea"]),
    ("the year 2024", []),
    ("昨日は金沢で", ["金沢"]),
    ("Raftの論文", ["Raft"]),
    ("İstanbul tea", ["Tea"]),
]


@pytest.mark.parametrize(("text", "expected"), FOUND)
def test_titles_are_found_as_whole_words_the_longest_first(text: str, expected: list[str]) -> None:
    finder = TitleFinder((title, title) for title in TITLES)

    assert [named.title for named in finder.find(text)] == expected


@given(st.lists(st.text("aAéß -木.", max_size=4), max_size=8), st.text("aAéß -木.\n"))
def test_a_finder_for_one_text_finds_in_it_what_a_finder_for_all_does(names: list[str], text: str) -> None:
    pairs = [(name, f"the note {name}") for name in names]

    assert TitleFinder(pairs, [text]).find(text) == TitleFinder(pairs).find(text)


@pytest.mark.parametrize("name", ["the", "12", "2024-05-01", "ab", "Monday", "und", ""])
def test_names_that_say_nothing_are_not_looked_for(name: str) -> None:
    assert not worth_finding(name)


KEYS = [
    ("Ada Quill", "ada quill"),
    ("ADA  QUILL", "ada quill"),
    ("Ada Quill's", "ada quill"),
    ("The Royal Society", "royal society"),
    ("Café-Haus", "cafe haus"),
    ("Die", "die"),
    ("A. Quill", "a quill"),
    ("A Quill", "quill"),
    ("!!", ""),
]


@pytest.mark.parametrize(("name", "key"), KEYS)
def test_spellings_of_one_name_share_a_key(name: str, key: str) -> None:
    assert entity_key(name) == key


def chunk(text: str, title: str = "Some Note", ordinal: int = 1) -> PendingChunk:
    return PendingChunk(1, 1, "a.md", title, "en", ordinal, text, "hash")


def test_an_alias_is_a_mention_of_the_note() -> None:
    rows = mentions(chunk("then lena came"), [], TitleFinder([("Lena", "Lena Marchetti")]))

    assert [(m.key, m.name, m.source, m.tf) for m in rows] == [("lena marchetti", "Lena Marchetti", "title", 1)]


def test_a_part_of_a_notes_name_is_no_name_of_its_own() -> None:
    text = "see [[Salt Ledger]] again"
    rows = mentions(chunk(text), phrases(prose(text), "en"), TitleFinder([("Salt Ledger", "Salt Ledger")]))

    assert [(m.key, m.source) for m in rows] == [("salt ledger", "title")]


def test_the_first_passage_bears_the_notes_own_name() -> None:
    assert [(m.key, m.source) for m in mentions(chunk("x", ordinal=0), [], TitleFinder(()))] == [("some note", "self")]


@pytest.mark.parametrize("title", ["2024-05-01", "12", "2024"])
def test_a_date_or_a_number_is_no_topic(title: str) -> None:
    assert mentions(chunk("x", title=title, ordinal=0), [], TitleFinder(())) == []
