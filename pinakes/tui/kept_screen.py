"""Which searches were kept by name, and which were made before? Type to filter, enter searches again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinakes.library import Library
from pinakes.model.user import PastSearch, SavedSearch
from pinakes.tui.background import compute
from pinakes.tui.hitlist import HitList
from pinakes.tui.nameline import NameLine
from pinakes.tui.rows import Line, Row
from pinakes.tui.state import count
from pinakes.tui.text import fit, flat

HISTORY = 200


class KeptScreen(ModalScreen[str | None]):
    """Saved searches, then the history; what is chosen is the query to search for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", show=False, id="kept.close"),
        Binding("ctrl+d", "remove", "Remove", show=False, priority=True, id="kept.remove"),
    ]

    @dataclass
    class Read(Message):
        """Both have been read."""

        saved: tuple[SavedSearch, ...]
        past: tuple[PastSearch, ...]
        why: str = ""

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._saved: tuple[SavedSearch, ...] = ()
        self._past: tuple[PastSearch, ...] = ()
        self._doomed = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide"):
            yield Static(Content.styled("Saved searches and history", "bold"), markup=False)
            yield NameLine("Type to filter", id="kept-filter", still=self._still)
            yield HitList(id="kept-list")
            yield Static(markup=False, id="kept-said")

    def on_mount(self) -> None:
        self.query_one(NameLine).focus()
        self._say("Reading …")
        self._read()

    def _read(self) -> None:
        library = self._library
        compute(
            self,
            lambda: self.Read(library.saved_searches(), library.history(HISTORY)),
            lambda why: self.Read((), (), why),
        )

    @on(Read)
    def _show(self, message: Read) -> None:
        message.stop()
        self._saved, self._past = message.saved, message.past
        self._fill()
        if message.why:
            self._say(message.why)
        elif not (self._saved or self._past):
            kept = self._library.config.search.history
            self._say("Nothing yet. s saves a search by name" + ("." if kept else "; no history is kept (Settings)."))
        else:
            self._say("enter searches · ctrl+d removes a saved one · esc closes")

    @on(Input.Changed, "#kept-filter")
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        self._fill()

    def _fill(self) -> None:
        wanted = self.query_one(NameLine).value.strip().casefold()
        saved = [_saved_row(one) for one in self._saved if wanted in f"@{one.name} {one.query}".casefold()]
        past = [_past_row(one) for one in self._past if wanted in one.query.casefold()]
        self.query_one(HitList).set_rows([*saved, *past], 1)

    def _say(self, words: str) -> None:
        self._doomed = ""
        self.query_one("#kept-said", Static).update(Content.styled(flat(words), "$foreground 60%"))

    @on(NameLine.Moved)
    def _moved(self, message: NameLine.Moved) -> None:
        message.stop()
        rows = self.query_one(HitList)
        rows.page(message.by) if message.page else rows.move(message.by)

    @on(Input.Submitted, "#kept-filter")
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        row = self.query_one(HitList).row
        if row is not None:
            self.dismiss(row.path)

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        self.dismiss(message.row.path)

    @on(HitList.Moved)
    def _stop_moved(self, message: HitList.Moved) -> None:
        message.stop()

    def action_remove(self) -> None:
        """The saved search that is chosen, at the second press."""
        row = self.query_one(HitList).row
        if row is None or not row.title:
            self._say("Only saved searches are removed one by one; Settings clears the history.")
            return
        if self._doomed != row.title:
            self._say(f"Press ctrl+d again to remove @{row.title}.")
            self._doomed = row.title
            return
        library, name = self._library, row.title

        def work() -> Message:
            library.remove_saved(name)
            return self.Read(library.saved_searches(), library.history(HISTORY))

        compute(self, work, lambda why: self.Read(self._saved, self._past, why))

    def action_leave(self) -> None:
        self.dismiss(None)


def _saved_row(one: SavedSearch) -> Row:
    """`path` is the query, `title` the name."""

    def draw(width: int) -> list[Line]:
        return [fit([(f"@{flat(one.name)}", "title"), (f"   {flat(one.query)}", "text")], width)]

    return Row(one.query, one.name, 0, draw)


def _past_row(one: PastSearch) -> Row:
    def draw(width: int) -> list[Line]:
        found = count(one.hits, "note")
        return [fit([(flat(one.query), "text"), (f"   {found}, {count(one.times, 'time')}", "why")], width)]

    return Row(one.query, "", 0, draw)
