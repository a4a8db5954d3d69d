"""Which node of the picture is chosen? A neighbourhood drawn, walked through by keys or mouse."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from pinakes.model.bridge import BridgeNode, Neighbourhood
from pinakes.tui.chainrows import about, named
from pinakes.tui.graphdraw import Drawn, draw


class Graph(Widget, can_focus=True):
    """The picture of what stands near a node."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", id="graph.open"),
        Binding(
            "down,right,j,l", "walk(1)", "Next", show=False, tooltip="The next node, the nearest first", id="graph.next"
        ),
        Binding("up,left,k", "walk(-1)", "Before", show=False, tooltip="The node before", id="graph.before"),
        Binding("c", "centre", "Centre", tooltip="Draw what stands around this node", id="graph.centre"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {"graph--edge", "graph--node", "graph--chosen"}

    @dataclass
    class Walked(Message):
        """Another node is chosen."""

        node: BridgeNode

    @dataclass
    class Opened(Message):
        """A node is to be opened."""

        node: BridgeNode

    @dataclass
    class Centred(Message):
        """A node is to be the centre."""

        node: BridgeNode

    def __init__(self) -> None:
        super().__init__(id="graph")
        self._near: Neighbourhood | None = None
        self._chosen = 0
        self._drawn: Drawn | None = None

    def show(self, near: Neighbourhood | None) -> None:
        """Draw another neighbourhood, its centre chosen."""
        self._near, self._chosen, self._drawn = near, 0, None
        self.refresh()

    @property
    def near(self) -> Neighbourhood | None:
        return self._near

    @property
    def drawn(self) -> int:
        """How many nodes found room for their name."""
        return len(self._picture().labels) if self._near is not None else 0

    @property
    def node(self) -> BridgeNode | None:
        """The one that is chosen."""
        return self._near.nodes[self._chosen].node if self._near is not None else None

    def _picture(self) -> Drawn:
        if self._drawn is None:
            near = self._near or Neighbourhood((), ())
            self._drawn = draw(near, max(self.size.width, 1), max(self.size.height, 1), self._chosen)
        return self._drawn

    def on_resize(self) -> None:
        self._drawn = None

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        lines = self._picture().lines
        base = self.rich_style
        if not 0 <= y < len(lines):
            return Strip.blank(self.size.width, base)
        parts = [
            Segment(text, base + self.get_component_rich_style(f"graph--{part}", partial=True))
            for text, part in lines[y]
        ]
        return Strip(parts).adjust_cell_length(self.size.width, base)

    def _choose(self, at: int) -> None:
        self._chosen, self._drawn = at, None
        self.refresh()
        if self.node is not None:
            self.post_message(self.Walked(self.node))

    def action_walk(self, by: int) -> None:
        if self._near is not None:
            self._choose((self._chosen + by) % len(self._near.nodes))

    def action_open(self) -> None:
        if self.node is not None:
            self.post_message(self.Opened(self.node))

    def action_centre(self) -> None:
        if self.node is not None:
            self.post_message(self.Centred(self.node))

    def on_click(self, event: events.Click) -> None:
        at = self._picture().at(event.x, event.y)
        if at is None:
            return
        if at == self._chosen and event.chain > 1:
            self.action_open()
        else:
            self._choose(at)


class GraphPane(Vertical):
    """The picture, what it is around, and what the chosen node is."""

    def __init__(self) -> None:
        super().__init__(id="graph-pane")

    def compose(self) -> ComposeResult:
        yield Static(markup=False, id="graph-head")
        yield Graph()
        yield Static(markup=False, id="graph-about")

    def on_mount(self) -> None:
        self.show(None)

    def show(self, near: Neighbourhood | None) -> None:
        """Draw another neighbourhood."""
        self.query_one(Graph).show(near)
        head = f"around {named(near.nodes[0].node)}" if near is not None else "No name is chosen yet."
        self.query_one("#graph-head", Static).update(Content(head))
        self._tell(near.nodes[0].node if near is not None else None)

    @on(Graph.Walked)
    def _walked(self, message: Graph.Walked) -> None:
        message.stop()
        self._tell(message.node)

    def _tell(self, node: BridgeNode | None) -> None:
        near = self.query_one(Graph).near
        said = about(near, node) if near is not None and node is not None else ""
        self.query_one("#graph-about", Static).update(Content(said))
