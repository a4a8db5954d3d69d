"""Where do a note's headings, paragraphs, fences, tables and list items begin and end?

One pass over the lines, in linear time. A block is the smallest piece that reads as one thing:
a paragraph, a list item's own lines, a table row, a whole fence. Containers (quotes, lists)
are followed only as far as they decide what is code.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

BlockKind = Literal["heading", "text", "item", "row", "quote", "fence", "code", "math", "rule", "definition"]

_FENCE = re.compile(r"(`{3,})[^`]*\Z|(~{3,})")
_ATX = re.compile(r"(#{1,6})(?:[ \t]+|\Z)")
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])(?:[ \t]{1,200}|\Z)")
_QUOTE = re.compile(r"(?:[ ]{0,3}>[ ]?){1,60}")
_HEADING_BELOW = re.compile(r"\n#{1,6}[ \t]")
_DEFINITION = re.compile(r"\[[^\[\]\n^][^\[\]\n]{0,255}\]:(?:[ \t]|\Z)")
_HOLDS_INDENTED = re.compile(r"(?:!!!|\?\?\?\+?|===\+?!?)[ \t]|\[\^[^\[\]\n]{1,64}\]:")
_FLOWING = frozenset({"text", "item", "quote"})
_MAY_BEGIN = frozenset(["", *"#`~=-*+_>|:$%!?[0123456789\ufeff"])
_KEEPS_BLANKS = frozenset({"fence", "code"})
_SETEXT_LINES = 3
"""A longer paragraph above `---` is prose above a rule, whatever CommonMark says."""


class Block(NamedTuple):
    """A piece of a note."""

    kind: BlockKind
    start: int
    end: int
    """Without the line end."""
    line: int
    joined: bool = False
    """It goes on with what the block before it began: the next row, the next item."""
    level: int = 0
    """Of a heading, else 0."""


class Blocks(NamedTuple):
    """A note's blocks in order, without the blank lines between them."""

    blocks: list[Block]
    line_starts: list[int]
    """Offset of each line of the text."""
    open_fence_line: int | None
    """Where a fence begins that is never closed."""


def shadow(text: str) -> str:
    """The text with one kind of line end, of the same length, so that offsets agree."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", " \n").replace("\r", "\n")


def scan_blocks(source: str, begin: int = 0, *, outline: bool = False) -> Blocks:
    """The blocks of `source` (a shadow) from the line that begins at `begin` on.

    In an `outline`, `- # Text` is a heading, and an item is never code, however far it is indented.
    """
    scanner = _Scanner(source, begin, outline)
    scanner.run()
    return Blocks(scanner.blocks, scanner.line_starts, scanner.open_fence_line)


class _Scanner:
    """The state of the pass: the block that is open, and the containers around it."""

    __slots__ = (
        "begin",
        "blank_before",
        "blocks",
        "comment_until",
        "fence_closes_within",
        "fence_depth",
        "fence_indent",
        "fence_mark",
        "first_line",
        "has_comments",
        "indents",
        "joined",
        "kind",
        "line_starts",
        "open_fence_line",
        "outline",
        "previous_end",
        "raw_until",
        "source",
        "start",
        "stop",
        "table_possible",
    )

    def __init__(self, source: str, begin: int, outline: bool) -> None:
        self.outline = outline
        self.source = source
        self.begin = begin
        self.blocks: list[Block] = []
        self.line_starts: list[int] = []
        self.open_fence_line: int | None = None
        self.kind: BlockKind | None = None  # of the open block
        self.start = self.first_line = self.previous_end = self.stop = 0
        self.blank_before = True
        self.joined = self.table_possible = False
        self.indents: list[int] = []  # where the text of each open list item begins
        self.fence_mark = ""
        self.fence_indent = self.fence_depth = self.fence_closes_within = 0
        self.raw_until = -1  # end of a comment or formula over several lines
        self.comment_until = -1  # end of a %% comment, which holds no headings
        self.has_comments = "<!--" in source

    def run(self) -> None:
        offset = 0
        begin = self.begin
        starts = self.line_starts
        for number, line in enumerate(self.source.split("\n"), 1):
            starts.append(offset)
            start, offset = offset, offset + len(line) + 1
            if start < begin:
                continue
            first = line.lstrip(" \t")[:1]
            # Most lines are blank, or begin or go on with a paragraph: all told by their first sign.
            if start > self.raw_until:
                if not first:
                    if self.kind not in _KEEPS_BLANKS:
                        self.blank_before = True
                        if self.kind is not None:
                            self._close()
                        continue
                elif first not in _MAY_BEGIN and not self.has_comments:
                    if self.kind is None and line[0] == first:
                        self.indents.clear()
                        self.blank_before = False
                        self._open("text", start, number)
                    if self.kind in _FLOWING:
                        self.previous_end = offset - 1
                        self.table_possible = "|" in line
                        continue
            self._line(line, start, number)
            if first:
                self.previous_end = offset - 1
        if self.kind == "fence":
            self.open_fence_line = self.first_line
        self._close()

    # ── one line ─────────────────────────────────────────────────────────────────────────

    def _line(self, line: str, start: int, number: int) -> None:
        if start <= self.raw_until:
            return
        if self.kind == "math":
            self._close()
        body = line.strip(" \t\ufeff")
        indent = _indent(line)
        self.stop = start + len(line.rstrip(" \t"))
        if self.kind == "fence":
            if not self._ends_fence(line, body, indent):
                return
            if self.fence_mark == "":
                self.previous_end = start + len(line)
                self._close()
                return
        if not body:
            self.blank_before = True
            return
        blank_before, self.blank_before = self.blank_before, False
        if (body[0] in "$%" or self.has_comments) and self._opens_raw(line, body, start, number):
            return
        if self.indents and (self.kind is None or body[0] == ">"):
            self._leave_items(indent)
        if body[0] == ">":
            self._quote(line, start, number)
            return
        if indent >= 4 and self._is_code(body, blank_before):
            self._continue_or_open("code", start, number)
            return
        if self.kind == "code":
            self._close()
        self._plain(body, start, number, indent)

    def _plain(self, body: str, start: int, number: int, indent: int) -> None:
        """A line that no container or code block has claimed."""
        sign = body[0]
        if sign in "`~" and (match := _FENCE.match(body)):
            self._leave_items(indent)
            self._open_fence(match[1] or match[2], indent, 0, start, number)
        elif sign == "#" and self._may_be_heading(indent, start) and (match := _ATX.match(body)):
            self._close()
            self.indents.clear()
            self.blocks.append(Block("heading", start, self.stop, number, level=len(match[1])))
        elif sign in "=-" and self._is_underline(body, indent, number):
            self.blocks.append(Block("heading", self.start, self.stop, self.first_line, level=1 + (sign == "-")))
            self.kind = None
            self.table_possible = False
        elif sign in "-*_" and not body.strip(f"{sign} \t") and body.count(sign) >= 3:
            self._close()
            self._leave_items(indent)
            self.blocks.append(Block("rule", start, self.stop, number))
        elif (sign in "-*+" or sign.isdigit()) and (match := _ITEM.match(body)) and self._begins_item(match, indent):
            self._item(body, match, start, number, indent)
        elif self.table_possible and sign in "|:-" and not body.strip("|:- \t") and "-" in body:
            self._table(start, number)
        elif self.kind == "row":
            self._row(body, start, number)
        elif sign == "[" and self.kind is None and _DEFINITION.match(body):
            self.blocks.append(Block("definition", start, self.stop, number))
        else:
            holds_indented = sign in "!?=[" and indent < 4 and _HOLDS_INDENTED.match(body) is not None
            if holds_indented:
                self._close()
            self._continue_or_open("text", start, number)
            if holds_indented:
                self.indents = [4]
            self.table_possible = "|" in body

    # ── opening and closing ──────────────────────────────────────────────────────────────

    def _open(self, kind: BlockKind, start: int, number: int) -> None:
        self._close()
        self.kind = kind
        self.start = start
        self.first_line = number
        self.joined = self._is_joined()

    def _continue_or_open(self, kind: BlockKind, start: int, number: int) -> None:
        if self.kind is None or (kind == "code" and self.kind != "code"):
            self._open(kind, start, number)

    def _close(self) -> None:
        if self.kind is not None:
            self.blocks.append(Block(self.kind, self.start, self.previous_end, self.first_line, self.joined))
            self.kind = None
        self.table_possible = False

    def _is_joined(self) -> bool:
        if not self.blocks:
            return False
        before = self.blocks[-1]
        if self.kind == "item":
            adjacent = before.kind == "text" and before.end + 1 == self.start
            return bool(self.indents) or before.kind == "item" or adjacent
        if self.kind in ("row", "quote"):
            return before.kind == self.kind and before.end + 1 == self.start
        return bool(self.indents) and before.kind != "heading"

    def _is_underline(self, body: str, indent: int, number: int) -> bool:
        return (
            self.kind == "text"
            and len(body) > 1
            and indent < 4
            and not body.strip(body[0])
            and not self.indents
            and number - self.first_line <= _SETEXT_LINES
        )

    def _may_be_heading(self, indent: int, start: int) -> bool:
        return indent < 4 and start > self.comment_until and not (self.indents and indent >= self.indents[0])

    def _is_code(self, body: str, blank_before: bool) -> bool:
        """Is it code, which is told by its indent? Not an item right below a heading: it is only far in."""
        if self.indents or self.kind not in (None, "code"):
            return False
        may_be_item = self.outline or (self.kind is None and not blank_before)
        return not (may_be_item and _ITEM.match(body))

    def _begins_item(self, match: re.Match[str], indent: int) -> bool:
        """Amid a paragraph neither a bare marker nor a number does, as a year at the end of a sentence, but 1."""
        if self.kind != "text" or (self.indents and indent < self.indents[-1]):
            return True
        marker = match[0].rstrip(" \t")
        return match.end() < len(match.string) and (not marker[0].isdigit() or int(marker[:-1]) == 1)

    # ── fences, comments, formulas ───────────────────────────────────────────────────────

    def _open_fence(self, mark: str, indent: int, depth: int, start: int, number: int) -> None:
        self._open("fence", start, number)
        self.fence_mark = mark
        self.fence_depth = depth
        self.fence_indent = min([level for level in self.indents if level <= indent][-1:] or [0])
        self.fence_closes_within = max(indent, self.fence_indent) + 3

    def _ends_fence(self, line: str, body: str, indent: int) -> bool:
        """True at the closing mark (which empties `fence_mark`), and where the container ends."""
        if self.fence_depth:
            inner = line.lstrip()
            match = _QUOTE.match(inner)
            if not match:
                self._close()
                return True
            body = inner[match.end() :].strip()
        elif body and indent < self.fence_indent:
            self._close()
            return True
        elif indent > self.fence_closes_within:
            return False
        mark = self.fence_mark
        if body.startswith(mark) and not body.strip(mark[0]):
            self.fence_mark = ""
            return True
        return False

    def _opens_raw(self, line: str, body: str, start: int, number: int) -> bool:
        """A comment or formula that goes on below this line: what it holds is no markdown."""
        if (
            self.has_comments
            and (at := line.rfind("<!--")) >= 0
            and line.find("-->", at) < 0
            and line.count("`", 0, at) % 2 == 0
        ):
            end = self.source.find("-->", start + at)
            if end < 0:
                self.has_comments = False
            else:
                self._continue_or_open("text", start, number)
                self.raw_until = end
                return True
        if body.startswith("$$") and self._opens_formula(body, start, start + len(line)):
            self._open("math", start, number)
            return True
        if body.startswith("%%") and "%%" not in body[2:] and start > self.comment_until:
            self.comment_until = self.source.find("%%", start + len(line))
        return False

    def _opens_formula(self, body: str, start: int, line_end: int) -> bool:
        """`$$` with its other end on a line below, and no heading between: no formula has one."""
        if "$$" in body[2:] or (self.kind in _FLOWING and self.source.count("$$", self.start, start) % 2):
            return False
        end = self.source.find("$$", line_end)
        if end < 0 or _HEADING_BELOW.search(self.source, line_end, end):
            return False
        self.raw_until = end
        return True

    # ── containers ───────────────────────────────────────────────────────────────────────

    def _quote(self, line: str, start: int, number: int) -> None:
        match = _QUOTE.match(line.lstrip())
        inner = line.lstrip()[match.end() :].strip() if match else ""
        if not inner:
            self._close()
            return
        if inner[0] in "`~" and (fence := _FENCE.match(inner)):
            self._open_fence(fence[1] or fence[2], 0, 1, start, number)
        elif self.kind != "quote" or (_ITEM.match(inner) is not None) or inner[0] == "|":
            self._open("quote", start, number)

    def _leave_items(self, indent: int) -> None:
        while self.indents and indent < self.indents[-1]:
            self.indents.pop()

    def _item(self, body: str, match: re.Match[str], start: int, number: int, indent: int) -> None:
        self._open("item", start, number)
        self._leave_items(indent)
        width = match.end() if match.end() < len(body) else len(match[0].rstrip()) + 1
        marker = len(match[0].rstrip())
        # Five blanks or more after the marker are an indented line, not a wide marker.
        self.indents.append(indent + (width if width - marker <= 4 else marker + 1))
        rest = body[match.end() :]
        if not rest or ((inner := _ITEM.match(rest)) and inner.end() == len(rest)):
            # Nothing is in it yet: what stands below goes on with it only where it is indented.
            self.previous_end = self.stop
            self._close()
            return
        if rest.startswith("$$") and self._opens_formula(rest, start, self.source.find("\n", start)):
            return
        if rest[:1] in ("`", "~") and (fence := _FENCE.match(rest)):
            self._open_fence(fence[1] or fence[2], self.indents[-1], 0, start, number)
        elif self.outline and rest[:1] == "#" and (match_heading := _ATX.match(rest)):
            self.kind = None
            self.blocks.append(Block("heading", start, self.stop, number, level=len(match_heading[1])))

    def _table(self, start: int, number: int) -> None:
        """The line above is the head of a table: it leaves its paragraph and takes this line along."""
        head = self.source.rfind("\n", 0, max(start - 1, 0)) + 1
        if head > self.start:
            self.blocks.append(Block(self.kind or "text", self.start, head - 1, self.first_line))
        self.kind = None
        self._open("row", head, number - 1)

    def _row(self, body: str, start: int, number: int) -> None:
        if "|" in body:
            self._open("row", start, number)
        else:
            self._open("text", start, number)


def _indent(line: str) -> int:
    """Columns of blanks before the text; a tab goes to the next multiple of four."""
    if line[:1] not in (" ", "\t"):
        return 0
    lead = len(line) - len(line.lstrip(" \t"))
    return len(line[:lead].expandtabs(4)) if "\t" in line[:lead] else lead
