"""Conditions as chips, corrections to be refused, marks, saved searches, history, and a new note that asks first."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.containers import VerticalScroll

from pinakes.config import Config
from pinakes.library import Library
from pinakes.model.search import Understood
from pinakes.tui.app import PinakesApp
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.chips import Chip, without
from pinakes.tui.dialogs import Confirm, Prompt
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.kept_screen import KeptScreen
from pinakes.tui.marks import Mark, ends, toggled
from pinakes.tui.newnote_screen import NewNoteScreen
from pinakes.tui.search_screen import SearchScreen
from tests.tui.conftest import Stage, on_stage


def question(stage: Stage) -> str:
    screen = stage.app.screen_of("search")
    assert isinstance(screen, SearchScreen)
    return screen.question


async def asked(stage: Stage, query: str) -> None:
    """The query of the last search that has ended."""
    await stage.until(
        lambda: stage.of(SearchScreen.Searched) and stage.of(SearchScreen.Searched)[-1].result.query == query
    )


async def test_conditions_are_chips_and_a_click_drops_one(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("lens tag:light -soup")
        await stage.until(lambda: "tagged light" in stage.text and "not “soup”" in stage.text)
        await stage.pilot.click(stage.app.screen.query(Chip).first())
        await asked(stage, "lens -soup")
        await stage.pilot.press("escape", "x")
        await asked(stage, "lens")
        await stage.until(lambda: not stage.app.screen.query(Chip))


async def test_without_a_hit_the_keys_that_are_offered_are_not_typed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("xyzzyq tag:light")
        await asked(stage, "xyzzyq tag:light")
        await stage.pilot.press("escape", "x")
        await asked(stage, "xyzzyq")
        await stage.pilot.press("escape", "n")
        await stage.until(lambda: isinstance(stage.app.screen, NewNoteScreen))
        assert question(stage) == "xyzzyq"


@pytest.mark.parametrize(
    ("query", "start", "end", "left"),
    [("a tag:x b", 2, 7, "a b"), ("tag:x", 0, 5, ""), ('"a b" c', 0, 5, "c")],
)
def test_a_dropped_condition_leaves_the_rest_of_the_query(query: str, start: int, end: int, left: str) -> None:
    assert without(query, Understood(start, end, query[start:end], "")) == left


async def test_a_correction_is_said_and_can_be_refused(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercurz lens")
        await stage.until(lambda: "“mercury” for “mercurz”" in stage.words)
        await stage.pilot.press("ctrl+t")
        await stage.until(lambda: "Words exactly as typed." in stage.text)
        await stage.pilot.press("ctrl+t")
        await stage.until(lambda: "“mercury” for “mercurz”" in stage.words)


async def test_a_note_of_the_query_is_told(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("tag:nowhere soup")
        await stage.until(lambda: "Nothing is tagged" in stage.text)
        assert "x drops the last condition" in stage.text


def test_the_last_two_marks_count() -> None:
    a, b, c = Mark("a", ""), Mark("b", ""), Mark("c", "")
    assert toggled((a,), b) == (a, b)
    assert toggled((a, b), c) == (b, c)
    assert toggled((a, b), a) == (b,)


@pytest.mark.parametrize(
    ("marks", "here", "found"),
    [([], "x", ["x"]), (["a"], "x", ["a", "x"]), (["a"], "a", ["a"]), (["a", "b"], "x", ["a", "b"]), ([], "", [])],
)
def test_a_bridge_joins_what_is_marked_else_the_note_here(marks: list[str], here: str, found: list[str]) -> None:
    assert ends(tuple(Mark(path, "") for path in marks), here) == found


async def test_two_marked_notes_are_joined_by_b(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: len(stage.paths) == 6)
        await stage.pilot.press("escape", "m", "down", "m")
        await stage.until(lambda: stage.text.count("●") == 2)
        await stage.pilot.press("b")
        await stage.until(lambda: isinstance(stage.app.screen, BridgesScreen) and "chain" in stage.text)
        wanted = stage.of(PinakesScreen.BridgesWanted)[-1]
        assert (wanted.source, wanted.target) == ("Lamp room.md", "Keeper's log.md")


async def test_a_search_is_saved_found_and_removed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("escape", "s")
        await stage.until(lambda: isinstance(stage.app.screen, Prompt))
        await stage.type("[/q]")
        await stage.pilot.press("enter")
        await stage.until(lambda: [one.name for one in library.saved_searches()] == ["[/q]"])
        await stage.until(lambda: isinstance(stage.app.screen, SearchScreen))
        await stage.pilot.press("ctrl+r")
        await stage.until(lambda: isinstance(stage.app.screen, KeptScreen) and "@[/q]" in stage.text)
        await stage.pilot.press("ctrl+d", "ctrl+d")
        await stage.until(lambda: not library.saved_searches())


async def test_a_name_that_is_taken_asks_before_it_stands_for_another_search(library: Library, config: Config) -> None:
    library.save_search("eel", "smoked eel")
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("lens")
        await stage.pilot.press("escape", "s")
        await stage.until(lambda: isinstance(stage.app.screen, Prompt))
        await stage.type("eel")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, Confirm) and "smoked eel" in stage.text)
        await stage.pilot.press("n")
        assert library.saved_search("eel").query == "smoked eel"
        await stage.until(lambda: isinstance(stage.app.screen, SearchScreen))
        await stage.pilot.press("s")
        await stage.until(lambda: isinstance(stage.app.screen, Prompt))
        await stage.type("eel")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, Confirm))
        await stage.pilot.press("y")
        await stage.until(lambda: library.saved_search("eel").query == "lens")


async def test_an_earlier_search_is_run_again(library: Library, config: Config) -> None:
    library.note_search("barley soup", 1)
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.pilot.press("ctrl+r")
        await stage.until(lambda: isinstance(stage.app.screen, KeptScreen) and "barley soup" in stage.text)
        await stage.type("bar")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, SearchScreen) and question(stage) == "barley soup")


async def test_a_new_note_is_shown_first_and_written_when_asked(library: Library, config: Config, vault: Path) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("oil for the lamp")
        await stage.pilot.press("escape", "escape")
        stage.app.post_message(PinakesScreen.NewNoteWanted("oil for the lamp"))
        await stage.until(lambda: isinstance(stage.app.screen, NewNoteScreen) and "+ # oil for the lamp" in stage.text)
        assert not (vault / "oil for the lamp.md").exists()
        await stage.pilot.press("escape")
        assert not (vault / "oil for the lamp.md").exists(), "esc writes nothing"
        stage.app.post_message(PinakesScreen.NewNoteWanted("oil for the lamp"))
        await stage.until(lambda: isinstance(stage.app.screen, NewNoteScreen) and "+ # oil for the lamp" in stage.text)
        await stage.pilot.press("enter")
        await stage.until(lambda: (vault / "oil for the lamp.md").exists())
        await stage.until(lambda: stage.app.shown == "note")


async def test_a_path_that_leads_out_of_the_vault_is_refused_where_it_was_typed(
    library: Library, config: Config, vault: Path
) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.post_message(PinakesScreen.NewNoteWanted("x"))
        await stage.until(lambda: isinstance(stage.app.screen, NewNoteScreen) and "+ # x" in stage.text)
        await stage.pilot.press("home")
        await stage.type("../")
        await stage.pilot.press("enter")
        await stage.until(lambda: "can't be a note's path" in stage.words)
        assert not (vault.parent / "x.md").exists()


async def test_the_command_line_that_gives_this_screen_is_copied(
    library: Library, config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(PinakesApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("fog 'horn'")
        await stage.pilot.press("escape", "C")
        await stage.until(lambda: copied)
        assert copied[0].endswith("""search 'fog '"'"'horn'"'"'' -n 50""")
        assert copied[0].startswith("pinakes --vault /")


async def test_why_takes_the_place_of_the_passage_in_a_narrow_window(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("escape", "w")
        await stage.until(lambda: "why this note" in stage.text)
        assert not stage.app.screen.query_one("#preview-scroll", VerticalScroll).display or "mercury" in stage.text
        await stage.pilot.press("w")
        await stage.until(lambda: stage.app.screen.query_one(HitList).region.width > 40)
