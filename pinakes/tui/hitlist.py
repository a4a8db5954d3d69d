"""Which row is chosen? A list that draws only what is in view, however long it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Static

from pinakes.tui.rows import Line, Row


class Nothing(Static, can_focus=True):
    """What is said in place of hits; takes the focus, so that the keys it names are not typed into the query."""


class HitList(ScrollView, can_focus=True):
    """Rows of equal height with a cursor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="list.open"),
        Binding("up,k", "move(-1)", "Up", show=False, id="list.up"),
        Binding("down,j", "move(1)", "Down", show=False, id="list.down"),
        Binding("pageup", "page(-1)", "Page up", show=False, id="list.page-up"),
        Binding("pagedown", "page(1)", "Page down", show=False, id="list.page-down"),
        Binding("g,home", "end(0)", "First", show=False, id="list.first"),
        Binding("G,end", "end(1)", "Last", show=False, id="list.last"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "hitlist--text",
        "hitlist--title",
        "hitlist--path",
        "hitlist--lit",
        "hitlist--why",
        "hitlist--mark",
        "hitlist--cursor",
    }

    @dataclass
    class Moved(Message):
        """The cursor stands on another row; None when the list is empty."""

        row: Row | None
        of: str | None = None
        """The list's id."""

        def can_replace(self, message: Message) -> bool:
            return isinstance(message, HitList.Moved) and message.of == self.of

    @dataclass
    class Opened(Message):
        """A row was chosen."""

        row: Row

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._rows: tuple[Row, ...] = ()
        self._height = 3
        self._cursor = 0
        self._drawn: dict[int, list[Line]] = {}
        self._marked: frozenset[str] = frozenset()

    def mark(self, paths: frozenset[str]) -> None:
        """Show a mark before the rows of these notes."""
        if paths != self._marked:
            self._marked = paths
            self.refresh()

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._rows

    @property
    def cursor(self) -> int:
        return self._cursor

    @property
    def row(self) -> Row | None:
        """The row under the cursor."""
        return self._rows[self._cursor] if self._rows else None

    def set_rows(self, rows: Sequence[Row], height: int, *, keep: bool = False) -> None:
        """Show other rows. `keep` leaves the cursor on the same place of the same note, if it is there."""
        before = self.row
        self._rows, self._height = tuple(rows), height
        self._cursor = _same(before, self._rows, self._cursor) if keep and before else 0
        self._refill()
        self.post_message(self.Moved(self.row, self.id))

    def move(self, by: int) -> None:
        """Move the cursor by so many rows, within the list."""
        self._go(self._cursor + by)

    def page(self, by: int) -> None:
        """Move the cursor by so many screenfuls."""
        self._go(self._cursor + by * max(self.size.height // self._height, 1))

    def _go(self, to: int) -> None:
        to = max(0, min(to, len(self._rows) - 1))
        if not self._rows or to == self._cursor:
            return
        self._cursor = to
        self._reveal()
        self.refresh()
        self.post_message(self.Moved(self.row, self.id))

    def _refill(self) -> None:
        self._drawn.clear()
        self.virtual_size = Size(0, len(self._rows) * self._height)
        self._reveal()
        self.refresh()

    def _reveal(self) -> None:
        region = Region(0, self._cursor * self._height, 1, self._height)
        self.scroll_to_region(region, animate=False, force=True)

    def action_open(self) -> None:
        if self.row is not None:
            self.post_message(self.Opened(self.row))

    def action_move(self, by: int) -> None:
        self.move(by)

    def action_page(self, by: int) -> None:
        self.page(by)

    def action_end(self, last: int) -> None:
        self._go(len(self._rows) - 1 if last else 0)

    def on_resize(self) -> None:
        self._refill()

    def on_click(self, event: events.Click) -> None:
        index = (event.y + self.scroll_offset.y) // self._height
        if not 0 <= index < len(self._rows):
            return
        again = index == self._cursor and event.chain > 1
        self._go(index)
        if again:
            self.action_open()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        index, part = divmod(y + self.scroll_offset.y, self._height)
        base = self.rich_style
        if not 0 <= index < len(self._rows):
            return Strip.blank(width, base)
        if index not in self._drawn:
            self._drawn[index] = self._rows[index].draw(max(width - 3, 1))
        lines = self._drawn[index]
        chosen = index == self._cursor
        if chosen:
            base = base + self._part("cursor")
        marked = part == 0 and self._rows[index].path in self._marked
        mark = Segment(("▌" if chosen else " ") + ("●" if marked else " "), base + self._part("mark"))
        body = [Segment(text, base + self._part(name)) for text, name in (lines[part] if part < len(lines) else [])]
        return Strip([mark, *body]).adjust_cell_length(width, base)

    def _part(self, name: str) -> Style:
        return self.get_component_rich_style(f"hitlist--{name}", partial=True)


def _same(before: Row, rows: tuple[Row, ...], cursor: int) -> int:
    """Where the row that was chosen stands now: the same line, else the same note, else the same place."""
    for index, row in enumerate(rows):
        if (row.path, row.line, row.title) == (before.path, before.line, before.title):
            return index
    for index, row in enumerate(rows):
        if row.path == before.path:
            return index
    return max(0, min(cursor, len(rows) - 1))
