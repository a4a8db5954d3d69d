"""A setting is one line of config.toml, all others stay; it holds at once, and what can't be meant is refused."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.config import Config, load
from pinakes.configfile import put, with_setting
from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.tui import vaults
from pinakes.tui.app import PinakesApp
from pinakes.tui.dialogs import Choice, KeyScreen, Prompt
from pinakes.tui.hitlist import HitList
from pinakes.tui.keymap import KeyName, clash
from pinakes.tui.settinglines import SECTIONS
from pinakes.tui.settings_screen import SettingsScreen
from pinakes.tui.typed import typed_value, with_value
from tests.tui.conftest import Stage, on_stage


@pytest.mark.parametrize(
    ("before", "section", "key", "value", "after"),
    [
        ("", "", "vault_dir", "/v", 'vault_dir = "/v"\n'),
        ("# mine\n[look]\n", "", "vault_dir", "/v", 'vault_dir = "/v"\n# mine\n[look]\n'),
        ("# a\nvault_dir = '/old'  # was\n", "", "vault_dir", "/v", '# a\nvault_dir = "/v"  # was\n'),
        ("[look]\nvault_dir = 'x'\n", "", "vault_dir", "/v", "vault_dir = \"/v\"\n[look]\nvault_dir = 'x'\n"),
        ("[look]\n# c\n\n[vault]\n", "look", "theme", "nord", '[look]\n# c\ntheme = "nord"\n\n[vault]\n'),
        ("a = 1\n", "search", "graph", False, "a = 1\n\n[search]\ngraph = false\n"),
        ("[search]\nlimit = 5 # few\n", "search", "limit", 9, "[search]\nlimit = 9 # few\n"),
        ('[look]\neditor = "a # b" # c\n', "look", "editor", "x", '[look]\neditor = "x" # c\n'),
        ("[vault]\nignore = [\n  'a', # one\n  'b',\n]\n# end\n", "vault", "ignore", ["c"],
         '[vault]\nignore = ["c"]\n# end\n'),
        ("[look]\ntheme = 'x'\n# end\n", "look", "theme", None, "[look]\n# end\n"),
        ("[look]\n", "look", "theme", None, "[look]\n"),
        ("", "keys", "search.focus", "ctrl+f", '[keys]\n"search.focus" = "ctrl+f"\n'),
        ('[keys]\n"search.focus" = "f"\n', "keys", "search.focus", "g", '[keys]\n"search.focus" = "g"\n'),
    ],
)  # fmt: skip
def test_a_setting_is_one_line_and_all_others_stay(
    before: str, section: str, key: str, value: bool | int | str | list[str] | None, after: str
) -> None:
    assert with_setting(before, section, key, value) == after


@pytest.mark.parametrize("toml", ["look = {theme = 'x'}\n", "look.theme = 'x'\n", "not toml", "look = 3\n"])
def test_what_can_not_be_changed_with_certainty_is_left_alone(toml: str) -> None:
    assert with_setting(toml, "look", "theme", "nord") is None


@given(st.text(max_size=60), st.text(st.characters(exclude_categories=["Cs"]), max_size=30))
def test_whatever_stands_in_the_file_what_is_written_says_what_was_meant(before: str, value: str) -> None:
    after = with_setting(before, "look", "editor", value)
    if after is not None:
        assert tomllib.loads(after)["look"]["editor"] == value


def test_a_value_that_the_next_start_would_refuse_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    put(file, "search", "limit", 7)
    with pytest.raises(UsageError, match=r"config\.toml: `vault.dialect`"):
        put(file, "vault", "dialect", "hieroglyphs")
    assert file.read_text("utf-8") == "[search]\nlimit = 7\n"
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]


def test_what_is_written_is_what_is_read(tmp_path: Path, config: Config) -> None:
    for section, key, value in (("look", "theme", "nord"), ("answer", "deadline_s", 9), ("keys", "search.ask", "A")):
        put(config.config_file, section, key, value)
        config = with_value(config, section, key, value)
    read = load(config_file=str(config.config_file), environ={})
    assert (read.look, read.answer, read.keys) == (config.look, config.answer, config.keys)


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", " 2,048 ", 2048),
        ("number", "1.5", 1.5),
        ("number", "", None),
        ("list", "a, b/*, ", ["a", "b/*"]),
        ("text", " vim ", "vim"),
    ],
)
def test_what_is_typed_is_understood(kind: str, text: str, value: object) -> None:
    assert typed_value(kind, text) == value


@pytest.mark.parametrize("text", ["many", "-1", "nan", "1e99"])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a number"):
        typed_value("number", text)


KNOWN = (
    KeyName("a.one", "Search", "One", "m"),
    KeyName("a.two", "Note", "Two", "m"),
    KeyName("app.three", "Everywhere", "Three", "f1"),
)


@pytest.mark.parametrize(
    ("key", "words"), [("f1", "taken: Three"), ("ctrl+q", "keeps its meaning"), ("m", ""), ("z", "")]
)
def test_a_key_has_one_meaning_at_a_place(key: str, words: str) -> None:
    why = clash(KNOWN, KNOWN[0], key)
    assert words in why
    assert bool(why) == bool(words)


def test_vaults_that_were_opened_are_known(tmp_path: Path) -> None:
    for name in ("one", "two\nlines"):
        vaults.remember(tmp_path / "vaults" / name, tmp_path / name)
    assert set(vaults.known(tmp_path)) == {tmp_path / "one", tmp_path / "two\nlines"}


async def go_to(stage: Stage, section: str, line: str) -> SettingsScreen:
    """The screen with the cursor on the line that says this."""
    await stage.pilot.press("f7")
    screen = stage.app.screen_of("settings")
    assert isinstance(screen, SettingsScreen)
    await stage.until(lambda: stage.of(SettingsScreen.Looked))
    await stage.pilot.press(*["down"] * [key for key, _ in SECTIONS].index(section), "enter")
    settings = screen.query_one("#settings", HitList)
    await stage.until(lambda: any(line in row.title for row in settings.rows) and settings.has_focus)
    settings.move(next(at for at, row in enumerate(settings.rows) if line in row.title) - settings.cursor)
    return screen


async def test_a_switch_is_turned_saved_and_used_at_once(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await go_to(stage, "search", "Rank by links")
        await stage.pilot.press("enter")
        await stage.until(lambda: not library.config.search.graph)
        assert tomllib.loads(config.config_file.read_text("utf-8")) == {"search": {"graph": False}}
        await stage.until(lambda: "○ off" in stage.text)
        await stage.pilot.press("d")
        await stage.until(lambda: library.config.search.graph)
        assert tomllib.loads(config.config_file.read_text("utf-8")) == {"search": {}}


async def test_a_theme_is_tried_on_while_it_is_chosen_and_put_back_by_esc(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await go_to(stage, "look", "Colours")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, Choice))
        await stage.pilot.press("down", "down", "down")
        await stage.until(lambda: stage.app.theme == "pinakes-mono")
        await stage.pilot.press("escape")
        await stage.until(lambda: stage.app.theme == "textual-dark")
        assert not config.config_file.exists()
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, Choice))
        await stage.pilot.press("down", "enter")
        await stage.until(lambda: stage.app.config.look.theme == "textual-light")
        assert stage.app.theme == "textual-light"


async def test_a_number_that_is_none_is_refused_where_it_was_typed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await go_to(stage, "answers", "Longest answer")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, Prompt))
        await stage.type("[/b]")
        await stage.pilot.press("enter")
        await stage.until(lambda: "It takes a number." in stage.text)
        await stage.pilot.press("escape")
        assert not config.config_file.exists()


async def test_a_key_is_changed_and_works_at_once(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(100, 60)) as stage:
        await go_to(stage, "keys", "keys.health.report")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, KeyScreen))
        await stage.pilot.press("R")
        await stage.until(lambda: "is taken: Read every note again" in stage.words)
        await stage.pilot.press("Z")
        await stage.until(lambda: dict(stage.app.config.keys) == {"health.report": "Z"})
        await stage.pilot.press("f6")
        await stage.until(lambda: "Z Report" in stage.words)


async def test_another_vault_that_was_opened_before_is_one_key_away(
    library: Library, config: Config, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "one.md").write_text("# One\n", "utf-8")
    vaults.remember(config.index_dir(other), other)
    async with on_stage(PinakesApp(config, library)) as stage:
        await go_to(stage, "vaults", "/other")
        await stage.pilot.press("enter")
        await stage.until(lambda: stage.app.vault_state.name == "other" and stage.app.vault_state.synced)
        await stage.until(lambda: stage.paths == ["one.md"])
