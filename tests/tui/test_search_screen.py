"""Typing finds; the keys of the list work while typing; what is late is dropped."""

from __future__ import annotations

import threading
from pathlib import Path

from textual.widgets import Static

from pinakes.config import Config
from pinakes.library import Library
from pinakes.model.view import NoteSummary
from pinakes.tui.app import PinakesApp
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.preview import Preview
from pinakes.tui.queryline import QueryLine
from pinakes.tui.search_screen import SearchScreen
from tests.tui.conftest import HeldLibrary, on_stage


async def test_the_query_line_has_the_focus_at_once(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        assert isinstance(stage.app.focused, QueryLine)


async def test_without_a_query_the_notes_changed_last_are_shown(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.paths)
        assert stage.paths[:2] == ["Lamp room.md", "Keeper's log.md"]
        assert "6 notes, last changed first" in stage.text


async def test_pinned_notes_come_first_where_nothing_is_typed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: len(stage.paths) == 6)
        last = stage.paths[-1]
        await stage.pilot.press("tab", "G", "P")
        await stage.until(lambda: stage.paths[0] == last)
        assert len(stage.paths) == 6
        assert "★ pinned" in stage.text
        assert "1 pinned, then 5 notes, last changed first" in stage.text
        await stage.pilot.press("g", "P")
        await stage.until(lambda: "★ pinned" not in stage.text)
        assert library.pins() == ()


async def test_a_note_found_is_pinned(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("tab", "P")
        await stage.until(library.pins)
        assert [pin.path for pin in library.pins()] == [stage.paths[0]]


async def test_typing_lists_passages_with_their_reasons(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        assert stage.paths[0] == "Lamp room.md"
        assert "Lamp room › Mercury" in stage.text
        assert "passages" in stage.text


async def test_how_many_notes_have_the_words_is_said_beside_what_is_shown(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.until(lambda: "2 notes have every word" in stage.text)
        await stage.pilot.press("down", "enter")
        await stage.until(library.history)
        assert library.history()[0].hits == 2


async def test_the_name_of_a_saved_search_is_searched_for_as_in_a_shell(library: Library, config: Config) -> None:
    library.save_search("lamps", "mercury -barley")
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.type("@lamps")
        await stage.pilot.press("enter")
        await stage.until(lambda: stage.app.screen.query_one(QueryLine).value == "mercury -barley")
        await stage.until(lambda: stage.paths[:1] == ["Lamp room.md"])


async def test_several_keys_make_one_search(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        asked = [message.result.query for message in stage.of(SearchScreen.Searched)]
        assert asked[-1] == "mercury"
        assert len(asked) < len("mercury")


async def test_an_answer_that_comes_late_is_dropped(config: Config) -> None:
    library = HeldLibrary.open(config)
    library.sync(wait_entities=True)
    library.held = {"soup": threading.Event()}
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.type("soup")
        line = stage.app.screen.query_one(QueryLine)
        await stage.until(lambda: line.value == "soup" and stage.of(QueryLine.Changed))
        await stage.pilot.pause(0.2)  # past the debounce: the search for soup is under way, and held
        line.value = "mercury"
        await stage.until(lambda: stage.paths[:1] == ["Lamp room.md"])
        library.held["soup"].set()
        await stage.until(lambda: any(m.result.query == "soup" for m in stage.of(SearchScreen.Searched)))
        assert stage.paths[0] == "Lamp room.md"


async def test_arrows_move_the_list_while_typing(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("ida")
        await stage.pilot.press("down", "down", "up")
        assert stage.hits.cursor == 1
        assert isinstance(stage.app.focused, QueryLine)


async def test_the_list_moves_by_these_keys(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: len(stage.paths) == 6)
        stage.hits.focus()
        for keys, cursor in (("j", 1), ("jk", 1), ("k", 0), ("G", 5), ("g", 0), (["end"], 5), (["home"], 0)):
            await stage.pilot.press(*keys)
            assert stage.hits.cursor == cursor, keys
        await stage.pilot.press("pagedown", "pagedown")
        assert stage.hits.cursor == 5


async def test_enter_in_the_query_line_opens_the_note_at_the_passage(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("enter")
        await stage.until(lambda: stage.of(NoteScreen.Read))
        read = stage.of(NoteScreen.Read)[-1]
        row = stage.hits.row
        assert row is not None
        assert (read.view.path, read.stop_at.line) == (row.path, row.line)
        assert isinstance(stage.app.screen, NoteScreen)


async def test_enter_right_behind_the_last_letter_opens_what_was_typed(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.until(lambda: stage.paths)
        await stage.pilot.press(*"fog horn", "enter")
        await stage.until(lambda: stage.of(NoteScreen.Read))
        assert stage.of(NoteScreen.Read)[-1].view.path == "Fog horn.md"


async def test_the_key_of_the_search_screen_goes_back_to_the_line(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("escape", "f2")
        assert isinstance(stage.app.focused, QueryLine)


async def test_escape_leaves_the_line_then_the_list_stays(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("escape")
        assert stage.hits.has_focus
        await stage.pilot.press("escape", "escape", "escape")
        assert stage.app.is_running
        assert isinstance(stage.app.screen, SearchScreen)
        await stage.pilot.press("slash")
        assert isinstance(stage.app.focused, QueryLine)


async def test_no_hit_says_so_and_what_to_do(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("zzzzqqqq")
        assert "No note has “zzzzqqqq”." in stage.text
        assert "Fewer words find more" in stage.text


async def test_a_vault_without_notes_says_what_is_read(tmp_path: Path, config: Config) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    settings = Config(vault_dir=empty, data_dir=tmp_path / "d", cache_dir=tmp_path / "c", config_file=tmp_path / "f")
    app = PinakesApp(settings, Library.open(settings))
    async with app.run_test(size=(80, 24)) as pilot:
        nothing = app.screen.query_one("#nothing", Static)
        while "holds no notes" not in str(nothing.render()):
            await pilot.pause(0.01)
    app.close(10.0)


async def test_the_preview_shows_the_passage_in_its_note(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await stage.search("chamois")
        shown = stage.app.screen.query_one("#preview-text", Static)
        await stage.until(lambda: "Strain it through chamois" in str(shown.render()))
        assert "Wipe each prism" in str(shown.render()), "what stands round the passage is shown as well"
        await stage.until(lambda: "why this note" in stage.text)


async def test_in_a_narrow_window_p_swaps_list_and_preview(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        await stage.search("chamois")
        preview, pane = stage.app.screen.query_one(Preview), stage.app.screen.query_one("#hits-pane")
        assert (preview.display, pane.display) == (False, True)
        await stage.pilot.press("escape", "p")
        assert (preview.display, pane.display) == (True, False)
        await stage.pilot.press("escape")
        assert (preview.display, pane.display) == (False, True)


async def test_a_changed_note_is_found_and_the_cursor_stays(library: Library, config: Config, vault: Path) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("ida")
        await stage.pilot.press("down")
        before = stage.hits.row
        searches = len(stage.of(SearchScreen.Searched))
        (vault / "New.md").write_text("# Ida ida ida\n\nIda, ida and once more Ida.\n", "utf-8")
        await stage.until(lambda: "New.md" in stage.paths)
        assert len(stage.of(SearchScreen.Searched)) > searches
        assert before is not None
        assert stage.hits.row is not None
        assert stage.hits.row.path == before.path


async def test_y_copies_path_and_line(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("barley")
        await stage.pilot.press("escape", "y")
        row = stage.hits.row
        assert row is not None
        assert stage.app.clipboard == f"kitchen/Soup.md:{row.line}"


async def test_the_palette_offers_notes_by_title(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        titles: tuple[NoteSummary, ...] = stage.app.titles
        assert "Soup" in [note.title for note in titles]
        await stage.pilot.press("ctrl+p")
        await stage.type("soup")
        await stage.until(lambda: "kitchen/Soup.md" in stage.text)
        await stage.pilot.press("down", "enter")
        await stage.until(lambda: stage.of(NoteScreen.Read))
        assert stage.of(NoteScreen.Read)[-1].view.path == "kitchen/Soup.md"


async def test_a_search_is_remembered_when_a_hit_of_it_is_opened(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        assert library.history() == ()
        for _ in range(2):
            await stage.pilot.press("enter")
            await stage.until(lambda: isinstance(stage.app.screen, NoteScreen))
            await stage.until(library.history)
            await stage.pilot.press("escape")
            await stage.until(lambda: isinstance(stage.app.screen, SearchScreen))
        (one,) = library.history()
        assert (one.query, one.times) == ("mercury", 1)
