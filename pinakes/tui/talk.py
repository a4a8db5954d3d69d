"""What was asked and answered before in this conversation? Each turn in a few lines, the oldest first."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static

from pinakes.model.answer import Answer
from pinakes.tui.text import cut, flat

_MOST_LETTERS = 320
_SHOWN = 20
"""Turns; those before are in the list of answers."""


class Talk(Static):
    """The turns before the one that is shown in full."""

    def __init__(self) -> None:
        super().__init__(id="talk", markup=False)
        self._turns: list[Answer] = []

    def on_mount(self) -> None:
        self._draw()

    def add(self, answer: Answer) -> None:
        """This one is over: another question follows on it."""
        self._turns = [*self._turns, answer][-_SHOWN:]
        self._draw()

    def clear(self) -> None:
        self._turns = []
        self._draw()

    def _draw(self) -> None:
        self.display = bool(self._turns)
        self.update(Content("\n\n").join(map(_turn, self._turns)))


def _turn(answer: Answer) -> Content:
    said = cut(" ".join(flat(answer.text[: _MOST_LETTERS * 2]).split()), _MOST_LETTERS)
    return Content.assemble(("You  ", "bold"), flat(asked(answer)), "\n", (said, "$foreground 60%"))


def asked(answer: Answer) -> str:
    """The question; for a follow-up also what it was understood as."""
    return f"{answer.question}   understood as: {answer.understood}" if answer.understood else answer.question
