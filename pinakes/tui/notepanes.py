"""Which panes does a note have, which comes next, and how are they named where only one has room?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from textual.message import Message
from textual.widgets import Static

from pinakes.tui.places import Group

TEXT, HERE, AROUND = "text", "here", "around"
PANES = (TEXT, HERE, AROUND)


class PaneTab(Static):
    """The name of a pane, to be clicked."""

    @dataclass
    class Chosen(Message):
        """This pane is wanted."""

        pane: str

    def __init__(self, pane: str) -> None:
        super().__init__(markup=False)
        self.pane = pane

    def say(self, words: str, *, current: bool) -> None:
        """Show what is in the pane; nothing where nothing is."""
        self.display = bool(words)
        self.set_class(current, "-current")
        self.update(f"[{words}]" if current else words)

    def on_click(self) -> None:
        self.post_message(self.Chosen(self.pane))


def pane_after(pane: str, empty: Collection[str]) -> str:
    """The next pane that holds something; behind the last comes the text."""
    later = PANES[PANES.index(pane) + 1 :]
    return next((name for name in later if name not in empty), TEXT)


def pane_words(pane: str, groups: Sequence[Group]) -> str:
    """What the tab of a pane says: what is in it, and how much."""
    if pane == TEXT:
        return "Text"
    named = [f"{group.name.partition(',')[0]} {len(group):,}" for group in groups if len(group)]
    return ", ".join(named).capitalize()
