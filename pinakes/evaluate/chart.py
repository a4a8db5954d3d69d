"""How do figures look side by side? Bars as plain SVG, readable on light and dark paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape

from pinakes.clean import one_line

_WIDTH = 720
_LABEL = 170
_VALUE = 64
_BAR = 14
_BETWEEN = 4
_GROUP = 14
_TOP = 66
_COLOURS = ("#2f6f8f", "#d08a2e", "#6b8f3a", "#9a5ca8")
_STYLE = (
    "text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px;fill:#30343a}"
    ".head{font-size:16px;font-weight:600}.quiet{fill:#6a7078;font-size:12px}.rule{stroke:#d5d9de}"
    "@media(prefers-color-scheme:dark){text{fill:#dfe3e8}.quiet{fill:#9aa2ac}.rule{stroke:#3d434b}}"
)


class Row(NamedTuple):
    """A group of bars, one for each of the chart's series."""

    label: str
    values: tuple[float, ...]
    """As many as there are series."""


class Chart(NamedTuple):
    """Rows of bars with what they mean."""

    title: str
    series: tuple[str, ...]
    rows: tuple[Row, ...]
    most: float = 1.0
    """The value of a bar across the whole width."""
    digits: int = 3
    unit: str = ""


def svg(charts: Sequence[Chart]) -> str:
    """One picture of the charts, below each other."""
    parts, y = [], 0
    for chart in charts:
        drawn, height = _drawn(chart, y)
        parts += drawn
        y += height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{y}" viewBox="0 0 {_WIDTH} {y}" role="img">'
        f"<title>{_said('; '.join(chart.title for chart in charts))}</title><style>{_STYLE}</style>\n"
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _drawn(chart: Chart, top: int) -> tuple[list[str], int]:
    """Its elements, and how high it is."""
    parts = [_text(16, top + 28, chart.title, "head")]
    x = float(_LABEL)
    for colour, name in zip(_COLOURS, chart.series, strict=False):
        parts.append(f'<rect x="{x:.0f}" y="{top + 40}" width="10" height="10" rx="2" fill="{colour}"/>')
        parts.append(_text(x + 15, top + 49, name, "quiet"))
        x += 34 + 7.2 * len(name)
    y = top + _TOP
    for row in chart.rows:
        height = len(row.values) * (_BAR + _BETWEEN)
        parts.append(_text(_LABEL - 10, y + height / 2 + 3, row.label, end=True))
        for at, value in enumerate(row.values):
            parts += _bar(chart, value, y + at * (_BAR + _BETWEEN), _COLOURS[at % len(_COLOURS)])
        y += height + _GROUP
    parts.append(
        f'<line class="rule" x1="{_LABEL}" y1="{top + _TOP - 6}" x2="{_LABEL}" y2="{y - _GROUP + 2}" stroke-width="1"/>'
    )
    return parts, y - top + 8


def _bar(chart: Chart, value: float, y: int, colour: str) -> list[str]:
    room = _WIDTH - _LABEL - _VALUE
    share = min(1.0, max(0.0, value / chart.most)) if chart.most > 0 else 0.0
    width = max(1.0, room * share)
    return [
        f'<rect x="{_LABEL}" y="{y}" width="{width:.1f}" height="{_BAR}" rx="2" fill="{colour}"/>',
        _text(_LABEL + width + 6, y + 11, f"{value:.{chart.digits}f}{chart.unit}", "quiet"),
    ]


def _text(x: float, y: float, words: str, kind: str = "", *, end: bool = False) -> str:
    style = f' class="{kind}"' if kind else ""
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{style}{anchor}>{_said(words)}</text>'


def _said(words: str) -> str:
    """As XML has it: no control characters, no markup."""
    return escape(one_line(words))
