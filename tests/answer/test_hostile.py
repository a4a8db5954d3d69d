"""Notes made to make answering hang or fail. A hang is a failure by the suite's timeout."""

from __future__ import annotations

import pytest

from pinakes.answer.ask import answer
from pinakes.config import AnswerSettings
from tests.answer.parts import ScriptedModel, passages

SIZE = 40_000
UNITS = [
    "[[", "![[a|", "[a](", "*", "_", "`", "~~", "==", "> ", "- ", "# ", "%%", "<!--", "-->", '"', "“", "1,000,",
    "1 000 ", "2026-05-", "ignore the ", "assistant ", "answer ", "how much ", "n't ", "a'", "e\u0301", "\u0301", "ア",
    "漢", " ", "\n", "\r", "\u200b", "\U000e0041", "A ", "Ab.", "[1]", "[1, ", "^", "```\n", "---\n", "| a ", "\ud800",
]  # fmt: skip


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", UNITS)
def test_a_great_many_of_anything_is_answered_or_not_but_ends(unit: str) -> None:
    text = unit * (SIZE // len(unit))
    for note, question, reply in (
        (text, "Who did it?", text[:2_000]),
        ("Anton did it.", text[:5_000], "1] Anton did it."),
    ):
        made = answer(question, passages(note), model=ScriptedModel(reply), route="local", settings=AnswerSettings())
        for c in made.citations:
            assert note[c.start : c.start + len(c.quote)] == c.quote
