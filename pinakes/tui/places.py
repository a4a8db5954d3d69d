"""Where can one go from here? A list of places in groups."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option


@dataclass(frozen=True, slots=True)
class Place:
    """One entry: a line of this note, a line of another, an address, or words to copy."""

    words: Content
    path: str = ""
    line: int = 0
    address: str = ""
    copied: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Places of one kind. Without any it is left out, unless it says something."""

    name: str
    places: Sequence[Place]
    said: str = ""
    """In place of places."""
    size: int | None = None
    """How many there are, where one takes several entries."""

    def __len__(self) -> int:
        return len(self.places) if self.size is None else self.size


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

    def __init__(self, name: str) -> None:
        super().__init__(id=name, markup=False, compact=True)
        self._places: list[Place | None] = []

    def fill(self, groups: Iterable[Group], *, again: bool = False) -> None:
        """Show these; `again`: they are of the same note as those before, so the cursor stays."""
        at = self.highlighted if again else None
        self._places = []
        options: list[Option] = []
        for group in groups:
            if not group.places and not group.said:
                continue
            if group.name:
                head = f"{group.name} {len(group):,}" if group.places else group.name
                options.append(Option(Content.styled(head, "bold $foreground 60%"), disabled=True))
                self._places.append(None)
            options += [Option(place.words) for place in group.places]
            self._places += group.places
            if not group.places:
                options.append(Option(Content(group.said), disabled=True))
                self._places.append(None)
        self.set_options(options)
        leads = [index for index, place in enumerate(self._places) if place is not None]
        if leads:
            self.highlighted = at if at in leads else leads[0]

    @property
    def is_empty(self) -> bool:
        return not any(self._places)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        place = self._places[event.option_index]
        if place is not None:
            self.post_message(self.Chosen(place))
