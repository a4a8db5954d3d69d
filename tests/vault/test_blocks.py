"""What is a heading, a fence, an item, a row: the block structure of a note."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.blocks import scan_blocks, shadow
from pinakes.vault.document import parse

LINES = st.lists(
    st.sampled_from(
        "|# H|text|  text|- item|  - sub|1. one|> quote|> ```|```|~~~|    code|\tcode|a , b|--,--|---|===|$$|<!--|-->"
        "|%%|!!! note|[a]: b|***|`x".replace(",", "\x1f").split("|")
    ).map(lambda line: line.replace("\x1f", "|")),
    max_size=30,
)


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in scan_blocks(shadow(text)).blocks]


def outline(text: str) -> list[str]:
    return [f"{heading.level} {heading.text}" for heading in parse("n.md", text).headings]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# One\n## Two ##\n###### Six", ["1 One", "2 Two", "6 Six"]),
        ("####### Seven\n#no\n    # code", []),
        ("Book\n====\nx\n\nPart two\n--------\n", ["1 Book", "2 Part two"]),
        ("a\nb\n---\n", ["2 a b"]),
        ("one\ntwo\nthree\nfour\n---\n", []),
        ("- item\n---\n", []),
        ("text\n\n---\n", []),
        ("```\n# no\n```\n# Yes", ["1 Yes"]),
        ("~~~ md\n# no\n```\n~~~\n# Yes", ["1 Yes"]),
        ("````\n```\n# no\n````\n# Yes", ["1 Yes"]),
        ("<!-- off\n# no\n-->\n# Yes", ["1 Yes"]),
        ("`<!--` is\n# Yes", ["1 Yes"]),
        ("%%\n# no\n%%\n# Yes", ["1 Yes"]),
        ("%% never closed\n# Yes", ["1 Yes"]),
        ("> # no\n\n- # no\n", []),
        ("- item\n# Yes", ["1 Yes"]),
        ("- item\n> quote\n   # Yes", ["1 Yes"]),
        ("- item\n```\n```\n   # Yes", ["1 Yes"]),
        ("- \nBook\n===", ["1 Book"]),
        ("- -\nBook\n===", ["1 Book"]),
        ("# A *b* [[c|d]] [e](f) `g` \\# ^id", ["1 A b d e g #"]),
        ("# Head {#part}", ["1 Head"]),
        ("# snake_case and 2 * 3", ["1 snake_case and 2 * 3"]),
        ("# One\r\n\r\nTwo\r\n===\r\n", ["1 One", "1 Two"]),
        ("# One\r# Two", ["1 One", "1 Two"]),
        ("\ufeff# One", ["1 One"]),
        ("#", ["1 "]),
        ("a | b\n---\n--|--", ["2 a | b"]),
    ],
)
def test_headings(text: str, expected: list[str]) -> None:
    assert outline(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\ntwo\n\nthree", [("text", "one\ntwo"), ("text", "three")]),
        ("- a\n  more\n- b\n  - c", [("item", "- a\n  more"), ("item", "- b"), ("item", "  - c")]),
        ("    code\n\n    code\ntext", [("code", "    code\n\n    code"), ("text", "text")]),
        ("text\n    lazy", [("text", "text\n    lazy")]),
        ("- a\n\n      deep", [("item", "- a"), ("text", "      deep")]),
        ("- a\n\nout\n\n    code", [("item", "- a"), ("text", "out"), ("code", "    code")]),
        ("p\na | b\n--|--\nc | d\nend", [("text", "p"), ("row", "a | b\n--|--"), ("row", "c | d"), ("text", "end")]),
        ("> a\n> b\nlazy\n\nc", [("quote", "> a\n> b\nlazy"), ("text", "c")]),
        ("$$\na [[1]]\n$$\nb", [("math", "$$\na [[1]]\n$$"), ("text", "b")]),
        ("- $$\n  a\n  $$\n- b", [("item", "- $$\n  a\n  $$"), ("item", "- b")]),
        ("so $$\na\n$$\nb", [("text", "so $$\na\n$$\nb")]),
        ("$$ left open\n\n# H\n\n$$ too", [("text", "$$ left open"), ("heading", "# H"), ("text", "$$ too")]),
        ("a\n\n- -          -\nb", [("text", "a"), ("rule", "- -          -"), ("text", "b")]),
        ("!!! note\n\n    inside", [("text", "!!! note"), ("text", "    inside")]),
        ("# H\n    code\nx", [("heading", "# H"), ("code", "    code"), ("text", "x")]),
        ("# H\n\t- a\n\t- b", [("heading", "# H"), ("item", "\t- a"), ("item", "\t- b")]),
        ("# H\n\n\t- code", [("heading", "# H"), ("code", "\t- code")]),
        ("    code\n    - code", [("code", "    code\n    - code")]),
        ("since\n1986. A year", [("text", "since\n1986. A year")]),
        ("first\n1. one\n2. two", [("text", "first"), ("item", "1. one"), ("item", "2. two")]),
        ("1. one\n   text\n2. two", [("item", "1. one\n   text"), ("item", "2. two")]),
        ("- a\n\n  text\n2. two", [("item", "- a"), ("text", "  text"), ("item", "2. two")]),
        ("text\n*\nmore", [("text", "text\n*\nmore")]),
        ("- \n  a\nout", [("item", "-"), ("text", "  a\nout")]),
        ("[a]: b.md\ntext", [("definition", "[a]: b.md"), ("text", "text")]),
        ("", []),
    ],
)
def test_blocks(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "fence"),
    [
        ("- a\n  ```\n  x\nout", "  ```\n  x"),
        ("> ```\n> x\nout", "> ```\n> x"),
        ("> ```\n> x\n> ```\n> out", "> ```\n> x\n> ```"),
        ("- ```sh\n  x\n  ```\n- out", "- ```sh\n  x\n  ```"),
        ("```\nx\n\ny", "```\nx\n\ny"),
        ("   ```\nx\n   ```\nout", "   ```\nx\n   ```"),
        ("```\nx\n    ```\ny\n```\nout", "```\nx\n    ```\ny\n```"),
        ("- ```\n  x\n     ```\n- out", "- ```\n  x\n     ```"),
        ("!!! note\n\n    ```\n    x\n    ```\n\nout", "    ```\n    x\n    ```"),
    ],
)
def test_a_fence_ends_with_its_container(text: str, fence: str) -> None:
    assert [piece for kind, piece in kinds(text) if kind == "fence"] == [fence]


def test_an_unclosed_fence_is_a_problem_at_its_line() -> None:
    (problem,) = parse("n.md", "# Open\n```js\nlet a = 1\n[[NotALink]]\n").problems
    assert (problem.line, "not closed" in problem.message) == (2, True)


def test_inline_code_does_not_open_a_fence() -> None:
    assert kinds("```x``` and [[y]]") == [("text", "```x``` and [[y]]")]


@given(LINES, st.sampled_from(["\n", "\r\n", "\r"]))
def test_blocks_are_in_order_apart_and_begin_where_their_line_says(lines: list[str], newline: str) -> None:
    text = newline.join(lines)
    source = shadow(text)
    assert len(source) == len(text)
    last = 0
    for block in scan_blocks(source).blocks:
        assert last <= block.start < block.end <= len(text)
        assert source.count("\n", 0, block.start) + 1 == block.line
        last = block.end
