"""Notes made to be slow. Each test is a text whose naive parse takes minutes; the suite's timeout is the judge."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

import pinakes.vault
from pinakes.vault.document import parse
from pinakes.vault.naming import fold, link_key
from pinakes.vault.sentence import sentences

SIZE = 100_000
UNITS = [
    *(
        "[",
        "[[",
        "![[",
        "[[a|",
        "](",
        "[x](",
        "[x](a ",
        "[a]",
        "[k:: ",
        "(k:: ",
        "a:: ",
        "a::\n",
        "::",
        "*a **b ",
        "_a ",
    ),
    *("`", "` `` ``` ", "```\n", "``` `", "~~~\n", "$", "$a ", "$$\n", "<", "<a ", "<!-- ", "<!--\n", "%%", "%%\n"),
    *(
        "#",
        "#a",
        "# a\n",
        "#\u0301",
        ">",
        "> ",
        ">\n",
        "> [!note]\n",
        "- ",
        "- a\n",
        "    x\n\n",
        "|",
        "|-|\n",
        "a|\n-|\n",
    ),
    *(
        "---\n",
        "--\n",
        "a\n==\n",
        "\\",
        "\u0301",
        "http://",
        "http://a)",
        "^a ",
        "!",
        ".",
        "x. ",
        "1. ",
        "中",
        " ",
        "\t",
    ),
    *("- $$\n", "a $$\n", "-\n", "- -\n", "2. a\n", "a\n2. a\n", "\t- a\n", "[a]: b\n"),
    *("\n", "\r", "x", "&#", "\x00", "{{", "\ufeff", "a.a.", "'\""),
]


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_a_note_of_one_sign_repeated_is_parsed(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    note = parse("n.md", text + "\nend")
    assert note.chunks[-1].text.endswith("end")
    sentences(text)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join("  " * depth + "- x" for depth in range(300)),
        "> " * 3000 + "x",
        "---\n" + "a: [\n" * 5000,
        "---\n" + "a: [\n" * 5000 + "---\n",
        "[a]" * 30_000 + "\n\n[a]: x",
        "https://a" + ")" * SIZE,
        "[" * 50_000 + "]" * 50_000 + "(x)",
        "[x](" + "(" * 50_000,
        "# " + "[[a|b]]" * 10_000,
        "---\ntags: [" + "a, " * 20_000 + "]\n---\n",
        "[[a]] " * 10_000 + "\n\n" + "[a]: b\n" * 10_000,
    ],
    ids=[
        "list",
        "quote",
        "yaml",
        "closed yaml",
        "references",
        "url",
        "brackets",
        "parentheses",
        "heading",
        "tags",
        "definitions",
    ],
)
def test_a_note_nested_or_filled_beyond_reason_is_parsed(text: str) -> None:
    assert parse("n.md", text).text == text


def test_a_name_of_combining_marks_is_folded() -> None:
    name = "a" + "\u0301\u0316" * 300_000
    assert len(link_key(name)) <= 31
    assert fold("e\u0301") == "é"


def patterns() -> list[re.Pattern[str]]:
    modules = [
        importlib.import_module(f"pinakes.vault.{found.name}") for found in pkgutil.iter_modules(pinakes.vault.__path__)
    ]
    return [value for module in modules for value in vars(module).values() if isinstance(value, re.Pattern)]


@pytest.mark.parametrize("pattern", patterns(), ids=lambda pattern: pattern.pattern[:30])
def test_every_expression_is_linear(pattern: re.Pattern[str]) -> None:
    for unit in (
        "[[",
        "[",
        "(",
        "`",
        "$",
        "a",
        " ",
        "\n",
        "#",
        "- ",
        "> ",
        '"',
        "a: ",
        "\u0301",
        ".",
        "|-",
        "<a ",
        "^",
    ):
        text = unit * (SIZE // len(unit))
        pattern.match(text)
        pattern.search(text)
