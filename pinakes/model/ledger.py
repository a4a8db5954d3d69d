"""What was answered before, and is it still so? Answers as they were given, with what each of them leaned on."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pinakes.model.answer import AnswerSentence, Route

SourceState = Literal["unchanged", "moved", "changed", "gone"]


class KeptSource(NamedTuple):
    """A place that an answer leaned on, as it was then."""

    n: int
    path: str
    """Where the note is now, as far as it is known by its text; else where it was."""
    title: str
    heading: tuple[str, ...]
    line: int
    end_line: int
    quote: str
    content_hash: str
    """Of the note's bytes when the answer was given."""
    state: SourceState = "unchanged"
    """What became of the note since."""
    quoted_still: bool = True
    """Whether the quote stands in the note as it is now."""

    @property
    def became(self) -> str:
        """What became of it, in words; empty where it is as it was."""
        if self.state == "changed":
            return "changed since, still says so" if self.quoted_still else "changed since, no longer says so"
        return {"unchanged": "", "moved": "moved since", "gone": "gone"}[self.state]


class KeptAnswer(NamedTuple):
    """An answer that was given."""

    id: str
    question: str
    understood: str
    """What a follow-up was read as; empty where it was read as it stands."""
    follows: str
    """The answer that it followed; empty where it opened a conversation."""
    asked: str
    """UTC, as `2026-03-28T17:05:00Z`."""
    saved: bool
    """It stays until it is forgotten by name."""
    route: Route
    text: str
    short: str
    abstained: bool
    model: str | None
    sentences: tuple[AnswerSentence, ...] = ()
    sources: tuple[KeptSource, ...] = ()

    @property
    def changed(self) -> int:
        """Sources whose note was changed, or is gone."""
        return sum(source.state in ("changed", "gone") for source in self.sources)

    @property
    def since(self) -> str:
        """How many of its sources are not what they were, in words: `2 of 3 sources changed since`."""
        if not self.sources:
            return "no sources"
        total = f"{len(self.sources):,} source{'' if len(self.sources) == 1 else 's'}"
        return f"{self.changed:,} of {total} changed since" if self.changed else f"{total} unchanged"
