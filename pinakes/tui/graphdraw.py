"""How does a neighbourhood look as lines of text? Edges in braille, and a name for every node that finds room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from pinakes.model.bridge import NearNode, Neighbourhood
from pinakes.tui.braille import Canvas
from pinakes.tui.text import Span, cut, flat

MARKS = {"note": "▪", "entity": "◆", "tag": "#"}
_LONGEST = 22
_MARGIN = 2


class Label(NamedTuple):
    """A node's name, where it stands."""

    node: int
    column: int
    row: int
    text: str
    width: int


class Drawn(NamedTuple):
    """The picture: its lines, and the names on them."""

    lines: list[list[Span]]
    labels: tuple[Label, ...]
    """Of the nodes that found room."""

    def at(self, column: int, row: int) -> int | None:
        """The node whose name stands there."""
        for label in self.labels:
            if label.row == row and label.column <= column < label.column + label.width:
                return label.node
        return None


def draw(near: Neighbourhood, columns: int, rows: int, chosen: int) -> Drawn:
    """The picture of `near` in so many cells, the chosen node in brackets. Edges to it are solid, others dashed."""
    spots = [_spot(node, columns, rows) for node in near.nodes]
    canvas = Canvas(columns, rows)
    for a, b in near.edges:
        (ax, ay), (bx, by) = spots[a], spots[b]
        canvas.line((ax * 2, ay * 4 + 2), (bx * 2, by * 4 + 2), dashed=chosen not in (a, b))
    labels = tuple(_placed(near.nodes, spots, columns, rows, chosen))
    by_row: dict[int, list[Label]] = {}
    for label in labels:
        by_row.setdefault(label.row, []).append(label)
    return Drawn([_line(canvas, row, sorted(by_row.get(row, []), key=_column), chosen) for row in range(rows)], labels)


def _column(label: Label) -> int:
    return label.column


def _spot(node: NearNode, columns: int, rows: int) -> tuple[int, int]:
    """The cell of a node; names need room at the sides."""
    half_wide, half_high = max((columns - 2 * _MARGIN - 12) / 2, 1), max((rows - 3) / 2, 1)
    return round(columns / 2 + node.x * half_wide), round((rows - 1) / 2 + node.y * half_high)


def _placed(
    nodes: Sequence[NearNode], spots: Sequence[tuple[int, int]], columns: int, rows: int, chosen: int
) -> Iterator[Label]:
    """Names beside their cells, the chosen one's and the nearest ones' first; one without room is left out."""
    taken: list[tuple[int, int, int]] = []
    for at in sorted(range(len(nodes)), key=lambda i: (i != chosen, i)):
        node = nodes[at].node
        text = f"{MARKS[node.kind]} {cut(flat(node.name), _LONGEST)}"
        if at == chosen:
            text = f"[{text}]"
        width = cell_len(text)
        x, y = spots[at]
        for column, row in ((x, y), (x - width + 1, y), (x - width // 2, y + 1), (x - width // 2, y - 1)):
            free = all(row != r or column + width < c or column > c + w for r, c, w in taken)
            if free and column >= 0 and column + width <= columns and 0 <= row < rows:
                taken.append((row, column, width))
                yield Label(at, column, row, text, width)
                break


def _line(canvas: Canvas, row: int, labels: list[Label], chosen: int) -> list[Span]:
    spans: list[Span] = []
    at = 0
    for label in labels:
        spans.append(("".join(canvas.cell(column, row) for column in range(at, label.column)), "edge"))
        spans.append((label.text, "chosen" if label.node == chosen else "node"))
        at = label.column + label.width
    spans.append(("".join(canvas.cell(column, row) for column in range(at, canvas.columns)), "edge"))
    return [span for span in spans if span[0]]
