"""Where am I, which other screens are there, and how is the vault?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pinakes.tui.state import VaultState, bar, count
from pinakes.tui.text import cut, flat

TABS: tuple[tuple[str, str], ...] = (
    ("search", "Search"),
    ("bridges", "Bridges"),
    ("ask", "Ask"),
    ("note", "Note"),
    ("health", "Health"),
    ("settings", "Settings"),
)
"""Mode and name of each screen, in the order of their keys."""
NAMES_FIT = 78
"""Columns from which the names of all screens stand beside their numbers."""


class Tab(Static):
    """The name of a screen; a click goes there."""

    @dataclass
    class Chosen(Message):
        """Another screen was clicked."""

        mode: str

    def __init__(self, mode: str, name: str, number: int, current: bool) -> None:
        super().__init__(markup=False)
        self.mode = mode
        self._name, self._number, self._current = name, number, current
        self.set_class(current, "-current")

    def render(self) -> Content:
        if self._current:
            return Content(f"[{self._number} {self._name}]")
        return Content(f" {self._number} {self._name} " if self.app.size.width >= NAMES_FIT else f" {self._number} ")

    def on_resize(self) -> None:
        self.refresh(layout=True)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Chosen(self.mode))


class VaultCorner(Static):
    """The vault's name, size and state; a bar while it is being read."""

    def __init__(self) -> None:
        super().__init__(markup=False)

    def on_mount(self) -> None:
        self.watch(self.app, "vault_state", self._changed)

    def _changed(self, state: VaultState) -> None:
        self.set_class(bool(state.trouble) or not state.reachable, "-trouble")
        self.set_class(state.progress is not None, "-reading")
        self.refresh(layout=True)

    def render(self) -> Content:
        state: VaultState = getattr(self.app, "vault_state", VaultState())
        if not state.name:
            return Content("")
        words, notes = state.words(), count(state.notes, "note")
        if self.app.size.width < 100:
            return Content(words if state.progress is not None else f"{state.notes:,}  {words}")
        if state.share is not None:
            notes = bar(state.share, 12)
        room = self.size.width - len(notes) - len(words) - 4
        name = cut(flat(state.name), min(room, 28)) if room >= 6 else ""
        return Content("  ".join(part for part in (name, notes, words) if part))


class TopBar(Horizontal):
    """Row 1 of every screen."""

    SHOWN: ClassVar[tuple[tuple[str, str], ...]] = TABS

    def __init__(self, current: str) -> None:
        super().__init__()
        self._current = current

    def compose(self) -> ComposeResult:
        yield Static(Content("Pinakes"), id="brand")
        for number, (mode, name) in enumerate(self.SHOWN, 1):
            yield Tab(mode, name, number, mode == self._current)
        yield VaultCorner()
