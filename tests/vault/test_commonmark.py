"""Headings and fences are where CommonMark has them, told by another parser, wherever the rules are the same.

They differ on purpose in these: a heading in a list or quote heads no part of a note; a paragraph of
more than three lines above `---` is prose above a rule; a fence may be indented as far as its author likes;
`- ` alone below a text is an item; comments, formulas, tables, admonitions, footnotes and HTML are read
as note programs read them. The generated notes hold none of that.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pinakes.vault.blocks import scan_blocks
from pinakes.vault.frontmatter import split
from tests.conftest import DEMO

markdown_it = pytest.importorskip("markdown_it")
ORACLE = markdown_it.MarkdownIt("commonmark").disable("inline")

Found = tuple[set[tuple[int, int]], set[tuple[int, int]]]

LINES = [
    "", "text", "  text", "more of it", "# One", "## Two ##", "   ### Three", "#", "#no", "####### no", "    # code",
    "===", "---", "  ==", "***", "- - -", "_ _ _", "* *", "    code", "```", "```` md", "~~~", "   ~~~~ `", "``` `",
    "`x`", "- item", "- a", "  - sub", "1. one", "10) ten", "   more", "  ```", "      in it",
    "+   wide", "> quote", "> ```", ">", "> text", "lazy", "\\# no", "- ```", "2. ~~~",
]  # fmt: skip


def seen_by_us(text: str) -> Found:
    """(line, level) of the headings, (first line, last line) of the fences."""
    blocks = scan_blocks(text).blocks
    headings = {(block.line, block.level) for block in blocks if block.kind == "heading"}
    fences = {(b.line, b.line + text.count("\n", b.start, b.end)) for b in blocks if b.kind == "fence"}
    return headings, trimmed(fences, text)


def seen_by_the_oracle(text: str) -> Found | None:
    """The same; None where the rules differ on purpose."""
    tokens = [token for token in ORACLE.parse(text) if token.map]
    headings = [token for token in tokens if token.type == "heading_open"]
    if any(token.level or token.map[1] - token.map[0] > 4 for token in headings):
        return None
    fences = {(token.map[0] + 1, token.map[1]) for token in tokens if token.type == "fence"}
    return {(token.map[0] + 1, int(token.tag[1])) for token in headings}, trimmed(fences, text)


def trimmed(ranges: set[tuple[int, int]], text: str) -> set[tuple[int, int]]:
    """Without the blank lines below a fence that is left open."""
    lines = text.split("\n")

    def last(first: int, end: int) -> int:
        numbers = range(min(end, len(lines)), first, -1)
        return next((number for number in numbers if lines[number - 1].strip(" >")), first)

    return {(first, last(first, end)) for first, end in ranges}


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_headings_and_fences_are_where_commonmark_has_them(lines: list[str]) -> None:
    text = "\n".join(lines)
    expected = seen_by_the_oracle(text)
    assume(expected is not None)
    assert seen_by_us(text) == expected


@pytest.mark.parametrize("path", sorted(DEMO.rglob("*.md")), ids=lambda path: path.stem)
def test_the_headings_and_fences_of_the_demo_vault_are_where_commonmark_has_them(path: Path) -> None:
    text = path.read_text("utf-8")
    start = split("n.md", text).markdown_start
    body = "\n" * text.count("\n", 0, start) + text[start:]
    assert seen_by_us(body) == seen_by_the_oracle(body)
