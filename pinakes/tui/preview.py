"""What stands round the hit that is chosen?"""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.tui import passage
from pinakes.tui.background import compute, words
from pinakes.tui.rows import Row
from pinakes.tui.text import flat

REST_S = 0.05
"""How long the cursor has to stand still before the note is read."""


class Preview(Vertical):
    """The passage where it stands in its note, and why it is there."""

    @dataclass
    class Read(Message, bubble=False):
        """The note has been read; `content` is what to show of it."""

        generation: int
        content: Content

    def __init__(self, library: Library) -> None:
        super().__init__(id="preview")
        self._library = library
        self._generation = 0
        self._timer: Timer | None = None
        self._row: Row | None = None

    def compose(self) -> ComposeResult:
        yield Static(markup=False, id="preview-head")
        with VerticalScroll(id="preview-scroll"):
            yield Static(markup=False, id="preview-text")
        yield Static(markup=False, id="preview-why")

    def show(self, row: Row | None) -> None:
        """Show another row's passage, once the cursor has come to rest."""
        self._generation += 1
        if self._timer is not None:
            self._timer.stop()
        generation = self._generation
        self._timer = self.set_timer(REST_S, lambda: self._start(row, generation))

    def _start(self, row: Row | None, generation: int) -> None:
        if generation != self._generation:
            return
        self._head(row)
        if row is None:
            self._text(Content(""))
            return
        if row.hit is not None:
            self._text(passage.round_passage("", row.hit))
        library, hit = self._library, row.hit

        def read() -> Message:
            try:
                text = library.note(row.path).text
            except PinakesError as error:
                gone = Content.styled(words(error), passage.MUTED)
                shown = passage.round_passage("", hit) if hit is not None else Content("")
                return self.Read(generation, Content.assemble(gone, "\n\n", shown))
            return self.Read(
                generation, passage.round_passage(text, hit) if hit is not None else passage.note_beginning(text)
            )

        compute(self, read, lambda why: self.Read(generation, Content.styled(flat(why), passage.MUTED)))

    def on_preview_read(self, message: Read) -> None:
        if message.generation == self._generation:
            self._text(message.content)

    def _head(self, row: Row | None) -> None:
        hit = row.hit if row is not None else None
        self.query_one("#preview-scroll").scroll_home(animate=False)
        if row is None:
            head = Content("")
        else:
            place = flat(row.path) + (f":{row.line}" if hit is not None else "")
            section = f" · {passage.heading(hit)}" if hit is not None and hit.heading else ""
            head = Content.assemble((flat(row.title), "bold"), "\n", (place + section, passage.MUTED))
        self.query_one("#preview-head", Static).update(head)
        self._row = row
        self._reasons()

    def on_resize(self) -> None:
        self._reasons()

    def _reasons(self) -> None:
        """As wide as the pane is now."""
        hit = self._row.hit if self._row is not None else None
        reasons = self.query_one("#preview-why", Static)
        reasons.update(passage.why_this(hit, max(self.size.width - 4, 20)) if hit is not None else Content(""))
        reasons.display = hit is not None

    def _text(self, content: Content) -> None:
        self.query_one("#preview-text", Static).update(content)
