"""Rows, excerpts, windows of notes, editors: what can be told without a screen."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from pinakes.clean import clean
from pinakes.errors import UsageError
from pinakes.model.answer import Answer, AnswerSentence, SentenceStatus, TokenCount
from pinakes.model.note import Heading
from pinakes.model.search import Hit, Reason
from pinakes.tui import editor
from pinakes.tui.answertext import Tail, drawn, verdict
from pinakes.tui.markdown import links, parser, window
from pinakes.tui.rows import hit_row, why
from pinakes.tui.text import cut, cut_left, excerpt, find_all, fit, flat, lit

TEXTS = st.text(st.characters(), max_size=120)
WIDTHS = st.integers(min_value=1, max_value=60)


def a_hit(**changes: object) -> Hit:
    values: dict[str, object] = {
        "path": "light/Lamp room.md",
        "title": "Lamp room",
        "heading": ("Mercury",),
        "line": 13,
        "end_line": 15,
        "snippet": "The bath holds 120 litres.",
        "highlights": ((4, 8),),
        "score": 1.0,
        "reasons": (Reason("bm25", "bath", 0.7), Reason("entity", "Ida Brandt", 0.3)),
        "chunk_id": 1,
        "start": 0,
        "text": "The bath holds 120 litres.",
    }
    return Hit(**{**values, **changes})  # type: ignore[arg-type]


# ── text ─────────────────────────────────────────────────────────────────────────────────


@given(TEXTS, WIDTHS)
def test_what_is_cut_fits(text: str, width: int) -> None:
    assert cell_len(cut(flat(text), width)) <= width
    assert cell_len(cut_left(flat(text), width)) <= width
    assert sum(cell_len(part) for part, _ in fit([(flat(text), "a"), (flat(text), "b")], width)) <= width


@given(TEXTS)
def test_flat_text_is_clean_and_one_line(text: str) -> None:
    assert flat(text) == clean(flat(text))
    assert "\n" not in flat(text)
    assert "\t" not in flat(text)


@given(TEXTS, st.lists(st.tuples(st.integers(0, 130), st.integers(0, 130)), max_size=5), WIDTHS)
def test_an_excerpt_fits_whatever_is_lit(text: str, ranges: list[tuple[int, int]], width: int) -> None:
    spans = excerpt(text, tuple(ranges), width)
    assert sum(cell_len(part) for part, _ in spans) <= width


@given(TEXTS, st.lists(st.tuples(st.integers(0, 130), st.integers(0, 130)), max_size=5))
def test_lighting_loses_nothing(text: str, ranges: list[tuple[int, int]]) -> None:
    assert "".join(part for part, _ in lit(text, tuple(ranges))) == flat(text)


def test_an_excerpt_begins_near_the_first_lit_word() -> None:
    text = "a " * 200 + "mercury bath"
    spans = excerpt(text, ((400, 407),), 40)
    assert ("mercury", "lit") in spans
    assert spans[0] == ("…", "text")


@given(TEXTS, st.lists(st.text(min_size=1, max_size=4), max_size=4))
def test_found_words_stand_where_it_is_said(text: str, words: list[str]) -> None:
    found = find_all(text, [word.lower() for word in words])
    assert all(text[start:end].lower() in {word.lower() for word in words} for start, end in found)
    assert all(before[1] <= after[0] for before, after in pairwise(found))


# ── rows ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("reasons", "words"),
    [
        ((Reason("bm25", "bath", 0.7), Reason("entity", "Ida Brandt", 0.3)), "bath · ◆ Ida Brandt"),
        ((Reason("entity", "Ida Brandt", 0.3), Reason("bm25", "bath", 0.7)), "bath · ◆ Ida Brandt"),
        ((Reason("link", "Keeper's log", 1.0),), "no words matched · ⇄ Keeper's log"),
        ((Reason("sibling", "Lamp room", 1.0),), "no words matched · same note"),
        ((Reason("heading", "Lamp room", 0.5), Reason("sibling", "Lamp room", 0.5)), "no words matched · same note"),
        ((Reason("heading", "mercury", 1.0),), "§ mercury"),
        ((Reason("title", "lamp", 1.0),), "in the title: lamp"),
        ((Reason("tag", "#light", 0.2), Reason("bm25", "lamp", 0.8)), "lamp · #light"),
        ((), "no words matched"),
    ],
)
def test_why_in_a_line(reasons: tuple[Reason, ...], words: str) -> None:
    assert why(a_hit(reasons=reasons)) == words


@given(TEXTS, TEXTS, st.integers(min_value=1, max_value=90))
def test_a_row_fills_its_width_and_no_more(title: str, path: str, width: int) -> None:
    lines = hit_row(a_hit(title=title, path=path)).draw(width)
    assert len(lines) == 3
    assert all(sum(cell_len(part) for part, _ in line) <= max(width, 2) for line in lines)


# ── notes ────────────────────────────────────────────────────────────────────────────────


@given(st.lists(st.sampled_from(["# H", "## H", "text " * 9, "", "- item"]), min_size=1, max_size=60), st.data())
def test_a_window_holds_its_line_and_keeps_to_its_room(lines: list[str], data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    heads = tuple(Heading(1, "H", 0, n) for n, text in enumerate(lines, 1) if text.startswith("#"))
    shown = window("\n".join(lines), heads, line, room=200)
    assert shown.first <= line <= shown.last
    assert shown.text == "\n".join(lines[shown.first - 1 : shown.last])
    assert len(shown.text) <= 200
    assert shown.whole == (shown.last - shown.first + 1 == len(lines))


def test_a_line_longer_than_the_window_is_cut() -> None:
    assert len(window("x" * 5_000, (), 1, room=200).text) < 210


@pytest.mark.parametrize(
    ("source", "label", "address"),
    [
        ("[[Lamp room]]", "Lamp room", "pinakes:Lamp room"),
        ("[[Lamp room|the light]]", "the light", "pinakes:Lamp room"),
        ("[[Lamp room#Mercury]]", "Lamp room › Mercury", "pinakes:Lamp room#Mercury"),
        ("[[#Mercury]]", "Mercury", "pinakes:#Mercury"),
        ("![[plan.png]]", "↳ plan.png", "pinakes:plan.png"),
        ("[log](Keeper's%20log.md)", "log", "Keeper's log.md"),
        ("![tanks](tanks.png)", "▫ tanks", "tanks.png"),
        ("[[/daily]]", "/daily", "pinakes:/daily"),
    ],
)
def test_links_as_a_note_writes_them(source: str, label: str, address: str) -> None:
    assert links(f"see {source} there") == ((label, address),)


@pytest.mark.parametrize("source", ["- [x] done", "[1]", "[[]]", "[[a", "[[a\nb]]", "`[[code]]`", "[["])
def test_what_only_looks_like_a_link_is_none(source: str) -> None:
    assert links(source) == ()


def test_ten_thousand_open_brackets_take_no_longer_than_text() -> None:
    assert parser().parse("[[" * 5_000)


# ── answers ──────────────────────────────────────────────────────────────────────────────


def an_answer(*statuses: SentenceStatus, model: str | None = "scripted") -> Answer:
    sentences = tuple(AnswerSentence(f"Sentence {n} [{n}].", (n,), status) for n, status in enumerate(statuses, 1))
    return Answer("q", "local", "text", False, sentences, (), (), model, TokenCount(), 0, "id")


def test_sentences_carry_their_numbers_as_links() -> None:
    assert drawn(an_answer("quoted", "supported")) == "Sentence 1. [\\[1\\]](cite:1) Sentence 2. [\\[2\\]](cite:2)"


def test_what_no_note_carries_stands_apart_and_marked() -> None:
    assert drawn(an_answer("supported", "unsupported")).split("\n\n")[1:] == [
        "⚠ Not found in your notes:",
        "- *Sentence 2 [2].*",
    ]


@pytest.mark.parametrize(
    ("statuses", "words"),
    [
        ((), ""),
        (("quoted",), "✓ the notes carry every sentence"),
        (("quoted", "unsupported"), "⚠ the notes carry 1 of 2 sentences"),
    ],
)
def test_the_verdict_in_words(statuses: tuple[SentenceStatus, ...], words: str) -> None:
    assert verdict(an_answer(*statuses)) == words


@given(st.lists(st.text("[]12, ab", max_size=5), max_size=20))
def test_holding_back_half_a_citation_loses_nothing(tokens: list[str]) -> None:
    tail = Tail()
    assert "".join(map(tail.push, tokens)) + tail.rest() == "".join(tokens)


def test_half_a_citation_is_held_back() -> None:
    tail = Tail()
    assert [tail.push(token) for token in ("It holds ", "[", "1", "] well")] == ["It holds ", "", "", "[1] well"]


# ── editors ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        (["vim"], ["+7", "--", "/v/a.md"]),
        (["/usr/bin/nano", "-w"], ["+7", "--", "/v/a.md"]),
        (["emacs", "-nw"], ["+7", "/v/a.md"]),
        (["hx"], ["/v/a.md:7"]),
        (["code"], ["--wait", "--goto", "/v/a.md:7"]),
        (["code", "--wait"], ["--goto", "/v/a.md:7"]),
        (["kate"], ["-l", "7", "/v/a.md"]),
        (["ed"], ["/v/a.md"]),
    ],
)
def test_each_editor_is_given_the_line_in_its_own_way(words: list[str], rest: list[str]) -> None:
    assert editor.argv(words, Path("/v/a.md"), 7) == [*words, *rest]


@pytest.mark.parametrize(
    ("setting", "environ", "words"),
    [
        ("sh -x", {"VISUAL": "cat"}, ["sh", "-x"]),
        ("", {"VISUAL": "cat -n", "EDITOR": "sh"}, ["cat", "-n"]),
        ("", {"EDITOR": "sh '-c'"}, ["sh", "-c"]),
    ],
)
def test_the_setting_then_visual_then_editor(setting: str, environ: dict[str, str], words: list[str]) -> None:
    assert editor.command(setting, environ) == words


@pytest.mark.parametrize("chosen", ["no-such-editor-anywhere", "sh 'open quote"])
def test_an_editor_that_cannot_be_started_is_named(chosen: str) -> None:
    with pytest.raises(UsageError) as refused:
        editor.command("", {"EDITOR": chosen})
    assert chosen.split()[0] in str(refused.value)
