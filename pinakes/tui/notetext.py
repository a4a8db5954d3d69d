"""How is one window of a note laid out, and which of its lines is in view?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock

from pinakes.tui.markdown import Window, parser


class NoteText(VerticalScroll, can_focus=True):
    """A window of a note as markdown, the passage marked at its edge."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j,down", "scroll_by(1)", "Down", show=False, id="text.down"),
        Binding("k,up", "scroll_by(-1)", "Up", show=False, id="text.up"),
        Binding("g,home", "scroll_home", "Top", show=False, id="text.top"),
        Binding("G,end", "scroll_end", "End", show=False, id="text.end"),
        Binding("space,pagedown", "scroll_pages(1)", "Page down", show=False, id="text.page-down"),
        Binding("b,pageup", "scroll_pages(-1)", "Page up", show=False, id="text.page-up"),
    ]

    @dataclass
    class Scrolled(Message):
        """Other lines are in view."""

        line: int

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, NoteText.Scrolled)

    @dataclass
    class PastEnd(Message):
        """A key asked for more than the window holds: 1 below, −1 above."""

        by: int

    def __init__(self) -> None:
        super().__init__(id="note-text")
        self._first = 1
        self._revealed: int | None = None

    def compose(self) -> ComposeResult:
        yield Markdown(parser_factory=parser, open_links=False, id="note-markdown")

    async def show(self, window: Window) -> None:
        """Lay out another window."""
        self._first = window.first
        await self.query_one(Markdown).update(window.text)

    def reveal(self, line: int, end_line: int) -> None:
        """Bring a line to the top of the view; mark the passage, if `end_line` is given."""
        self._revealed = line
        first, last = line - self._first, end_line - self._first
        for block in self.query(MarkdownBlock):
            block.remove_class("-passage")
        blocks = list(_smallest(self.query_one(Markdown).children))
        if end_line >= line:
            for block in blocks:
                start, end = block.source_range
                if start <= last and end > first:
                    block.add_class("-passage")
        target = next((block for block in reversed(blocks) if block.source_range[0] <= first), None)
        if target is None or line - self._first <= 0:
            self.scroll_home(animate=False)
        else:
            self.call_after_refresh(self.scroll_to_widget, target, animate=False, top=True)

    @property
    def top_line(self) -> int:
        """The line that was asked for; after scrolling, the one at the top of the view."""
        if self._revealed is not None:
            return self._revealed
        top, line = self.scroll_offset.y, 0
        for block in _smallest(self.query_one(Markdown).children):
            if self._place(block) > top:
                break
            line = max(line, block.source_range[0])
        return self._first + line

    def _place(self, block: MarkdownBlock) -> int:
        """The row of a block in the scrolled text."""
        return block.region.y - self.content_region.y + self.scroll_offset.y

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Scrolled(round(new_value)))

    def on_mouse_scroll_down(self) -> None:
        self._revealed = None

    def on_mouse_scroll_up(self) -> None:
        self._revealed = None

    def action_scroll_by(self, by: int) -> None:
        if not self._past_end(by):
            self.scroll_relative(y=by, animate=False)

    def action_scroll_pages(self, by: int) -> None:
        if not self._past_end(by):
            self.scroll_relative(y=by * max(self.size.height - 2, 1), animate=False)

    def action_scroll_home(self) -> None:
        self._revealed = None
        self.scroll_home(animate=False)

    def action_scroll_end(self) -> None:
        self._revealed = None
        self.scroll_end(animate=False)

    def _past_end(self, by: int) -> bool:
        if (by > 0 and self.scroll_offset.y >= self.max_scroll_y) or (by < 0 and self.scroll_offset.y <= 0):
            self.post_message(self.PastEnd(by))
            return True
        self._revealed = None
        return False


def _smallest(blocks: object) -> Iterator[MarkdownBlock]:
    """Blocks in order, lists opened up to their items: a passage is often one item."""
    for block in blocks if hasattr(blocks, "__iter__") else ():
        if not isinstance(block, MarkdownBlock):
            continue
        inner = [child for child in block.children if isinstance(child, MarkdownBlock)]
        if type(block).__name__ in ("MarkdownBulletList", "MarkdownOrderedList") and inner:
            yield from _smallest(inner)
        else:
            yield block
