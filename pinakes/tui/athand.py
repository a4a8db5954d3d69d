"""Which notes are at hand before anything is searched for? The pinned ones, then those that changed last."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.app import App

from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.model.view import NoteSummary
from pinakes.tui.background import beside, words
from pinakes.tui.rows import Row, note_row
from pinakes.tui.state import count
from pinakes.tui.text import flat


class AtHand(NamedTuple):
    """Notes in the order in which they are shown."""

    pinned: tuple[NoteSummary, ...] = ()
    recent: tuple[NoteSummary, ...] = ()
    """Those changed last, without the pinned ones."""

    @property
    def rows(self) -> list[Row]:
        return [*(note_row(note, pinned=True) for note in self.pinned), *map(note_row, self.recent)]

    @property
    def said(self) -> str:
        """How many they are, in words; empty where there is none."""
        recent = f"{count(len(self.recent), 'note')}, last changed first" if self.recent else ""
        return ", then ".join(filter(None, (f"{len(self.pinned)} pinned" if self.pinned else "", recent)))


def at_hand(library: Library, limit: int) -> AtHand:
    """The notes at hand; without pins where their file can't be read, which the doctor tells of."""
    try:
        pinned = library.pinned_notes()
    except PinakesError:
        pinned = ()
    there = {note.path for note in pinned}
    return AtHand(pinned, tuple(note for note in library.recent(limit) if note.path not in there))


def pin_or_let_go(app: App[None], library: Library, path: str, then: Callable[[], None]) -> None:
    """Pin the note, or let it go where it is pinned; what was done is said, and `then` called."""

    def work() -> None:
        said = _toggled(library, path)
        app.call_from_thread(app.notify, said, markup=False)
        app.call_from_thread(then)

    beside(work)


def _toggled(library: Library, path: str) -> str:
    try:
        if any(pin.path == path for pin in library.pins()):
            library.unpin(path)
            return f"No longer pinned: {flat(path)}"
        library.pin(path)
    except PinakesError as error:
        return words(error)
    return f"Pinned: {flat(path)}. An empty query lists what is pinned first."
