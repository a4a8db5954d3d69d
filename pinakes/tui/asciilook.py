"""How do the screens look in a terminal whose font has letters and little else?

Each mark and line that Pinakes draws gives way to one ASCII character, cell for cell, after
everything has been laid out. Letters of any script are the notes' own and stay as they are.
"""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_MARKS = {
    ">": "▌▍▎→›↳▶▸▹",
    "<": "←⏎◀◂‹",
    "^": "↑↗▲△▴",
    "v": "✓↓▼▽▾",
    "x": "✗×✕✖",
    "!": "⚠",
    "o": "◆◇◌○◐◑◒◓◔◕",
    "*": "▪●■★•☆◉",
    "-": "▫·–—−─━┄┅┈┉╌╍‐‑▔▀",
    "=": "═⇄",
    "~": "≈",
    "#": "█▓▐▊▋▉▇▆▅≠",
    ".": "░▒…",
    "_": "▁▂▃▄",
    "|": "│┃┆┇┊┋╎╏║▏▕",
    '"': "“”„«»",
    "'": "‘’‚",
    "S": "§",
}
_LINES = range(0x2500, 0x2580)
_DOTS = range(0x2801, 0x2900)
TABLE: dict[int, str] = {
    **dict.fromkeys(_LINES, "+"),
    **dict.fromkeys(_DOTS, "*"),
    0x2800: " ",
    **{ord(mark): plain for plain, marks in _MARKS.items() for mark in marks},
}
"""Character → what stands for it: corners and crossings of lines, dots of pictures, and the marks."""


class Ascii(LineFilter):
    """Draws marks and lines in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [
            segment if segment.control or segment.text.isascii() else segment._replace(text=plain(segment.text))
            for segment in segments
        ]


def plain(text: str) -> str:
    """The text with every mark in ASCII; as many cells as before."""
    return text.translate(TABLE)
