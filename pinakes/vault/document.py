"""What does a note say? The one way from a note's text to its Document. Never raises."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Mapping

from pinakes.model.files import Problem
from pinakes.model.note import Document, Heading, Link, Tag
from pinakes.vault.blocks import Block, Blocks, scan_blocks, shadow
from pinakes.vault.canvas import is_canvas
from pinakes.vault.chunk import chunk
from pinakes.vault.dialect import PLAIN, Dialect
from pinakes.vault.frontmatter import FrontMatter, property_lines, split
from pinakes.vault.inline import Field, scan_inline
from pinakes.vault.markdown import headings
from pinakes.vault.pages import page_name

_DATE = re.compile(r"\d{4}[-_.]\d{2}[-_.]\d{2}")
_NAMELESS = frozenset({"index", "readme"})
_TAG_KEYS = frozenset({"tag", "tags"})
_NO_RELATION = frozenset({"alias", "aliases", "tag", "tags"})
_TITLE_WITHIN_LINES = 60
"""An H1 further down heads a part of the note, not the note."""


def parse(path: str, text: str, dialect: Dialect = PLAIN) -> Document:
    """The note at `path` (relative to the vault), parsed. Mistakes are in `problems`."""
    source = shadow(text)
    front = split(path, text)
    scanned = scan_blocks(source, front.markdown_start, outline=dialect.outline)
    inlines = scan_inline(source, scanned.blocks, scanned.line_starts, text, dialect)
    found = headings(source, scanned.blocks)
    named = {key.casefold(): value for key, value in front.properties.items()}
    named = {**_page_fields(inlines.fields, scanned.blocks, dialect), **named}
    title = _title(path, named, found, front.body_start, scanned.line_starts, dialect)
    tags, tag_links = _tags(named, text, source, front.body_start, scanned.line_starts, dialect)
    return Document(
        path=path,
        text=text,
        title=title,
        properties=_properties(front, inlines.fields),
        aliases=_aliases(named, title),
        tags=(*tags, *inlines.tags),
        headings=found,
        links=(*tag_links, *_property_links(text, source, front, scanned, dialect), *inlines.links),
        blocks=_blocks(inlines.block_ids, scanned, dialect),
        chunks=chunk(text, scanned, found, title, front.body_start),
        body_start=front.body_start,
        problems=front.problems + _problems(path, scanned, inlines.mistakes),
    )


def file_title(path: str) -> str:
    """The file's name as a title; the folder's where the file is called index or README."""
    folder, name = posixpath.split(path)
    stem = posixpath.splitext(name)[0]
    if stem.casefold() in _NAMELESS and folder:
        return posixpath.basename(folder)
    return stem or name


def text_items(value: object, *, separators: str = ",") -> list[str]:
    """A property that may be a list, or a text with separators, as a list of texts."""
    if isinstance(value, str):
        for separator in separators[1:]:
            value = value.replace(separator, separators[0])
        items: Iterable[object] = value.split(separators[0])
    else:
        items = value if isinstance(value, list) else ()
    return [item.strip() for item in items if isinstance(item, str) and item.strip()]


def _page_fields(fields: list[Field], blocks: list[Block], dialect: Dialect) -> dict[str, object]:
    """Inline fields in the note's first paragraph speak of the note, as its front matter does."""
    if not blocks or blocks[0].kind not in ("text", "item" if dialect.outline else "text"):
        return {}
    found = {f.key.casefold(): f.value for f in fields if f.whole_line and f.start < blocks[0].end}
    if dialect.outline:  # tags are found as those of any other block
        return {key: value for key, value in found.items() if key not in _TAG_KEYS}
    return dict(found)


def _properties(front: FrontMatter, fields: list[Field]) -> Mapping[str, object]:
    properties = dict(front.properties)
    for item in fields:
        known = properties.get(item.key)
        if known is None or known == "":
            properties[item.key] = item.value
        elif isinstance(known, list):
            properties[item.key] = [*known, item.value]
        else:
            properties[item.key] = [known, item.value]
    return properties


def _title(
    path: str,
    named: Mapping[str, object],
    found: tuple[Heading, ...],
    body_start: int,
    line_starts: list[int],
    dialect: Dialect,
) -> str:
    title = named.get("title")
    if isinstance(title, str) and title.strip():
        return " ".join(title.split())
    if dialect.pages:
        return page_name(path, dialect.journal)
    if is_canvas(path) or _DATE.fullmatch(posixpath.splitext(posixpath.basename(path))[0]):
        return file_title(path)  # a daily note is known by its day, and a canvas by its file, whatever stands first
    first = found[0] if found else None
    if first and first.level == 1 and first.text:
        body_line = sum(1 for start in line_starts[:_TITLE_WITHIN_LINES] if start < body_start)
        if first.line - body_line <= _TITLE_WITHIN_LINES:
            return first.text
    return file_title(path)


def _aliases(named: Mapping[str, object], title: str) -> tuple[str, ...]:
    found = text_items(named.get("aliases")) + text_items(named.get("alias"))
    plain = (alias.removeprefix("[[").removesuffix("]]") for alias in found)
    return tuple(dict.fromkeys(alias for alias in plain if alias and alias != title))


def _tags(
    named: Mapping[str, object], text: str, source: str, body_start: int, line_starts: list[int], dialect: Dialect
) -> tuple[list[Tag], list[Link]]:
    """The tags of the front matter; in some dialects each is a link as well."""
    tags: list[Tag] = []
    links: list[Link] = []
    blanks = "" if dialect.pages else " \t\n"  # names of pages have blanks in them
    for key in sorted(_TAG_KEYS):
        value = named.get(key)
        at, end = _value_span(source, key, body_start)
        for item in text_items(value, separators="," + blanks if isinstance(value, str) else ","):
            name = unicodedata.normalize("NFC", item.lstrip("#").strip("[] \t/")[:256])
            if not name:
                continue
            found = text.find(item, at, end)
            at = found + len(item) if found >= 0 else at
            start = max(0, found)
            line = bisect_right(line_starts, start)
            tags.append(Tag(name, start, line))
            if dialect.hash_prefix is not None:
                links.append(Link("tag", item[:512], f"{dialect.hash_prefix}{name}", rel=key, start=start, line=line))
    return tags, links


def _value_span(source: str, key: str, body_start: int) -> tuple[int, int]:
    """Where the value of a property stands, as far as that can be told."""
    lines = [(start, end) for name, start, end in property_lines(source, 0, body_start) if name.casefold() == key]
    return (lines[0][0] + len(key), lines[-1][1]) if lines else (0, body_start or len(source))


def _property_links(text: str, source: str, front: FrontMatter, scanned: Blocks, dialect: Dialect) -> tuple[Link, ...]:
    """Links in the front matter, by the property that holds them."""
    links: list[Link] = []
    for key, start, end in property_lines(source, 0, front.body_start):
        line = source[start:end]
        if key.casefold() in _NO_RELATION or not ("[" in line or "://" in line) or line.lstrip().startswith("#"):
            continue
        found = scan_inline(source, [Block("text", start, end, 1)], scanned.line_starts, text, dialect)
        links.extend(
            link._replace(kind="external" if link.kind == "external" else "property", rel=key.casefold())
            for link in found.links
            if link.kind != "tag"
        )
    return tuple(links)


def _blocks(ids: dict[str, int], scanned: Blocks, dialect: Dialect) -> dict[str, int]:
    """The block ids, with those that every note has."""
    if not dialect.ranges:
        return ids
    lines = [block.line for block in scanned.blocks] or [1]
    return {"begin": lines[0], "end": lines[-1], **ids}


def _problems(path: str, scanned: Blocks, mistakes: list[tuple[str, int]]) -> tuple[Problem, ...]:
    found = tuple(Problem(path, message, line) for message, line in mistakes)
    if scanned.open_fence_line is None:
        return found
    return (*found, Problem(path, "code fence not closed; all below it is read as code", scanned.open_fence_line))
