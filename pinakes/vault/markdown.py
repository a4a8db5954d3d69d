"""What is the text of a heading, without its markup?"""

from __future__ import annotations

import re

from pinakes.model.note import Heading
from pinakes.vault.blocks import Block

_MARKUP = re.compile(
    r"!?\[\[[^\[\]\n|#]{0,512}(?:#[^\[\]\n|]{0,512})?\|([^\[\]\n]{1,512})\]\]"  # [[target|label]]
    r"|!?\[\[([^\[\]\n]{1,512})\]\]"
    r"|!?\[([^\[\]\n]{0,512})\]\([^()\n]{0,2048}\)"  # [label](target)
    r"|`{1,16}([^`\n]{1,512})`{1,16}"
    r"|</?[A-Za-z][^<>\n]{0,512}>"
    r"|\\([!-/:-@\[-`{-~])"
)
_SIGNS = re.compile(r"[*_`\[\\<~=]")
_EMPHASIS = re.compile(
    r"(?<!\s)[*]{1,3}|[*]{1,3}(?!\s)|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|(?<=\S)(?:~~|==)|(?:~~|==)(?=\S)"
)
_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]{1,200}(?=#{1,6}(?:[ \t]|\Z))")
_CLOSING_HASHES = re.compile(r"(?:\A|[ \t])#{1,64}\Z")
_ID = re.compile(r"[ \t](?:\^[A-Za-z0-9-]{1,128}|\{#[^\s{}]{1,120}\})\Z")
"""`^id`, as Obsidian names a block, or `{#id}`, as book builders name a heading."""


def headings(source: str, blocks: list[Block]) -> tuple[Heading, ...]:
    """The headings among the blocks of a note."""
    return tuple(
        Heading(block.level, heading_text(source[block.start : block.end]), block.start, block.line)
        for block in blocks
        if block.kind == "heading"
    )


def heading_text(written: str) -> str:
    """A heading as a reader sees it, from the lines that make it."""
    text = written.strip(" \t\n\ufeff")
    if item := _ITEM.match(text):
        text = text[item.end() :]
    hashes = len(text) - len(text.lstrip("#"))
    if 1 <= hashes <= 6 and text[hashes : hashes + 1] in ("", " ", "\t"):
        text = text[hashes:].strip()
        closing = _CLOSING_HASHES.search(text, max(0, len(text) - 65))
        text = text[: closing.start()].strip() if closing else text
    else:
        text = text.rpartition("\n")[0].strip()  # the line of = or - below
    own_id = _ID.search(text, max(0, len(text) - 130))
    return plain(text[: own_id.start()] if own_id else text)


def plain(text: str) -> str:
    """A line of markdown without its markup, blanks as one."""
    if not _SIGNS.search(text):
        return " ".join(text.split())
    text = _MARKUP.sub(lambda match: next((group for group in match.groups() if group is not None), ""), text)
    return " ".join(_EMPHASIS.sub("", text).split())
