"""Which links and tags do only some programs read? Handlers beside those of `inline`, by the switches of a dialect.

Each takes the scanner and the offset of its sign, and gives where to look on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pinakes.model.note import Link
from pinakes.vault.dialect import Dialect

if TYPE_CHECKING:
    from pinakes.vault.inline import Scanner

Handler = Callable[["Scanner", int], int]

TRIGGERS: Mapping[str, str] = {"((": r"\(\(", "{{": r"\{\{", "@": "@", ":": r"(?<!\S):(?=\w)"}
"""The expression of each sign that plain markdown has no use for."""

_UUID = r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_PAGE = r"\[\[([^\[\]\n]{1,512})\]\]"
_BLOCK_REFERENCE = re.compile(rf"\(\(({_UUID})\)\)")
_EMBED = re.compile(r"\{\{embed[ \t]{1,8}(?:" + _PAGE + rf"|\(\(({_UUID})\)\))[ \t]{{0,8}}\}}\}}")
_LABELLED = re.compile(r"\((?:" + _PAGE + rf"|\(\(({_UUID})\)\))\)")
_TAG_PAGE = re.compile("#" + _PAGE)
_REFERENCE_EMBED = re.compile(r"\(\(ref:[ \t]{0,4}" + _PAGE + r"(#[^()\n]{1,256})?[ \t]{0,4}\)\)")
_DOTTED = re.compile(r"[#@]([A-Za-z0-9](?:[\w.-]{0,126}\w)?)")
_COLON_TAGS = re.compile(r":((?:[\w/-]{1,64}:){1,16})(?!\S)")
_SPACED_TAG = re.compile(r"#(\w[^#\n]{0,126}[^\s#])#(?!\w)")
_ITEM_MARKS = re.compile(r"[ \t]{0,40}(?:[-*+][ \t]{1,16})?([\w.-]{1,64})\Z")
_ID = re.compile(_UUID)
_COMMA = re.compile(r",(?![^\[\]]{0,96}\]\])")
_PAGES_OF = frozenset({"tags"})
_NO_LINKS = frozenset({"alias", "aliases", "title", "id", "icon", "type", "collapsed", "exclude-from-graph-view"})


def handlers(dialect: Dialect) -> dict[str, Handler]:
    """The handlers that this dialect adds, or puts in place of the plain ones."""
    found: dict[str, Handler] = {}
    if dialect.hash_prefix is not None:
        found["#"] = _page_tag if dialect.pages else _note_tag
    if dialect.at_prefix is not None:
        found["@"] = _at
    if dialect.outline:
        found.update({"((": _block_reference, "{{": _embed, "::": _property, "]": _page_bracket})
    if dialect.ranges:
        found["(("] = _reference_embed
    if dialect.colon_tags:
        found[":"] = _colon_tags
    if dialect.spaced_tags:
        found["#"] = _spaced_tag
    return found


# ── tags ─────────────────────────────────────────────────────────────────────────────────


def _page_tag(scanner: Scanner, at: int) -> int:
    """`#x` and `#[[two words]]` are tags and links to the pages of these names."""
    match = _TAG_PAGE.match(scanner.source, at, scanner.end)
    if match and scanner.may_begin_tag(at):
        name = match[1].strip()
        if not name:
            return match.end()
        scanner.tag(name, at)
        _tag_link(scanner, at, match.end(), name)
        return match.end()
    known = len(scanner.tags)
    after = scanner.hash_sign(at)
    if len(scanner.tags) > known:
        _tag_link(scanner, at, at + 1 + len(scanner.tags[-1].name), scanner.tags[-1].name)
    return after


def _note_tag(scanner: Scanner, at: int) -> int:
    """`#x.y` is a tag, and a link to the note of that name below a prefix."""
    match = _DOTTED.match(scanner.source, at, scanner.end)
    if not match or not scanner.may_begin_tag(at) or match[1].replace(".", "").isdigit():
        return scanner.hash_sign(at)
    scanner.tag(match[1], at)
    _tag_link(scanner, at, match.end(), f"{scanner.dialect.hash_prefix}{match[1]}")
    return match.end()


def _at(scanner: Scanner, at: int) -> int:
    """`@x` is a link to a person's note; in a mail address it is none."""
    match = _DOTTED.match(scanner.source, at, scanner.end)
    if not match or not scanner.may_begin_tag(at) or scanner.source[at - 1 : at] in (".", "-", "@"):
        return at + 1
    _tag_link(scanner, at, match.end(), f"{scanner.dialect.at_prefix}{match[1]}")
    return match.end()


def _colon_tags(scanner: Scanner, at: int) -> int:
    match = _COLON_TAGS.match(scanner.source, at, scanner.end)
    if not match:
        return at + 1
    for name in match[1].split(":"):
        if name.strip("-_/"):
            scanner.tag(name, at)
    return match.end()


def _spaced_tag(scanner: Scanner, at: int) -> int:
    match = _SPACED_TAG.match(scanner.source, at, scanner.end)
    if not match or not scanner.may_begin_tag(at) or " " not in match[1]:
        return scanner.hash_sign(at)
    scanner.tag(" ".join(match[1].split()), at)
    return match.end()


def _tag_link(scanner: Scanner, start: int, end: int, target: str) -> None:
    raw = scanner.original[start:end]
    line = scanner.line_of(start)
    scanner.links.append(Link("tag", raw, target, rel=scanner.rel_at(start), start=start, line=line))


# ── blocks and pages ─────────────────────────────────────────────────────────────────────


def _block_reference(scanner: Scanner, at: int) -> int:
    match = _BLOCK_REFERENCE.match(scanner.source, at, scanner.end)
    if not match:
        return at + 2
    _block_link(scanner, at, match.end(), match[1])
    return match.end()


def _embed(scanner: Scanner, at: int) -> int:
    match = _EMBED.match(scanner.source, at, scanner.end)
    if not match:
        return at + 2
    if match[2]:
        _block_link(scanner, at, match.end(), match[2], embed=True)
    else:
        scanner.wikilink(at, match.end(), match[1], kind="embed")
    return match.end()


def _block_link(scanner: Scanner, start: int, end: int, block: str, *, label: str = "", embed: bool = False) -> None:
    name = f"(({block.lower()}))"
    raw = scanner.original[start:end]
    rel, line = scanner.rel_at(start), scanner.line_of(start)
    scanner.links.append(Link("embed" if embed else "block", raw, name, name, label, rel, start, line))


def _page_bracket(scanner: Scanner, at: int) -> int:
    """`[label]([[page]])`, `[label](((block)))`, and the outer ones of `[[a [[b]] c]]`."""
    stack = scanner.open_brackets
    match = _LABELLED.match(scanner.source, at + 1, scanner.end)
    if stack and match:
        opened = stack.pop()
        label = scanner.source[opened + 1 : at].strip()
        if match[2]:
            _block_link(scanner, opened, match.end(), match[2], label=label)
        else:
            scanner.wikilink(opened, match.end(), match[1], kind="wikilink", label=label)
        return match.end()
    doubled = len(stack) > 1 and stack[-2] == stack[-1] - 1 and scanner.source.startswith("]]", at)
    if doubled and at - stack[-1] <= 512:
        inner = scanner.source[stack[-1] + 1 : at]
        del stack[-1]
        opened = stack.pop()
        if "[[" in inner and "\n" not in inner:
            scanner.wikilink(opened, at + 2, inner)
        return at + 2
    return scanner.close_bracket(at)


def _reference_embed(scanner: Scanner, at: int) -> int:
    """`((ref: [[note]]#part))`, as notes were embedded once."""
    match = _REFERENCE_EMBED.match(scanner.source, at, scanner.end)
    if not match:
        return at + 2
    scanner.wikilink(at, match.end(), f"{match[1]}{match[2] or ''}", kind="embed")
    return match.end()


def _property(scanner: Scanner, at: int) -> int:
    """`key:: value` of a block: some values are lists of pages, some name none."""
    source = scanner.source
    line_start = max(scanner.start, source.rfind("\n", max(scanner.start, at - 200), at) + 1)
    match = _ITEM_MARKS.match(source, line_start, at)
    after = scanner.colons(at)
    if not match or match.end() != at:
        return after
    end = source.find("\n", at, scanner.end)
    end = end if end >= 0 else scanner.end
    key = match[1].casefold()
    value = source[at + 2 : end].strip()
    if key == "id" and _ID.fullmatch(value):
        # An id that stands alone names the block above it.
        above = scanner.previous_line if line_start == scanner.start else scanner.line_of(scanner.start)
        scanner.block_ids.setdefault(value.lower(), above)
    if key in _PAGES_OF:
        _pages(scanner, at + 2, end, key)
    return end if key in _PAGES_OF or key in _NO_LINKS or value.startswith('"') else after


def _pages(scanner: Scanner, start: int, end: int, key: str) -> None:
    """Comma-separated names are tags of the block, and links to their pages."""
    at = start
    for piece in _COMMA.split(scanner.source[start:end]):
        name = piece.strip().lstrip("#").removeprefix("[[").removesuffix("]]").strip()
        begin = at + len(piece) - len(piece.lstrip())
        if name:
            scanner.tag(name[:256], begin)
            raw = scanner.original[begin : begin + len(piece.strip())]
            scanner.links.append(Link("tag", raw, name, rel=key, start=begin, line=scanner.line_of(begin)))
        at += len(piece) + 1
