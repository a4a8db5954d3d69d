"""A note is shown round the passage; links, outline and backlinks lead on, escape leads back."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Markdown
from textual.widgets.markdown import MarkdownBlock

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.notetext import NoteText
from pinakes.tui.places import Places
from tests.tui.conftest import Stage, on_stage, write_vault


async def opened(stage: Stage, path: str, line: int = 1, end_line: int = 0) -> NoteScreen:
    """The note screen, with this note drawn."""
    reads = len(stage.of(NoteScreen.Read))
    stage.app.post_message(PinakesScreen.NoteWanted(path, line, end_line))
    return await drawn(stage, reads)


async def drawn(stage: Stage, reads: int) -> NoteScreen:
    await stage.until(lambda: len(stage.of(NoteScreen.Read)) > reads)
    await stage.pilot.pause()
    screen = stage.app.screen
    assert isinstance(screen, NoteScreen)
    return screen


async def test_the_passage_is_marked(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md", 13, 15)
        marked = [block for block in screen.query(MarkdownBlock) if block.has_class("-passage")]
        assert next(str(block.render()) for block in marked) == "Mercury"
        assert screen.line == 13


async def test_properties_are_not_part_of_the_text(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md")
        assert screen.query_one(Markdown).source.startswith("# Lamp room")


async def test_outline_links_and_backlinks_stand_beside_a_wide_note(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await opened(stage, "Lamp room.md")
        for words in ("outline 3", "Cleaning", "links 1", "Keeper's log", "linked from 3"):
            assert words in stage.text


async def test_in_a_narrow_window_o_swaps_text_and_outline(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        screen = await opened(stage, "Lamp room.md")
        places, text = screen.query_one(Places), screen.query_one(NoteText)
        assert (places.display, text.display) == (False, True)
        await stage.pilot.press("o")
        assert (places.display, text.display) == (True, False)
        await stage.pilot.press("escape")
        assert (places.display, text.display) == (False, True)


async def test_a_link_leads_to_its_note(library: Library, config: Config) -> None:
    leads = {
        "pinakes:Keeper%27s%20log": ("Keeper's log.md", 1),
        "pinakes:Lamp room#Cleaning": ("Lamp room.md", 9),
        "pinakes:Lamp room#^loss": ("Lamp room.md", 15),
        "pinakes:Ida": ("people/Ida Brandt.md", 1),
        "kitchen/Soup.md": ("kitchen/Soup.md", 1),
        "../Fog%20horn.md": ("Fog horn.md", 1),
    }
    async with on_stage(PinakesApp(config, library)) as stage:
        for address, there in leads.items():
            screen = await opened(stage, "people/Ida Brandt.md")
            reads = len(stage.of(NoteScreen.Read))
            screen.follow(address)
            await drawn(stage, reads)
            read = stage.of(NoteScreen.Read)[-1]
            assert (read.view.path, read.stop_at.line) == there


async def test_a_link_to_no_note_says_so_and_stays(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md")
        screen.follow("pinakes:Lamp rom")
        await stage.until(lambda: stage.of(NoteScreen.Failed))
        assert "Did you mean" in stage.of(NoteScreen.Failed)[-1].why
        await stage.until(lambda: "Lamp rom" in stage.text)


async def test_an_address_outside_is_copied_not_opened(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md")
        screen.follow("https://example.org/lens")
        await stage.until(lambda: stage.app.clipboard)
        assert stage.app.clipboard == "https://example.org/lens"


async def test_escape_goes_back_note_by_note_then_to_the_screen_before(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md")
        reads = len(stage.of(NoteScreen.Read))
        screen.follow("pinakes:Keeper's log")
        await drawn(stage, reads)
        reads = len(stage.of(NoteScreen.Read))
        await stage.pilot.press("escape")
        await drawn(stage, reads)
        assert stage.of(NoteScreen.Read)[-1].view.path == "Lamp room.md"
        await stage.pilot.press("escape")
        await stage.until(lambda: stage.app.shown == "search")


async def test_brackets_move_by_section(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 16)) as stage:
        screen = await opened(stage, "Lamp room.md", 5)
        lines = []
        for key in ("right_square_bracket", "right_square_bracket", "left_square_bracket"):
            await stage.pilot.press(key)
            await stage.pilot.pause()
            lines.append(screen.line)
        assert lines == [9, 13, 9]


async def test_a_long_note_is_shown_in_windows(tmp_path: Path, config: Config, vault: Path) -> None:
    text = "\n".join(f"## Part {n}\n\n" + "word " * 300 + "\n" for n in range(1, 101))
    write_vault(vault, {"Long.md": text})
    library = Library.open(config)
    library.sync()
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Long.md", 201)
        source = screen.query_one(Markdown).source
        assert "## Part 51\n" in source
        assert len(source) <= 40 * 1024
        assert "shown" in stage.text
        reads = len(stage.of(NoteScreen.Read))
        await stage.pilot.press("G", "j")
        await drawn(stage, reads)
        assert "## Part 51\n" not in screen.query_one(Markdown).source


async def test_a_note_that_changes_on_disk_is_drawn_anew(library: Library, config: Config, vault: Path) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "kitchen/Soup.md")
        (vault / "kitchen" / "Soup.md").write_text("# Soup\n\nOut of eel.\n", "utf-8")
        await stage.until(lambda: "Out of eel." in screen.query_one(Markdown).source)


async def test_a_note_that_is_gone_says_so(library: Library, config: Config, vault: Path) -> None:
    (vault / "Fog horn.md").unlink()
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.post_message(PinakesScreen.NoteWanted("Fog horn.md"))
        await stage.until(lambda: stage.of(NoteScreen.Failed))
        assert "Fog horn.md" in stage.of(NoteScreen.Failed)[-1].why


async def test_without_a_note_the_screen_says_how_to_get_one(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.pilot.press("f5")
        await stage.until(lambda: "No note is open." in stage.text)
