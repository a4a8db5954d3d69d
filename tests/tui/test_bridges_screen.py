"""Two names, the chains between them with their sentences, and a picture of what stands near."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.widgets import Input

from pinakes.config import Config
from pinakes.graph.near import layout
from pinakes.library import Library
from pinakes.model.bridge import BridgeNode, BridgePath, Bridges, NearNode, Neighbourhood
from pinakes.tui.app import PinakesApp
from pinakes.tui.braille import Canvas
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.ends import Neared, left_out, visible
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.graph import Graph
from pinakes.tui.graphdraw import draw
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.hitlist import HitList
from tests.tui.conftest import Stage, on_stage


def chains(stage: Stage) -> HitList:
    return stage.app.screen_of("bridges").query_one("#chains", HitList)


async def bridged(stage: Stage, source: str = "Lamp room.md", target: str = "Fog horn.md") -> None:
    """The screen with what joins two notes."""
    stage.app.post_message(PinakesScreen.BridgesWanted(source, target))
    await stage.until(lambda: isinstance(stage.app.screen, BridgesScreen) and stage.of(Neared))


async def test_a_chain_is_shown_with_its_sentences_and_opens_at_their_lines(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await bridged(stage)
        await stage.until(lambda: "Ida Brandt" in stage.text and "mentions" in stage.text)
        await stage.pilot.press("right", "enter")
        await stage.until(lambda: stage.app.shown == "note")
        wanted = stage.of(PinakesScreen.NoteWanted)[-1]
        assert wanted.path.endswith(".md")
        assert wanted.line > 1


async def test_names_are_offered_while_typing_and_enter_takes_them(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await stage.pilot.press("f3")
        await stage.until(lambda: isinstance(stage.app.screen, BridgesScreen) and chains(stage).rows)
        await stage.type("lamp")
        await stage.until(lambda: [row.title for row in chains(stage).rows][:1] == ["Lamp room"])
        await stage.pilot.press("enter")
        await stage.until(lambda: "around ▪ Lamp room" in stage.text)
        await stage.until(lambda: "near · at most" in stage.text)
        await stage.type("soup")
        await stage.until(lambda: [row.title for row in chains(stage).rows][:1] == ["Soup"])
        await stage.pilot.press("enter")
        await stage.until(lambda: "chain" in stage.text)
        ends = [stage.app.screen.query_one(f"#end-{at}", Input).value for at in (0, 1)]
        assert ends == ["Lamp room", "Soup"]


@pytest.mark.parametrize("typed", ["[/", "[b + 1", "[@click=app.quit]x[/]", "[[Lamp"])
async def test_brackets_in_a_name_are_text(typed: str, library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        await stage.pilot.press("f3")
        await stage.until(lambda: isinstance(stage.app.screen, BridgesScreen))
        stage.app.screen.query_one("#end-0", Input).value = typed
        await stage.until(lambda: f"No note and no name has “{typed}”." in stage.words)


async def test_hiding_the_name_of_a_chain_takes_its_chains_away_and_u_brings_them_back(
    library: Library, config: Config
) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await bridged(stage)
        await stage.until(lambda: chains(stage).rows)
        before = [row.title for row in chains(stage).rows]
        await stage.pilot.press("h")
        await stage.until(lambda: "1 hidden" in stage.text)
        assert not {row.title for row in chains(stage).rows} >= set(before)
        await stage.pilot.press("u")
        await stage.until(lambda: [row.title for row in chains(stage).rows] == before)


async def test_the_ends_can_be_swapped_and_the_hops_changed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await bridged(stage)
        await stage.until(lambda: chains(stage).rows)
        await stage.pilot.press("x", "minus", "minus", "minus")
        await stage.until(lambda: "at most 1 hop ·" in stage.text)
        screen = stage.app.screen_of("bridges")
        assert screen.command_line() == ["bridges", "Fog horn.md", "Lamp room.md", "--max-hops", "1"]


async def test_an_unknown_name_is_said(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await bridged(stage, "Lamp room.md", "nobody [/b]")
        await stage.until(lambda: "nobody [/b]" in stage.words and "is called" in stage.words)


async def test_the_picture_is_walked_by_keys_and_drawn_anew_round_a_node(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        await bridged(stage)
        await stage.pilot.press("v")
        await stage.until(lambda: stage.app.screen.query_one(Graph).has_focus and "[▪ Lamp room]" in stage.text)
        await stage.pilot.press("down")
        await stage.until(lambda: "[▪ Lamp room]" not in stage.text and "joined to Lamp room" in stage.text)
        node = stage.app.screen.query_one(Graph).node
        assert node is not None
        await stage.pilot.press("c")
        await stage.until(lambda: f"around {'▪' if node.kind == 'note' else '◆'} {node.name}" in stage.text)
        await stage.pilot.press("escape")
        await stage.until(lambda: chains(stage).has_focus)


async def test_r_leads_to_the_names_that_may_be_one(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await bridged(stage)
        await stage.pilot.press("r")
        await stage.until(lambda: isinstance(stage.app.screen, HealthScreen) and stage.of(HealthScreen.Read))
        await stage.until(lambda: "d different, never asked again" in stage.words or "No two names" in stage.text)


def path(*names: str) -> BridgePath:
    return BridgePath(1.0, tuple(BridgeNode("entity", name) for name in names), ())


def test_chains_over_hidden_and_common_names_are_left_out() -> None:
    bridges = Bridges("a", "z", (path("a", "Rare", "z"), path("a", "Everywhere", "z"), path("a", "Shy", "z")))
    hidden = left_out(frozenset({("everywhere", 50), ("rare", 3)}), 40, frozenset({"shy"}))
    assert [chain.nodes[1].name for chain in visible(bridges, hidden)] == ["Rare"]


def test_a_name_that_is_an_end_is_never_hidden() -> None:
    bridges = Bridges("a", "z", (path("Everywhere", "Rare", "z"),))
    assert visible(bridges, frozenset({"everywhere"}))


def test_a_line_of_dots_goes_from_cell_to_cell() -> None:
    canvas = Canvas(4, 1)
    canvas.line((0, 0), (7, 0))
    assert [canvas.cell(column, 0) for column in range(4)] == ["⠉"] * 4
    canvas.dot(-1, 99)
    assert canvas.cell(9, 9) == " "


def test_the_layout_is_the_same_every_time_with_the_centre_in_the_middle() -> None:
    edges = [(0, 1), (0, 2), (2, 3), (0, 4)]
    spots = layout(5, edges)
    assert spots == layout(5, edges)
    assert spots[0] == (0.0, 0.0)
    assert all(-1 <= value <= 1 for spot in spots for value in spot)
    assert layout(1, []) == [(0.0, 0.0)]


NAMES = st.text(min_size=1, max_size=30)
SPOTS = st.floats(-1, 1, allow_nan=False)


@given(st.lists(st.tuples(NAMES, SPOTS, SPOTS), min_size=1, max_size=25), st.integers(1, 90), st.integers(1, 30))
def test_every_line_of_the_picture_is_as_wide_as_the_picture(
    nodes: list[tuple[str, float, float]], columns: int, rows: int
) -> None:
    near = Neighbourhood(
        tuple(NearNode(BridgeNode("entity", name), 1.0, x, y) for name, x, y in nodes),
        tuple((0, at) for at in range(1, len(nodes))),
    )
    picture = draw(near, columns, rows, 0)
    assert len(picture.lines) == rows
    assert {sum(cell_len(text) for text, _ in line) for line in picture.lines} == {columns}
    assert not any("\x1b" in text for line in picture.lines for text, _ in line)
