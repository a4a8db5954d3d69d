"""Keys that come in one burst work in their order, each where the one before it led."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui import keyorder
from pinakes.tui.app import PinakesApp
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.queryline import QueryLine
from tests.tui.conftest import Stage, on_stage


def burst(stage: Stage, *keys: str) -> None:
    """All keys at once, as a terminal sends what was typed ahead."""
    driver = stage.app._driver
    assert driver is not None
    for key in keys:
        driver.send_message(events.Key(key, key if len(key) == 1 else {"slash": "/", "space": " "}.get(key)))


async def at_the_hits(stage: Stage) -> None:
    await stage.until(lambda: stage.hits.rows)
    await stage.pilot.press("escape")
    await stage.until(lambda: isinstance(stage.app.focused, HitList))


async def test_words_behind_the_key_of_the_query_line_are_typed_into_it(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await at_the_hits(stage)
        burst(stage, "slash", *"mab")
        await stage.until(lambda: stage.app.screen.query_one(QueryLine).value == "mab")
        assert stage.app.shown == "search"
        assert stage.app.marks == ()


async def test_words_behind_the_key_of_a_screen_are_typed_there(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.hits.rows)
        burst(stage, "f3", *"ida", "f2", *"lens")
        await stage.until(lambda: stage.app.screen_of("search").query_one(QueryLine).value == "lens")
        typed = [line.value for line in stage.app.screen_of("bridges").query(Input)]
        assert "ida" in typed


async def test_words_behind_the_palettes_key_are_typed_into_it(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.hits.rows)
        burst(stage, "ctrl+p", *"quit")
        await stage.until(lambda: isinstance(stage.app.focused, Input) and stage.app.focused.value == "quit")
        assert stage.app.screen_of("search").query_one(QueryLine).value == ""


async def test_moves_behind_a_change_of_pane_move_there(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        stage.app.post_message(PinakesScreen.NoteWanted("Lamp room.md"))
        await stage.until(lambda: stage.of(NoteScreen.LookedRound))
        burst(stage, "o", "j", "j", "enter")
        screen = stage.app.screen
        assert isinstance(screen, NoteScreen)
        await stage.until(lambda: screen.line == 13)


async def test_pasted_text_keeps_its_place_between_keys(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await at_the_hits(stage)
        burst(stage, "slash", "a")
        assert stage.app._driver is not None
        stage.app._driver.send_message(events.Paste("chamois"))
        burst(stage, "z")
        await stage.until(lambda: stage.app.screen.query_one(QueryLine).value == "achamoisz")


async def test_a_key_whose_way_is_lost_holds_up_no_other(
    library: Library, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyorder, "GIVE_UP_S", 0.01)
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.hits.rows)
        line = stage.app.screen.query_one(QueryLine)
        later = line.call_later
        lost = stage.app._follow_key
        monkeypatch.setattr(line, "call_later", lambda do, *more: True if do == lost else later(do, *more))
        burst(stage, *"lens")
        await stage.until(lambda: line.value == "lens")
