"""How good are answers? What they say beside the gold, what they cite, and when they say nothing.

`exact` and `f1` are SQuAD's (Rajpurkar et al. 2016): words without case, signs and articles,
the best of the gold strings; where an answer gives a short form, that is what is compared.
`contains` asks less: does what is shown hold a gold string? All three are means over the
questions that have gold notes and gold strings, an abstention counting as a miss.

`citation_precision` is the share of citations that lead to a gold note. It is stricter than
ALCE's (Gao et al. 2023), which asks a model whether the cited text carries the sentence: here
another note that says the same counts as wrong.

A question without gold is one that the notes do not answer. `abstain_precision` is the share
of abstentions that were such questions, `abstain_recall` the share of such questions that were
met with an abstention, and `false_abstain` the share of the other questions that were.

The risk–coverage curve (El-Yaniv and Wiener 2010) asks what the confidence is worth: of the
answers that are surest, as many as a share of all questions, which part is wrong? Where an
answer was held back, the nearest places that were shown instead stand for what it would have
said. Its area is the mean risk over all shares (Geifman and El-Yaniv 2017): the lower, the
better.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pinakes.answer import folding
from pinakes.evaluate.questions import Question
from pinakes.model.answer import Answer
from pinakes.store import text as lexical

_ARTICLES = frozenset({"a", "an", "the"})
_HELD_BACK = 3
"""As many of the nearest places stand for an answer that was held back as an answer has sentences at most."""
_POINTS = 20
_SHORT_GOLD = 3
"""Characters; a shorter gold string must stand as a word of its own: "no" is part of many."""
_WORD = re.compile(r"\w")


class Judged(NamedTuple):
    """One answer beside its gold."""

    id: str
    type: str
    answerable: bool
    """There are gold notes."""
    told: bool
    """There are gold strings too."""
    found: bool
    """A gold note was among the passages."""
    abstained: bool
    exact: bool
    contains: bool
    f1: float
    citations: int
    citations_gold: int
    unsupported_shown: int
    confidence: float
    right: bool
    """What it says, or what it held back, holds a gold string; never where the notes have no answer."""


def judge(question: Question, answer: Answer) -> Judged:
    """Compare an answer with the question's gold."""
    said = _said(answer)
    says = answer.short or _shown(answer)
    answerable = bool(question.gold)
    return Judged(
        id=question.id,
        type=question.type,
        answerable=answerable,
        told=answerable and bool(question.answers),
        found=any(passage.path in question.gold for passage in answer.passages),
        abstained=answer.abstained,
        exact=any(_words(says) == _words(gold) != [] for gold in question.answers),
        contains=not answer.abstained and stands(question.answers, said),
        f1=max((_f1(_words(says), _words(gold)) for gold in question.answers), default=0.0),
        citations=len(answer.citations),
        citations_gold=sum(c.path in question.gold for c in answer.citations),
        unsupported_shown=unsupported_shown(answer),
        confidence=answer.confidence,
        right=answerable and stands(question.answers, said),
    )


def unsupported_shown(answer: Answer) -> int:
    """Sentences that are shown though nothing carries them, or with a quotation that is not in its passage."""
    texts: dict[str, list[tuple[int, str]]] = {}
    for passage in answer.passages:
        texts.setdefault(passage.path, []).append((passage.start, passage.text))
    sound = {
        c.n
        for c in answer.citations
        if any(text[c.start - at :].startswith(c.quote) for at, text in texts.get(c.path, ()) if c.start >= at)
    }
    return sum(
        sentence.text in answer.text and not (sentence.status != "unsupported" and set(sentence.citations) <= sound)
        for sentence in answer.sentences
    )


def stands(gold: Sequence[str], text: str) -> bool:
    """True where the text holds one of the strings, but for case, blanks, kinds of quotes and markdown's marks."""
    folded = folding.fold(text).text
    return any(_stands(wanted, folded) for string in gold if (wanted := folding.fold(string).text.strip()))


def summary(judged: Sequence[Judged]) -> dict[str, float]:
    """The figures over many answers, four places; zeros for none."""
    told = [j for j in judged if j.told]
    found = [j for j in told if j.found]
    given = [j for j in judged if j.answerable and not j.abstained]
    absent = [j for j in judged if not j.answerable]
    silent = [j for j in judged if j.abstained]
    citations = sum(j.citations for j in given)
    return {
        "exact": _mean([j.exact for j in told]),
        "contains": _mean([j.contains for j in told]),
        "contains_found": _mean([j.contains for j in found]),
        "f1": _mean([j.f1 for j in told]),
        "citation_precision": round(sum(j.citations_gold for j in given) / citations, 4) if citations else 0.0,
        "abstain_precision": _mean([not j.answerable for j in silent]),
        "abstain_recall": _mean([j.abstained for j in absent]),
        "false_abstain": _mean([j.abstained for j in judged if j.answerable]),
        "unsupported_shown": sum(j.unsupported_shown for j in judged),
        "told": len(told),
        "found": len(found),
        "absent": len(absent),
    }


def risk_coverage(judged: Sequence[Judged]) -> dict[str, object]:
    """The curve as (coverage, risk, least confidence) and its area; questions without gold strings are left out."""
    ranked = sorted((j for j in judged if j.told or not j.answerable), key=lambda j: (-j.confidence, j.id))
    risks, wrong = [], 0
    for n, one in enumerate(ranked, 1):
        wrong += not one.right
        risks.append(wrong / n)
    if not ranked:
        return {"points": [], "area": 0.0}
    at = sorted({max(1, round(len(ranked) * step / _POINTS)) for step in range(1, _POINTS + 1)})
    points = [[round(n / len(ranked), 4), round(risks[n - 1], 4), round(ranked[n - 1].confidence, 4)] for n in at]
    return {"points": points, "area": round(sum(risks) / len(risks), 4)}


def report(questions: Sequence[Question], ask: Callable[[str], Answer], step: Callable[[], None]) -> dict[str, object]:
    """Ask all, and say how good the answers were. `step` is told of each."""
    judged = []
    for question in questions:
        judged.append(judge(question, ask(question.text)))
        step()
    types = sorted({j.type for j in judged})
    return {
        **summary(judged),
        "answers_by_type": {t: {"n": len(own), **summary(own)} for t in types if (own := _of(judged, t))},
        "risk_coverage": risk_coverage(judged),
        "answers": [
            {
                "id": j.id,
                "type": j.type,
                "abstained": j.abstained,
                "contains": j.contains,
                "confidence": round(j.confidence, 4),
            }
            for j in judged
        ],
    }


def _of(judged: Sequence[Judged], type_: str) -> list[Judged]:
    return [j for j in judged if j.type == type_]


def _said(answer: Answer) -> str:
    """What is shown for an answer; for one that was held back, what would have been."""
    if answer.abstained:
        return "\n".join(c.quote for c in answer.nearest[:_HELD_BACK])
    return f"{answer.short}\n{_shown(answer)}"


def _shown(answer: Answer) -> str:
    """Its sentences without the numbers of their citations."""
    return "" if answer.abstained else " ".join(s.text for s in answer.sentences if s.text in answer.text)


def _stands(wanted: str, folded: str) -> bool:
    at = folded.find(wanted)
    while at >= 0:
        past = at + len(wanted)
        short = len(wanted) <= _SHORT_GOLD
        before, after = folded[at - 1 : at] if at else "", folded[past : past + 1]
        if not _goes_on(before, wanted[0], short) and not _goes_on(wanted[-1], after, short):
            return True
        at = folded.find(wanted, at + 1)
    return False


def _goes_on(left: str, right: str, short: bool) -> bool:
    """True where a number, or in a short string a word, runs on across the edge."""
    if not left or not right or lexical.is_unspaced(left + right):
        return False
    return (left.isdigit() and right.isdigit()) or (short and bool(_WORD.match(left) and _WORD.match(right)))


def _words(text: str) -> list[str]:
    """SQuAD's: no case, no signs, no articles; each character of scripts without blanks."""
    words: list[str] = []
    for word in lexical.words(folding.fold(text).text):
        words += list(word) if lexical.is_unspaced(word) else [word]
    return [word for word in words if word not in _ARTICLES]


def _f1(said: Sequence[str], gold: Sequence[str]) -> float:
    shared = sum((Counter(said) & Counter(gold)).values())
    return 2 * shared / (len(said) + len(gold)) if shared else 0.0


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 4) if values else 0.0
