"""How a note is cut: the borders, the sizes, the headings above."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.model.note import Chunk
from pinakes.vault.document import parse

SENTENCE = "The river runs down past the old mill today. "  # 9 words
PIECES = st.lists(
    st.sampled_from(
        [
            *("# T\n", "## A\n", "### B ##\n", "A\n===\n", "---\n", "a: b\n", "- item\n", "```\ncode\n```\n"),
            *("| a | b |\n|---|---|\n", "| c | d |\n", "text. ", SENTENCE * 12, "中文。" * 90, "x" * 6000),
            *("\n", "\r\n", "\r", "\ufeff", " " * 50),
        ]
    ),
    max_size=25,
)


def chunks(text: str, path: str = "n.md") -> tuple[Chunk, ...]:
    return parse(path, text).chunks


def words(chunk: Chunk) -> int:
    return len(chunk.text.split())


@given(PIECES)
def test_chunks_partition_the_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    found = chunks(text)
    assert "".join(chunk.text for chunk in found) == text
    assert all(text[chunk.start : chunk.end] == chunk.text for chunk in found)
    assert [chunk.ordinal for chunk in found] == list(range(len(found)))
    assert all(words(chunk) <= 310 and len(chunk.text) <= 6000 for chunk in found)


@given(PIECES)
def test_lines_count_from_one_and_end_at_the_last_text(pieces: list[str]) -> None:
    text = "".join(pieces)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for chunk in chunks(text):
        assert 1 <= chunk.line <= chunk.end_line <= max(1, len(lines))
        if chunk.text.strip():
            assert chunk.text.strip().splitlines()[0].strip()[:5] in lines[chunk.line - 1]
            assert lines[chunk.end_line - 1].strip()


@pytest.mark.parametrize("text", ["", "\n", "---\ntitle: A\n---\n", "# Only a heading", "   \n\n"])
def test_there_is_always_one_chunk(text: str) -> None:
    assert [(chunk.text, chunk.line) for chunk in chunks(text)] == [(text, 1)]


def test_a_section_is_a_chunk_however_short() -> None:
    found = chunks("# Trip\nWe went.\n\n## Day one\nBy boat.\n\n## Day two\nOn foot.\n")
    assert [chunk.heading_path for chunk in found] == [(), ("Day one",), ("Day two",)]
    assert [(chunk.line, chunk.end_line) for chunk in found] == [(1, 2), (4, 5), (7, 8)]


def test_a_heading_without_text_goes_with_the_section_below_it() -> None:
    found = chunks("# Trip\n## Day one\n\n\n## Day two\nwalk to the mill\n")
    assert [chunk.heading_path for chunk in found] == [("Day two",)]


def test_the_headings_above_are_named_outermost_first() -> None:
    text = "# Home\nx\n# Garden\nx\n### Beds\nx\n## Tools\nx\n"
    paths = [chunk.heading_path for chunk in chunks(text)]
    assert paths == [(), ("Garden",), ("Garden", "Beds"), ("Garden", "Tools")]


def test_front_matter_belongs_to_the_first_chunk() -> None:
    first = chunks("---\ntitle: A\n---\n\n# A\ntext\n\n## B\ntext\n")[0]
    assert (first.start, first.line, first.heading_path) == (0, 1, ())
    assert first.text.endswith("# A\ntext\n\n")


def test_a_long_section_is_cut_between_paragraphs_near_two_hundred_words() -> None:
    paragraphs = [SENTENCE * 6 + "\n\n" for _ in range(20)]
    found = chunks("# T\n" + "".join(paragraphs))
    assert all(chunk.text.endswith("\n\n") for chunk in found)
    assert all(150 <= words(chunk) <= 260 for chunk in found)


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    found = chunks(SENTENCE * 100)
    assert len(found) > 2
    assert all(chunk.text.rstrip().endswith("today.") for chunk in found)


@pytest.mark.parametrize(
    ("piece", "rest"),
    [
        ("```\n" + "let x = 1;\n" * 40 + "```\n", "\n" + SENTENCE * 20 + "\n\n"),
        ("- " + SENTENCE * 10 + "\n", SENTENCE * 20 + "\n\n"),
        ("| " + SENTENCE * 8 + " | b |\n", "| a | b |\n|---|---|\n"),
    ],
    ids=["a fence", "a list item", "a table row"],
)
def test_a_cut_never_goes_through(piece: str, rest: str) -> None:
    for chunk in chunks(rest + piece * 5):
        assert chunk.text.count(piece) == chunk.text.count(piece[:30])


def test_code_that_is_too_long_is_cut_at_its_lines() -> None:
    found = chunks("```\n" + "let x = 1; // five words\n" * 200 + "```\n")
    assert len(found) > 1
    assert all(chunk.text.endswith("\n") for chunk in found)


def test_two_characters_of_chinese_count_a_word() -> None:
    found = chunks("甲乙丙丁戊己庚辛壬。" * 200)
    assert all(160 <= len(chunk.text) <= 600 for chunk in found)
    assert all(chunk.text.endswith("。") for chunk in found)


def test_an_endless_word_is_cut() -> None:
    assert max(len(chunk.text) for chunk in chunks("x9Qz" * 30_000)) <= 5000
