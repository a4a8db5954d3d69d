"""Words become terms, the same way when indexing and when asking."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.store import text

TERMS = [
    # text, language, terms
    ("Houses house's HOUSE", "en", "hous hous hous"),
    ("running runs", "en", "run run"),
    ("Häuser Haus", "de", "haus haus"),
    ("Straße STRASSE", "de", "strass strass"),
    ("café Cafe\u0301", "en", "cafe cafe"),
    ("snake_case", "en", "snake case snake_case"),
    ("l'homme", "fr", "l homm"),
    ("don't", "en", "don"),
    ("readNextLine", "en", "read next line readnextlin"),
    ("parseHTTPResponse", "en", "pars http respons parsehttprespons"),
    ("NullPointerException", "en", "null pointer except nullpointerexcept"),
    ("JavaScript iPhone GitHub macs", "en", "javascript iphon github mac"),
    ("東京都", "ja", "東京 京都"),
    ("木", "ja", "木"),
    ("ﾃｽﾄ", "ja", "テス スト"),
    ("Raftの論文", "ja", "raft の論 論文"),
    ("C++ and C#", "en", "c and c"),
    ("done🎉party ✅", "en", "done 🎉 parti ✅"),
    ("👍🏽 👨\u200d👩\u200d👧 ❤\ufe0f", "en", "👍 👨 👩 👧 ❤"),
    ("", "en", ""),
]


@pytest.mark.parametrize(("written", "language", "expected"), TERMS)
def test_terms(written: str, language: str, expected: str) -> None:
    assert text.terms(written, language) == expected


@pytest.mark.parametrize(
    ("written", "signs"),
    [
        ("東京都に行く。木と森", "森"),
        ("plain words", ""),
        ("Raftの論文 ﾃｽﾄ", "ト 文"),
        ("木", ""),
        ("東京、大阪、東京", "京 阪"),
    ],
)
def test_the_last_sign_of_a_run_begins_no_pair_and_is_a_term_by_itself(written: str, signs: str) -> None:
    assert text.last_signs(written) == signs


LANGUAGES = [
    ("The house is by the sea and it was cold.", "en"),
    ("Das Haus steht am Meer und es war kalt, aber wir sind geblieben.", "de"),
    ("La maison est au bord de la mer et il fait froid dans les chambres.", "fr"),
    ("海のそばの家はとても寒かったです。", "ja"),
    ("海边的房子非常冷。", "zh"),
    ("for (int i = 0; i < n; i++) total += a[i]; 先求数组的和，再输出结果。", "zh"),
    ("`npm install` を実行してから、ブラウザーで開きます。 https://example.org/a/b", "ja"),
    ("The sign 木 means tree, and 森 means forest.", "en"),
    ("x = y + 1", "en"),
    ("", "en"),
]


@pytest.mark.parametrize(("written", "expected"), LANGUAGES)
def test_language(written: str, expected: str) -> None:
    assert text.language(written) == expected


@given(st.text())
def test_terms_are_the_same_for_a_word_alone_and_in_a_text(written: str) -> None:
    """Else a word could be indexed as one thing and asked for as another."""
    alone = [term for word in text.words(written) for term in text.word_terms(word, "en")]

    assert text.terms(written, "en").split() == alone


WRITTEN = (
    st.text(st.sampled_from("aZ9_'’-. \n\u00a0\u200béßŁıſИ“。，木カガ゙東ー\u0301\u0345\x1c\ud800\U00020000")) | st.text()
)
"""Texts in which the ends of words are in doubt."""


@given(WRITTEN)
def test_words_are_what_the_pattern_of_a_word_finds(written: str) -> None:
    assert text.words(written) == text.WORD.findall(written)


@given(WRITTEN)
def test_every_word_has_a_line_of_terms(written: str) -> None:
    lines = text.Reader().term_lines(written, "de")
    assert lines.count("\n") == len(text.words(written))
    assert lines.split() == text.terms(written, "de").split()


@given(WRITTEN)
def test_a_script_without_blanks_is_seen_wherever_it_stands(written: str) -> None:
    assert text.is_unspaced(written) == any(text.is_unspaced(sign) for sign in written)
    assert bool(text.unspaced_runs(written)) == text.is_unspaced(written)


@given(st.text(st.characters(max_codepoint=0x24F)))
def test_latin_letters_are_folded_one_by_one(written: str) -> None:
    assert text.fold(written) == "".join(map(text.fold, written))


def test_what_is_remembered_of_words_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "_REMEMBERED", 100)
    for number in range(1_000):
        assert text.terms(f"word{number}", "sv") == f"word{number}"

    assert len(text._cached("sv")) <= 100


def test_a_reader_tells_the_words_that_it_has_not_met_before() -> None:
    reader = text.Reader()
    reader.term_lines("Straße and snake_case, but 東京 and x9", "de")

    assert reader.new_spellings() == {"strasse", "and", "but"}

    reader.term_lines("and Ferry", "de")

    assert reader.new_spellings() == {"ferry"}


@given(WRITTEN, st.lists(st.integers(0, 40), max_size=3))
def test_a_reader_tells_every_word_however_the_text_is_cut(written: str, cuts: list[int]) -> None:
    """A word is told with the first text that holds it, and what one text has taught does not hide another's."""
    pieces = [written[start:end] for start, end in zip([0, *sorted(cuts)], [*sorted(cuts), None], strict=True)]
    reader = text.Reader()
    told = set()
    for piece in pieces:
        reader.term_lines(piece, "en")
        told |= reader.new_spellings()

    spelt = {
        text.fold(word)
        for piece in pieces
        for word in text.words(piece)
        if word.isalpha() and len(word) <= 40 and not text.is_unspaced(word)
    }
    assert told == {word for word in spelt if len(word) >= 3}


@given(st.lists(st.lists(st.text(), max_size=3), max_size=4))
def test_no_text_is_query_syntax(groups: list[list[str]]) -> None:
    db = apsw.Connection(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5 (hidden, shown, tokenize = 'ascii')")
    terms = [[text.terms(variant, "en") for variant in group] for group in groups]
    if expression := text.match_expression(terms):
        db.execute("SELECT rowid FROM t WHERE t MATCH ?", (expression,)).fetchall()


@pytest.mark.parametrize(
    ("typed", "written"),
    [("chatelier", "Châtelier’s"), ("strasse", "Straße"), ("smorrebrod", "Smørrebrød"), ("lodz", "Łódź"), ("ol", "Øl")],
)
@pytest.mark.parametrize("code", ["en", "de", "fr"])
def test_a_word_typed_without_its_marks_meets_the_one_with_them(typed: str, written: str, code: str) -> None:
    assert text.terms(typed, code) == text.terms(written, code)


@pytest.mark.parametrize(
    "word", ["what", "What's", "where’s", "don't", "doesn't", "won't", "can't", "I'm", "you're", "we've"]
)
def test_a_stop_word_drawn_together_with_another_is_one(word: str) -> None:
    assert text.is_stop_word(word, ("en",))


@pytest.mark.parametrize("word", ["Ada's", "tide", "o'clock", "ain't", "'", "rock'n"])
def test_other_words_are_none(word: str) -> None:
    assert not text.is_stop_word(word, ("en",))
