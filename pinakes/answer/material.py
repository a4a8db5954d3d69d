"""What is an answer made from? The passages that were found, other parts of their notes, and how rare words are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pinakes.model.answer import Passage, Route
from pinakes.model.search import Hit
from pinakes.retrieve import gather
from pinakes.retrieve.rarity import rarities
from pinakes.retrieve.route import route
from pinakes.store import read
from pinakes.store import text as lexical
from pinakes.store.db import Connection
from pinakes.vault.place import top_line
from pinakes.vault.sentence import sentences

_BEFORE = 2
"""Sentences before a passage that begins in mid-thought."""
_MOST_BEFORE = 500
_POINT_BACK = frozenset(
    "he she it they this that these those but and so then also therefore however because his her its their such"
    " er sie es dies diese dieser dieses das aber und dann auch deshalb daher jedoch denn sein ihr deren dessen"
    " il elle ils elles cela ceci ce mais et puis donc aussi eso esto pero y entonces también su"
    " questo quello ma poi anche quindi dit deze maar en dan ook isso isto mas então também".split()
)
_POINT_BACK_UNSPACED = (
    "それ",
    "その",
    "これ",
    "この",
    "しかし",
    "だが",
    "また",
    "そして",
    "彼",
    "他",
    "她",
    "它",
    "这",
    "但",
    "然后",
    "因此",
    "而",
)


class Material(NamedTuple):
    """All that an answer may draw on."""

    passages: tuple[Passage, ...]
    """The hits, best first, numbered."""
    parts: tuple[Passage, ...]
    """Other passages of the same notes, their numbers after those of the hits."""
    rarity: Mapping[str, float]
    """How rare each word of the question is in the notes, 0 … 1."""
    route: Route


def passages(hits: Sequence[Hit]) -> tuple[Passage, ...]:
    """Hits as passages, numbered from 1."""
    return tuple(
        Passage(n, h.path, h.title, h.heading, top_line(h.text, h.line), h.start, h.text, h.score)
        for n, h in enumerate(hits, 1)
    )


def in_mid_thought(text: str) -> bool:
    """True where a text points back to what stood before it: its first word is small, or is "he", "this", "but" …"""
    opening = text.lstrip(" \t\r\n")[:80]
    if not opening or opening[0] in "#|`>-*+~=<![" or opening.startswith("---"):
        return False
    first = next(iter(lexical.words(opening)), "")
    return first[:1].islower() or first.casefold() in _POINT_BACK or opening.startswith(_POINT_BACK_UNSPACED)


def _with_its_thought(db: Connection, passage: Passage, hit: Hit) -> Passage:
    """The passage from where its thought begins: with the last sentences before it, where it opens in the middle."""
    if passage.start == 0 or not in_mid_thought(passage.text):
        return passage
    before = read.chunk_before(db, hit.chunk_id)
    if before is None or before.heading_path != passage.heading or before.start + len(before.text) != passage.start:
        return passage
    spans = sentences(before.text)[-_BEFORE:]
    if not spans or len(before.text) - spans[0][0] > _MOST_BEFORE:
        return passage
    tail = before.text[spans[0][0] :]
    newlines = tail.count("\n") + tail.count("\r") - tail.count("\r\n")
    return passage._replace(text=tail + passage.text, start=passage.start - len(tail), line=passage.line - newlines)


def gathered(db: Connection, question: str, hits: Sequence[Hit]) -> Material:
    """What the index holds for a question whose search has found `hits`."""
    if not hits:
        return Material((), (), {}, "nothing")
    found = tuple(_with_its_thought(db, passage, hit) for passage, hit in zip(passages(hits), hits, strict=True))
    rarity = rarities(db, question)
    rows = gather.parts(db, question, hits, rarity)
    parts = tuple(
        Passage(n, r.path, r.title, r.heading_path, top_line(r.text, r.line), r.start, r.text, 0.0)
        for n, r in enumerate(rows, len(found) + 1)
    )
    return Material(found, parts, rarity, route(db, question, hits).route)
