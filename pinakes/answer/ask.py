"""How does a question become an answer? Extract first, let the model try, check, and show what holds."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pinakes.answer import cite, prompt
from pinakes.answer.engine import LocalModel
from pinakes.answer.extract import Extract, extract
from pinakes.answer.shown import refuses
from pinakes.answer.units import citation, plain
from pinakes.config import AnswerSettings
from pinakes.errors import ModelError
from pinakes.model.answer import Answer, AnswerSentence, Passage, Route, TokenCount

NOTHING = "Nothing in your notes answers this."
WORD_FOR_WORD = "These sentences are from your notes, word for word"
STOPPED = "Stopped before the model had finished."
_HALF = 0.5
_NO_RARITY: Mapping[str, float] = MappingProxyType({})
_LONGEST = 10_000
"""Characters of a model's text; no answer is as long, whatever a token is."""
_COUNTED = 2_000
"""Characters of a text that are counted in tokens at once."""


class _Written(NamedTuple):
    """What came of asking the model. `checked` is None when there is nothing to show, and `why` says why."""

    checked: cite.CheckedAnswer | None
    why: str = ""
    passages: tuple[Passage, ...] = ()
    tokens: TokenCount = TokenCount()
    hidden: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    says_nothing: bool = False
    """The model found no answer in the notes."""
    stopped: bool = False
    """The user did not want to wait for the rest."""
    fault: str = ""
    """What went wrong with the model itself."""


def answer(
    question: str,
    passages: Sequence[Passage],
    *,
    model: LocalModel | None,
    route: Route,
    settings: AnswerSettings,
    parts: Sequence[Passage] = (),
    rarity: Mapping[str, float] = _NO_RARITY,
    on_stage: Callable[[str], None] = lambda stage: None,
    on_token: Callable[[str], None] = lambda token: None,
    cancelled: Callable[[], bool] = lambda: False,
    missing_reason: str = "",
) -> Answer:
    """Answer from `passages`, which come best first. Never raises for what a model does.

    `parts`: other passages of the same notes, which may answer as well. `rarity`: how rare
    each word of the question is in the notes, 0 … 1.
    """
    began = time.monotonic()
    ranked = tuple(passage._replace(n=n) for n, passage in enumerate(passages, 1))
    more = tuple(passage._replace(n=n) for n, passage in enumerate(parts, len(ranked) + 1))
    found = extract(question, ranked, more, rarity=rarity) if route != "nothing" else Extract()
    made = Answer(
        question=question,
        route=route,
        text=NOTHING,
        abstained=True,
        sentences=(),
        citations=(),
        passages=ranked,
        model=None,
        tokens=TokenCount(),
        took_ms=0,
        id=secrets.token_hex(5),
        confidence=found.confidence,
        nearest=tuple(citation(n, s.passage, s.start, s.end) for n, s in enumerate(found.nearest, 1)),
    )
    if ranked and route != "nothing":
        if model is None:
            made = _extractive(made, found, missing_reason)
        else:
            written = _write(question, ranked, model, settings, on_stage, on_token, cancelled)
            made = _judged(made, found, written, model.name)
    return made._replace(took_ms=round((time.monotonic() - began) * 1000))


def _judged(made: Answer, found: Extract, written: _Written, name: str) -> Answer:
    """The model's sentences where they hold, else those of the notes."""
    made = made._replace(tokens=written.tokens, fault=written.fault)
    if written.says_nothing and not written.stopped and not found.sure:
        return made._replace(passages=written.passages, model=name)
    checked = written.checked
    doubts = written.why or (_doubts(checked, found) if checked else "")
    if checked is None or doubts:
        why = STOPPED if written.stopped else doubts
        return _extractive(made, found, f"{why} {WORD_FOR_WORD}." if found.sentences else why)
    return made._replace(
        text=checked.text,
        abstained=False,
        sentences=checked.sentences,
        citations=checked.citations,
        passages=written.passages,
        model=name,
        notices=tuple(_notices(written)),
    )


def _doubts(checked: cite.CheckedAnswer, found: Extract) -> str:
    """Why the notes' own sentences are the better answer; empty when the model's may be shown."""
    if not checked.carried or checked.share < _HALF:
        return "The model's answer could not be found in your notes."
    if not found.sentences:
        return ""
    if all(cite.is_fragment(s) for s in checked.carried):
        return "The model's answer was a word or two."
    if found.sure and not any(s.status == "quoted" for s in checked.carried) and not _same_place(checked, found):
        return "The model's answer leans on a weaker place in your notes."
    return ""


def _same_place(checked: cite.CheckedAnswer, found: Extract) -> bool:
    """True where the model leans on a sentence that was found without it."""
    places = [(s.passage.path, s.passage.start + s.start, s.passage.start + s.end) for s in found.sentences]
    return any(
        c.path == path and c.start < end and start < c.start + len(c.quote)
        for c in checked.citations
        for path, start, end in places
    )


def _notices(written: _Written) -> list[str]:
    checked = written.checked
    notices = [STOPPED] if written.stopped else []
    if checked and (left_out := len(checked.sentences) - len(checked.carried)):
        what = "One sentence" if left_out == 1 else f"{left_out} sentences"
        notices.append(f"{what} of the model's answer could not be found in your notes and was left out.")
    notices.extend(f"“{title}” has hidden text; the model was not shown it." for title in written.hidden)
    notices.extend(f"“{title}” gives orders to assistants; the model was not shown them." for title in written.orders)
    return notices


def _extractive(made: Answer, found: Extract, why: str) -> Answer:
    """The sentences of the notes themselves, or nothing."""
    notices = (why,) if why else ()
    if not found.sentences:
        return made._replace(notices=notices)
    ledger = cite.Ledger()
    sentences = tuple(
        AnswerSentence(plain(s.text), (ledger.number(s.passage, s.start, s.end),), "quoted") for s in found.sentences
    )
    # What lies outside the passages that were found is shown with them: every citation leads to a passage.
    drawn = dict.fromkeys((*made.passages, *(s.passage for s in found.sentences)))
    text = " ".join(cite.marked(s) for s in sentences)
    return made._replace(
        text=f"{found.short} — {text}" if found.short else text,
        short=found.short,
        passages=tuple(drawn),
        abstained=False,
        sentences=sentences,
        citations=ledger.citations,
        notices=notices,
    )


def _write(
    question: str,
    passages: tuple[Passage, ...],
    model: LocalModel,
    settings: AnswerSettings,
    on_stage: Callable[[str], None],
    on_token: Callable[[str], None],
    cancelled: Callable[[], bool],
) -> _Written:
    """Ask the model. What goes wrong is a reason in words."""
    deadline = time.monotonic() + settings.deadline_s
    built: prompt.BuiltPrompt | None = None
    text = ""
    try:
        on_stage("loading")
        model.load(deadline_s=settings.deadline_s, cancelled=cancelled)
        if cancelled():
            return _Written(None, STOPPED, stopped=True)
        on_stage("reading")
        built = prompt.build(
            question,
            passages,
            model.count,
            context_tokens=min(model.context_tokens, settings.context_tokens),
            answer_tokens=settings.max_answer_tokens,
        )
        if not built.passages:
            return _Written(None, "The question and the passages are too long for this model.")
        text = _stream(built, model, settings, deadline, on_stage, on_token, cancelled)
        on_stage("checking")
        tokens = TokenCount(built.tokens, built.budget, model.count(text[:_COUNTED]))
    except ModelError as error:
        on_stage("checking")
        return _Written(None, str(error), tokens=_spent(built), fault=f"{error} {error.hint}".strip())
    return _weighed(question, text, built, tokens)._replace(stopped=cancelled())


def _stream(
    built: prompt.BuiltPrompt,
    model: LocalModel,
    settings: AnswerSettings,
    deadline: float,
    on_stage: Callable[[str], None],
    on_token: Callable[[str], None],
    cancelled: Callable[[], bool],
) -> str:
    parts: list[str] = []
    size = 0
    for token in model.stream(
        built.pieces,
        max_tokens=settings.max_answer_tokens,
        stop=prompt.STOP,
        deadline_s=max(0.0, deadline - time.monotonic()),
        cancelled=cancelled,
    ):
        if not parts:
            on_stage("writing")
            token = prompt.OPENING + token[:_LONGEST].lstrip()
        parts.append(token[:_LONGEST])
        on_token(parts[-1])
        size += len(parts[-1])
        if size >= _LONGEST:
            break
    return "".join(parts)


def _weighed(question: str, text: str, built: prompt.BuiltPrompt, tokens: TokenCount) -> _Written:
    says_nothing = _is_refusal(text)
    checked = cite.check("" if says_nothing else text, built.passages, question)
    why = ""
    if says_nothing:
        why = "The model saw no answer in your notes."
    elif not cite.MARK.sub("", text).strip(" []"):
        why = "The model gave no answer."
    return _Written(checked, why, built.passages, tokens, built.hidden, built.orders, says_nothing)


def _is_refusal(text: str) -> bool:
    return refuses(cite.MARK.sub("", text).strip(" .\"'[]"))


def _spent(built: prompt.BuiltPrompt | None) -> TokenCount:
    return TokenCount(built.tokens, built.budget, 0) if built else TokenCount()
