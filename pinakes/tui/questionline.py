"""What is being asked? A line that offers earlier questions, and examples from the vault, with ↑."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

IDLE = "Ask in your own words. The answer is made from your notes, and says where each sentence stands."
ASK_ON = "Ask on …   esc, then n: begin anew"
PLACEHOLDER = "Ask your notes …   ↑ brings an example"


class QuestionLine(Input, inherit_bindings=False):
    """The line for a question."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Ask", id="question.ask"),
        Binding("up", "earlier(1)", "Earlier question", show=False, id="question.earlier"),
        Binding("down", "earlier(-1)", "Later question", show=False, id="question.later"),
        *Input.BINDINGS,
    ]

    def __init__(self, *, still: bool) -> None:
        super().__init__(placeholder=PLACEHOLDER, id="question", compact=True)
        self.cursor_blink = not still
        self._earlier: list[str] = []
        self.examples: tuple[str, ...] = ()
        """Offered after the earlier questions."""
        self._at = -1

    def remember(self, question: str) -> None:
        """Offer this question first from now on."""
        self._earlier = [question, *(earlier for earlier in self._earlier if earlier != question)]
        self._at = -1

    def action_earlier(self, by: int) -> None:
        offered = [*self._earlier, *self.examples]
        self._at = max(-1, min(self._at + by, len(offered) - 1))
        self.value = offered[self._at] if self._at >= 0 else ""
        self.cursor_position = len(self.value)
