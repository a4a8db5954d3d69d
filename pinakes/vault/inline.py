"""Which links, tags, inline fields and block ids stand in a note's text?

The scanner jumps from one sign that may begin something to the next. Brackets are matched
by a stack, code spans by a table of the backticks of their block, and every expression is
bounded, so that the time is linear in the length of the text whatever it holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pinakes.model import Link, Tag
from pinakes.vault.blocks import Block
from pinakes.vault.links import markdown_link, wikilink

_TRIGGER = re.compile(r"[`\\\[\]$<#^]|:(?::|//)")
_BACKTICKS = re.compile(r"`{1,100000}")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]{1,512})\]\]")
_FORMULA = re.compile(r"\$[^\s$](?:[^$\n]{0,500}[^\s$\\])?\$(?!\d)")
_HTML_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9-]{0,31}(?:[\s/][^<>]{0,1024})?>")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]{1,2048})>")
_MAIL = re.compile(r"<([\w.+-]{1,64}@[\w.-]{1,255})>")
_BLOCK_ID = re.compile(r"\^([A-Za-z0-9-]{1,128})[ \t]{0,64}(?=\n|\Z)")
_TAG = re.compile(
    "#("
    "[^\x00-,.:-@\\[-^`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\xd7\xf7\u2000-\u200c\u200e-\u203b\u203d-\u2048\u204a-\u206f"
    "\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\ufe10-\ufe1f\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
    "\uff3b-\uff3e\uff40\uff5b-\uff65\ufffd\ud800-\udfff]{1,256})"
)
_SCHEME_BEFORE = re.compile(
    r"(?<![A-Za-z0-9])(?:https?|ftp|file|obsidian|zotero|logseq|message|evernote|devonthink)\Z", re.I
)
_URL_REST = re.compile(
    r"://[^\s<>\"`{}|\\^\[\]\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]{1,2048}"
)
_SIMPLE_DESTINATION = re.compile(r"\(([^\s()<>\\]{1,4096})\)")
_ANGLE_DESTINATION = re.compile(r"\([ \t\n]{0,16}<([^<>\n]{0,2048})>")
_DESTINATION_SIGN = re.compile(r"[()\s\\]")
_AFTER_DESTINATION = re.compile(r"(?:[ \t\n]{1,16}(?:\"[^\"]{0,512}\"|'[^']{0,512}'|\([^()]{0,512}\)))?[ \t\n]{0,16}\)")
_REFERENCE = re.compile(r"\[([^\[\]]{0,256})\]")
_DEFINITION = re.compile(r"[ \t]{0,40}\[([^\[\]\n]{1,256})\]:[ \t]{0,16}(?:<([^<>\n]{1,2048})>|([^\s<>]{1,2048}))")
_FIELD_KEY = re.compile(
    r"[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,16})?(?:\[[^\[\]\n]\][ \t]{1,16})?"  # marks of a list, a task
    r"([^\s\[\](){}#`|:<>,.;!?\"'][^\[\](){}#`|:<>,.;!?\"\n]{0,63})\Z"
)
_BRACKETS = {"[": re.compile(r"[\[\]]"), "(": re.compile(r"[()]")}
_NOTHING: Mapping[str, str] = {}


class Inlines(NamedTuple):
    """What the blocks of a note hold, each in the order of the text."""

    links: list[Link]
    tags: list[Tag]
    fields: list[Field]
    block_ids: dict[str, int]
    """Block id → line."""


class Field(NamedTuple):
    """An inline field, `key:: value`."""

    key: str
    value: str
    start: int
    line: int
    whole_line: bool
    """False within brackets, amid a text."""


def scan_inline(source: str, blocks: Sequence[Block], line_starts: list[int], original: str) -> Inlines:
    """The links, tags, fields and block ids of the blocks that are no code.

    `source` is the shadow of `original`: offsets agree, and what is kept comes from the latter.
    """
    definitions = _definitions(source, blocks)
    scanner = _Scanner(source, original, line_starts, definitions)
    previous = 1
    for block in blocks:
        if block.kind not in _MUTE:
            scanner.scan(block.start, block.end, previous)
        previous = block.line
    scanner.links.sort(key=lambda link: link.start)
    return Inlines(scanner.links, scanner.tags, scanner.fields, scanner.block_ids)


_MUTE = frozenset({"fence", "code", "math", "rule", "definition"})


def _definitions(source: str, blocks: Sequence[Block]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for block in blocks:
        if block.kind == "definition" and (match := _DEFINITION.match(source, block.start, block.end)):
            found.setdefault(_label_key(match[1]), match[2] or match[3])
    return found or _NOTHING


def _label_key(label: str) -> str:
    return " ".join(label.split()).casefold()


@dataclass(slots=True)
class _Scanner:
    """Collects what the blocks of one note hold."""

    source: str
    original: str
    line_starts: list[int]
    definitions: Mapping[str, str]
    links: list[Link] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    block_ids: dict[str, int] = field(default_factory=dict)
    start: int = 0
    end: int = 0
    escaped: int = -1
    """Offset of the last sign behind a backslash."""
    open_brackets: list[int] = field(default_factory=list)
    backticks: dict[int, list[int]] | None = None
    """Length → offsets of the runs of that length in this block; found when first needed."""
    relation: tuple[str, int] = ("", -1)
    """The field that is open, and where its value ends."""
    no_comment: bool = False
    previous_line: int = 1

    def scan(self, start: int, end: int, previous_line: int) -> None:
        match = _TRIGGER.search(self.source, start, end)
        if not match:
            return
        self.start, self.end, self.previous_line = start, end, previous_line
        self.escaped = -1
        self.open_brackets.clear()
        self.backticks = None
        self.relation = ("", -1)
        self.no_comment = False
        while match:
            at = match.start()
            after = _HANDLERS[match[0]](self, at)
            match = _TRIGGER.search(self.source, after, end)

    def line_of(self, at: int) -> int:
        return bisect_right(self.line_starts, at)

    def rel_at(self, at: int) -> str:
        key, end = self.relation
        return key if at < end else ""

    # ── one sign each: what it begins, and where to look on ──────────────────────────────

    def backslash(self, at: int) -> int:
        self.escaped = at + 1
        return at + 2

    def backtick(self, at: int) -> int:
        run = _BACKTICKS.match(self.source, at, self.end)
        length = run.end() - at if run else 1
        if self.backticks is None:
            self.backticks = {}
            for found in _BACKTICKS.finditer(self.source, at, self.end):
                self.backticks.setdefault(found.end() - found.start(), []).append(found.start())
        same = self.backticks.get(length, [])
        index = bisect_left(same, at + length)
        return (same[index] if index < len(same) else at) + length

    def dollar(self, at: int) -> int:
        if self.source.startswith("$$", at):
            close = self.source.find("$$", at + 2, self.end)
            return close + 2 if close >= 0 else at + 2
        formula = _FORMULA.match(self.source, at, self.end)
        return formula.end() if formula else at + 1

    def less_than(self, at: int) -> int:
        source = self.source
        if source.startswith("<!--", at) and not self.no_comment:
            close = source.find("-->", at + 4, self.end)
            self.no_comment = close < 0
            return close + 3 if close >= 0 else at + 4
        match = _AUTOLINK.match(source, at, self.end)
        if match:
            self._external(at, match.end(), match[1])
        elif match := _MAIL.match(source, at, self.end):
            self._external(at, match.end(), f"mailto:{match[1]}")
        else:
            match = _HTML_TAG.match(source, at, self.end)
        return match.end() if match else at + 1

    def hash_sign(self, at: int) -> int:
        match = _TAG.match(self.source, at, self.end)
        if not match:
            return at + 1
        before = self.source[at - 1] if at > self.start else " "
        name = match[1].rstrip("/")
        if not (before.isalnum() or before in "_/#&{") and _is_tag(name):
            self.tags.append(Tag(name, at, self.line_of(at)))
        return match.end()

    def caret(self, at: int) -> int:
        match = _BLOCK_ID.match(self.source, at, self.end)
        if not match or (at > self.start and not self.source[at - 1].isspace()):
            return at + 1
        # An id that stands alone names the block above it.
        self.block_ids.setdefault(match[1], self.previous_line if at == self.start else self.line_of(at))
        return match.end()

    def open_bracket(self, at: int) -> int:
        match = _WIKILINK.match(self.source, at, self.end)
        if not match:
            self.open_brackets.append(at)
            return at + 1
        if not match[1].partition("|")[0].strip(" \t#\\"):
            return match.end()
        start = at - 1 if at > self.start and self.source[at - 1] == "!" and self.escaped != at - 1 else at
        raw = self.original[start : match.end()]
        self.links.append(wikilink(raw, match[1], start, self.line_of(start), rel=self.rel_at(start)))
        return match.end()

    def close_bracket(self, at: int) -> int:
        if not self.open_brackets:
            return at + 1
        opened = self.open_brackets.pop()
        after = self.source[at + 1 : at + 2]
        if after == "(":
            found = self._destination(at + 1)
            if found:
                self._markdown(opened, at, found[1], found[0])
                return found[1]
        elif self.definitions is not _NOTHING:
            return self._reference(opened, at)
        return at + 1

    def colons(self, at: int) -> int:
        """`key:: value`, at the start of a line or in brackets."""
        source = self.source
        if at + 2 < self.end and source[at + 2] not in " \t\n":
            return at + 2
        low = max(self.start, at - 300)
        line_start = source.rfind("\n", low, at) + 1 or low
        prefix = source[line_start:at]
        bracket = max(prefix.rfind("["), prefix.rfind("("))
        inside = bracket >= 0 and _FIELD_KEY.match(prefix, bracket + 1)
        whole_line = not inside and (line_start == self.start or source[line_start - 1] == "\n")
        match = inside or (_FIELD_KEY.match(prefix) if whole_line else None)
        key = match[1].strip("*_ \t") if match else ""
        if not key:
            return at + 2
        end = source.find("\n", at, self.end)
        end = end if end >= 0 else self.end
        if inside:
            end = self._closing(at + 2, min(end, at + 1024), prefix[bracket])
            if end < 0:
                return at + 2
        value = self.original[at + 2 : end].strip()
        self.fields.append(Field(key, value, line_start, self.line_of(at), whole_line))
        self.relation = (key.casefold(), end)
        return at + 2

    def scheme(self, at: int) -> int:
        before = _SCHEME_BEFORE.search(self.source[max(self.start, at - 12) : at])
        rest = _URL_REST.match(self.source, at, self.end)
        if not before or not rest:
            return at + 3
        start = at - len(before[0])
        end = _trim_url(self.source, start, rest.end())
        self._external(start, end, self.source[start:end])
        return end

    # ── parts ────────────────────────────────────────────────────────────────────────────

    def _external(self, start: int, end: int, url: str) -> None:
        raw = self.original[start:end]
        rel = self.rel_at(start)
        self.links.append(Link("external", raw, url, rel=rel, start=start, line=self.line_of(start)))

    def _destination(self, at: int) -> tuple[str, int] | None:
        """(destination, end) of `(destination "title")` at `at`."""
        simple = _SIMPLE_DESTINATION.match(self.source, at, self.end)
        if simple:
            return simple[1], simple.end()
        angle = _ANGLE_DESTINATION.match(self.source, at, self.end)
        if angle:
            begin, end, text = angle.start(1), angle.end(), angle[1]
        else:
            begin = at + 1
            while begin < self.end and self.source[begin] in " \t\n" and begin < at + 16:
                begin += 1
            end = self._balanced(begin)
            text = self.source[begin:end]
        rest = _AFTER_DESTINATION.match(self.source, end, self.end)
        return (text, rest.end()) if rest and text else None

    def _balanced(self, begin: int) -> int:
        """Where a destination without angle brackets ends; its parentheses are balanced, 8 deep at most."""
        depth = 0
        at = begin
        limit = min(self.end, begin + 4096)
        while match := _DESTINATION_SIGN.search(self.source, at, limit):
            sign = match[0]
            at = match.end() + (sign == "\\")
            depth += (sign == "(") - (sign == ")")
            if depth < 0 or sign.isspace():
                return match.start()
            if depth > 8:
                break
        return begin

    def _markdown(self, opened: int, closed: int, end: int, destination: str) -> None:
        if destination.startswith("data:"):
            return  # the picture itself, not the name of one
        image = opened > self.start and self.source[opened - 1] == "!" and self.escaped != opened - 1
        start = opened - 1 if image else opened
        while self.links and self.links[-1].start > opened and self.links[-1].raw == self.links[-1].target:
            self.links.pop()  # an URL as the label of a link is not a second link
        label = self.source[opened + 1 : closed].strip()
        raw = self.original[start:end]
        self.links.append(
            markdown_link(raw, destination, label, start, self.line_of(start), image=image, rel=self.rel_at(start))
        )

    def _reference(self, opened: int, closed: int) -> int:
        """`[text][label]`, `[label][]` or `[label]`, where the note defines the label."""
        text = self.source[opened + 1 : closed][:512]
        match = _REFERENCE.match(self.source, closed + 1, self.end)
        end = match.end() if match else closed + 1
        destination = self.definitions.get(_label_key((match[1] if match else "") or text))
        if destination is None:
            return closed + 1
        self._markdown(opened, closed, end, destination)
        return end

    def _closing(self, at: int, limit: int, opening: str) -> int:
        """The bracket that closes a bracketed field; links within it have brackets of their own."""
        depth = 0
        for match in _BRACKETS[opening].finditer(self.source, at, limit):
            depth += 1 if match[0] == opening else -1
            if depth < 0:
                return match.start()
            if depth > 8:
                break
        return -1


def _is_tag(name: str) -> bool:
    return bool(name.strip("-_/")) and any(not (sign.isdigit() or sign == "/") for sign in name)


def _trim_url(source: str, start: int, end: int) -> int:
    """Leave out the punctuation that belongs to the sentence around an URL."""
    while end > start:
        last = source[end - 1]
        if last in ".,;:!?'\"*_~" or (last == ")" and source.count("(", start, end) < source.count(")", start, end)):
            end -= 1
        else:
            break
    return end


_HANDLERS = {
    "\\": _Scanner.backslash,
    "`": _Scanner.backtick,
    "$": _Scanner.dollar,
    "<": _Scanner.less_than,
    "#": _Scanner.hash_sign,
    "^": _Scanner.caret,
    "[": _Scanner.open_bracket,
    "]": _Scanner.close_bracket,
    "::": _Scanner.colons,
    "://": _Scanner.scheme,
}
