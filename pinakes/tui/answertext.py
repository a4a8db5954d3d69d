"""How is an answer written out: each sentence with its numbers, and a mark where the notes do not carry it?"""

from __future__ import annotations

from pinakes.clean import clean
from pinakes.model.answer import Answer, AnswerSentence, Citation, Passage, TokenCount
from pinakes.model.ledger import KeptAnswer
from pinakes.tui.state import bar

CITE = "cite:"
"""What the address of a citation begins with; its number follows."""
METER = 10
"""Cells of the bar that shows how full the context is."""
LONGEST_TAIL = 12
"""Characters of an unclosed bracket that are held back while an answer streams in."""


def drawn(answer: Answer) -> str:
    """A checked answer as markdown: what the notes carry, then, apart and marked, what they do not."""
    if not answer.sentences:
        return clean(answer.text)
    carried = [sentence for sentence in answer.sentences if sentence.status != "unsupported"]
    left_out = [sentence for sentence in answer.sentences if sentence.status == "unsupported"]
    if answer.model is None and len(carried) > 1:  # sentences of several notes do not make a paragraph
        parts = ["- " + _cited(sentence) for sentence in carried]
    else:
        parts = [" ".join(map(_cited, carried))] if carried else []
    if left_out:
        parts.append("⚠ Not found in your notes:")
        parts += [f"- *{clean(sentence.text).strip()}*" for sentence in left_out]
    return "\n\n".join(parts)


def _cited(sentence: AnswerSentence) -> str:
    text = clean(sentence.text).strip()
    for n in sentence.citations:
        text = text.replace(f" [{n}]", "").replace(f"[{n}]", "")
    numbers = "".join(f"[\\[{n}\\]]({CITE}{n})" for n in sentence.citations)
    return f"{text} {numbers}".rstrip()


def verdict(answer: Answer) -> str:
    """How many sentences the notes carry, in words; empty where nothing was claimed."""
    total = len(answer.sentences)
    if answer.abstained or not total:
        return ""
    carried = sum(sentence.status != "unsupported" for sentence in answer.sentences)
    if carried == total:
        return "✓ the notes carry every sentence"
    return f"⚠ the notes carry {carried} of {total} sentences"


def meter(tokens: TokenCount) -> str:
    """How much of the room for prompt and answer was taken; empty where no model was asked."""
    if not tokens.budget:
        return ""
    taken = min(tokens.prompt, tokens.budget)
    return f"prompt {bar(taken / tokens.budget, METER)} {tokens.prompt:,} of {tokens.budget:,} tokens"


def again(kept: KeptAnswer) -> Answer:
    """An answer that was kept, as one to be shown."""
    return Answer(
        question=kept.question,
        route=kept.route,
        text=kept.text,
        abstained=kept.abstained,
        sentences=kept.sentences,
        citations=tuple(Citation(s.n, s.path, s.heading, s.line, s.end_line, 0, s.quote) for s in kept.sources),
        passages=tuple(Passage(s.n, s.path, s.title, s.heading, s.line, 0, s.quote, 0.0) for s in kept.sources),
        model=kept.model,
        tokens=TokenCount(),
        took_ms=0,
        id=kept.id,
        short=kept.short,
        understood=kept.understood,
        follows=kept.follows,
    )


def _half_cited(text: str) -> bool:
    """Whether what follows a bracket may become the number of a source."""
    return len(text) <= LONGEST_TAIL and all(c.isdigit() or c in ", " for c in text)


class Tail:
    """Holds back the end of a stream while it may be half a link: `[1` would flicker as text."""

    def __init__(self) -> None:
        self._held = ""

    def push(self, token: str) -> str:
        """What can be shown now."""
        text = self._held + token
        bracket = text.rfind("[")
        if bracket >= 0 and _half_cited(text[bracket + 1 :]):
            self._held = text[bracket:]
            return text[:bracket]
        self._held = ""
        return text

    def rest(self) -> str:
        """What was held back, when nothing follows."""
        held, self._held = self._held, ""
        return held
