"""The first run asks once where the notes are, and writes the answer down."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.widgets import Input, OptionList

from pinakes.config import Config
from pinakes.configfile import choose_vault, with_setting
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.first_run_screen import FirstRunScreen
from pinakes.tui.vaults import candidates
from tests.tui.conftest import NOTES, on_stage, write_vault


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with an Obsidian vault, a plain one, and folders that are neither."""
    folder = tmp_path / "home"
    write_vault(folder / "Documents" / "Obsidian Vault", NOTES)
    (folder / "Documents" / "Obsidian Vault" / ".obsidian").mkdir()
    write_vault(folder / "notes", {"one.md": "# One\n\nbarley\n"})
    (folder / "Documents" / "taxes").mkdir()
    (folder / "Documents" / "taxes" / "2025.pdf").touch()
    monkeypatch.setenv("HOME", str(folder))
    return folder


@pytest.fixture
def unset(tmp_path: Path) -> Config:
    """Settings before a vault was chosen."""
    return Config(data_dir=tmp_path / "data", cache_dir=tmp_path / "cache", config_file=tmp_path / "c" / "config.toml")


def test_folders_of_notes_are_found_the_marked_ones_first(home: Path) -> None:
    found = candidates(home)
    assert [(c.path.relative_to(home).as_posix(), c.notes, c.made_by) for c in found] == [
        ("Documents/Obsidian Vault", 6, "Obsidian"),
        ("notes", 1, ""),
    ]


def test_looking_ends_when_time_is_up(home: Path) -> None:
    ticks = iter(range(0, 1_000_000, 10))
    assert len(candidates(home, clock=lambda: float(next(ticks)))) <= 2


async def test_choosing_a_folder_writes_the_config_and_opens_search(home: Path, unset: Config) -> None:
    async with on_stage(PinakesApp(unset, None)) as stage:
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        assert "~/Documents/Obsidian Vault" in stage.text
        await stage.pilot.press("down", "enter")
        await stage.until(lambda: stage.app.shown == "search" and stage.app.vault_state.synced)
        assert tomllib.loads(unset.config_file.read_text("utf-8")) == {"vault_dir": str(home / "notes")}
        await stage.search("barley")
        assert stage.paths == ["one.md"]


async def test_any_other_folder_can_be_typed(home: Path, unset: Config, tmp_path: Path) -> None:
    write_vault(tmp_path / "else[/] where", NOTES)
    async with on_stage(PinakesApp(unset, None)) as stage:
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        other = stage.app.screen.query_one("#other", Input)
        other.focus()
        other.value = str(tmp_path / "no such[/]")
        await stage.pilot.press("enter")
        assert "is not a folder" in stage.words
        other.value = str(tmp_path / "else[/] where")
        await stage.pilot.press("enter")
        await stage.until(lambda: stage.app.shown == "search" and stage.app.vault_state.synced)


async def test_a_folder_without_notes_is_refused_and_not_written_down(
    home: Path, unset: Config, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    async with on_stage(PinakesApp(unset, None)) as stage:
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        other = stage.app.screen.query_one("#other", Input)
        other.focus()
        other.value = str(tmp_path / "empty")
        await stage.pilot.press("enter")
        await stage.until(lambda: "holds no notes" in stage.words)
        assert isinstance(stage.app.screen, FirstRunScreen)
        assert not unset.config_file.exists()


async def test_escape_does_not_quit(home: Path, unset: Config) -> None:
    async with on_stage(PinakesApp(unset, None)) as stage:
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        await stage.pilot.press("escape", "escape")
        assert isinstance(stage.app.focused, OptionList)


async def test_another_vault_can_be_chosen_later(home: Path, library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.call_later(stage.app.action_choose_vault)  # in the app's own context, where messages are overheard
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        await stage.pilot.press("down", "enter")
        await stage.until(lambda: stage.app.vault_state.name == "notes" and stage.app.vault_state.synced)
        await stage.until(lambda: stage.paths == ["one.md"])


async def test_choosing_another_vault_can_be_left(home: Path, library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.call_later(stage.app.action_choose_vault)  # in the app's own context, where messages are overheard
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        await stage.pilot.press("escape")
        await stage.until(lambda: not isinstance(stage.app.screen, FirstRunScreen))


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0/"), min_size=1, max_size=40))
def test_every_folder_name_survives_the_file(name: str) -> None:
    written = with_setting("[look]\ntheme = 'nord'\n", "", "vault_dir", f"/v/{name}")
    assert written is not None
    assert tomllib.loads(written)["vault_dir"] == f"/v/{name}"


def test_the_file_is_made_with_its_folder_and_a_linked_one_stays_linked(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    choose_vault(file, Path("/v"))
    assert tomllib.loads(file.read_text("utf-8")) == {"vault_dir": "/v"}
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    choose_vault(link, Path("/w"))
    assert link.is_symlink()
    assert tomllib.loads(file.read_text("utf-8")) == {"vault_dir": "/w"}
