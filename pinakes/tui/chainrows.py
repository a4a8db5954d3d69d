"""How are chains, their evidence and what stands near drawn as lines?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content

from pinakes.model.bridge import BridgeNode, BridgePath, Bridges, NearNode, Neighbourhood
from pinakes.model.view import EntitySummary, NoteSummary
from pinakes.tui.graphdraw import MARKS
from pinakes.tui.rows import Line, Row
from pinakes.tui.state import bar, count
from pinakes.tui.text import cut, cut_left, fit, flat

_JOINTS = {"link": "═", "tag": "─", "mention": "─", "name": "─", "sibling": "─", "heading": "─"}
_STEPS = {
    "mention": "mentions",
    "link": "links",
    "tag": "tagged",
    "sibling": "stands beside",
    "heading": "under",
    "name": "names",
}


def named(node: BridgeNode) -> str:
    """A node with its mark."""
    return f"{MARKS[node.kind]} {flat(node.name)}"


def chain(path: BridgePath) -> str:
    """The nodes of a chain in a line; a link is a double stroke."""
    parts = [named(path.nodes[0])]
    for edge, node in zip(path.edges, path.nodes[1:], strict=True):
        parts.append(f"{_JOINTS[edge.kind]} {named(node)}")
    return " ".join(parts)


def chain_row(number: int, path: BridgePath) -> Row:
    """A chain: what lies between its ends, then its weight."""

    def draw(width: int) -> list[Line]:
        inner = " ─ ".join(named(node) for node in path.nodes[1:-1]) or "joined at once"
        steps = ", ".join(dict.fromkeys(_STEPS[edge.kind] for edge in path.edges))
        return [
            fit([(f"{number:>2}  ", "why"), (inner, "title")], width),
            fit([(f"    {bar(path.weight, 8)} {path.weight:.2f} · {steps}", "why")], width),
        ]

    return Row(str(number), chain(path), number, draw)


def near_row(near: NearNode) -> Row:
    """A node near the centre, and how near."""
    node = near.node

    def draw(width: int) -> list[Line]:
        share = f"{bar(near.strength, 8)} {near.strength:.2f}"
        path = cut_left(flat(node.path or ""), max(width // 2 - 16, 0))
        return [
            fit([(named(node), "title")], width),
            fit([(f"  {share}", "why"), (f"  {path}", "path")], width),
        ]

    return Row(node.path or "", node.name, 1, draw)


def picked_rows(typed: str, notes: Iterable[NoteSummary], entities: Sequence[EntitySummary], most: int) -> list[Row]:
    """Notes and entities whose name holds what was typed: names that begin so first."""
    wanted = typed.casefold()
    fitting = [note for note in notes if wanted in note.title.casefold() or wanted in note.path.casefold()]
    fitting.sort(key=lambda note: (not note.title.casefold().startswith(wanted), len(note.title), note.path))
    mine = {note.title.casefold() for note in fitting}
    others = [entity for entity in entities if entity.name.casefold() not in mine]
    half = most // 2
    kept = fitting[: max(half, most - len(others))]
    return [*map(_note_row, kept), *map(_entity_row, others[: most - len(kept)])]


def _note_row(note: NoteSummary) -> Row:
    def draw(width: int) -> list[Line]:
        return [_two(f"▪ {flat(note.title)}", flat(note.path), width)]

    return Row(note.path, note.title, 1, draw)


def _entity_row(entity: EntitySummary) -> Row:
    def draw(width: int) -> list[Line]:
        kind = f"{entity.label.lower()} · " if entity.label and entity.label != "title" else ""
        return [_two(f"◆ {flat(entity.name)}", kind + count(entity.notes, "note"), width)]

    return Row("", entity.name, 0, draw)


def _two(left: str, right: str, width: int) -> Line:
    left = cut(left, width)
    room = width - cell_len(left) - 2
    return fit([(f"{left}  ", "title"), (cut_left(right, max(room, 0)), "path")], width)


def evidence(path: BridgePath, step: int) -> Content:
    """The sentences that show each step of a chain; the chosen step is marked."""
    parts: list[Content] = []
    for at, node in enumerate(path.nodes):
        parts.append(Content.styled(named(node), "bold"))
        if at == len(path.edges):
            break
        edge = path.edges[at]
        place = f"{_STEPS[edge.kind]} · {flat(edge.evidence.path)}:{edge.evidence.line}"
        mark, style = ("▌", "$accent") if at == step else ("│", "$foreground 40%")
        parts.append(Content.assemble((f"  {mark} ", style), (place, "$foreground 60%")))
        parts.append(Content.assemble((f"  {mark} ", style), f"“{flat(edge.evidence.sentence)}”"))
    return Content("\n").join(parts)


def as_markdown(bridges: Bridges, path: BridgePath) -> str:
    """A chain as a list with its quotes, to be put into a note."""
    lines = [f"**{bridges.source}** to **{bridges.target}**: {chain(path)}", ""]
    for edge, node in zip(path.edges, path.nodes[1:], strict=True):
        lines.append(f"- {named(node)}: “{flat(edge.evidence.sentence)}” ({edge.evidence.path}:{edge.evidence.line})")
    return "\n".join(lines) + "\n"


def about(near: Neighbourhood, node: BridgeNode) -> str:
    """A node of the picture in words."""
    here = next(n for n in near.nodes if n.node == node)
    kind = {"note": "note", "entity": "name in the notes", "tag": "tag"}[node.kind]
    centre = near.nodes[0].node
    joined = "the centre" if here is near.nodes[0] else f"joined to {flat(centre.name)} by {here.strength:.2f}"
    return f"{named(node)} · {kind} · {joined}"
