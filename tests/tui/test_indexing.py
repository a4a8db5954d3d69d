"""The index keeps up while the screens are used, says how far it is, and does not hold up quitting."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from textual.app import App

from pinakes.config import Config
from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.model.sync import Progress
from pinakes.tui import run
from pinakes.tui.app import PinakesApp
from pinakes.tui.indexing import Indexing
from pinakes.tui.state import VaultState
from tests.tui.conftest import NOTES, on_stage, write_vault


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (VaultState(), "◌ looking"),
        (VaultState(progress=Progress("scan", 0, 0)), "looking…"),
        (VaultState(progress=Progress("text", 812, 1204)), "812/1,204 reading…"),
        (VaultState(progress=Progress("entities", 40, 412)), "entities 40/412"),
        (VaultState(synced=True), "✓ in step"),
        (VaultState(synced=True, trouble="x"), "! trouble"),
        (VaultState(synced=True, reachable=False), "✗ vault gone"),
    ],
)
def test_the_state_of_the_vault_in_words(state: VaultState, words: str) -> None:
    assert state.words() == words


async def test_a_vault_is_read_while_the_app_runs_and_the_bar_goes_away(config: Config) -> None:
    async with on_stage(PinakesApp(config, Library.open(config))) as stage:
        assert stage.of(Indexing.Progressed)
        await stage.until(lambda: "✓ in step" in stage.text)
        assert "6 notes" in stage.text
        await stage.search("mercury")
        assert stage.paths


async def test_progress_is_drawn_and_ends(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        stage.app.post_message(Indexing.Progressed(Progress("text", 300, 1204)))
        await stage.until(lambda: "███░░░░░░░░░  300/1,204 reading…" in stage.text)
        stage.app.post_message(Indexing.Progressed(Progress("text", 1204, 1204)))
        await stage.until(lambda: "✓ in step" in stage.text)


async def test_many_reports_in_a_row_are_drawn_once(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        before = len(stage.of(Indexing.Progressed))
        for done in range(1_000):
            stage.app.post_message(Indexing.Progressed(Progress("text", done, 1_001)))
        await stage.until(lambda: "999/1,001" in stage.text)
        assert len(stage.of(Indexing.Progressed)) - before < 100


async def test_trouble_is_told_and_is_over_when_empty_words_come(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.post_message(Indexing.Troubled("The drive is full."))
        await stage.until(lambda: "! trouble" in stage.text and "The drive is full." in stage.text)
        stage.app.post_message(Indexing.Troubled(""))
        await stage.until(lambda: "✓ in step" in stage.text)


async def test_a_vault_that_goes_away_is_not_an_empty_vault(library: Library, config: Config, vault: Path) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        vault.rename(vault.with_name("unplugged"))
        stage.app.post_message(Indexing.Troubled("The notes are not there."))
        await stage.until(lambda: "✗ vault gone" in stage.text)
        await stage.search("mercury")
        assert "Lamp room.md" in stage.paths


async def test_quitting_while_notes_are_read_ends_the_thread(config: Config, vault: Path) -> None:
    write_vault(vault, {f"many/{n}.md": f"# Note {n}\n\n" + "barley and eel " * 200 for n in range(400)})
    app = PinakesApp(config, Library.open(config))
    async with app.run_test() as pilot:
        while app.vault_state.progress is None:
            await pilot.pause(0.01)
        await pilot.press("ctrl+q")
    assert app.close(30.0)
    assert not [thread for thread in threading.enumerate() if thread.name == "pinakes-indexing"]


async def test_what_was_read_before_quitting_is_kept(config: Config) -> None:
    async with on_stage(PinakesApp(config, Library.open(config))):
        pass
    with Library.open(config) as library:
        assert library.status().notes == len(NOTES)


def test_without_a_terminal_the_command_line_is_named(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(App, "run", lambda _self: pytest.fail("the app was started"))
    with pytest.raises(UsageError) as refused:
        run.run(config)
    assert "pinakes search WORDS" in refused.value.hint


def test_native_chatter_goes_to_the_log(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    import os
    import sys

    log = tmp_path / "data" / "tui.log"
    with run.stderr_to(log):
        os.write(2, b"ggml: loading\n")
        print("drawn", file=sys.__stderr__)
    os.write(2, b"after\n")
    assert log.read_bytes() == b"ggml: loading\n"
    assert log.stat().st_mode & 0o777 == 0o600
    assert capfd.readouterr().err == "drawn\nafter\n"
