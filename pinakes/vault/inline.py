"""Which links, tags, inline fields and block ids stand in a note's text?

The scanner jumps from one sign that may begin something to the next. Brackets are matched
by a stack, code spans by a table of the backticks of their block, and every expression is
bounded, so that the time is linear in the length of the text whatever it holds. What only
some programs read so is in `signs`.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from pinakes.model.note import Link, LinkKind, Tag
from pinakes.vault import signs
from pinakes.vault.blocks import Block
from pinakes.vault.destination import destination, has_blank, url
from pinakes.vault.dialect import PLAIN, Dialect
from pinakes.vault.links import markdown_link, redirected, wikilink

_TRIGGER = r"[`\\\[\]$<#^]|:(?::|//)|%%"
_BACKTICKS = re.compile(r"`{1,100000}")
WIKILINK = re.compile(r"\[\[([^\[\]\n]{1,512})\]\]")
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
    mistakes: list[tuple[str, int]]
    """(what is wrong, line)."""


class Field(NamedTuple):
    """An inline field, `key:: value`."""

    key: str
    value: str
    start: int
    line: int
    whole_line: bool
    """False within brackets, amid a text."""


def scan_inline(
    source: str, blocks: Sequence[Block], line_starts: list[int], original: str, dialect: Dialect = PLAIN
) -> Inlines:
    """The links, tags, fields and block ids of the blocks that are no code.

    `source` is the shadow of `original`: offsets agree, and what is kept comes from the latter.
    """
    definitions = _definitions(source, blocks)
    scanner = Scanner(source, original, line_starts, definitions, dialect)
    if dialect.definitions:
        scanner.redirects = _definitions(source, _last_definitions(blocks))
    previous = 1
    for block in blocks:
        if block.kind not in _MUTE:
            scanner.scan(block.start, block.end, previous)
        previous = block.line
    scanner.links.sort(key=lambda link: link.start)
    links = _marked(scanner.links, scanner.comments)
    return Inlines(links, scanner.tags, scanner.fields, scanner.block_ids, scanner.mistakes)


def _marked(links: list[Link], comments: list[tuple[int, int]]) -> list[Link]:
    """The links, those within comments marked."""
    if not comments:
        return links
    starts = [start for start, _ in comments]

    def within(at: int) -> bool:
        index = bisect_right(starts, at) - 1
        return index >= 0 and at < comments[index][1]

    return [link._replace(in_comment=True) if within(link.start) else link for link in links]


_MUTE = frozenset({"fence", "code", "math", "rule", "definition"})


def _definitions(source: str, blocks: Sequence[Block]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for block in blocks:
        if block.kind == "definition" and (match := _DEFINITION.match(source, block.start, block.end)):
            found.setdefault(_label_key(match[1]), match[2] or match[3])
    return found or _NOTHING


def _last_definitions(blocks: Sequence[Block]) -> list[Block]:
    """Those below everything else, as programs write them; others are the author's, and mean `[x]` only."""
    last = takewhile(lambda block: block.kind == "definition", reversed(blocks))
    return list(last)[::-1]


def _label_key(label: str) -> str:
    return " ".join(label.split()).casefold()


@dataclass(slots=True)
class Scanner:
    """Collects what the blocks of one note hold."""

    source: str
    original: str
    line_starts: list[int]
    definitions: Mapping[str, str]
    dialect: Dialect
    redirects: Mapping[str, str] = field(default_factory=dict)
    """The definitions that say where a wikilink leads."""
    links: list[Link] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    block_ids: dict[str, int] = field(default_factory=dict)
    mistakes: list[tuple[str, int]] = field(default_factory=list)
    comments: list[tuple[int, int]] = field(default_factory=list)
    """Where each `%%` comment begins and ends."""
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
    no_percent: bool = False
    previous_line: int = 1

    def scan(self, start: int, end: int, previous_line: int) -> None:
        trigger, handlers = _signs(self.dialect)
        match = trigger.search(self.source, start, end)
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
            after = handlers[match[0]](self, at)
            match = trigger.search(self.source, after, end)

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
        name = match[1].rstrip("/")
        if self.may_begin_tag(at) and is_tag(name):
            self.tag(name, at)
        return match.end()

    def may_begin_tag(self, at: int) -> bool:
        before = self.source[at - 1] if at > self.start else " "
        return not (before.isalnum() or before in "_/#&{")

    def tag(self, name: str, at: int) -> None:
        self.tags.append(Tag(unicodedata.normalize("NFC", name), at, self.line_of(at)))

    def percent(self, at: int) -> int:
        """`%%` begins a comment, when another one ends it."""
        if (not self.comments or at >= self.comments[-1][1]) and not self.no_percent:
            close = self.source.find("%%", at + 2)
            self.no_percent = close < 0
            if close >= 0:
                self.comments.append((at, close + 2))
        return at + 2

    def caret(self, at: int) -> int:
        match = _BLOCK_ID.match(self.source, at, self.end)
        if not match or (at > self.start and not self.source[at - 1].isspace()):
            return at + 1
        # An id that stands alone names the block above it.
        self.block_ids.setdefault(match[1], self.previous_line if at == self.start else self.line_of(at))
        return match.end()

    def open_bracket(self, at: int) -> int:
        match = WIKILINK.match(self.source, at, self.end)
        if not match:
            self.open_brackets.append(at)
            return at + 1
        if not match[1].partition("|")[0].strip(" \t#\\"):
            return match.end()
        start = at - 1 if at > self.start and self.source[at - 1] == "!" and self.escaped != at - 1 else at
        self.wikilink(start, match.end(), match[1])
        return match.end()

    def wikilink(
        self, start: int, end: int, inner: str, *, kind: LinkKind | None = None, label: str = "", rel: str | None = None
    ) -> None:
        """Take note of a link of this inner text, which stands in `source[start:end]`."""
        raw = self.original[start:end]
        rel = self.rel_at(start) if rel is None else rel
        link = wikilink(
            raw, inner, start, self.line_of(start), rel=rel, kind=kind, label=label,
            label_first=self.dialect.label_first,
        )  # fmt: skip
        definition = self.redirects.get(_label_key(link.target))
        self.links.append(redirected(link, definition) if definition else link)

    def close_bracket(self, at: int) -> int:
        if not self.open_brackets:
            return at + 1
        opened = self.open_brackets.pop()
        after = self.source[at + 1 : at + 2]
        if after == "(":
            found = destination(self.source, at + 1, self.end)
            if found:
                self._markdown(opened, at, found[1], found[0])
                return found[1]
            if has_blank(self.source, at + 1, self.end):
                mistake = "a blank in the target of a link: write %20 for it, or put the target between < and >"
                self.mistakes.append((mistake, self.line_of(at)))
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
        found = url(self.source, self.start, at, self.end)
        if not found:
            return at + 3
        self._external(*found, self.source[found[0] : found[1]])
        return found[1]

    # ── parts ────────────────────────────────────────────────────────────────────────────

    def _external(self, start: int, end: int, address: str) -> None:
        raw = self.original[start:end]
        rel = self.rel_at(start)
        self.links.append(Link("external", raw, address, rel=rel, start=start, line=self.line_of(start)))

    def _markdown(self, opened: int, closed: int, end: int, target: str) -> None:
        if target.startswith("data:"):
            return  # the picture itself, not the name of one
        image = opened > self.start and self.source[opened - 1] == "!" and self.escaped != opened - 1
        start = opened - 1 if image else opened
        while self.links and self.links[-1].start > opened and self.links[-1].raw == self.links[-1].target:
            self.links.pop()  # an URL as the label of a link is not a second link
        label = self.source[opened + 1 : closed].strip()
        raw = self.original[start:end]
        self.links.append(
            markdown_link(raw, target, label, start, self.line_of(start), image=image, rel=self.rel_at(start))
        )

    def _reference(self, opened: int, closed: int) -> int:
        """`[text][label]`, `[label][]` or `[label]`, where the note defines the label."""
        text = self.source[opened + 1 : closed][:512]
        match = _REFERENCE.match(self.source, closed + 1, self.end)
        end = match.end() if match else closed + 1
        target = self.definitions.get(_label_key((match[1] if match else "") or text))
        if target is None:
            return closed + 1
        self._markdown(opened, closed, end, target)
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


def is_tag(name: str) -> bool:
    """More than digits and slashes: `#1` counts, and `#2024/05` dates."""
    return bool(name.strip("-_/")) and any(not (sign.isdigit() or sign == "/") for sign in name)


_Handler = Callable[[Scanner, int], int]
_HANDLERS: Mapping[str, _Handler] = {
    "\\": Scanner.backslash,
    "`": Scanner.backtick,
    "$": Scanner.dollar,
    "<": Scanner.less_than,
    "#": Scanner.hash_sign,
    "^": Scanner.caret,
    "[": Scanner.open_bracket,
    "]": Scanner.close_bracket,
    "::": Scanner.colons,
    "://": Scanner.scheme,
    "%%": Scanner.percent,
}


@lru_cache(maxsize=64)
def _signs(dialect: Dialect) -> tuple[re.Pattern[str], Mapping[str, _Handler]]:
    """What may begin something, and what it begins, in this dialect."""
    more = signs.handlers(dialect)
    triggers = [expression for sign, expression in signs.TRIGGERS.items() if sign in more]
    return re.compile("|".join([*triggers, _TRIGGER])), {**_HANDLERS, **more}
