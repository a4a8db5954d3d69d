"""What is being looked for? One line of text, from which the list can be moved as well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input


class QueryLine(Input, inherit_bindings=False):
    """An input that passes the keys of the list on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "Open", id="query.open"),
        Binding("ctrl+e", "screen.edit", "Edit", id="query.edit"),
        Binding("ctrl+r", "screen.kept", "Searches", id="query.kept"),
        Binding("ctrl+t", "screen.exact", "As typed", show=False, id="query.exact"),
        Binding("up", "move(-1)", "Up", show=False, id="query.up"),
        Binding("down", "move(1)", "Down", show=False, id="query.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="query.page-up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="query.page-down"),
        *Input.BINDINGS,
    ]

    @dataclass
    class Moved(Message):
        """A key of the list was pressed in the line."""

        by: int
        page: bool = False

    def __init__(self, *, still: bool) -> None:
        super().__init__(placeholder="Type to search", id="query", compact=True)
        self.cursor_blink = not still

    def action_move(self, by: int) -> None:
        self.post_message(self.Moved(by))

    def action_page(self, by: int) -> None:
        self.post_message(self.Moved(by, page=True))
