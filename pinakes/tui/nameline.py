"""What is looked for in the list below? A line of text whose arrows move that list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class NameLine(Input, inherit_bindings=False):
    """An input above a list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Take", show=False, id="name.take"),
        Binding("up", "move(-1)", "Up", show=False, id="name.up"),
        Binding("down", "move(1)", "Down", show=False, id="name.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="name.page-up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="name.page-down"),
        *Input.BINDINGS,
    ]

    @dataclass
    class Moved(Message):
        """A key of the list was pressed in the line."""

        by: int
        page: bool = False

    def __init__(self, placeholder: str, *, id: str, still: bool) -> None:  # noqa: A002 - Textual's name
        super().__init__(placeholder=placeholder, id=id, compact=True)
        self.cursor_blink = not still

    def action_move(self, by: int) -> None:
        self.post_message(self.Moved(by))

    def action_page(self, by: int) -> None:
        self.post_message(self.Moved(by, page=True))
