"""What may reach a terminal? No character of a note moves the cursor, sets the clipboard or hides what it says."""

from __future__ import annotations

_TABLE: dict[int, int | None] = {
    # C0 but tab and line feed, DEL, C1: terminals obey them.
    **dict.fromkeys([*range(9), *range(11, 32), *range(0x7F, 0xA0)], 0xFFFD),
    # Bidirectional overrides and isolates show text in another order than it has.
    **dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], None),
    # Zero-width and tag characters say what nobody sees (ZWJ stays: emoji and Indic scripts need it).
    **dict.fromkeys([0x200B, 0x200E, 0x200F, 0x2060, 0xFEFF, 0x00AD, *range(0xE0000, 0xE0080)], None),
    # Lone surrogates can't be written as UTF-8.
    **dict.fromkeys(range(0xD800, 0xE000), 0xFFFD),
}


def clean(text: str) -> str:
    """The text with everything a terminal would act on made visible or left out; idempotent."""
    return text.replace("\r\n", "\n").translate(_TABLE)


def one_line(text: str) -> str:
    """Clean, and on one line."""
    return " ".join(clean(text).split())
