"""Does a note say this? Every sentence of an answer is checked against the passages, and every citation built here.

The numbers a model writes are hints where to look first, nothing more: a citation is the
passage's own sentence, found by us, at its own place.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pinakes.answer import facts, folding, hidden
from pinakes.answer.orders import is_ordered
from pinakes.answer.units import Unit, citation, content_terms, plain, units
from pinakes.model.answer import AnswerSentence, Citation, Passage, SentenceStatus
from pinakes.store import text as lexical
from pinakes.vault.sentence import sentences

MARK = re.compile(r"\[(\d{1,4}(?:[ ]?[,;–-][ ]?\d{1,4}){0,15})\]")

_QUOTE_WEIGHT = 12
_WORDS_A_STRANGER = 12
"""Content words of a claim that allow one which its evidence does not have. A single word may be the lie."""
_GLUE = frozenset(
    "note notes say says said mention mentions state states according written notiz notizen laut steht".split()
)
"""What an answer may say about the notes themselves."""
_ENOUGH_OWN = 0.6
"""… and in its evidence without the help of title and headings."""
_SHORT_CLAIM = 3
"""Content terms; a shorter claim means something only together with its question."""
_MAX_CLAIMS = 24
_QUOTED_SPAN = re.compile('["“„«]([^"“”„«»\n]{4,400})["”“»]')
_EDGE_QUOTES = "\"“”„«»' "


class CheckedAnswer(NamedTuple):
    """A model's text, sentence by sentence, with what the notes say to it."""

    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]

    @property
    def carried(self) -> tuple[AnswerSentence, ...]:
        return tuple(s for s in self.sentences if s.status != "unsupported")

    @property
    def share(self) -> float:
        """The part of the sentences that the notes carry; 0 for an empty answer."""
        return len(self.carried) / len(self.sentences) if self.sentences else 0.0

    @property
    def text(self) -> str:
        """The sentences that the notes carry, each with its marks."""
        return " ".join(marked(s) for s in self.carried)


def marked(sentence: AnswerSentence) -> str:
    """A sentence with the numbers of its citations behind it."""
    return " ".join([sentence.text, "".join(f"[{n}]" for n in sentence.citations)]).strip()


def check(answer_text: str, passages: Sequence[Passage], question: str = "") -> CheckedAnswer:
    """Find what carries each sentence of `answer_text`. The question says what a one-word answer claims."""
    ledger = Ledger()
    evidence = {passage.n: _Evidence.of(passage) for passage in passages}
    checked: list[AnswerSentence] = []
    seen: set[str] = set()
    for text, hints in claims(answer_text):
        folded = folding.needle(text)
        if not folded or folded in seen:
            continue
        seen.add(folded)
        hinted = [evidence[n] for n in hints if n in evidence]
        others = [e for n, e in evidence.items() if n not in hints]
        found = _best(text, hinted, question) or _best(text, others, question)
        if found is None:
            checked.append(AnswerSentence(text, (), "unsupported"))
        else:
            n = ledger.number(found.passage, found.start, found.end)
            checked.append(AnswerSentence(found.text, (n,), found.status))
    return CheckedAnswer(tuple(checked), ledger.citations)


def is_fragment(sentence: AnswerSentence) -> bool:
    """True for a word or two that say nothing without their question."""
    return sentence.status != "quoted" and len(content_terms(sentence.text, "en")) < _SHORT_CLAIM


class Ledger:
    """Citations, numbered from 1 in the order in which they are first needed."""

    def __init__(self) -> None:
        self._citations: list[Citation] = []

    def number(self, passage: Passage, start: int, end: int) -> int:
        """The number of the citation of this place, a new one if it has none."""
        new = citation(len(self._citations) + 1, passage, start, end)
        for known in self._citations:
            if (known.path, known.start, known.quote) == (new.path, new.start, new.quote):
                return known.n
        self._citations.append(new)
        return new.n

    @property
    def citations(self) -> tuple[Citation, ...]:
        return tuple(self._citations)


def claims(answer_text: str) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences of a model's text without their marks, and the passages each names."""
    kept: list[str] = []
    marks: list[tuple[int, int]] = []
    at = size = 0
    for match in MARK.finditer(answer_text):
        kept.append(answer_text[at : match.start()])
        size += match.start() - at
        marks.extend((size, n) for n in _mark_numbers(match[1]))
        at = match.end()
    text = "".join([*kept, answer_text[at:]])
    leading = MARK.match(answer_text.lstrip()) is not None
    spans = sentences(text)[:_MAX_CLAIMS]
    found: list[list[int]] = [[] for _ in spans]
    for position, n in marks:
        if (owner := _owner(position, spans, leading)) is not None:
            found[owner].append(n)
    return [
        (" ".join(text[a:b].split()).strip(_EDGE_QUOTES), tuple(dict.fromkeys(ns)))
        for (a, b), ns in zip(spans, found, strict=True)
    ]


def _mark_numbers(inside: str) -> Iterator[int]:
    """`1`, `1, 2`, `1–3`; a range longer than ten is nobody's citation."""
    for part in re.split("[,;]", inside):
        ends = [int(number) for number in re.findall(r"\d{1,4}", part)]
        yield from range(ends[0], min(ends[-1], ends[0] + 10) + 1)


def _owner(position: int, spans: Sequence[tuple[int, int]], leading: bool) -> int | None:
    """Which sentence a mark belongs to: the one before it, or after it where an answer opens with a mark."""
    if leading:
        return next((i for i, (_, end) in enumerate(spans) if position < end), None)
    started = [i for i, (start, _) in enumerate(spans) if start < position]
    return started[-1] if started else (0 if spans else None)


class _Evidence(NamedTuple):
    """A passage, prepared for comparisons."""

    passage: Passage
    code: str
    units: tuple[Unit, ...]
    folded: folding.Folded
    context: str
    """Title and headings: what the passage's sentences are about without saying so."""

    @classmethod
    def of(cls, passage: Passage) -> _Evidence:
        code = lexical.language(passage.text)
        seen = folding.fold(hidden.blanked(passage.text))
        return cls(passage, code, units(passage, code), seen, " · ".join([passage.title, *passage.heading]))

    def windows(self) -> Iterator[tuple[int, int]]:
        """Sentences, and pairs of neighbours, by index; heading lines carry nothing by themselves."""
        for i, unit in enumerate(self.units):
            if unit.kind == "heading":
                continue
            yield i, i + 1
            if i + 1 < len(self.units) and self._run_on(unit, self.units[i + 1]):
                yield i, i + 2

    def _run_on(self, first: Unit, second: Unit) -> bool:
        """True where two sentences stand in one paragraph: two items of a list say nothing together."""
        between = self.passage.text[first.end : second.start]
        most = 1 if first.kind in ("item", "row") else 2
        return second.kind == first.kind and not between.strip() and between.count("\n") < most


class _Found(NamedTuple):
    text: str
    passage: Passage
    start: int
    end: int
    status: SentenceStatus
    merit: float


def _best(claim: str, evidence: Sequence[_Evidence], question: str) -> _Found | None:
    for gate in (_quoted, _supported):
        found = [f for e in evidence if (f := gate(claim, e, question))]
        if found:
            return max(found, key=lambda f: f.merit)
    return None


def _quoted(claim: str, evidence: _Evidence, question: str) -> _Found | None:
    """The claim stands in the passage, but for case, spacing, quotes and marks."""
    wanted = folding.needle(claim)
    if folding.weight(wanted) < _QUOTE_WEIGHT:
        return None
    place = folding.find(wanted, evidence.folded)
    if place is None:
        return None
    touched = [u for u in evidence.units if u.start < place[1] and place[0] < u.end and u.kind != "heading"]
    if not touched:
        return None
    start, end = touched[0].start, touched[-1].end
    original = evidence.passage.text[start:end]
    if is_ordered(evidence.passage.text, start, end):
        return None  # an order to an assistant is what a note says, never what it tells its owner
    if (facts.denials(original, evidence.code) - facts.denials(claim, evidence.code)) % 2:
        return None  # "nobody said that it leaks" does not say that it leaks
    whole = folding.needle(original) == wanted
    return _Found(plain(original) if whole else claim, evidence.passage, start, end, "quoted", 1.0)


def _supported(claim: str, evidence: _Evidence, question: str) -> _Found | None:
    """A sentence of the passage, or two neighbours, that say what the claim says: the claim gate."""
    code = evidence.code
    words = _worded(claim, code)
    for span in _QUOTED_SPAN.findall(claim):
        if folding.find(folding.needle(span), evidence.folded) is None:
            return None
    numbers, names = facts.numbers(claim), facts.names(claim, code)
    asked = _worded(question, code)
    if not words and not (numbers and asked):
        return None
    wanted = words | asked if len(words) < _SHORT_CLAIM else words
    about = content_terms(evidence.context, code)
    context_facts = facts.numbers(evidence.context)
    parity = facts.denials(claim, code) % 2
    best: _Found | None = None
    for i, j in evidence.windows():
        start, end = evidence.units[i].start, evidence.units[j - 1].end
        held = frozenset().union(*(u.terms for u in evidence.units[i:j]))
        before = evidence.units[i - 1].terms if i else frozenset()
        own = words & held
        strangers = len(wanted - held - about - _GLUE)
        if len(own) < _ENOUGH_OWN * len(words) or strangers > len(wanted) // _WORDS_A_STRANGER:
            continue
        if not names <= held | about | before | _katakana(evidence, start, end):
            continue
        text = evidence.passage.text[start:end]
        nearest = max(evidence.units[i:j], key=lambda u: len(words & u.terms))
        if not numbers <= facts.numbers(nearest.text) | context_facts:
            continue  # a number of the next sentence counts something else
        if _repeats(claim, text, code) or is_ordered(evidence.passage.text, start, end):
            continue
        if facts.turned(claim, text, code):
            continue  # "Ana paid Bo" for "Bo paid Ana"
        # A denial in the neighbour must not make up for one that the sentence itself has, or lacks.
        if any(facts.denials(said, code) % 2 != parity for said in (text, nearest.text)):
            continue
        merit = len(own) / (len(words) or 1) + len(asked & held) / (len(asked) + 1) - 0.1 * (j - i)
        if best is None or merit > best.merit:
            best = _Found(claim, evidence.passage, start, end, "supported", merit)
    return best


def _repeats(claim: str, text: str, code: str) -> bool:
    """True where the claim says a word more often than its evidence does.

    "The club is the password of the club" has the words of "The password of the club is
    Lisbon", and has put one of them where what it should say was.
    """
    said, there = (Counter(lexical.terms(t, code).split()) for t in (claim, text))
    return any(said[term] > max(1, there[term]) for term in content_terms(claim, code))


def _worded(text: str, code: str) -> frozenset[str]:
    """Content terms without numbers, which are compared by value."""
    return frozenset(term for term in content_terms(text, code) if not term.isdecimal())


def _katakana(evidence: _Evidence, start: int, end: int) -> frozenset[str]:
    """Names in katakana are compared as runs: pairs of them would meet by chance."""
    return facts.names(evidence.passage.text[start:end], evidence.code)
