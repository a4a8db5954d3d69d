"""No text from outside is markup, and none of it reaches the terminal as a control character."""

from __future__ import annotations

import re
import stat
from functools import partial
from pathlib import Path

import pytest
from textual.message import Message
from textual.widgets import Input

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui import crash
from pinakes.tui.app import PinakesApp
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.first_run_screen import FirstRunScreen
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.indexing import Indexing
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.search_screen import SearchScreen
from tests.tui.conftest import Stage, on_stage, write_vault

HOSTILE = ["[/", "[b", "[b + 1", "[@click=app.quit]x[/]", "[[/daily]]", "[link='x']y", "$[/]"]
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
ESCAPES = "\x1b]52;c;aGk=\x07 \x1b[31mred\x1b[0m \x9b2J \x00 \u202etxet"


@pytest.fixture
def hostile_vault(vault: Path) -> Path:
    """Notes whose names, titles, headings and text try it."""
    return write_vault(
        vault,
        {
            "[b] sharp [/x].md": f"# [@click=app.quit]x[/]\n\nhostile {' '.join(HOSTILE)}\n\n## [/daily]\n\n- [x] t\n",
            "escape.md": f"# Escape {ESCAPES}\n\nhostile {ESCAPES} &#x202e;gnp.exe [a](\x1b]5)\n\n![{ESCAPES}](x)\n",
            "heading.md": "# [[/wikilink]]\n\nhostile [[escape|[/b]]] and [[Lamp room#[@click=x]]]\n",
        },
    )


@pytest.fixture
def hostile(hostile_vault: Path, config: Config) -> Library:
    library = Library.open(config)
    library.sync(wait_entities=True)
    return library


def read_last(stage: Stage, path: str) -> bool:
    reads = stage.of(NoteScreen.Read)
    return bool(reads) and reads[-1].view.path == path


def searched(stage: Stage, text: str) -> bool:
    return any(message.result.query == text for message in stage.of(SearchScreen.Searched))


def raw(app: PinakesApp) -> str:
    """All that would be written to the terminal, without the colours' own sequences."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(segment.text for strip in strips for segment in strip if not segment.control)


async def put(stage: Stage, text: str) -> None:
    """Text in the input that has the focus: pasted, the last character typed."""
    line = stage.app.focused
    assert isinstance(line, Input)
    line.value = ""
    line.insert_text_at_cursor(text[:-1])
    await stage.type(text[-1])
    await stage.until(lambda: text in stage.text)


async def test_brackets_in_the_query_are_text(hostile: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, hostile)) as stage:
        for text in HOSTILE:
            await put(stage, text)
            await stage.until(partial(searched, stage, text))
        assert stage.app.is_running


async def test_brackets_in_a_question_are_text(hostile: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, hostile)) as stage:
        await stage.pilot.press("f4")
        screen = stage.app.screen_of("ask")
        assert isinstance(screen, AskScreen)
        for text in HOSTILE:
            screen.action_focus_question()
            await stage.pilot.pause()
            await put(stage, f"hostile {text}")
            await stage.pilot.press("enter")
            await stage.until(lambda: not screen.busy)
            assert f"You  hostile {text}" in stage.text


async def test_brackets_in_palette_and_help_are_text(hostile: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, hostile)) as stage:
        for key in ("f1", "ctrl+p"):
            await stage.pilot.press(key)
            await stage.until(lambda: isinstance(stage.app.focused, Input) and len(stage.app.screen_stack) > 1)
            for text in HOSTILE:
                await put(stage, text)
            if key == "ctrl+p":
                await put(stage, "[@click=app.quit]x")
                await stage.until(lambda: "[b] sharp [/x].md" in stage.text)
            await stage.pilot.press("escape")
        assert stage.app.is_running


async def test_brackets_in_the_first_run_are_text(
    config: Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(write_vault(tmp_path / "home", {"Notes/[b]x[/]/a.md": "a"})))
    async with on_stage(PinakesApp(config, None)) as stage:
        await stage.until(lambda: stage.of(FirstRunScreen.Looked))
        assert "[b]x[/]" in stage.text
        stage.app.screen.query_one("#other", Input).focus()
        await stage.pilot.pause()
        for text in HOSTILE:
            await put(stage, text)
            await stage.pilot.press("enter")
            assert f"{text} is not a folder" in stage.text


async def test_brackets_in_notes_are_text_and_never_run(hostile: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, hostile), size=(120, 36)) as stage:
        await stage.search("hostile")
        assert "[@click=app.quit]x[/]" in stage.text
        assert "[b] sharp [/x].md" in stage.text
        for path in ("[b] sharp [/x].md", "heading.md"):
            stage.app.post_message(PinakesScreen.NoteWanted(path))
            await stage.until(partial(read_last, stage, path))
            await stage.pilot.pause()
            for y in range(2, 12):
                await stage.pilot.click(offset=(40, y))
            assert stage.app.is_running
        assert "[[/wikilink]]" in stage.text or "/wikilink" in stage.text


async def test_no_control_character_of_a_note_is_drawn(hostile: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, hostile), size=(120, 36)) as stage:
        await stage.search("escape hostile")
        await stage.until(lambda: "red" in stage.text)
        assert not CONTROL.search(raw(stage.app).replace("\n", ""))
        stage.app.post_message(PinakesScreen.NoteWanted("escape.md"))
        await stage.until(lambda: stage.of(NoteScreen.Read))
        await stage.pilot.pause()
        assert "gnp.exe" in stage.text
        assert not CONTROL.search(raw(stage.app).replace("\n", ""))
        await stage.pilot.press("f4")
        await stage.until(lambda: isinstance(stage.app.screen, AskScreen))
        await stage.type("what is escape hostile red?")
        await stage.pilot.press("enter")
        await stage.until(lambda: isinstance(stage.app.screen, AskScreen) and not stage.app.screen.busy)
        assert not CONTROL.search(raw(stage.app).replace("\n", ""))


async def test_trouble_is_shown_as_it_stands(library: Library, config: Config) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        stage.app.post_message(Indexing.Troubled(f"[/b] no such [x] {ESCAPES}"))
        await stage.until(lambda: "[/b] no such [x]" in stage.text)
        assert not CONTROL.search(raw(stage.app).replace("\n", ""))


class Broken(Message):
    """Makes the app fail with note text in a local value."""


class BreakingApp(PinakesApp):
    def on_broken(self) -> None:
        secret = "the eel is in the cellar"
        raise KeyError(secret)


async def test_a_crash_shows_no_note_text_and_keeps_a_private_report(
    library: Library, config: Config, capsys: pytest.CaptureFixture[str]
) -> None:
    app = BreakingApp(config, library)

    async def break_it() -> None:
        async with on_stage(app) as stage:
            stage.app.post_message(Broken())
            await stage.until(lambda: not stage.app.is_running)

    with pytest.raises(KeyError):
        await break_it()
    said = capsys.readouterr()
    assert "eel" not in said.out + said.err
    assert "Pinakes stopped by a mistake of its own (KeyError)" in app.last_words
    assert str(app.report) in app.last_words
    assert app.report is not None
    assert stat.S_IMODE(app.report.stat().st_mode) == 0o600
    report = app.report.read_text("utf-8")
    assert "on_broken" in report
    assert "eel" not in report


def test_a_report_names_frames_and_causes_without_their_words(tmp_path: Path) -> None:
    try:
        try:
            raise ValueError("the eel")
        except ValueError as inner:
            raise RuntimeError("in the cellar") from inner
    except RuntimeError as error:
        lines = crash.report(error)
    assert [line for line in lines if not line.startswith("  ")][1:] == ["RuntimeError", "while handling", "ValueError"]
    assert "eel" not in "\n".join(lines)
