"""An answer, its passages, and the places that it leans on."""

from __future__ import annotations

from typing import Literal, NamedTuple

Route = Literal["lookup", "local", "global", "nothing"]


SentenceStatus = Literal["quoted", "supported", "unsupported"]


class Passage(NamedTuple):
    """A hit, numbered, as it stands in a prompt."""

    n: int
    """From 1, in the order of the prompt."""
    path: str
    title: str
    heading: tuple[str, ...]
    line: int
    """Of the first character of `text`, visible or not."""
    start: int
    """Offset of `text` in the note's text."""
    text: str
    score: float


class Citation(NamedTuple):
    """A place in a note that an answer leans on. `quote` stands there, byte for byte."""

    n: int
    path: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    start: int
    """Offset of `quote` in the note's text."""
    quote: str


class AnswerSentence(NamedTuple):
    """One sentence of an answer, and whether the notes carry it."""

    text: str
    citations: tuple[int, ...]
    """Numbers of the citations that carry it."""
    status: SentenceStatus


class TokenCount(NamedTuple):
    """Tokens of one answer, counted by the model's own tokenizer."""

    prompt: int = 0
    budget: int = 0
    answer: int = 0


class Answer(NamedTuple):
    """An answer whose every citation has been checked."""

    question: str
    route: Route
    text: str
    abstained: bool
    sentences: tuple[AnswerSentence, ...]
    citations: tuple[Citation, ...]
    passages: tuple[Passage, ...]
    model: str | None
    """None when the sentences were taken from the notes without a model."""
    tokens: TokenCount
    took_ms: int
    id: str
    notices: tuple[str, ...] = ()
    """What the reader should know: the model is missing, its answer failed the checks, …"""
    fault: str = ""
    """What went wrong with the model itself: its file can't be loaded, its process stopped."""
    short: str = ""
    """The few words that answer, where they are sure: "12 March". They stand in the first sentence's citation, or are
    the date there as the question's language writes it."""
    confidence: float = 0.0
    """0 … 1: how likely the notes' own sentences are to answer. Below a threshold they are not shown."""
    nearest: tuple[Citation, ...] = ()
    """Where nothing answers: the places that come nearest, best first."""
    understood: str = ""
    """What a follow-up was read as; empty where the question was read as it stands."""
    follows: str = ""
    """Id of the answer that it followed."""
