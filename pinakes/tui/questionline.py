"""What is being asked? A line that offers earlier questions, and examples from the vault, with ↑."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from pinakes.library import Library
from pinakes.tui.background import compute
from pinakes.tui.text import flat

EXAMPLES = 3


class QuestionLine(Input):
    """The line for a question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "earlier(1)", "Earlier question", show=False, id="question.earlier"),
        Binding("down", "earlier(-1)", "Later question", show=False, id="question.later"),
    ]

    @dataclass
    class ExamplesRead(Message, bubble=False):
        """Questions that this vault could answer."""

        questions: tuple[str, ...]

    def __init__(self, library: Library, *, still: bool) -> None:
        super().__init__(placeholder="Ask your notes …   ↑ brings an example", id="question", compact=True)
        self.cursor_blink = not still
        self._library = library
        self._earlier: list[str] = []
        self._examples: tuple[str, ...] = ()
        self._at = -1

    def on_mount(self) -> None:
        library = self._library
        compute(
            self,
            lambda: self.ExamplesRead(
                tuple(f"What do my notes say about {flat(e.name)}?" for e in library.entities("", EXAMPLES))
            ),
            lambda _why: self.ExamplesRead(()),
        )

    def on_question_line_examples_read(self, message: ExamplesRead) -> None:
        self._examples = message.questions

    def remember(self, question: str) -> None:
        """Offer this question first from now on."""
        self._earlier = [question, *(earlier for earlier in self._earlier if earlier != question)]
        self._at = -1

    def action_earlier(self, by: int) -> None:
        offered = [*self._earlier, *self._examples]
        self._at = max(-1, min(self._at + by, len(offered) - 1))
        self.value = offered[self._at] if self._at >= 0 else ""
        self.cursor_position = len(self.value)
