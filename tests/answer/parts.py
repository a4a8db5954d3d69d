"""What the tests of answering are made of: passages in a line, and a model that says what it is told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pinakes.answer.prompt import Prompt
from pinakes.errors import ModelError
from pinakes.model.answer import Passage


def passage(
    text: str,
    *,
    n: int = 1,
    title: str = "Note",
    path: str = "",
    heading: tuple[str, ...] = (),
    start: int = 0,
    line: int = 1,
) -> Passage:
    """A passage of which only the text matters."""
    return Passage(n, path or f"{title}.md", title, heading, line, start, text, 1.0 / n)


def passages(*texts: str) -> list[Passage]:
    """One note each, numbered from 1."""
    return [passage(text, n=n, title=f"Note {n}") for n, text in enumerate(texts, 1)]


class ScriptedModel:
    """Says `reply`, a word at a time, whatever it is asked; remembers what it was asked."""

    name = "scripted"

    def __init__(
        self, reply: str = "", *, context_tokens: int = 2048, fails: str = "", fails_loading: str = ""
    ) -> None:
        self.reply = reply
        self.context_tokens = context_tokens
        self.prompts: list[Prompt] = []
        self.given = 0
        """Pieces that were taken."""
        self._fails = fails
        self._fails_loading = fails_loading

    def load(self, *, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        if self._fails_loading:
            raise ModelError(self._fails_loading)

    def count(self, text: str) -> int:
        return len(text.split()) + text.count("\n")

    def stream(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: Sequence[str],
        deadline_s: float,
        cancelled: Callable[[], bool],
    ) -> Iterator[str]:
        self.prompts.append(prompt)
        for word in self.reply.split(" ")[:max_tokens]:
            if cancelled():
                return
            self.given += 1
            yield word + " "
        if self._fails:
            raise ModelError(self._fails)

    def close(self) -> None:
        pass

    @property
    def asked(self) -> str:
        """The last prompt as text."""
        return "".join(piece.text for piece in self.prompts[-1])
