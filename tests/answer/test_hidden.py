"""Text that a note's reader does not see is not shown to the model."""

from __future__ import annotations

import pytest

from pinakes.answer import hidden


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain", "plain"),
        ("a <!-- b --> c", "a  c"),
        ("a %%b%% c", "a  c"),
        ("100%% sure", "100%% sure"),
        ("a <!-- never closed", "a "),
        ("<!-- a --><!-- b -->c", "c"),
        ("<!-- %% --> kept %%gone%%", " kept "),
        ("zero\u200bwidth", "zerowidth"),
        ("\u202eright to left\u202c", "right to left"),
        ("tag\U000e0041\U000e0042", "tag"),
        ("esc\x1b[31m", "esc[31m"),
        ("tabs\tand\nlines stay", "tabs\tand\nlines stay"),
    ],
)
def test_what_is_seen(text: str, seen: str) -> None:
    assert hidden.strip(text) == seen
    assert hidden.has_hidden(text) == (text != seen)


def test_a_great_many_open_comments_take_no_time() -> None:
    assert hidden.strip("<!--" * 50_000) == ""
    assert hidden.strip("%% " * 50_001).strip() == "%%"
