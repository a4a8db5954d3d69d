"""How does text from outside fit into lines? Made safe, cut to cells, its lit words kept apart.

Nothing here is ever parsed as markup: what leaves is spans, drawn as they stand.
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len, set_cell_size

from pinakes.clean import clean
from pinakes.model.search import Hit

Ranges = tuple[tuple[int, int], ...]
Span = tuple[str, str]
"""Text, and the name of the part it plays (`title`, `lit`, …)."""

_FLAT = {ord(character): " " for character in "\t\n\r\v\f\u0085\u2028\u2029"}


def flat(text: str) -> str:
    """Clean text on one line, for places that have only one; no character more or less than `clean` leaves."""
    return clean(text.translate(_FLAT))


def cut(text: str, width: int) -> str:
    """The beginning of `text` that fits `width` cells, with an ellipsis where something is missing."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def cut_left(text: str, width: int) -> str:
    """The end of `text` that fits `width` cells: a path tells most at its end."""
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    kept: list[str] = []
    room = width - 1
    for character in reversed(text):
        room -= cell_len(character)
        if room < 0:
            break
        kept.append(character)
    return "…" + "".join(reversed(kept))


def lit(text: str, ranges: Ranges, plain: str = "text") -> list[Span]:
    """Flat spans of `text`, the ranges as `lit`. Ranges count in the text as it was given."""
    spans: list[Span] = []
    at = 0
    for start, end in sorted(ranges):
        start, end = max(start, at), min(end, len(text))
        if start >= end:
            continue
        spans += [(flat(text[at:start]), plain), (flat(text[start:end]), "lit")]
        at = end
    spans.append((flat(text[at:]), plain))
    return [span for span in spans if span[0]]


def excerpt(text: str, ranges: Ranges, width: int) -> list[Span]:
    """One line of `text` round its first lit words."""
    first = min((start for start, _ in ranges), default=0)
    last = max((end for _, end in ranges), default=0)
    lead = len(text) - len(text.lstrip())
    begin = lead
    if last - lead > width - 2 and first - lead > width // 3:
        begin = _word_start(text, first - width // 4, lead)
    shifted = tuple((max(start - begin, 0), end - begin) for start, end in ranges if end > begin)
    spans = lit(text[begin : begin + width * 2].rstrip(), shifted)
    return fit([("…", "text"), *spans] if begin > lead else spans, width)


def _word_start(text: str, at: int, least: int) -> int:
    """The first word that begins at `at` or a little after it."""
    at = max(at, least)
    space = text.find(" ", at, at + 16)
    return at if space < 0 else space + 1


def fit(spans: Iterable[Span], width: int) -> list[Span]:
    """Spans that fit `width` cells together; an ellipsis ends what was cut."""
    fitted: list[Span] = []
    room = width
    for text, part in spans:
        need = cell_len(text)
        if need <= room:
            fitted.append((text, part))
            room -= need
            continue
        if room > 0:
            fitted.append((cut(text, room), part))
        elif fitted:
            last, last_part = fitted[-1]
            fitted[-1] = (set_cell_size(last, max(cell_len(last) - 1, 0)) + "…", last_part)
        break
    return fitted


def lit_words(hit: Hit) -> tuple[str, ...]:
    """The words that are lit in a hit's snippet, in small letters."""
    words = {hit.snippet[start:end].lower() for start, end in hit.highlights}
    return tuple(sorted(word for word in words if word.strip()))


def find_all(text: str, words: Iterable[str], most: int = 200) -> Ranges:
    """Where the words stand in `text`, without overlaps."""
    lower = text.lower()
    if len(lower) != len(text):  # some letters change length in small; then offsets would be off
        return ()
    found: list[tuple[int, int]] = []
    for word in words:
        at = lower.find(word)
        while at >= 0 and len(found) < most:
            found.append((at, at + len(word)))
            at = lower.find(word, at + len(word))
    apart: list[tuple[int, int]] = []
    for start, end in sorted(found):
        if not apart or start >= apart[-1][1]:
            apart.append((start, end))
    return tuple(apart)
