"""Pictures of every screen and state, to be looked at. `pytest --snapshot-update` makes them anew.

The app draws no times and no blinking cursor for them (`still`), and the notes have fixed days.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from pinakes.config import Config
from pinakes.library import Library
from pinakes.model.sync import Progress
from pinakes.tui.answers_screen import AnswersScreen
from pinakes.tui.app import PinakesApp
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.dialogs import Choice
from pinakes.tui.frame import PinakesScreen, StateLine
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.indexing import Indexing
from pinakes.tui.kept_screen import KeptScreen
from pinakes.tui.newnote_screen import NewNoteScreen
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.notetext import NoteText
from pinakes.tui.places import Places
from pinakes.tui.settings_screen import SettingsScreen
from tests.tui.conftest import KEYS, NOON, ROUNDS, ScriptedModel
from tests.tui.test_ask_screen import CARRIED, INVENTED, QUESTION
from tests.tui.test_first_run import home, unset

__all__ = ["home", "unset"]

Compare = Callable[..., bool]
Steps = Callable[[Pilot[None]], Awaitable[None]]
SIZES = pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=["80x24", "120x36"])


async def until(pilot: Pilot[None], holds: Callable[[PinakesApp], object]) -> None:
    app = cast(PinakesApp, pilot.app)
    for _ in range(ROUNDS):
        if holds(app):
            await pilot.pause()
            return
        await pilot.pause(0.01)
    pytest.fail("the state to be drawn never came")


def in_step(app: PinakesApp) -> bool:
    return app.vault_state.synced and bool(app.titles) and bool(shown(app, "#preview-text"))


def shown(app: App[None], where: str) -> str:
    found = cast(PinakesApp, app).screen_of("search").query(where)
    return str(found.first(Static).render()) if found else ""


def words(app: PinakesApp, where: str) -> str:
    """What a part of the screen that is shown says."""
    found = app.screen.query(where)
    return str(found.first(Static).render()) if found else ""


async def typed(pilot: Pilot[None], text: str) -> None:
    await pilot.press(*(KEYS.get(character, character) for character in text))


async def searched(pilot: Pilot[None], text: str, expected: str) -> None:
    """A query, its hits, and the preview at rest."""
    await until(pilot, in_step)
    await typed(pilot, text)
    await until(pilot, lambda app: expected in shown(app, "#preview-text") or expected in shown(app, "#nothing"))


async def recent(pilot: Pilot[None]) -> None:
    await until(pilot, lambda app: in_step(app) and "mercury" in shown(app, "#preview-text"))


async def results(pilot: Pilot[None]) -> None:
    await searched(pilot, "ida brandt mercury", "Ida Brandt")
    await until(pilot, lambda app: "120 litres" in shown(app, "#preview-text"))


async def no_hit(pilot: Pilot[None]) -> None:
    await searched(pilot, "zzzzqqqq", "No note has")


async def note(pilot: Pilot[None]) -> None:
    await until(pilot, in_step)
    pilot.app.post_message(PinakesScreen.NoteWanted("Lamp room.md", 13, 17))
    await until(pilot, lambda app: looked_round(app) and app.screen.query(".-passage"))
    await pilot.pause(0.1)
    assert pilot.app.screen.query_one(NoteText).top_line == 13


def looked_round(app: PinakesApp) -> bool:
    """Whether the note screen shows what is around its note."""
    if not isinstance(app.screen, NoteScreen):
        return False
    around = app.screen.query_one("#around", Places)
    said = [str(around.get_option_at_index(at).prompt) for at in range(around.option_count)]
    return bool(said) and "looking" not in said[-1]


async def note_here(pilot: Pilot[None]) -> None:
    """Outline, links and properties."""
    await note(pilot)
    await pilot.press("o")


async def note_around(pilot: Pilot[None]) -> None:
    """Mentions without a link, and what is near."""
    await until(pilot, in_step)
    pilot.app.post_message(PinakesScreen.NoteWanted("people/Ida Brandt.md"))
    await until(pilot, looked_round)
    await pilot.press("o", "o")


async def note_broken(pilot: Pilot[None]) -> None:
    """A link that leads nowhere."""
    await until(pilot, in_step)
    pilot.app.post_message(PinakesScreen.NoteWanted("Fog horn.md"))
    await until(pilot, looked_round)
    await pilot.press("o", "o")


async def ask(pilot: Pilot[None]) -> None:
    await until(pilot, in_step)
    await pilot.press("f4")
    await until(pilot, lambda app: isinstance(app.screen, AskScreen) and "scripted" in app.screen.state_line.words)


async def answered(pilot: Pilot[None]) -> None:
    await ask(pilot)
    await typed(pilot, QUESTION)
    await pilot.press("enter")
    await until(pilot, lambda app: isinstance(app.screen, AskScreen) and "done" in app.screen.state_line.words)
    await pilot.pause(0.1)


async def asked_on(pilot: Pilot[None]) -> None:
    """A question that follows on the one before."""
    await answered(pilot)
    await pilot.press("slash")
    await typed(pilot, "and who measured it?")
    await pilot.press("enter")
    await until(pilot, lambda app: "understood as" in words(app, "#asked"))
    await pilot.pause(0.1)


async def answers_kept(pilot: Pilot[None]) -> None:
    """Answers given before; the note of one of them has changed."""
    await until(pilot, in_step)
    library = cast(PinakesApp, pilot.app).library
    assert library is not None
    for question in (QUESTION, "Who fitted the new diaphragm in 2024?"):
        library.ask(question, use_model=False, remember="listed")
    file = library.vault / "Lamp room.md"
    file.write_text(file.read_text("utf-8") + "\nThe bath was drained.\n", "utf-8")
    os.utime(file, (NOON, NOON))
    library.sync()
    await pilot.press("f4")
    await until(pilot, lambda app: isinstance(app.screen, AskScreen))
    await pilot.press("ctrl+r")
    await until(
        pilot,
        lambda app: isinstance(app.screen, AnswersScreen) and len(app.screen.query_one(HitList).rows) == 2,
    )


async def from_before(pilot: Pilot[None]) -> None:
    """An answer that was kept, shown again; its note has changed."""
    await answers_kept(pilot)
    await pilot.press("down", "enter")
    await until(pilot, lambda app: isinstance(app.screen, AskScreen) and "since" in app.screen.state_line.words)
    await pilot.pause(0.1)


async def indexing(pilot: Pilot[None]) -> None:
    await recent(pilot)
    pilot.app.post_message(Indexing.Progressed(Progress("text", 812, 1204)))
    await until(pilot, lambda app: app.vault_state.progress is not None)


async def conditions(pilot: Pilot[None]) -> None:
    """Chips, a corrected word, a mark."""
    await searched(pilot, "mercurz lens tag:light", "mercury")
    await pilot.press("escape", "m")


async def new_note(pilot: Pilot[None]) -> None:
    await recent(pilot)
    pilot.app.post_message(PinakesScreen.NewNoteWanted("Oil for the lamp"))
    await until(pilot, lambda app: isinstance(app.screen, NewNoteScreen) and "+ # Oil" in words(app, "#new-plan"))


async def kept(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("ctrl+r")
    await until(pilot, lambda app: isinstance(app.screen, KeptScreen) and "ctrl+d" in words(app, "#kept-said"))


async def picking(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("f3")
    await until(
        pilot, lambda app: isinstance(app.screen, BridgesScreen) and len(app.screen.query_one(HitList).rows) > 6
    )


async def bridged(pilot: Pilot[None]) -> None:
    await recent(pilot)
    pilot.app.post_message(PinakesScreen.BridgesWanted("Lamp room.md", "Fog horn.md"))
    await until(pilot, lambda app: isinstance(app.screen, BridgesScreen) and "centre" in words(app, "#graph-about"))


async def unbridged(pilot: Pilot[None]) -> None:
    await recent(pilot)
    pilot.app.post_message(PinakesScreen.BridgesWanted("Lamp room.md", "Nobody"))
    await until(
        pilot, lambda app: isinstance(app.screen, BridgesScreen) and "is called" in words(app, "#bridges-nothing")
    )


async def graphed(pilot: Pilot[None]) -> None:
    await bridged(pilot)
    await pilot.press("v", "down")


async def looking(pilot: Pilot[None]) -> None:
    """Health, before the vault has been looked through."""
    await recent(pilot)
    screen = cast(PinakesApp, pilot.app).screen_of("health")
    assert isinstance(screen, HealthScreen)
    screen._look = lambda: screen._say_group()  # type: ignore[method-assign]
    await pilot.press("f6")
    await until(pilot, lambda app: isinstance(app.screen, HealthScreen) and app.screen.state_line.words)


async def healthy(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("f6")
    await until(pilot, lambda app: isinstance(app.screen, HealthScreen) and "to look at" in app.screen.state_line.words)


async def unhealthy(pilot: Pilot[None]) -> None:
    """The vault can't be looked through."""
    await healthy(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, HealthScreen)
    screen.post_message(HealthScreen.Failed(screen._generation, "The index is damaged. Run `pinakes index rebuild`."))
    await until(pilot, lambda app: "damaged" in app.screen.query_one(StateLine).words)


async def settings(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("f7")
    await until(pilot, lambda app: isinstance(app.screen, SettingsScreen) and app.screen._known.model)
    await pilot.press("down", "enter", "down")


async def themes(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("f7")
    await until(pilot, lambda app: isinstance(app.screen, SettingsScreen) and app.screen._known.model)
    await pilot.press("down", "down", "down", "down", "enter", "enter", "down", "down")
    await until(pilot, lambda app: isinstance(app.screen, Choice) and app.theme == "pinakes-contrast")


async def helped(pilot: Pilot[None]) -> None:
    await recent(pilot)
    await pilot.press("f1")


@SIZES
@pytest.mark.parametrize(
    "steps", [
        recent, results, no_hit, conditions, new_note, kept, picking, bridged, unbridged, graphed,
        note, note_here, note_around, note_broken, ask, answered, asked_on, answers_kept, from_before,
        looking, healthy, unhealthy, settings, themes, indexing, helped,
    ],
)  # fmt: skip
def test_screen(steps: Steps, size: tuple[int, int], snap_compare: Compare, library: Library, config: Config) -> None:
    with Library.open(config, model=ScriptedModel(["1] ", CARRIED, "\n", f"[2] {INVENTED}"])) as told:
        told.save_search("mercury", "mercury tag:light")
        app = PinakesApp(config, told, still=True)
        assert snap_compare(app, terminal_size=size, run_before=steps)
        app.close(10.0)


@SIZES
def test_first_run(size: tuple[int, int], snap_compare: Compare, home: Path, unset: Config) -> None:
    async def looked(pilot: Pilot[None]) -> None:
        for _ in range(ROUNDS):
            if "enter starts" in str(pilot.app.screen.query_one("StateLine", Static).render()):
                return
            await pilot.pause(0.01)

    assert snap_compare(PinakesApp(unset, None, still=True), terminal_size=size, run_before=looked)
