"""Where can one go from this note? Its headings, its links, and the notes that link to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pinakes.model.view import NoteView
from pinakes.tui.markdown import WIKILINK
from pinakes.tui.text import cut, flat

MOST = 60
"""Entries of one kind; a list of links longer than this is not read but searched."""


@dataclass(frozen=True, slots=True)
class Place:
    """One entry: a line of this note, a line of another, or an address."""

    words: Content
    path: str = ""
    line: int = 0
    address: str = ""


class Places(OptionList):
    """A list of places, in groups."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "cursor_down", "Down", show=False, id="places.down"),
        Binding("k", "cursor_up", "Up", show=False, id="places.up"),
        Binding("g", "first", "First", show=False, id="places.first"),
        Binding("G", "last", "Last", show=False, id="places.last"),
    ]

    @dataclass
    class Chosen(Message):
        """A place was chosen."""

        place: Place

    def __init__(self) -> None:
        super().__init__(id="places", markup=False, compact=True)
        self._places: list[Place | None] = []

    def fill(self, view: NoteView, links: Iterable[tuple[str, str]]) -> None:
        """Show where `view` leads."""
        self._places = []
        options: list[Option] = []
        for name, places in (
            ("outline", _outline(view)),
            ("links", [_link(label, address) for label, address in links][:MOST]),
            ("linked from", _backlinks(view)),
        ):
            if not places:
                continue
            options.append(Option(Content.styled(f"{name} {len(places)}", "bold $foreground 60%"), disabled=True))
            options += [Option(place.words) for place in places]
            self._places += [None, *places]
        self.set_options(options)
        if options:
            self.highlighted = 1

    @property
    def is_empty(self) -> bool:
        return not self._places

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        place = self._places[event.option_index]
        if place is not None:
            self.post_message(self.Chosen(place))


def _outline(view: NoteView) -> list[Place]:
    least = min((heading.level for heading in view.headings), default=1)
    return [
        Place(Content("  " * (heading.level - least) + cut(flat(heading.text), 60)), view.path, heading.line)
        for heading in view.headings[: MOST * 4]
    ]


def _link(label: str, address: str) -> Place:
    mark = "▪ " if address.startswith(WIKILINK) or ":" not in address else "↗ "
    return Place(Content(mark + cut(label or flat(address), 60)), address=address)


def _backlinks(view: NoteView) -> list[Place]:
    return [
        Place(
            Content.assemble(
                f"▪ {flat(link.path.removesuffix('.md').rpartition('/')[2])}:{link.line}\n",
                ("  " + cut(flat(link.sentence), 60), "$foreground 60%"),
            ),
            link.path,
            link.line,
        )
        for link in view.backlinks[:MOST]
    ]
