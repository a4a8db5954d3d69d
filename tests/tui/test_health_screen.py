"""What there is to look at, in groups; what can be done about it, a key away; and nothing is changed in a note."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pinakes.around import Check
from pinakes.config import Config
from pinakes.library import Library
from pinakes.model.files import Problem
from pinakes.tui.app import PinakesApp
from pinakes.tui.desk import Said
from pinakes.tui.findings import groups, report
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.newnote_screen import NewNoteScreen
from tests.tui.conftest import Stage, on_stage, write_vault

BROKEN = {
    "Rota.md": "# Rota\n\nMondays: [[Lamp rom]].\nTuesdays: [[Nobody [/b]]].\n",
    "Copy.md": "# Soup again\n\nBarley, smoked eel, lovage, for four keepers.\n",
    "Copy 2.md": "# Soup again\n\nBarley, smoked eel, lovage, for four keepers.\n",
}


@pytest.fixture
def ailing(vault: Path, library: Library) -> Library:
    """A vault with something wrong in it."""
    write_vault(vault, BROKEN)
    library.sync(wait_entities=True)
    return library


async def looked(stage: Stage, size: int = 1) -> HealthScreen:
    """The screen, once the vault has been looked through."""
    await stage.pilot.press("f6")
    await stage.until(lambda: len(stage.of(HealthScreen.Read)) >= size and "to look at" in stage.text)
    screen = stage.app.screen_of("health")
    assert isinstance(screen, HealthScreen)
    return screen


def stamps(vault: Path) -> dict[str, tuple[bytes, int]]:
    files = sorted(Path(folder) / name for folder, _, names in os.walk(vault) for name in names)
    return {str(file): (file.read_bytes(), file.stat().st_mtime_ns) for file in files}


async def test_groups_have_numbers_and_the_first_shows_its_items(ailing: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, ailing), size=(120, 36)) as stage:
        await looked(stage)
        await stage.until(lambda: "[[Lamp rom]]" in stage.text)
        assert "did you mean Lamp room.md?" in stage.text
        assert "Likely duplicates" in stage.text


async def test_enter_goes_to_the_items_then_to_the_line(ailing: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, ailing), size=(120, 36)) as stage:
        screen = await looked(stage)
        await stage.until(lambda: screen.query_one("#items", HitList).rows)
        await stage.pilot.press("enter")
        assert screen.query_one("#items").has_focus
        await stage.pilot.press("down", "enter")
        await stage.until(lambda: stage.app.shown == "note")
        assert (stage.of(PinakesScreen.NoteWanted)[-1].path, stage.of(PinakesScreen.NoteWanted)[-1].line) == (
            "Rota.md", 3,
        )  # fmt: skip


async def test_o_goes_to_what_may_be_meant_and_n_offers_the_missing_note(ailing: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, ailing), size=(120, 36)) as stage:
        screen = await looked(stage)
        await stage.until(lambda: screen.query_one("#items", HitList).rows)
        await stage.pilot.press("enter", "down", "n")
        await stage.until(lambda: isinstance(stage.app.screen, NewNoteScreen) and "Lamp rom.md" in stage.text)
        await stage.pilot.press("escape", "o")
        await stage.until(lambda: stage.app.shown == "note")
        assert stage.of(PinakesScreen.NoteWanted)[-1].path == "Lamp room.md"


async def test_nothing_that_is_done_here_changes_a_note(ailing: Library, config: Config, vault: Path) -> None:
    before = stamps(vault)
    async with on_stage(PinakesApp(config, ailing), size=(120, 36)) as stage:
        await looked(stage)
        await stage.pilot.press("R", "c", "u", "s", "d", "y")
        await stage.until(lambda: any("read again" in said.text for said in stage.app.said))
        assert stamps(vault) == before


async def test_a_report_is_plain_text(ailing: Library, config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    monkeypatch.setattr(PinakesApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    async with on_stage(PinakesApp(config, ailing)) as stage:
        await looked(stage)
        await stage.pilot.press("c")
        await stage.until(lambda: copied)
    assert "\n  Rota.md:3  [[Lamp rom]]  did you mean Lamp room.md?\n" in copied[0]
    assert "Broken links: 2\n" in copied[0]
    assert "Broken links: 2\n" in copied[0]
    assert "Likely duplicates: 1\n" in copied[0]


async def test_what_was_said_is_kept_and_shown(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        stage.app.notify("the fog [/horn] is \x1b[31mbroken", severity="warning")
        screen = await looked(stage)
        screen.show_group("messages")
        await stage.until(lambda: "! the fog [/horn] is" in stage.text)
        assert "\x1b" not in stage.text


async def test_names_that_may_be_one_are_merged_or_kept_apart_and_taken_back(
    config: Config, vault: Path, library: Library
) -> None:
    write_vault(vault, {"Visit.md": "# Visit\n\nKatharina Brandauer came. Katharine Brandauer left.\n" * 2})
    library.sync(wait_entities=True)
    if not library.entity_suggestions():
        pytest.skip("no two names of this vault look like one")
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        screen = await looked(stage)
        screen.show_group("names")
        await stage.until(lambda: "≈" in stage.text and "s the same" in stage.text)
        await stage.pilot.press("enter", "d")
        await stage.until(lambda: library.decisions())
        await stage.pilot.press("u")
        await stage.until(lambda: not library.decisions())


def test_a_report_says_of_each_group_how_many_and_what(library: Library) -> None:
    check = Check((), (), (), (), (Problem("a\nb.md", "not UTF-8", 3),))
    said = report(library.status(), groups(check, (), (Said("12:00:00", "!", "secret"),)))
    assert "Files not read well: 1\n  a b.md:3  not UTF-8\n" in said
    assert "secret" not in said
