"""What is the model shown? Worked examples, numbered passages in document order, the question; never more than fits.

The shipped model only continues text, so it is shown how such text goes on: an answer names
a passage and repeats its sentence. Passages lie between the examples and the question, each
on one line, so that a note can't look like the next turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from pinakes.answer import hidden
from pinakes.answer.extract import best_spans
from pinakes.answer.orders import addresses_a_machine, is_ordered
from pinakes.answer.shown import Manner, manner
from pinakes.answer.units import plain
from pinakes.model.answer import Passage

Count = Callable[[str], int]

STOP = ("\n",)
"""An answer is one line."""
OPENING = "["
"""How every answer begins, so that it names a passage before it says anything: the model then tends to repeat
that passage instead of inventing."""

EXAMPLES = manner("").examples
"""Those in English."""

MAX_PASSAGES = 3
"""A small model loses its way among more, and every hundred tokens cost most of a second."""
PASSAGE_TOKENS = 90
_QUESTION_CHARS = 600
_OPENING_TOKENS = 1
"""The token that opens a text."""


class Piece(NamedTuple):
    """A stretch of a prompt."""

    text: str
    trusted: bool
    """Ours. In what is not trusted, no characters can become a control token."""


Prompt = tuple[Piece, ...]


class BuiltPrompt(NamedTuple):
    """A prompt that fits."""

    pieces: Prompt
    passages: tuple[Passage, ...]
    """Those in the prompt, numbered from 1, whole, in document order."""
    tokens: int
    """Never fewer than the model will count."""
    budget: int
    hidden: tuple[str, ...] = ()
    """Titles of notes with hidden text, which was left out."""
    orders: tuple[str, ...] = ()
    """Titles of notes with orders to an assistant, which were left out."""


def build(
    question: str, passages: Sequence[Passage], count: Count, *, context_tokens: int, answer_tokens: int
) -> BuiltPrompt:
    """The prompt for a question; `passages` come best first, and the first are the last to be left out.

    Without room for any passage, `passages` of the result is empty, and so may be its pieces.
    """
    budget = max(0, context_tokens - answer_tokens)
    asked = plain(question)[:_QUESTION_CHARS]
    how = manner(question)
    while True:
        room = budget - _size(_pieces(how, (), asked), count)
        cut = _cut_to_fit(asked, passages, count, room)
        if cut or not passages:
            return _assembled(how, cut, asked, count, budget)
        if not how.examples:
            break
        how = how._replace(examples=how.examples[1:])
    return BuiltPrompt((), (), 0, budget)


def _cut_to_fit(question: str, passages: Sequence[Passage], count: Count, room: int) -> list[tuple[Passage, str]]:
    """The best passages and what of each is shown, as many as there is room for."""
    chosen: list[tuple[Passage, str]] = []
    for passage in passages:
        if len(chosen) == MAX_PASSAGES:
            break
        rest = PASSAGE_TOKENS
        frame = count(_label(passage, 88)) + count("\n")
        rest = min(rest, room - frame)
        text = _excerpt(question, passage, count, rest) if rest > 0 else ""
        if text:
            chosen.append((passage, text))
            room -= frame + count(text)
    return chosen


def _assembled(how: Manner, cut: list[tuple[Passage, str]], question: str, count: Count, budget: int) -> BuiltPrompt:
    while True:
        ordered = sorted(cut, key=lambda pair: (pair[0].path, pair[0].start))
        numbered = [(passage._replace(n=n), text) for n, (passage, text) in enumerate(ordered, 1)]
        pieces = _pieces(how, numbered, question)
        tokens = _size(pieces, count)
        if tokens <= budget or not cut:
            break
        cut = cut[:-1]
    if tokens > budget:
        return BuiltPrompt((), (), 0, budget)
    concealed = dict.fromkeys(p.title for p, _ in numbered if hidden.has_hidden(p.text))
    ordering = dict.fromkeys(p.title for p, _ in numbered if len(_spans(p)) < len(best_spans("", p)))
    return BuiltPrompt(pieces, tuple(p for p, _ in numbered), tokens, budget, tuple(concealed), tuple(ordering))


def _pieces(how: Manner, numbered: Sequence[tuple[Passage, str]], question: str) -> Prompt:
    pieces = [Piece(example, True) for example in how.examples]
    for passage, text in numbered:
        pieces += [Piece(_label(passage, passage.n), False), Piece(text, False), Piece("\n", True)]
    return (*pieces, Piece(how.question, True), Piece(f" {question}", False), Piece(f"\n{how.answer} {OPENING}", True))


def _label(passage: Passage, n: int) -> str:
    parts = [plain(part)[:80] for part in (passage.title, *passage.heading[-1:]) if part]
    name = " : ".join(part for part in parts if not addresses_a_machine(part))
    return f"[{n}] ({name}) "


def _size(pieces: Prompt, count: Count) -> int:
    return sum(count(piece.text) for piece in pieces) + _OPENING_TOKENS


def _excerpt(question: str, passage: Passage, count: Count, room: int) -> str:
    """The passage on one line, or its best sentences and their neighbours; cut between sentences."""
    spans = _spans(passage)
    shown = [plain(_LIKE_A_MARK.sub(r"(\1)", passage.text[start:end])) for start, end in spans]
    sizes = [count(" " + text) for text in shown]
    ranked = [spans.index(span) for span in best_spans(question, passage) if span in spans]
    chosen: set[int] = set()
    if not ranked:
        return ""
    queue = _outwards(ranked[0], len(spans))
    used = 0
    for i in queue:
        if used + sizes[i] > room:
            break
        chosen.add(i)
        used += sizes[i]
    if not chosen:
        return _shortened(shown[ranked[0]], count, room)
    text = " ".join(shown[i] for i in sorted(chosen) if shown[i])
    return text if count(text) <= room else _shortened(shown[ranked[0]], count, room)


def _spans(passage: Passage) -> list[tuple[int, int]]:
    """The sentences of a passage in order, without those that give orders to a machine."""
    return [(a, b) for a, b in sorted(best_spans("", passage)) if not is_ordered(passage.text, a, b)]


_LIKE_A_MARK = re.compile(r"\[(\d{1,4})\]")
"""A note's own `[1]` would read as the number of a passage."""


def _outwards(centre: int, size: int) -> list[int]:
    """The indices from `centre`: itself, then its neighbours, nearest first, what follows before what precedes."""
    return sorted(range(size), key=lambda i: (abs(i - centre), i < centre))


def _shortened(text: str, count: Count, room: int) -> str:
    """As many of a sentence's first words as fit; nothing rather than half a word."""
    words = text.split(" ")
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if count(" ".join(words[:middle])) <= room:
            low = middle
        else:
            high = middle - 1
    return " ".join(words[:low])
