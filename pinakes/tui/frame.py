"""What does every screen have? A bar at the top, a line of state and the keys at the bottom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Static

from pinakes.tui.topbar import TopBar

SMALLEST = (60, 16)
"""Columns and rows below which nothing useful fits."""


class StateLine(Static):
    """The line over the footer: what is shown, at the left; where in it, at the right."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self._left, self._right = "", ""

    def say(self, left: str, right: str = "") -> None:
        """Show both ends; the caller has cleaned what came from outside."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.refresh()

    @property
    def words(self) -> str:
        return f"{self._left} {self._right}".strip()

    def render(self) -> Content:
        width = self.size.width
        right = Content(self._right)
        left = Content(self._left).truncate(max(width - right.cell_length - 1, 0), ellipsis=True)
        return Content.assemble(left, " " * max(width - left.cell_length - right.cell_length, 1), right)


class TooSmall(Static):
    """One sentence in place of a screen that would not fit."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def render(self) -> Content:
        width, height = self.app.size
        return Content(f"Pinakes needs {SMALLEST[0]}×{SMALLEST[1]}; this is {width}×{height}.")


class PinakesScreen(Screen[None]):
    """A screen in the frame. What it wants from the rest of the app it asks for by message."""

    TAB: ClassVar[str] = ""
    """Name of its tab in the bar."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="screen.back"),
        Binding("C", "command_line", "", show=False, tooltip="Copy the command line that gives this", id="screen.cli"),
    ]

    @dataclass
    class NoteWanted(Message):
        """Open a note in the app, at a line."""

        path: str
        line: int = 1
        end_line: int = 0
        """Last line of the passage; 0 when no passage is meant."""

    @dataclass
    class EditorWanted(Message):
        """Open a note in the user's editor, at a line."""

        path: str
        line: int = 1

    @dataclass
    class AnswerWanted(Message):
        """Put a question to the notes."""

        question: str

    @dataclass
    class CopyWanted(Message):
        """Put text on the clipboard."""

        text: str

    @dataclass
    class CommandWanted(Message):
        """Copy a command line, given as its words."""

        words: list[str]

    @dataclass
    class NewNoteWanted(Message):
        """Write a new note, after showing what would be written."""

        title: str

    @dataclass
    class BridgesWanted(Message):
        """Show how two notes or entities are joined; `target` may be empty."""

        source: str
        target: str = ""

    class BackWanted(Message):
        """Show the screen that was shown before."""

    def compose(self) -> ComposeResult:
        yield TopBar(self.TAB)
        yield from self.compose_body()
        yield StateLine()
        yield Footer(compact=True)
        yield TooSmall()

    def compose_body(self) -> ComposeResult:
        """What stands between bar and state line."""
        yield from ()

    @property
    def state_line(self) -> StateLine:
        return self.query_one(StateLine)

    @property
    def wide(self) -> bool:
        return self.has_class("-wide")

    def vault_changed(self) -> None:
        """The index has taken up changes of the vault."""

    def command_line(self) -> list[str]:
        """The words of the command that gives what this screen shows; none where there is no such command."""
        return []

    def action_command_line(self) -> None:
        words = self.command_line()
        if words:
            self.post_message(self.CommandWanted(words))
        else:
            self.app.notify("There is nothing here yet that a command could give.", markup=False)

    def action_back(self) -> None:
        """One step back; it never quits."""
        self.post_message(self.BackWanted())
