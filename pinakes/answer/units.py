"""What of a passage can be quoted? Its sentences, each with its place, its kind and its terms."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from pinakes.answer import hidden
from pinakes.model.answer import Citation, Passage
from pinakes.store import text as lexical
from pinakes.vault.sentence import sentences

Kind = Literal["prose", "item", "row", "heading", "code", "property"]
"""An item is of a list, or a line that stands for itself; a row is of a table."""

LONGEST = 600
"""Characters of one quotation; a longer sentence is divided between words."""

_NARROW = 60
"""Characters; no text is wrapped to lines as short as this."""
_FENCE = re.compile(r"[ \t>]{0,64}(?:`{3,64}|~{3,64})")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_ITEM = re.compile(r"[ \t>]{0,64}(?:[-*+]|\d{1,9}[.)])[ \t]{1,16}")
_FIRST_WORD = re.compile(r"[\s>]{0,64}([^\s>]{1,64})")
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|\n]{1,512}\|)?([^\[\]|\n]{1,512})\]\]")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,512})\]\([^()\n]{0,1024}\)")
_BLOCK_ID = re.compile(r"[ \t]\^[A-Za-z0-9-]{1,64}\Z")
_MARKS = re.compile(r"\*{1,3}|~~|==|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")


class Unit(NamedTuple):
    """A sentence of a passage."""

    passage: Passage
    start: int
    """Offsets in the passage's text."""
    end: int
    kind: Kind
    terms: frozenset[str]

    @property
    def text(self) -> str:
        return self.passage.text[self.start : self.end]


def units(passage: Passage, code: str) -> tuple[Unit, ...]:
    """The sentences of a passage, in order; comments are none. `code` is the language that words are stemmed by."""
    text = hidden.blanked(passage.text)
    masks = _masks(text, passage.start == 0)
    width = max([_NARROW, *map(len, text.splitlines())])
    found = []
    for begin, stop in sentences(text):
        lines = _lines_apart(text, begin, stop, width)
        for first, last in lines:
            for start, end in _divided(text, first, last):
                kind = _kind(text, start, end, masks)
                if len(lines) > 1 and kind == "prose":
                    kind = "item"
                found.append(Unit(passage, start, end, kind, content_terms(text[start:end], code)))
    return tuple(found)


def _kind(text: str, start: int, end: int, masks: list[tuple[Kind, int, int]]) -> Kind:
    masked = next((kind for kind, a, b in masks if a < end and start < b), None)
    if masked is not None:
        return masked
    opening = text[text.rfind("\n", max(0, start - 200), start) + 1 : start]
    if text[start] == "|" or opening.lstrip(" \t>").startswith("|"):
        return "row"
    return "item" if _ITEM.match(opening) else "prose"


def _lines_apart(text: str, start: int, end: int, width: int) -> list[tuple[int, int]]:
    """A sentence at those of its line ends that are meant: the next line begins anew though its word had room here.

    "Shelf A: rope" over "Shelf B: tar" are two facts, though no full stop says so.
    """
    pieces: list[tuple[int, int]] = []
    begin = start
    at = text.find("\n", start, end)
    while at >= 0:
        word = _FIRST_WORD.match(text, at, end)
        line = text[max(begin, text.rfind("\n", begin, at) + 1) : at].rstrip("\r")
        anew = word is not None and not word[1][0].islower() and not line.endswith((",", ";", "-"))
        if word and anew and (len(line.rstrip()) + 1 + len(word[1]) <= width or line.endswith(("  ", "\\"))):
            pieces.append((begin, begin + len(text[begin:at].rstrip())))
            begin = word.start(1)
        at = text.find("\n", max(at + 1, begin), end)
    return [*pieces, (begin, end)]


def content_terms(text: str, code: str) -> frozenset[str]:
    """The terms of the words that carry a text."""
    codes = (code, "en")
    return frozenset(
        term
        for word in lexical.words(text)
        if not lexical.is_stop_word(word, codes)
        for term in lexical.word_terms(word, code)
        if not lexical.is_function_pair(term)
    )


def plain(text: str) -> str:
    """A sentence without markdown's marks, on one line; a row of a table with dots between its cells."""
    text = _BLOCK_ID.sub("", hidden.strip(text))
    if text.startswith("|"):
        text = " · ".join(cell.strip() for cell in text.strip("| \t").replace("\\|", "/").split("|"))
    text = _LINK.sub(r"\1", _WIKILINK.sub(r"\1", text))
    return " ".join(_MARKS.sub("", text).split())


def citation(n: int, passage: Passage, start: int, end: int) -> Citation:
    """A place in a passage as a place in its note. The quote is the note's own characters."""
    quote = passage.text[start:end]
    line = passage.line + _newlines(passage.text, 0, start)
    return Citation(
        n=n,
        path=passage.path,
        heading=passage.heading,
        line=line,
        end_line=line + _newlines(passage.text, start, end),
        start=passage.start + start,
        quote=quote,
    )


def _newlines(text: str, start: int, end: int) -> int:
    """Line ends, `\\r\\n` counted once."""
    return text.count("\n", start, end) + text.count("\r", start, end) - text.count("\r\n", start, end)


def _divided(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    while end - start > LONGEST:
        cut = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = start + LONGEST if cut < 0 else cut
        yield start, cut
        start = cut + (text[cut] == " ")
    if text[start:end].strip():
        yield start, end


def _masks(text: str, opens_note: bool) -> list[tuple[Kind, int, int]]:
    """The stretches that are no prose."""
    masks: list[tuple[Kind, int, int]] = []
    front = opens_note and text.startswith("---")
    fence = -1
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True)):
        end = at + len(line)
        if front:
            masks.append(("property", at, end))
            front = number == 0 or line.rstrip() not in ("---", "...")
        elif _FENCE.match(line):
            if fence >= 0:
                masks.append(("code", fence, end))
            fence = -1 if fence >= 0 else at
        elif fence < 0 and _HEADING.match(line):
            masks.append(("heading", at, end))
        at = end
    if fence >= 0:
        masks.append(("code", fence, at))
    return masks
