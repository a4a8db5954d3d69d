"""Into which pieces is a note cut for the index?

By heading first, then at the borders of blocks, then between sentences, and only at last in
the middle. The pieces partition the text exactly, front matter included, so that whatever is
found in one can be opened at its line.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pinakes.model.note import Chunk, Heading
from pinakes.vault.blocks import Block, Blocks, shadow
from pinakes.vault.sentence import sentences

_TARGET_WORDS = 200
_LEAST_WORDS = 80
_MOST_WORDS = 300
_PREAMBLE_WORDS = 20
"""Fewer words above the first heading go with that heading's section."""
_CHARS_PER_WORD = 16
"""A text without blanks counts a word for so many characters."""
_LONGEST_UNCUT = (_MOST_WORDS + 1) * _CHARS_PER_WORD

_NOT_CJK = bytes([*range(0xE3), *range(0xEE, 0x100)])
"""Bytes that begin no character of U+3000 to U+DFFF in UTF-8: counting the others counts CJK."""
_BY_LINE = frozenset({"fence", "code", "math", "row"})


class _Piece(NamedTuple):
    """What is not divided: a block with the blank lines behind it, or a part of one that is too long."""

    start: int
    end: int
    words: int
    joined: bool


class _Section(NamedTuple):
    """A heading with all that stands below it, up to the next heading of any level."""

    path: tuple[str, ...]
    start: int
    end: int
    blocks: Sequence[Block]
    """Without the heading."""
    has_heading: bool


def chunk(
    text: str, scanned: Blocks, headings: Sequence[Heading], title: str, body_start: int = 0
) -> tuple[Chunk, ...]:
    """The chunks of a note. They partition `text`; there is always at least one."""
    source = shadow(text)
    line_starts = scanned.line_starts
    measure = _measure(source)
    sections = _sections(source, scanned.blocks, headings, title)
    spans: list[tuple[int, int, tuple[str, ...]]] = []
    for section in _joined(source, sections, body_start, measure):
        spans.extend((start, end, section.path) for start, end in _cut(source, section, measure))
    return tuple(
        _chunk(line_starts, ordinal, path, start, text[start:end]) for ordinal, (start, end, path) in enumerate(spans)
    )


def _chunk(line_starts: Sequence[int], ordinal: int, path: tuple[str, ...], start: int, text: str) -> Chunk:
    return Chunk(
        ordinal=ordinal,
        heading_path=path,
        start=start,
        end=start + len(text),
        line=_line(line_starts, start + _lead(text)),
        end_line=_line(line_starts, start + max(0, len(text.rstrip()) - 1)),
        text=text,
    )


def _line(line_starts: Sequence[int], at: int) -> int:
    return max(1, bisect_right(line_starts, at))


def _lead(text: str) -> int:
    """Blanks before the first word; none where there is nothing else."""
    words = text.lstrip()
    return len(text) - len(words) if words else 0


def _measure(text: str) -> Callable[[str], int]:
    """How to count words: two characters of Chinese, Japanese or Korean are one."""
    if text.isascii() or not _cjk_chars(text):
        return lambda piece: max(len(piece.split()), len(piece) // _CHARS_PER_WORD)
    return lambda piece: max(len(piece.split()) + _cjk_chars(piece) // 2, len(piece) // _CHARS_PER_WORD)


def _cjk_chars(text: str) -> int:
    return len(text.encode("utf-8", "replace").translate(None, _NOT_CJK))


# ── sections ─────────────────────────────────────────────────────────────────────────────


def _sections(text: str, blocks: Sequence[Block], headings: Sequence[Heading], title: str) -> list[_Section]:
    paths = _paths(headings, title)
    sections: list[_Section] = []
    path: tuple[str, ...] = ()
    start = first = 0
    has_heading = False
    for index, block in enumerate(blocks):
        if block.kind != "heading":
            continue
        at = text.rfind("\n", 0, block.start) + 1 if block.start else 0
        if at > start:
            sections.append(_Section(path, start, at, blocks[first:index], has_heading))
        start, first, has_heading, path = at, index + 1, True, next(paths, ())
    sections.append(_Section(path, start, len(text), blocks[first:], has_heading))
    return sections


def _paths(headings: Sequence[Heading], title: str) -> Iterator[tuple[str, ...]]:
    """For each heading, the headings above it and itself. The title is shown anyway and left out."""
    above: list[tuple[int, str]] = []
    for heading in headings:
        while above and above[-1][0] >= heading.level:
            above.pop()
        above.append((heading.level, heading.text))
        yield tuple(text for level, text in above if text and not (level == 1 and text == title))


def _joined(
    text: str, sections: Sequence[_Section], body_start: int, measure: Callable[[str], int]
) -> Iterator[_Section]:
    """Sections without a text of their own go with the one that follows, whose text is below them."""
    waiting: _Section | None = None
    for section in sections:
        if waiting:
            section = _Section(section.path, waiting.start, section.end, section.blocks, True)
        words = (
            measure(text[max(section.start, body_start) : section.end]) if len(section.blocks) <= 1 else _LEAST_WORDS
        )
        small = not section.has_heading and words < _PREAMBLE_WORDS
        if (not section.blocks or small) and words < _LEAST_WORDS:
            waiting = section
        else:
            waiting = None
            yield section
    if waiting:
        yield waiting


# ── one section ──────────────────────────────────────────────────────────────────────────


def _cut(text: str, section: _Section, measure: Callable[[str], int]) -> Iterator[tuple[int, int]]:
    length = section.end - section.start
    # A text this long has more words than that whatever they are; a short one has fewer.
    if length < _LONGEST_UNCUT and (length <= _MOST_WORDS or measure(text[section.start : section.end]) <= _MOST_WORDS):
        yield section.start, section.end
        return
    pieces = list(_pieces(text, section, measure))
    total = sum(piece.words for piece in pieces)
    target = total / max(2, round(total / _TARGET_WORDS))
    starts, sizes = [section.start], [0]
    for piece in pieces:
        if sizes[-1] and _breaks(sizes[-1], piece, target):
            starts.append(piece.start)
            sizes.append(0)
        sizes[-1] += piece.words
    if len(sizes) > 1 and sizes[-1] < _LEAST_WORDS and sum(sizes[-2:]) <= _MOST_WORDS:
        starts.pop()  # a remnant goes with what it ends
    yield from zip(starts, [*starts[1:], section.end], strict=True)


def _breaks(words: int, piece: _Piece, target: float) -> bool:
    """Is it better to end the chunk here than to take the piece along?"""
    if words + piece.words > _MOST_WORDS:
        return True
    wanted = target * 1.25 if piece.joined else target
    return words + piece.words / 2 > wanted and words >= _LEAST_WORDS


def _pieces(text: str, section: _Section, measure: Callable[[str], int]) -> Iterator[_Piece]:
    blocks = section.blocks or [Block("text", section.start, section.end, 1)]
    # A block begins with its line: the blanks before its first sign are its own.
    starts = [max(section.start, text.rfind("\n", 0, block.start) + 1) for block in blocks[1:]]
    for block, start, end in zip(blocks, [section.start, *starts], [*starts, section.end], strict=True):
        if end <= start:
            continue
        words = measure(text[start:end])
        if words <= _MOST_WORDS:
            yield _Piece(start, end, words, block.joined)
        else:
            yield from _parts(text, start, end, block.kind in _BY_LINE, measure)


def _parts(text: str, start: int, end: int, by_line: bool, measure: Callable[[str], int]) -> Iterator[_Piece]:
    """A block that is too long, by its sentences or lines."""
    piece = text[start:end]
    ends = _line_ends(piece) if by_line else [stop for _, stop in sentences(piece)]
    at = 0
    for stop in [*ends[:-1], len(piece)]:
        if stop <= at:
            continue
        part = piece[at:stop]
        words = measure(part)
        if words <= _MOST_WORDS:
            yield _Piece(start + at, start + stop, words, False)
        else:
            yield from _hard_cut(part, start + at, words)
        at = stop


def _line_ends(text: str) -> list[int]:
    return [match.end() for match in re.finditer(r"\r\n|\n|\r", text)] + [len(text)]


def _hard_cut(text: str, offset: int, words: int) -> Iterator[_Piece]:
    """Even pieces, each moved back to a blank where one is near."""
    count = words // _TARGET_WORDS + 1
    step = len(text) // count + 1
    at = 0
    while at < len(text):
        stop = min(at + step, len(text))
        if stop < len(text):
            blank = max(text.rfind(" ", stop - 40, stop), text.rfind("\n", stop - 40, stop)) + 1
            stop = blank if blank > at else stop
        yield _Piece(offset + at, offset + stop, min(_MOST_WORDS, words // count + 1), False)
        at = stop
