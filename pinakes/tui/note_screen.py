"""What does the note say? One note, drawn, with the places it leads to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from urllib.parse import unquote

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Markdown, Static

from pinakes.clean import clean
from pinakes.library import Library
from pinakes.model.view import NoteView
from pinakes.tui.background import compute
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.markdown import WIKILINK, Window, links, window
from pinakes.tui.notepanes import AROUND, HERE, PANES, TEXT, PaneTab, pane_after, pane_words
from pinakes.tui.noteplaces import Surroundings, look, of_text, of_vault
from pinakes.tui.notetext import NoteText
from pinakes.tui.places import Group, Place, Places
from pinakes.tui.state import count
from pinakes.tui.targets import linked_path, section_line
from pinakes.tui.text import flat

EMPTY = "No note is open.\n\nFind one in Search and press enter, or press ctrl+p and type its title."


@dataclass(frozen=True, slots=True)
class Stop:
    """A place that was read: a step of the way back."""

    path: str
    line: int = 1
    end_line: int = 0
    section: str = ""
    """The section or `^block` that a link named; its line is looked up when the note has been read."""


class NoteScreen(PinakesScreen):
    """A note in windows of whole sections; at its sides what it holds, and what the vault has to do with it."""

    TAB = "note"
    AUTO_FOCUS = "NoteText"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("e", "edit", "Edit", tooltip="In your editor, at the line", id="note.edit"),
        Binding("ctrl+e", "edit", "Edit", show=False, tooltip="In your editor, at the line", id="note.edit-typing"),
        Binding(
            "o", "panes", "Panes", tooltip="To the outline, to what is around the note, and back", id="note.places"
        ),
        Binding("right_square_bracket", "section(1)", "Next section", key_display="]", show=False, id="note.next"),
        Binding("left_square_bracket", "section(-1)", "Section before", key_display="[", show=False, id="note.before"),
        Binding("y", "copy", "Copy place", tooltip="Copy path:line", id="note.copy"),
        Binding("backspace,alt+left", "back", "Back", show=False, tooltip="To the note before", id="note.back"),
        Binding("alt+right", "forward", "Forward", show=False, tooltip="Where you came back from", id="note.forward"),
    ]

    @dataclass
    class Read(Message):
        """The note has been read from the disk, and its window chosen."""

        generation: int
        stop_at: Stop
        view: NoteView
        window: Window
        links: tuple[tuple[str, str], ...]

    @dataclass
    class LookedRound(Message):
        """The index has been asked what stands around the note."""

        generation: int
        found: Surroundings

    @dataclass
    class Found(Message):
        """A link leads to this note."""

        stop_at: Stop

    @dataclass
    class Failed(Message):
        """The note can't be read, or a link leads nowhere."""

        generation: int
        why: str

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._generation = 0
        self._way: list[Stop] = []
        self._ahead: list[Stop] = []
        """Where `back` came from, the nearest last."""
        self._groups: dict[str, list[Group]] = {}
        self._view: NoteView | None = None
        self._window: Window | None = None

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="note-panes"):
            yield from map(PaneTab, PANES)
        with Horizontal(id="note-body"):
            yield Places(HERE)
            yield NoteText()
            yield Places(AROUND)
            yield Static(EMPTY, id="note-empty", markup=False)

    def on_mount(self) -> None:
        self.add_class("-empty")
        if self._way:
            self._load(self._way[-1])

    # ── opening ──────────────────────────────────────────────────────────────────────────

    def open(self, path: str, line: int = 1, end_line: int = 0) -> None:
        """Show a note at a line; the note before it is one step back."""
        self._go(Stop(path, line, end_line))

    def _go(self, stop: Stop) -> None:
        self._leave()
        self._ahead.clear()
        self._way.append(stop)
        if self.is_mounted:
            self._load(stop)

    def _leave(self) -> None:
        """Remember the line, for the way back."""
        if self._way and self._view is not None and self._view.path == self._way[-1].path:
            self._way[-1] = Stop(self._view.path, self.line)

    def vault_changed(self) -> None:
        """Read the note that is shown again: it may be one of those that changed."""
        if self._view is not None and self.is_mounted:
            self._load(Stop(self._view.path, self.line, 0))

    def _load(self, stop: Stop) -> None:
        self._generation += 1
        generation, library = self._generation, self._library

        def work() -> Message:
            view = library.note(stop.path)
            line = section_line(view, stop.section) if stop.section else stop.line
            at = Stop(stop.path, line, stop.end_line)
            shown = window(clean(view.text), view.headings, line)
            return self.Read(generation, at, view, shown, links(shown.text))

        compute(self, work, lambda why: self.Failed(generation, why))

    @on(Read)
    async def _show(self, message: Read) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        stop, same = message.stop_at, self._same(message)
        again = self._view is not None and self._view.path == message.view.path
        self._view, self._window = message.view, message.window
        self.remove_class("-empty")
        if not same:
            self._fill(HERE, of_text(message.view, message.links), again=again)
            if not again:
                self._fill(AROUND, of_vault(message.view, None), again=False)
            await self.query_one(NoteText).show(message.window)
        if not same or stop.end_line or not self._showing(stop):
            self.query_one(NoteText).reveal(stop.line, stop.end_line)
        if self._pane == TEXT:
            self.query_one(NoteText).focus()
        self._say()
        self._look_round(message.view)

    def _look_round(self, view: NoteView) -> None:
        """Ask the index once the text is there to be read."""
        generation, library = self._generation, self._library
        compute(
            self,
            lambda: self.LookedRound(generation, look(library, view)),
            lambda why: self.Failed(generation, why),
        )

    @on(LookedRound)
    def _looked_round(self, message: LookedRound) -> None:
        message.stop()
        if message.generation == self._generation and self._view is not None:
            self._fill(AROUND, of_vault(self._view, message.found), again=True)

    def _same(self, message: Read) -> bool:
        return self._view == message.view and self._window == message.window

    def _showing(self, stop: Stop) -> bool:
        return self._view is not None and self._view.path == stop.path and self.line == stop.line

    @on(Failed)
    def _say_failure(self, message: Failed) -> None:
        message.stop()
        if message.generation == self._generation:
            self.app.notify(message.why, severity="warning", markup=False)

    # ── following ────────────────────────────────────────────────────────────────────────

    @on(Places.Chosen)
    def _place_chosen(self, message: Places.Chosen) -> None:
        message.stop()
        place: Place = message.place
        if place.copied:
            self.post_message(self.CopyWanted(place.copied))
            return
        self._turn_pane(TEXT)
        if place.address:
            self.follow(place.address)
        elif self._view is not None and place.path == self._view.path:
            self._turn_to(place.line)
        else:
            self._go(Stop(place.path, place.line, place.line))

    @on(Markdown.LinkClicked)
    def _link_clicked(self, message: Markdown.LinkClicked) -> None:
        message.stop()
        self.follow(message.href)

    def follow(self, address: str) -> None:
        """Go where a link leads. Addresses outside the vault are only copied: nothing here opens a connection."""
        if self._view is None:
            return
        address = unquote(address)
        if not address.startswith(WIKILINK) and ":" in address.partition("/")[0]:
            self.post_message(self.CopyWanted(flat(address)))
            return
        target, _, section = address.removeprefix(WIKILINK).partition("#")
        if not target:
            self._turn_to(section_line(self._view, section))
            return
        library, generation, here = self._library, self._generation, self._view.path
        wiki = address.startswith(WIKILINK)
        compute(
            self,
            lambda: self.Found(Stop(linked_path(library, here, target, wiki=wiki), section=section)),
            lambda why: self.Failed(generation, why),
        )

    @on(Found)
    def _found(self, message: Found) -> None:
        message.stop()
        self._go(message.stop_at)

    def _turn_to(self, line: int) -> None:
        """Show another line of this note, with another window where it lies outside."""
        shown = self._window
        if shown is None or self._view is None:
            return
        if shown.first <= line <= shown.last:
            self.query_one(NoteText).reveal(line, 0)
            self.query_one(NoteText).focus()
            self._say()
        else:
            self._load(Stop(self._view.path, line, 0))

    # ── what is said and done ────────────────────────────────────────────────────────────

    @property
    def line(self) -> int:
        """The line at the top of what is in view."""
        return self.query_one(NoteText).top_line if self._window is not None else 1

    def _say(self) -> None:
        if self._view is None or self._window is None:
            return
        shown, path = self._window, flat(self._view.path)
        part = "" if shown.whole else f" · lines {shown.first:,}–{shown.last:,} shown"
        links_here = count(len(self._view.backlinks), "note links here", "notes link here")
        self.state_line.say(f" {path}{part}", f"{links_here} · line {self.line:,} of {shown.total:,} ")

    @on(NoteText.Scrolled)
    def _scrolled(self, message: NoteText.Scrolled) -> None:
        message.stop()
        self._say()

    @on(NoteText.PastEnd)
    def _past_end(self, message: NoteText.PastEnd) -> None:
        """Reading on at the end of a window shows the next one."""
        message.stop()
        shown = self._window
        if shown is None:
            return
        if message.by > 0 and shown.last < shown.total:
            self._turn_to(shown.last + 1)
        elif message.by < 0 and shown.first > 1:
            self._turn_to(shown.first - 1)

    def action_section(self, by: int) -> None:
        """To the next heading, or the one before."""
        if self._view is None:
            return
        lines = [heading.line for heading in self._view.headings]
        later = [line for line in lines if line > self.line]
        earlier = [line for line in lines if line < self.line]
        to = later[:1] if by > 0 else earlier[-1:]
        if to:
            self._turn_to(to[0])

    # ── panes ────────────────────────────────────────────────────────────────────────────

    @property
    def _pane(self) -> str:
        """The pane that keys go to; in a narrow window it is the only one that is shown."""
        return next((pane for pane in (HERE, AROUND) if self.query_one(f"#{pane}").has_focus), TEXT)

    def _fill(self, pane: str, groups: list[Group], *, again: bool) -> None:
        self._groups[pane] = groups
        self.query_one(f"#{pane}", Places).fill(groups, again=again)
        self._say_panes()

    def _say_panes(self) -> None:
        """The panes and what is in them, where only one has room."""
        for tab in self.query(PaneTab):
            tab.say(pane_words(tab.pane, self._groups.get(tab.pane, ())), current=tab.pane == self._pane)

    def _turn_pane(self, pane: str) -> None:
        """Keys go to this pane from now on; in a narrow window it takes the place of the others."""
        for name in (HERE, AROUND):
            self.set_class(name == pane, f"-{name}")
        self.query_one("NoteText" if pane == TEXT else f"#{pane}").focus()

    def on_descendant_focus(self) -> None:
        self._say_panes()

    @on(PaneTab.Chosen)
    def _pane_chosen(self, message: PaneTab.Chosen) -> None:
        message.stop()
        self._turn_pane(message.pane)

    def action_panes(self) -> None:
        """To the next pane that holds something."""
        empty = {pane for pane in (HERE, AROUND) if self.query_one(f"#{pane}", Places).is_empty}
        self._turn_pane(pane_after(self._pane, empty))

    def action_edit(self) -> None:
        if self._view is not None:
            self.post_message(self.EditorWanted(self._view.path, self.line))

    def action_copy(self) -> None:
        if self._view is not None:
            self.post_message(self.CopyWanted(f"{self._view.path}:{self.line}"))

    def action_back(self) -> None:
        if self._pane != TEXT:
            self._turn_pane(TEXT)
        elif len(self._way) > 1:
            self._leave()
            self._ahead.append(self._way.pop())
            self._load(self._way[-1])
        else:
            self._way.clear()
            self._ahead.clear()
            self.post_message(self.BackWanted())

    def action_forward(self) -> None:
        """To the note that was left by going back."""
        if self._ahead:
            self._leave()
            self._way.append(self._ahead.pop())
            self._load(self._way[-1])
