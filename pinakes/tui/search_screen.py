"""Where is it? Search as you type over the whole vault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Input, Static

from pinakes.library import Library
from pinakes.model.search import SearchResult, Total
from pinakes.tui import searchsaid as said
from pinakes.tui.athand import AtHand, at_hand, pin_or_let_go
from pinakes.tui.background import beside, compute, post
from pinakes.tui.chips import Chips, Taken, without
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.hitlist import HitList, Nothing
from pinakes.tui.kept_screen import KeptScreen
from pinakes.tui.marks import Mark, ends, toggled
from pinakes.tui.preview import Preview
from pinakes.tui.queryline import QueryLine
from pinakes.tui.rows import Row, hit_row
from pinakes.tui.saving import ask_name, kept_as
from pinakes.tui.state import VaultState
from pinakes.tui.text import flat

DEBOUNCE_S = 0.09
LIMIT = 50
"""Hits of one query: more than anybody looks through."""
RECENT = 100
READ_ON_S = 1.0
"""While notes are being read for the first time, what is shown is renewed so often."""


class SearchScreen(PinakesScreen):
    """A query line, the hits, and the passage of the chosen one."""

    TAB = "search"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus_query", "Search", key_display="/", tooltip="To the query line", id="search.focus"),
        Binding("e", "edit", "Edit", tooltip="In your editor, at the line", id="search.edit"),
        Binding("ctrl+e", "edit", "Edit", show=False, tooltip="In your editor, at the line", id="search.edit-typing"),
        Binding("p", "preview", "Preview", tooltip="Show or hide the preview", id="search.preview"),
        Binding("ctrl+o", "preview", "Preview", tooltip="Show or hide the preview", id="search.preview-typing"),
        Binding("m", "mark", "Mark", tooltip="Mark the note; two marks and b: how they are joined", id="search.mark"),
        Binding("b", "bridges", "Bridges", tooltip="Between two marked notes, or around this one", id="search.bridges"),
        Binding("a", "ask", "Ask", tooltip="Ask the notes with these words", id="search.ask"),
        Binding("n", "new", "New", tooltip="A new note with these words as its title", show=False, id="search.new"),
        Binding("s", "save", "Save", tooltip="Save the search by name", show=False, id="search.save"),
        Binding("ctrl+r", "kept", "Searches", tooltip="Saved searches and history", show=False, id="search.kept"),
        Binding(
            "t", "exact", "As typed", tooltip="Words as typed, or other spellings too", show=False, id="search.exact"
        ),
        Binding("P", "pin", "Pin", tooltip="Pin the note, or let it go", show=False, id="search.pin"),
        Binding("x", "drop", "Drop", tooltip="Drop the last condition of the query", show=False, id="search.drop"),
        Binding("w", "why", "Why", tooltip="Why this note: all reasons", show=False, id="search.why"),
        Binding("y", "copy", "Copy", tooltip="Copy path:line", show=False, id="search.copy"),
    ]

    @dataclass
    class Searched(Message):
        """A search has ended."""

        generation: int
        result: SearchResult

    @dataclass
    class Counted(Message):
        """The notes that a search finds, shown or not, have been counted."""

        generation: int
        total: Total | None

    @dataclass
    class RecentRead(Message):
        """The notes at hand have been read from the index."""

        generation: int
        notes: AtHand

    @dataclass
    class Failed(Message):
        """A search could not be done."""

        generation: int
        why: str

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._generation = 0
        self._timer: Timer | None = None
        self._result: SearchResult | None = None
        self._at_hand = AtHand()
        self._remembered: SearchResult | None = None
        self._keep = False
        self._busy = False
        self._shown = 0
        """The generation that the list shows."""
        self._waiting: list[Callable[[], None]] = []
        """Keys that were meant for the hits of what has just been typed."""
        self._exact = False
        """Words as typed: no other spelling is tried."""

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="query-row"):
            yield Static("/", id="query-mark", markup=False)
            yield QueryLine(still=self._still)
        yield Taken()
        with Horizontal(id="search-body"):
            with Vertical(id="hits-pane"):
                yield HitList(id="hits")
                yield Nothing(markup=False, id="nothing")
            yield Preview(self._library)

    def on_mount(self) -> None:
        self.query_one(QueryLine).focus()
        self.watch(self.app, "vault_state", self._vault_state_changed, init=False)
        self.watch(self.app, "marks", self._marks_changed, init=False)
        self.set_interval(READ_ON_S, self._read_on)
        self._start("", keep=False)

    @property
    def question(self) -> str:
        """What stands in the query line."""
        return self.query_one(QueryLine).value.strip()

    # ── searching ────────────────────────────────────────────────────────────────────────

    @on(Input.Changed, "#query")
    def _typed(self) -> None:
        self._waiting.clear()
        self._exact = False
        self._later(DEBOUNCE_S, keep=False)

    def _when_shown(self, act: Callable[[], None]) -> None:
        """Do it with the hits of the query as it stands: at once, or as soon as they are there."""
        if self._shown == self._generation:
            act()
            return
        self._waiting.append(act)
        if not self._busy:  # typing has not come to rest yet; enter says that it has
            self._later(0.0, keep=False)

    def vault_changed(self) -> None:
        self._later(0.0, keep=True)

    def _read_on(self) -> None:
        vault = self._vault
        if vault.progress is not None and vault.progress.stage == "text" and not vault.synced and not self._busy:
            self.vault_changed()

    def _later(self, delay: float, *, keep: bool) -> None:
        self._generation += 1  # every key makes older answers stale
        self._busy = False
        if self._timer is not None:
            self._timer.stop()
        if delay:
            self._timer = self.set_timer(delay, lambda: self._start(self.question, keep=keep))
        else:
            self._start(self.question, keep=keep)

    def _start(self, question: str, *, keep: bool) -> None:
        generation, library, exact = self._generation, self._library, self._exact
        self._keep, self._busy = keep, True

        def stale() -> bool:
            return generation != self._generation

        def work() -> Message:
            if not question:
                return self.RecentRead(generation, at_hand(library, RECENT))
            graph = library.config.search.graph
            found = library.search(question, LIMIT, typing=not exact, exact=exact, graph=graph, cancelled=stale)
            if found.total or not found.hits or stale():
                return self.Searched(generation, found)
            if not self._still:
                post(self, self.Searched(generation, found))  # who types does not wait for the count
            total = library.total(question, typing=not exact, exact=exact)
            if self._still:
                return self.Searched(generation, found._replace(total=total))
            return self.Counted(generation, total)

        compute(self, work, lambda why: self.Failed(generation, why))

    @on(Searched)
    def _show_hits(self, message: Searched) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self._result = message.result
        otherwise = said.no_hit(self.question, message.result, self._vault)
        self._fill([hit_row(hit) for hit in message.result.hits], 3, otherwise)

    @on(Counted)
    def _show_count(self, message: Counted) -> None:
        message.stop()
        if message.generation == self._generation and self._result is not None:
            counted = self._result._replace(total=message.total)
            if self._remembered is self._result:
                self._remembered = counted
            self._result = counted
            self._say()

    @on(RecentRead)
    def _show_recent(self, message: RecentRead) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self._result, self._at_hand = None, message.notes
        self._fill(message.notes.rows, 2, said.no_note(self._vault))

    @on(Failed)
    def _show_failure(self, message: Failed) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self._result = None
        self._fill([], 3, [message.why] if self._vault.synced else said.no_note(self._vault))

    def _fill(self, rows: list[Row], height: int, otherwise: list[str]) -> None:
        self._busy = False
        self._shown = self._generation
        hits = self.query_one(HitList)
        hits.set_rows(rows, height, keep=self._keep)
        hits.display = bool(rows)
        nothing = self.query_one("#nothing", Static)
        nothing.display = not rows
        nothing.update(_paragraphs(otherwise))
        if not rows and hits.has_focus:
            self.action_focus_query()
        elif rows and nothing.has_focus:
            hits.focus()
        self._say()
        self.query_one(Taken).say(self._result, exact=self._exact)
        self.refresh_bindings()
        waiting, self._waiting = self._waiting, []
        for act in waiting:
            act()

    # ── what is said ─────────────────────────────────────────────────────────────────────

    @property
    def _vault(self) -> VaultState:
        state: VaultState = getattr(self.app, "vault_state", VaultState())
        return state

    def _vault_state_changed(self) -> None:
        if self.query_one(HitList).rows:
            self._say()
        elif self._result is None:
            self.query_one("#nothing", Static).update(_paragraphs(said.no_note(self._vault)))

    def _say(self) -> None:
        hits, result = self.query_one(HitList), self._result
        place = f"{hits.cursor + 1}/{len(hits.rows)}" if hits.rows else ""
        if result is None:
            shown = f" {self._at_hand.said}" if hits.rows else ""
            self.state_line.say(shown + self._trouble(), f"{place} ")
            return
        if result.partial and self.wide:
            place = f"names are still being read · {place}"
        self.state_line.say(f" {said.counted(result, still=self._still)}" + self._trouble(), f"{place} ")

    def _trouble(self) -> str:
        return f" · ! {flat(self._vault.trouble)}" if self._vault.trouble else ""

    def _marks_changed(self, marks: tuple[Mark, ...]) -> None:
        self.query_one(HitList).mark(frozenset(mark.path for mark in marks))

    # ── moving and opening ───────────────────────────────────────────────────────────────

    @on(HitList.Moved)
    def _moved(self, message: HitList.Moved) -> None:
        message.stop()
        self.query_one(Preview).show(message.row)
        self._say()

    @on(QueryLine.Moved)
    def _moved_from_query(self, message: QueryLine.Moved) -> None:
        message.stop()
        hits = self.query_one(HitList)
        self._when_shown(lambda: hits.page(message.by) if message.page else hits.move(message.by))

    @on(Input.Submitted, "#query")
    def _submitted(self) -> None:
        if self.question.startswith("@") and (query := kept_as(self._library, self.question)):
            self.run_query(query)
            return
        self._when_shown(lambda: self._open(self.query_one(HitList).row))

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        self._open(message.row)

    def _open(self, row: Row | None) -> None:
        if row is not None:
            end_line = row.hit.end_line if row.hit is not None else 0
            self.post_message(self.NoteWanted(row.path, row.line, end_line))
            if row.hit is not None:
                self._remember()

    def _remember(self) -> None:
        """Into the history, once: what is opened is what was searched for, and not each key on the way there."""
        result = self._result
        if result is not None and result is not self._remembered:
            self._remembered = result
            beside(lambda: self._library.note_search(result.query, result.found))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """In the query line a slash is text, so the footer does not offer it there."""
        if action in ("edit", "mark", "bridges", "copy", "preview", "why", "pin"):
            return bool(self.query_one(HitList).rows)
        return not (action == "focus_query" and isinstance(self.focused, QueryLine))

    def action_focus_query(self) -> None:
        self.remove_class("-preview")
        self.query_one(QueryLine).focus()

    def action_preview(self) -> None:
        """Narrow: in place of the list. Wide: beside it, or not at all."""
        if self.wide:
            self.toggle_class("-no-preview")
            return
        self.toggle_class("-preview")
        if self.has_class("-preview"):
            self.query_one("#preview-scroll").focus()
        else:
            self.query_one(HitList).focus()

    def action_edit(self) -> None:
        self._when_shown(self._edit)

    def _edit(self) -> None:
        row = self.query_one(HitList).row
        if row is not None:
            self.post_message(self.EditorWanted(row.path, row.line))

    @on(Chips.Dropped)
    def _dropped(self, message: Chips.Dropped) -> None:
        message.stop()
        self.run_query(without(self.question, message.part))

    def action_drop(self) -> None:
        if parts := self.query_one(Taken).parts:
            self.run_query(without(self.question, parts[-1]))

    def run_query(self, query: str) -> None:
        """Search for this, as if it had been typed."""
        line = self.query_one(QueryLine)
        line.value = query
        line.cursor_position = len(query)

    def action_exact(self) -> None:
        """Refuse the correction of a word, or let spellings be tried again."""
        if self.question:
            self._exact = not self._exact
            self._later(0.0, keep=False)

    def action_kept(self) -> None:
        def chosen(query: str | None) -> None:
            if query is not None:
                self.action_focus_query()
                self.run_query(query)

        self.app.push_screen(KeptScreen(self._library, still=self._still), chosen)

    def action_save(self) -> None:
        if self.question:
            ask_name(self, self._library, self.question, still=self._still)

    def action_new(self) -> None:
        self.post_message(self.NewNoteWanted(self.question))

    def action_pin(self) -> None:
        row = self.query_one(HitList).row
        if row is not None:
            pin_or_let_go(self.app, self._library, row.path, self._pins_changed)

    def _pins_changed(self) -> None:
        if not self.question:
            self._later(0.0, keep=True)

    def action_mark(self) -> None:
        row = self.query_one(HitList).row
        if row is not None:
            self.app.marks = toggled(self.app.marks, Mark(row.path, row.title))  # type: ignore[attr-defined]

    def action_bridges(self) -> None:
        row = self.query_one(HitList).row
        marks: tuple[Mark, ...] = getattr(self.app, "marks", ())
        if found := ends(marks, row.path if row is not None else ""):
            self.post_message(self.BridgesWanted(*found))

    def action_why(self) -> None:
        """All reasons of the hit, in place of its passage."""
        self.toggle_class("-why")
        if not self.wide and self.has_class("-why") != self.has_class("-preview"):
            self.action_preview()

    def command_line(self) -> list[str]:
        if not self.question:
            return []
        exact = ["--exact"] if self._exact else []
        return ["search", self.question, "-n", str(LIMIT), *exact]

    def action_ask(self) -> None:
        self.post_message(self.AnswerWanted(self.question))

    def action_copy(self) -> None:
        row = self.query_one(HitList).row
        if row is not None:
            self.post_message(self.CopyWanted(f"{row.path}:{row.line}"))

    def action_back(self) -> None:
        query = self.query_one(QueryLine)
        if self.has_class("-preview"):
            self.action_preview()
        elif query.has_focus and self.query_one(HitList).rows:
            self.query_one(HitList).focus()
        elif query.has_focus and self.question.strip():
            self.query_one(Nothing).focus()  # the keys that it names are letters, which the line would take
        else:
            self.post_message(self.BackWanted())


def _paragraphs(lines: list[str]) -> Content:
    return Content("\n\n").join(Content(flat(line)) for line in lines)
