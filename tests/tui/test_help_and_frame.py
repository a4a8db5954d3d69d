"""Every screen has the bar, the keys and the one sentence for a terminal that is too small."""

from __future__ import annotations

import pytest
from textual.binding import Binding
from textual.dom import DOMNode
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.graph import Graph
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.help_screen import HelpScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.notetext import NoteText
from pinakes.tui.places import Places
from pinakes.tui.search_screen import SearchScreen
from pinakes.tui.settings_screen import SettingsScreen
from pinakes.tui.themes import CONTRAST
from tests.tui.conftest import on_stage

OWNERS = [
    PinakesApp, PinakesScreen, SearchScreen, BridgesScreen, AskScreen, NoteScreen, HealthScreen, SettingsScreen,
    HitList, Graph, NoteText, Places,
]  # fmt: skip


@pytest.mark.parametrize("key", ["f1", "question_mark"])
async def test_help_lists_this_screens_keys_first_then_all(key: str, library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 60)) as stage:
        await stage.pilot.press("escape", key)
        await stage.until(lambda: isinstance(stage.app.screen, HelpScreen))
        text = stage.text
        assert text.index("This screen") < text.index("List") < text.index("Everywhere")
        assert "ctrl+q" in text
        await stage.pilot.press("escape")
        assert not isinstance(stage.app.screen, HelpScreen)


async def test_typing_filters_the_keys(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.pilot.press("f1")
        await stage.type("quit")
        assert "ctrl+q" in stage.text
        assert "This screen" not in stage.text


@pytest.mark.parametrize("owner", OWNERS)
def test_every_binding_has_a_name_by_which_keys_can_be_changed(owner: type[DOMNode]) -> None:
    assert all(isinstance(binding, Binding) and binding.id for binding in owner.BINDINGS)


async def test_function_keys_switch_screens_while_typing(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        for key, name in (("f4", "ask"), ("f2", "search"), ("f5", "note")):
            await stage.pilot.press(key)
            assert stage.app.shown == name


async def test_digits_switch_screens_when_nothing_is_typed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.paths)
        await stage.pilot.press("2")
        assert stage.app.shown == "search", "in the query line a digit is text"
        await stage.pilot.press("backspace", "escape")
        stage.hits.focus()
        await stage.pilot.press("4")
        assert stage.app.shown == "note"
        await stage.pilot.press("1")
        assert stage.app.shown == "search"


async def test_a_click_on_a_tab_goes_there(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        column = stage.text.split("\n")[0].index("3 Ask")
        await stage.pilot.click(offset=(column + 2, 0))
        assert stage.app.shown == "ask"


async def test_a_terminal_that_is_too_small_shows_one_sentence(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        for width, height in ((59, 24), (80, 15), (20, 5)):
            await stage.pilot.resize_terminal(width, height)
            sentence = f"Pinakes needs 60×16; this is {width}×{height}."
            await stage.until(lambda: " ".join(stage.text.split()) == sentence)  # noqa: B023 - awaited before it changes
        await stage.pilot.resize_terminal(80, 24)
        await stage.until(lambda: "[1 Search]" in stage.text)


async def test_the_footer_is_not_cut_at_eighty_columns(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        await stage.until(lambda: stage.paths)
        for key in ("left", "escape", "f3", "f4", "f5", "f6", "f7"):  # typing, the list, then each screen
            await stage.pilot.press(key)
            await stage.until(lambda: stage.app.screen.query(FooterKey))
            await stage.pilot.pause()
            keys = list(stage.app.screen.query(FooterKey))
            palette = next(key for key in keys if key.has_class("-command-palette"))
            others = [key for key in keys if key is not palette]
            assert len(others) <= 8
            assert max(key.region.right for key in others) <= palette.region.x
            assert palette.region.right <= stage.app.screen.query_one(Footer).region.right


async def test_the_contrast_theme_can_be_chosen(library: Library, config: Config) -> None:

    settings = config._replace(look=config.look._replace(theme=CONTRAST.name))
    async with on_stage(PinakesApp(settings, library)) as stage:
        assert stage.app.theme == "pinakes-contrast"


async def test_an_unknown_theme_is_named_and_the_default_kept(library: Library, config: Config) -> None:

    settings = config._replace(look=config.look._replace(theme="[/]moss"))
    async with on_stage(PinakesApp(settings, library)) as stage:
        await stage.until(lambda: "There is no theme [/]moss." in stage.text)
        assert stage.app.theme == "textual-dark"
