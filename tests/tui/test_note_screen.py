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
from pinakes.tui.notepanes import PaneTab
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
        for words in ("outline 3", "Cleaning", "links 1", "Keeper's log", "backlinks 3"):
            assert words in stage.text


async def looked_round(stage: Stage, path: str) -> NoteScreen:
    """The note screen, with this note and what is around it."""
    looks = len(stage.of(NoteScreen.LookedRound))
    screen = await opened(stage, path)
    await stage.until(lambda: len(stage.of(NoteScreen.LookedRound)) > looks)
    return screen


async def test_in_a_narrow_window_o_turns_text_outline_and_surroundings(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        screen = await looked_round(stage, "Lamp room.md")
        panes = [screen.query_one("#here"), screen.query_one(NoteText), screen.query_one("#around")]
        shown = []
        for key in ("o", "o", "o", "o", "escape"):
            await stage.pilot.press(key)
            shown.append([pane.display for pane in panes])
        outline, text, around = ([n == at for n in range(3)] for at in range(3))
        assert shown == [outline, around, text, outline, text]


async def test_a_tab_names_each_pane_and_turns_to_it_when_clicked(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(80, 24)) as stage:
        screen = await looked_round(stage, "Lamp room.md")
        assert "[Text]  Outline 3, links 1, properties 2  Backlinks 3" in stage.text
        await stage.pilot.click(next(tab for tab in screen.query(PaneTab) if tab.pane == "around"))
        await stage.until(lambda: "[Backlinks 3" in stage.text)
        assert "Keeper's log:5" in stage.text


async def test_properties_are_listed_and_copied(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await looked_round(stage, "Lamp room.md")
        for words in ("properties 2", "tags", "station, light", "status", "open"):
            assert words in stage.text
        await stage.pilot.press("o", "G", "enter")
        await stage.until(lambda: stage.app.clipboard)
        assert stage.app.clipboard == "open"


async def test_a_note_that_names_this_one_without_a_link_is_an_unlinked_mention(
    library: Library, config: Config
) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await looked_round(stage, "people/Ida Brandt.md")
        assert "No backlinks yet." in stage.text
        assert "3 notes name it without a link." in stage.text
        assert "unlinked mentions 3" in stage.text
        reads = len(stage.of(NoteScreen.Read))
        await stage.pilot.press("o", "o", "enter")
        await drawn(stage, reads)
        there = stage.of(NoteScreen.Read)[-1]
        line = there.view.text.split("\n")[there.stop_at.line - 1]
        assert "Ida Brandt" in line


async def test_a_note_near_this_one_is_listed_with_why_unless_a_link_joins_them(
    library: Library, config: Config
) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        screen = await looked_round(stage, "people/Ida Brandt.md")
        related = stage.of(NoteScreen.LookedRound)[-1].found.related
        assert "Fog horn.md" in {note.path for note in related}
        assert "Lamp room.md" not in {note.path for note in related}
        assert all(note.reasons for note in related)
        assert "related, no link" in stage.text
        assert screen.query_one("#around", Places).option_count > 2 * len(related)


async def test_a_broken_link_is_listed_with_the_note_that_may_be_meant(config: Config, vault: Path) -> None:
    write_vault(
        vault, {"Rota.md": "# Rota\n\nMonday: [[Lamp rom]]. Also [[Lamp room#Oiling]] and [[Paraffin store]].\n"}
    )
    with Library.open(config) as library:
        library.sync()
        async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
            await looked_round(stage, "Rota.md")
            for words in ("broken links 3", "✗ [[Lamp rom]]", "did you mean Lamp room?", "Lamp room has no § Oiling",
                          "✗ [[Paraffin store]]", "no such note"):  # fmt: skip
                assert words in stage.text
            reads = len(stage.of(NoteScreen.Read))
            screen = stage.app.screen
            around = screen.query_one("#around", Places)
            around.highlighted = next(
                at for at in range(around.option_count) if "did you mean" in str(around.get_option_at_index(at).prompt)
            )
            around.focus()
            await stage.pilot.press("enter")
            await drawn(stage, reads)
            assert stage.of(NoteScreen.Read)[-1].view.path == "Lamp room.md"


async def test_back_leads_forward_again_at_the_line_that_was_read(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await opened(stage, "Lamp room.md", 9)
        for path in ("kitchen/Soup.md", "Fog horn.md"):
            await opened(stage, path)
        seen: list[tuple[str, int]] = []
        for key in ("alt+left", "backspace", "alt+right", "alt+right", "alt+right"):
            reads = len(stage.of(NoteScreen.Read))
            await stage.pilot.press(key)
            if key != "alt+right" or len(seen) < 4:
                await drawn(stage, reads)
            seen.append((stage.of(NoteScreen.Read)[-1].view.path, screen.line))
        soup, horn = ("kitchen/Soup.md", 1), ("Fog horn.md", 1)
        assert seen == [soup, ("Lamp room.md", 9), soup, horn, horn]


async def test_another_note_that_comes_to_name_this_one_is_listed_while_it_is_read(
    library: Library, config: Config, vault: Path
) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await looked_round(stage, "kitchen/Soup.md")
        (vault / "Menu.md").write_text("# Menu\n\nThursday as ever.\n\nSee [[Soup]].\n", "utf-8")
        await stage.until(lambda: "Menu:5" in stage.text)


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


async def test_of_a_long_sentence_the_part_round_the_name_is_shown(config: Config, vault: Path) -> None:
    text = "On a Tuesday that nobody would remember but for the rain they sent for Ida Brandt once more.\n"
    write_vault(vault, {"Rain.md": f"# Rain\n\n{text}"})
    with Library.open(config) as library:
        library.sync()
        async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
            await looked_round(stage, "people/Ida Brandt.md")
            assert "…sent for Ida Brandt" in stage.text or "…they sent for Ida Brandt" in stage.text
