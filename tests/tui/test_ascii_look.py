"""With `look.ascii` every mark and line is drawn in ASCII; the notes' own letters stay."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from pinakes.config import Config, LookSettings
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.asciilook import TABLE, plain
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.settings_screen import SettingsScreen
from tests.tui.conftest import Stage, on_stage


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ("▌ Lamp room › Mercury", "> Lamp room > Mercury"),
        ("◆ Ida · ⇄ Soup · ≈ eel", "o Ida - = Soup - ~ eel"),
        ("✗ [[Lamp rom]] ⚠ ✓", "x [[Lamp rom]] ! v"),
        ("┌──┬──┐│", "+--+--+|"),
        ("██░░ 2/4…", "##.. 2/4."),
        ("⠀⡇⣿", " **"),
        ("灯台 Größe", "灯台 Größe"),
    ],
)
def test_a_mark_becomes_one_ascii_character(drawn: str, said: str) -> None:
    assert plain(drawn) == said


def test_no_mark_takes_more_or_fewer_cells_than_before() -> None:
    assert all(cell_len(chr(mark)) == 1 and len(said) == 1 and said.isascii() for mark, said in TABLE.items())


def others(stage: Stage) -> set[str]:
    """What the screen shows besides ASCII and letters; wide signs are those of a script."""
    return {
        character
        for character in stage.text
        if cell_len(character) == 1 and not character.isascii() and not character.isalpha()
    }


async def test_every_screen_keeps_to_ascii_and_letters(library: Library, config: Config) -> None:
    config = config._replace(look=LookSettings(ascii=True))
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await stage.search("mercury")
        await stage.until(lambda: "why this note" in stage.text)
        assert others(stage) == set()
        assert "灯台" in stage.text
        stage.app.post_message(PinakesScreen.NoteWanted("Fog horn.md"))
        await stage.until(lambda: stage.of(NoteScreen.LookedRound))
        for key in ("f3", "f4", "f5", "f6", "f7", "f1", "escape", "ctrl+p"):
            await stage.pilot.press(key)
            await stage.pilot.pause(0.2)
            assert (key, others(stage)) == (key, set())


async def test_the_look_changes_at_once(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await stage.search("mercury")
        assert "▌" in stage.text
        wear(stage, LookSettings(ascii=True))
        await stage.until(lambda: "▌" not in stage.text)
        wear(stage, LookSettings())
        await stage.until(lambda: "▌" in stage.text)


def wear(stage: Stage, look: LookSettings) -> None:
    """As Settings does when the switch has been turned."""
    stage.app.post_message(SettingsScreen.Changed(stage.app.config._replace(look=look), "look", "ascii"))
