"""How is a line drawn with letters? Braille has two by four dots a cell."""

from __future__ import annotations

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_EMPTY = 0x2800


class Canvas:
    """Cells of dots; what was not drawn on stays a blank."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._cells: dict[tuple[int, int], int] = {}

    def dot(self, x: int, y: int) -> None:
        """Set one dot; outside of the canvas nothing happens."""
        column, row = x // 2, y // 4
        if 0 <= column < self.columns and 0 <= row < self.rows:
            cell = column, row
            self._cells[cell] = self._cells.get(cell, 0) | _DOTS[y % 4][x % 2]

    def line(self, start: tuple[int, int], end: tuple[int, int], *, dashed: bool = False) -> None:
        """From dot to dot."""
        (x, y), (x1, y1) = start, end
        steps = max(abs(x1 - x), abs(y1 - y), 1)
        for step in range(steps + 1):
            if not dashed or step % 6 < 3:
                self.dot(round(x + (x1 - x) * step / steps), round(y + (y1 - y) * step / steps))

    def cell(self, column: int, row: int) -> str:
        """What stands in a cell."""
        dots = self._cells.get((column, row), 0)
        return chr(_EMPTY + dots) if dots else " "
