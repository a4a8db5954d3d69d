"""How likely is it that the best sentences answer? A small logistic regression over what the search brought.

A question that no note answers looks like one in other words than the notes': its words are
nowhere together. So this is a matter of degrees, and `pinakes eval --answers` draws what the
degrees are worth. The weights stand in `weights`, fitted by `packaging/train_answers.py`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from pinakes.answer import spans
from pinakes.answer.weigh import FEATURES as TOLD
from pinakes.answer.weigh import Question, Weighed
from pinakes.answer.weights import CONFIDENCE, CONFIDENCE_BIAS
from pinakes.model.answer import Passage

FEATURES = (
    "own", "covered", "most own", "most covered", "whole", "rarest", "unknown", "score", "margin", "typed",
    "untyped", "kind typed", "words", "lead", "near", "one word",
    "names", "named", "rest", "rest near", "names without rest", "rest of three",
    "short missing", "short key missing", "short unknown",
)  # fmt: skip
"""What the numbers of `told` say, in their order."""

_AT = {name: TOLD.index(name) for name in ("whole", "rarest", "typed", "untyped", "near", "elsewhere")}
_NOWHERE = 0.999
"""Rarity of a word that no note has."""


def told(question: Question, ranked: Sequence[tuple[float, Weighed]], passages: Sequence[Passage]) -> tuple[float, ...]:
    """One number for each of `FEATURES`; `ranked`: score and sentence, best first, at least one."""
    score, best = ranked[0]
    all_of = [w for _, w in ranked]
    weights = list(question.rarity.values()) or [0.5]
    unknown = sum(w for w in weights if w >= _NOWHERE) / (sum(weights) or 1.0)
    second = ranked[1][0] if len(ranked) > 1 else score - 3.0
    scores = [p.score for p in passages]
    lead = (scores[0] - scores[1]) / scores[0] if len(scores) > 1 and scores[0] > 0 else 1.0
    kind = question.kinds[0] if question.kinds else None
    best_whole = max(w.told[_AT["whole"]] for w in all_of[:3])
    rarest = max(w.told[_AT["rarest"]] for w in all_of[:3])
    brief = 1 - min(1.0, len(question.words) / 10)
    has_names = any(word in question.names for word in question.words)
    return (
        best.own,
        min(1.0, best.covered),
        max(w.own for w in all_of),
        min(1.0, max(w.covered for w in all_of)),
        max(w.told[_AT["whole"]] for w in all_of),
        rarest,
        unknown,
        score / 5,
        min(1.0, (score - second) / 3),
        best.told[_AT["typed"]],
        best.told[_AT["untyped"]],
        float(kind in spans.TYPED),
        min(1.0, len(question.words) / 12),
        lead,
        best.told[_AT["near"]],
        float(len(question.words) <= 1),
        float(has_names),
        best.named,
        best.rest,
        best.rest_near,
        (1 - best.rest_near) if has_names else 0.0,
        max(w.rest for w in all_of[:3]),
        (1 - best_whole) * brief,
        (1 - rarest) * brief,
        unknown * brief,
    )


def confidence(question: Question, ranked: Sequence[tuple[float, Weighed]], passages: Sequence[Passage]) -> float:
    """0 … 1; 0 where no sentence has a word of the question, nor its surroundings."""
    if not ranked or not any(w.told[_AT["whole"]] for _, w in ranked):
        return 0.0
    seen = told(question, ranked, passages)
    total = CONFIDENCE_BIAS + sum(w * x for w, x in zip(CONFIDENCE, seen, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
