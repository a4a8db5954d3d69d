"""Which conditions does the query hold, beside its words? Each in words, a click away from being dropped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pinakes.model.search import SearchResult, Understood
from pinakes.tui.searchsaid import taken
from pinakes.tui.text import cut, flat

LONGEST = 40


def without(query: str, part: Understood) -> str:
    """The query, less one of its conditions."""
    return " ".join(f"{query[: part.start]} {query[part.end :]}".split())


class Chip(Static):
    """One condition."""

    def __init__(self, part: Understood) -> None:
        super().__init__(Content(f" {cut(flat(part.meaning), LONGEST)} × "), markup=False)
        self._part = part

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(Chips.Dropped(self._part))


class Chips(Horizontal):
    """All of them, in the order of the query; nothing where there is none."""

    @dataclass
    class Dropped(Message):
        """A condition was clicked away."""

        part: Understood

    def __init__(self) -> None:
        super().__init__(id="chips")
        self._parts: tuple[Understood, ...] = ()

    def compose(self) -> ComposeResult:
        yield from map(Chip, self._parts)

    @property
    def parts(self) -> tuple[Understood, ...]:
        return self._parts

    async def fill(self, parts: Sequence[Understood]) -> None:
        """Show these; the same ones stay as they stand."""
        if tuple(parts) == self._parts:
            return
        self._parts = tuple(parts)
        await self.recompose()


class Taken(Vertical):
    """How a query was taken: its conditions as chips, then what is said of its words; not there where all is plain."""

    def compose(self) -> ComposeResult:
        yield Chips()
        yield Static(markup=False, id="search-taken")

    def on_mount(self) -> None:
        self.say(None, exact=False)

    @property
    def parts(self) -> tuple[Understood, ...]:
        return self.query_one(Chips).parts

    def say(self, result: SearchResult | None, *, exact: bool) -> None:
        """Say how this result's query was taken."""
        parts = result.understood if result is not None else ()
        chips, said = self.query_one(Chips), self.query_one("#search-taken", Static)
        self.call_later(chips.fill, parts)
        lines = taken(result, exact=exact)
        said.update(lines)
        chips.display, said.display = bool(parts), bool(lines)
        self.display = bool(parts or lines)
