"""How are two notes joined, and what stands near one? Chains with the sentences that show them, and a picture."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from pinakes.library import Library
from pinakes.model.bridge import BridgeNode, BridgePath, Bridges, Evidence
from pinakes.model.view import EntitySummary, NoteSummary
from pinakes.tui.chainrows import as_markdown, chain_row, evidence, near_row, picked_rows
from pinakes.tui.ends import THRESHOLDS, End, Looked, Neared, Suggested, left_out, limits, look, suggest, visible
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.graph import Graph, GraphPane
from pinakes.tui.hitlist import HitList
from pinakes.tui.nameline import NameLine
from pinakes.tui.rows import Row
from pinakes.tui.state import count
from pinakes.tui.text import flat

PICKS = 60
HOPS = (1, 6)
EMPTY = "Type the name of a note, a person or a thing, and press enter.\n\nOr mark two notes with m in Search, then b."


class BridgesScreen(PinakesScreen):
    """Two ends, the chains between them, and the neighbourhood of one."""

    TAB = "bridges"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus_from", "Name", key_display="/", tooltip="To the first name", id="bridges.focus"),
        Binding("v", "graph", "Graph", tooltip="To the picture, and back", id="bridges.graph"),
        Binding("x", "swap", "Swap", tooltip="Swap the two ends", id="bridges.swap"),
        Binding(
            "plus", "hops(1)", "Hops", key_display="+/-", tooltip="More or fewer notes on the way", id="bridges.more"
        ),
        Binding("minus", "hops(-1)", "", show=False, id="bridges.fewer"),
        Binding("h", "hide", "Hide", tooltip="Leave out the name in the middle of this chain", id="bridges.hide"),
        Binding("u", "unhide", "", show=False, tooltip="Show again what was left out", id="bridges.unhide"),
        Binding("H", "common", "", show=False, tooltip="Names so common are left out: change", id="bridges.common"),
        Binding("right", "step(1)", "", show=False, tooltip="The next sentence of the chain", id="bridges.step"),
        Binding("left", "step(-1)", "", show=False, tooltip="The sentence before", id="bridges.step-back"),
        Binding("e", "edit", "Edit", show=False, tooltip="In your editor, at the sentence", id="bridges.edit"),
        Binding("y", "copy", "Copy", tooltip="Copy the chain with its sentences", id="bridges.copy"),
        Binding(
            "r", "app.review_names", "", show=False, tooltip="Names that may be one, in Health", id="bridges.names"
        ),
    ]

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._ends: list[End | None] = [None, None]
        self._centre = ""
        self._picking: int | None = 0
        """Which end is being typed; None when both are chosen."""
        self._generation = 0
        self._hops = 3
        self._threshold = THRESHOLDS[0]
        self._hidden: frozenset[str] = frozenset()
        self._bridges: Bridges | None = None
        self._common: frozenset[tuple[str, int]] = frozenset()
        self._chains: list[BridgePath] = []
        self._step = 0
        self._entities: tuple[EntitySummary, ...] = ()
        self._why = ""
        self._waiting = False
        self._ready = False
        """Its parts are there."""

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="ends-row"):
            yield Static("from", classes="end-mark", markup=False)
            yield NameLine("a note or a name", id="end-0", still=self._still)
            yield Static("to", classes="end-mark", markup=False)
            yield NameLine("another, or nothing", id="end-1", still=self._still)
        with Horizontal(id="bridges-body"):
            with Vertical(id="chains-pane"):
                yield Static(markup=False, id="chains-head")
                yield HitList(id="chains")
                yield Static(EMPTY, id="bridges-nothing", markup=False)
                with VerticalScroll(id="evidence-scroll"):
                    yield Static(markup=False, id="evidence")
            yield GraphPane()

    def on_mount(self) -> None:
        self._ready = True
        if self._ends[0] is not None:
            self._show_ends()
        else:
            self.query_one("#end-0").focus()
            self._pick(0)

    def vault_changed(self) -> None:
        if self._picking is None:
            self._look()
        else:
            self._pick(self._picking)

    # ── the ends ─────────────────────────────────────────────────────────────────────────

    def open(self, source: str, target: str = "") -> None:
        """Show what joins these, given by path or name."""
        self._ends = [self._end(source), self._end(target) if target else None]
        self._centre = ""
        if self._ready:
            self._show_ends()

    def _show_ends(self) -> None:
        self._write_ends()
        self._look()
        self.query_one(HitList).focus()

    def _end(self, name: str) -> End:
        titles: tuple[NoteSummary, ...] = getattr(self.app, "titles", ())
        return End(name, next((note.title for note in titles if note.path == name), name))

    def _write_ends(self) -> None:
        for at, end in enumerate(self._ends):
            line = self.query_one(f"#end-{at}", NameLine)
            with self.prevent(Input.Changed):
                line.value = flat(end.shown) if end is not None else ""

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        at = 0 if message.input.id == "end-0" else 1
        self._ends[at] = None
        self._pick(at)

    def _pick(self, at: int) -> None:
        """Offer names for what stands in a line."""
        self._picking, self._why = at, ""
        self._generation += 1
        typed = self.query_one(f"#end-{at}", NameLine).value.strip()
        self._fill_picks(typed)
        suggest(self, self._library, self._generation, typed)

    @on(Suggested)
    def _suggested(self, message: Suggested) -> None:
        message.stop()
        if message.generation == self._generation and self._picking is not None:
            self._entities = message.entities
            self._fill_picks(self.query_one(f"#end-{self._picking}", NameLine).value.strip())

    def _fill_picks(self, typed: str) -> None:
        titles: tuple[NoteSummary, ...] = getattr(self.app, "titles", ())
        wanted = typed.casefold()
        entities = [entity for entity in self._entities if wanted in entity.name.casefold() or wanted in entity.key]
        self._fill(
            picked_rows(typed, titles, entities, PICKS), 1, f"No note and no name has “{typed}”." if typed else EMPTY
        )
        self._show_evidence()
        self._say()

    @on(NameLine.Moved)
    def _moved_from_line(self, message: NameLine.Moved) -> None:
        message.stop()
        rows = self.query_one(HitList)
        rows.page(message.by) if message.page else rows.move(message.by)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        at = 0 if message.input.id == "end-0" else 1
        if self._picking == at and (message.value.strip() or at == 0):
            self._take(self.query_one(HitList).row)
        elif self._ends[0] is not None:
            self._look()
            self.query_one(HitList).focus()

    def _take(self, row: Row | None) -> None:
        """Choose what the list has under its cursor for the end that is being typed."""
        if row is None or self._picking is None:
            return
        at = self._picking
        self._ends[at] = End(row.path or row.title, row.title)
        self._centre = ""
        self._write_ends()
        self._look()
        if at == 0 and self._ends[1] is None:
            self.query_one("#end-1").focus()
        else:
            self.query_one(HitList).focus()

    # ── what joins them ──────────────────────────────────────────────────────────────────

    def _look(self) -> None:
        ends = [end for end in self._ends if end is not None]
        if not ends:
            return
        if self._picking is not None:
            self._picking, self._waiting = None, True
            self._chains, self._bridges = [], None
            self._fill([], 2, "Looking for what joins them …" if len(ends) == 2 else "Looking for what is near …")
        self._generation += 1
        centre = self._centre or ends[0].name
        look(self, self._library, self._generation, [end.name for end in ends], centre, self._hops)

    @on(Looked)
    def _looked(self, message: Looked) -> None:
        message.stop()
        if message.generation == self._generation:
            self._bridges, self._common, self._why = message.bridges, message.common, message.why
            self._refill()

    @on(Neared)
    def _neared(self, message: Neared) -> None:
        message.stop()
        if message.generation != self._generation:
            return
        self.query_one(GraphPane).show(message.near)
        if None in self._ends:
            self._bridges, self._why = None, message.why
            self._refill()

    def _refill(self) -> None:
        """The chains that are not hidden; with one end, what stands near it."""
        self._step, self._waiting = 0, False
        near = self.query_one(Graph).near
        if self._bridges is not None:
            self._chains = visible(self._bridges, left_out(self._common, self._threshold, self._hidden))
            otherwise = f"Nothing joins them within {count(self._hops, 'hop')}. + looks further, u shows hidden names."
            self._fill([chain_row(n, path) for n, path in enumerate(self._chains, 1)], 2, self._why or otherwise)
        else:
            self._chains = []
            rows = [near_row(node) for node in near.nodes[1:]] if near is not None and not self._why else []
            self._fill(rows, 2, self._why or "Nothing in the notes joins it to anything else.")
        self._show_evidence()
        self._say()
        self.refresh_bindings()

    def _fill(self, rows: list[Row], height: int, otherwise: str) -> None:
        hits, nothing = self.query_one(HitList), self.query_one("#bridges-nothing", Static)
        hits.set_rows(rows, height)
        hits.display, nothing.display = bool(rows), not rows
        nothing.update(Content(flat(otherwise) if otherwise != EMPTY else EMPTY))
        if rows and not isinstance(self.focused, NameLine | Graph):  # a hidden list has lost the focus
            hits.focus()

    # ── what is said ─────────────────────────────────────────────────────────────────────

    @property
    def _chain(self) -> BridgePath | None:
        row = self.query_one(HitList).row
        return self._chains[row.line - 1] if row is not None and self._picking is None and self._chains else None

    @property
    def _evidence(self) -> Evidence | None:
        chain = self._chain
        return chain.edges[self._step].evidence if chain is not None else None

    @on(HitList.Moved)
    def _moved(self, message: HitList.Moved) -> None:
        message.stop()
        self._step = 0
        self._show_evidence()
        self._say()

    def _show_evidence(self) -> None:
        chain = self._chain
        pane = self.query_one("#evidence-scroll", VerticalScroll)
        pane.display = chain is not None
        if chain is not None:
            self.query_one("#evidence", Static).update(evidence(chain, self._step))
            pane.scroll_to(y=max(self._step * 3 - 1, 0), animate=False)

    def _say(self) -> None:
        rows = self.query_one(HitList).rows
        what = count(len(rows), "chain") if self._bridges is not None else f"{len(rows)} near"
        what = "nothing" if self._why else "looking" if self._waiting else what
        what = "names to choose from" if self._picking is not None else what
        limited = limits(self._hops, self._threshold, self._hidden)
        self.query_one("#chains-head", Static).update(Content(f"{what} · {limited}"))
        place = f"{self.query_one(HitList).cursor + 1}/{len(rows)} " if rows else ""
        graph = self.query_one(Graph)
        left = (
            "enter takes the name · ↑↓ choose" if self._picking is not None else "enter opens the note at the sentence"
        )
        if graph.near is not None and self.has_class("-graph"):
            left = f"{len(graph.near.nodes)} nodes, {graph.near.more:,} more further off · c centres, enter opens"
        self.state_line.say(f" {left}", place)

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What needs a chain is offered when there is one."""
        if action in ("hide", "copy", "step"):
            return self._chain is not None
        if action in ("graph", "swap"):
            return self._ends[0] is not None
        return True

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        if self._picking is not None:
            self._take(message.row)
        elif self._evidence is not None:
            self.post_message(self.NoteWanted(self._evidence.path, self._evidence.line, self._evidence.line))
        elif message.row.path:
            self.post_message(self.NoteWanted(message.row.path))
        else:
            self.open(message.row.title)

    @on(Graph.Opened)
    def _node_opened(self, message: Graph.Opened) -> None:
        message.stop()
        if message.node.path:
            self.post_message(self.NoteWanted(message.node.path))
        else:
            self._centre_on(message.node)

    @on(Graph.Centred)
    def _centred(self, message: Graph.Centred) -> None:
        message.stop()
        self._centre_on(message.node)

    def _centre_on(self, node: BridgeNode) -> None:
        if node.kind == "tag":
            self.app.notify("A tag can't be the centre; Search lists its notes: tag:NAME.", markup=False)
        else:
            self._centre = node.path or node.name
            self._look()

    def action_focus_from(self) -> None:
        self.remove_class("-graph")
        self.query_one("#end-0").focus()

    def action_graph(self) -> None:
        """To the picture; in a narrow window it takes the place of the chains."""
        self.set_class(not self.has_class("-graph"), "-graph")
        (self.query_one(Graph) if self.has_class("-graph") else self.query_one(HitList)).focus()
        self._say()

    def action_swap(self) -> None:
        self._ends.reverse()
        self._write_ends()
        self._centre = ""
        self._look()

    def action_hops(self, by: int) -> None:
        self._hops = max(HOPS[0], min(self._hops + by, HOPS[1]))
        self._look()
        self._say()

    def action_hide(self) -> None:
        """The first name on the way that is not a note; where there is none, the first note."""
        chain = self._chain
        inner = chain.nodes[1:-1] if chain is not None else ()
        first = next((node for node in inner if node.kind != "note"), next(iter(inner), None))
        if first is not None:
            self._hidden |= {first.name.casefold()}
            self._refill()

    def action_unhide(self) -> None:
        self._hidden = frozenset()
        self._refill()

    def action_common(self) -> None:
        self._threshold = THRESHOLDS[(THRESHOLDS.index(self._threshold) + 1) % len(THRESHOLDS)]
        if self._picking is None:
            self._refill()
        self._say()

    def action_step(self, by: int) -> None:
        chain = self._chain
        if chain is not None:
            self._step = max(0, min(self._step + by, len(chain.edges) - 1))
            self._show_evidence()

    def action_edit(self) -> None:
        if self._evidence is not None:
            self.post_message(self.EditorWanted(self._evidence.path, self._evidence.line))

    def action_copy(self) -> None:
        if self._bridges is not None and self._chain is not None:
            self.post_message(self.CopyWanted(as_markdown(self._bridges, self._chain)))

    def command_line(self) -> list[str]:
        ends = [end.name for end in self._ends if end is not None]
        if len(ends) == 2:
            return ["bridges", *ends, "--max-hops", str(self._hops)]
        return ["related" if ends[0].endswith(".md") else "entity", *ends] if ends else []

    def action_back(self) -> None:
        if self.has_class("-graph"):
            self.action_graph()
        elif isinstance(self.focused, NameLine) and self.query_one(HitList).rows:
            self.query_one(HitList).focus()
        else:
            self.post_message(self.BackWanted())
