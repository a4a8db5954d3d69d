"""Which way is a question best gone about: one note, some notes, the whole vault, or is there nothing?

No model is asked. What the question says (its cues in English, German and Japanese) and what
the search has found for it become a few numbers between 0 and 1, and a logistic regression
turns them into a probability for each way. Its weights stand in `route_weights`; they were
fitted by `packaging/train_route.py` on the golden questions.

Whether the notes have an answer at all is no part of the regression: nothing that a search
finds tells a question in other words than the note's from one that no note answers. There is
nothing where nothing was found; else the answer's own checks decide.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import NamedTuple

from pinakes.model.answer import Route
from pinakes.model.search import Hit
from pinakes.retrieve import overview
from pinakes.retrieve.query import content_words, groups, parse
from pinakes.retrieve.route_weights import BIAS, WEIGHTS
from pinakes.store import read, text, vocabulary
from pinakes.store.db import Connection

WAYS: tuple[Route, ...] = ("lookup", "local", "global")
"""Those that a question with an answer may go."""
LOOKED_AT = 8
"""Hits that tell; more change nothing."""
_LONGEST = 2_000
_COUNTED = 20_000

_WHOLE = re.compile(
    r"\b(?:overview|overall|summar\w{1,8}|themes?|principles?|philosophy|organi[sz]ed|structured?|hang together"
    r"|main (?:areas?|topics?|themes?|sections?|points?|parts?)|kinds? of things|in general|big picture"
    r"|about this vault"
    r"|this (?:vault|graph|wiki|documentation|collection)|what am i|who are the people|my life"
    r"|überblick|übersicht|zusammenfass\w{1,6}|grundsätz\w{1,4}|prinzipien|hauptthemen|wichtigsten|insgesamt|im ganzen"
    r"|zusammenhäng\w{1,4}|worum geht)\b|全体|概要|概観|まとめて|要約|主な|主要な|全般|大まか|どんなテーマ",
    re.IGNORECASE,
)
_LIST = re.compile(
    r"\b(?:which|what) (?:\w{1,20} ){0,3}(?:notes|tools|services|commands|settings|proposals|kinds|ways|types|pages"
    r"|books|people|places|features|options)\b|\bwhere (?:did|do|have) i (?:write|note|mention|say)\b"
    r"|\b(?:list|all|every|each of)\b|\bwhat are the\b|\bi have \w{1,20}ed\b|\bwhat did i note\b"
    r"|\b(?:welche|alle|sämtliche|jede[rsn]?|liste)\b|一覧|すべて|全て|どの\w{0,6}たち|いくつか|列挙",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"[,;] ?(?:and|und)? ?(?:what|which|who|whom|how|when|where|why|if|is|wie|was|wer|wann|wo|welche\w?)\b"
    r"|\b(?:and|und) (?:what|which|who|how|when|where|why|on what|if|is|since|wie|was|wer|wann|wo|welche\w?)\b"
    r"|、(?:その|次の|また|それ)|と、|; ",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\w (?:who|whom|whose|that|which) \w|\b(?:of|by|with|from) the \w{1,20} (?:of|who|that|which|in|for|at)\b"
    r"|, (?:der|die|das|den|dem|deren|dessen) |\b(?:des|der) \w{1,30}s? (?:des|der|auf|im|vom)\b"
    r"|した\w{1,8}の|の\w{1,8}の",
    re.IGNORECASE,
)
_ONE_VALUE = re.compile(
    r"\b(?:when|who|whose|how (?:many|much|long|old|far|heavy|high)|what (?:year|day|date|time)|wann|wer|wie ?viele?"
    r"|wie (?:hoch|lange|schwer|alt)|ab welchem|number|code|price|cost|address|password|default|telefon\w{0,8})\b"
    r"|いつ|誰|いくら|いくつ|何(?:年|月|日|人|円)|価格|定価",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:why|how (?:do|can|should|is|am|did)|should i|is there|does|can i|rule of thumb"
    r"|warum|weshalb|wie kann|darf)\b"
    r"|なぜ|どうすれば|どのように|したい|手順",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<=[\w,;:] )[A-ZÄÖÜ][\w’'.-]{1,40}|\b\w{0,30}\d\w{0,30}\b|\b\w{1,30}[._:]\w{1,30}|[ァ-ヺー]{3,40}"
)


class Routed(NamedTuple):
    """The way, and how likely it is the right one."""

    route: Route
    confidence: float
    """0 … 1; as often as it says are ways right that were not fitted on."""
    chances: tuple[float, ...] = (0.0, 0.0, 0.0)
    """Of each of `WAYS`; they sum to 1, or to 0 where there is nothing."""


def route(db: Connection, question: str, hits: Sequence[Hit]) -> Routed:
    """The way for a question whose search has found `hits`, best first."""
    if not hits:
        return Routed("nothing", 1.0)
    told = features(db, question, hits)
    sums = [
        bias + sum(weight * part for weight, part in zip(row, told, strict=True))
        for bias, row in zip(BIAS, WEIGHTS, strict=True)
    ]
    top = max(sums)
    powers = [math.exp(value - top) for value in sums]
    chances = tuple(power / sum(powers) for power in powers)
    best = max(range(len(WAYS)), key=chances.__getitem__)
    return Routed(WAYS[best], round(chances[best], 3), chances)


FEATURES = (
    "whole", "asked for", "list", "joined", "relative", "one value", "open", "names", "length",
    "best covered", "rarest covered", "all covered", "unknown", "titled", "lead", "concentrated", "one value covered",
)  # fmt: skip
"""What the numbers of `features` say, in their order."""


def features(db: Connection, question: str, hits: Sequence[Hit]) -> tuple[float, ...]:
    """What the question and the hits tell, each 0 … 1."""
    question = question[:_LONGEST]
    best, rarest, together, unknown, titled = _covered(db, question, hits[:LOOKED_AT])
    scores = [hit.score for hit in hits[:LOOKED_AT]]
    lead = (scores[0] - scores[1]) / scores[0] if len(scores) > 1 and scores[0] > 0 else 1.0
    whole = sum(scores)
    one_value = _says(_ONE_VALUE, question)
    query = parse(question)
    return (
        _says(_WHOLE, question),
        float(overview.asked_for(query, ("en", "de"))),
        _says(_LIST, question),
        _says(_JOINED, question),
        _says(_RELATIVE, question),
        one_value,
        _says(_OPEN, question),
        min(1.0, len(_NAME.findall(question)) / 4),
        min(1.0, len(question) / (60 if text.is_unspaced(question) else 160)),
        best,
        rarest,
        together,
        unknown,
        titled,
        lead,
        sum((score / whole) ** 2 for score in scores) if whole else 1.0,
        best * one_value,
    )


def _says(cues: re.Pattern[str], question: str) -> float:
    return float(cues.search(question) is not None)


def _covered(db: Connection, question: str, hits: Sequence[Hit]) -> tuple[float, ...]:
    """Shares of the question, rare words weighing more: in the best hit, its rarest word in any of the first three,
    in all of them together, in no note at all, in the best of the titles."""
    languages = tuple(dict.fromkeys((*read.languages(db)[:2], "en")))
    query = parse(question)
    total = max(1, read.chunk_count(db))
    weights: dict[tuple[str, ...], float] = {}
    unknown = 0.0
    for group in groups(content_words(query, languages), languages):
        found = vocabulary.frequency(db, text.match_expression([group]), _COUNTED)
        weights[group] = math.log1p(total / max(1, found)) / math.log1p(total)
        unknown += 0.0 if found else weights[group]
    whole = sum(weights.values())
    if not whole or not hits:
        return (0.0, 0.0, 0.0, unknown / whole if whole else 1.0, 0.0)
    code = languages[0]
    bodies = [_terms(" ".join((hit.title, *hit.heading, hit.text)), code) for hit in hits]
    titles = [_terms(" ".join((hit.title, *hit.heading)), code) for hit in hits]

    def part(body: str) -> float:
        return sum(weight for group, weight in weights.items() if _stands(group, body)) / whole

    rarest = max(weights, key=weights.__getitem__)
    return (
        max(map(part, bodies[:3])),
        float(any(_stands(rarest, body) for body in bodies[:3])),
        part("".join(bodies)),
        unknown / whole,
        max(map(part, titles[:3])),
    )


def _terms(passage: str, code: str) -> str:
    return f" {text.terms(passage, code)} "


def _stands(group: Sequence[str], body: str) -> bool:
    return any(f" {variant} " in body for variant in group)
