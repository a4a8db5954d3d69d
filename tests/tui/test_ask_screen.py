"""An answer is written as it comes, then checked; its sources are one key away; escape stops it."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from textual.widgets import Input, Markdown, Static

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.asking import Asking
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.questionline import QuestionLine
from pinakes.tui.sources import Sources
from pinakes.tui.talk import Talk
from tests.tui.conftest import ScriptedModel, Stage, on_stage

QUESTION = "How many litres of mercury does the bath hold?"
CARRIED = "The bath holds 120 litres."
INVENTED = "Its price was nine hundred golden florins in Antwerp."


@pytest.fixture
def told(config: Config, library: Library) -> Iterator[Library]:
    """A Library whose model says one true sentence and one that no note carries."""
    model = ScriptedModel(["1] ", CARRIED, "\n", f"[2] {INVENTED}"])
    with Library.open(config, model=model) as opened:
        yield opened


async def asked(stage: Stage, question: str = QUESTION) -> AskScreen:
    await stage.pilot.press("f4")
    await stage.until(lambda: isinstance(stage.app.screen, AskScreen) and isinstance(stage.app.focused, QuestionLine))
    await stage.type(question)
    await stage.pilot.press("enter")
    screen = stage.app.screen
    assert isinstance(screen, AskScreen)
    return screen


async def answered(stage: Stage) -> AskScreen:
    screen = await asked(stage)
    await stage.until(lambda: stage.of(Asking.Answered) and not screen.busy)
    await stage.pilot.pause()
    return screen


async def test_tokens_are_shown_as_they_come(config: Config, library: Library) -> None:
    gate = threading.Semaphore(0)
    model = ScriptedModel(["1] The bath ", "holds ", "120 litres."], gate=lambda: gate.acquire(timeout=30))
    app = PinakesApp(config, Library.open(config, model=model))
    async with on_stage(app) as stage:
        screen = await asked(stage)
        markdown = screen.query_one(Markdown)
        await stage.until(lambda: markdown.source == "[1] The bath ")
        assert screen.busy
        assert "● writing" in stage.text
        gate.release()
        await stage.until(lambda: markdown.source == "[1] The bath holds ")
        gate.release()
        gate.release()
        await stage.until(lambda: not screen.busy)


async def test_the_answer_has_numbers_and_marks_what_no_note_carries(config: Config, told: Library) -> None:
    async with on_stage(PinakesApp(config, told)) as stage:
        screen = await answered(stage)
        answer = stage.of(Asking.Answered)[-1].answer
        assert {sentence.status for sentence in answer.sentences} >= {"unsupported"}
        source = screen.query_one(Markdown).source
        assert "120 litres" in source
        assert source.index("⚠") < source.index("golden florins")
        assert "carry 1 of 2 sentences" in stage.text
        assert "✓ done" in stage.text


async def test_a_digit_opens_the_source_at_its_passage(config: Config, told: Library) -> None:
    async with on_stage(PinakesApp(config, told)) as stage:
        screen = await answered(stage)
        source = screen.query_one(Sources).numbered(1)
        assert source is not None
        await stage.pilot.press("1")
        await stage.until(lambda: stage.of(NoteScreen.Read))
        read = stage.of(NoteScreen.Read)[-1]
        assert (read.view.path, read.stop_at.line) == (source.path, source.line)
        await stage.pilot.press("escape")
        await stage.until(lambda: stage.app.shown == "ask")


async def test_escape_stops_the_answer_and_keeps_the_screen(config: Config, library: Library) -> None:
    gate = threading.Event()
    model = ScriptedModel([f"1] {CARRIED} ", "more ", "and more"], gate=lambda: gate.wait(30))
    async with on_stage(PinakesApp(config, Library.open(config, model=model))) as stage:
        screen = await asked(stage)
        await stage.until(lambda: stage.of(Asking.Wrote))
        await stage.pilot.press("escape")
        assert "■ stopping" in stage.text
        gate.set()
        await stage.until(lambda: not screen.busy)
        assert "■ stopped" in stage.text
        assert isinstance(stage.app.screen, AskScreen)


async def test_a_second_question_drops_what_the_first_still_says(config: Config, library: Library) -> None:
    gate = threading.Event()
    model = ScriptedModel(["1] first ", "late"], gate=lambda: gate.wait(30))
    async with on_stage(PinakesApp(config, Library.open(config, model=model))) as stage:
        screen = await asked(stage)
        await stage.until(lambda: stage.of(Asking.Wrote))
        await screen.ask("What feeds four keepers?")
        gate.set()
        await stage.until(lambda: len(stage.of(Asking.Answered)) == 2 and not screen.busy)
        assert stage.of(Asking.Answered)[-1].answer.question == "What feeds four keepers?"
        assert "What feeds four keepers?" in str(screen.query_one("#asked", Static).render())


async def test_without_a_model_the_notes_answer_word_for_word(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await answered(stage)
        assert "120 litres" in screen.query_one(Markdown).source
        assert "from the notes, without a model" in stage.text
        assert "word for word" in stage.text


async def test_a_question_without_words_says_what_to_do(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await asked(stage, "??")
        await stage.until(lambda: stage.of(Asking.Failed) and not screen.busy)
        assert "Ask in words" in stage.text
        assert "✗ no answer" in stage.text


async def test_a_takes_the_query_along(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.search("mercury")
        await stage.pilot.press("escape", "a")
        await stage.until(lambda: isinstance(stage.app.screen, AskScreen))
        line = stage.app.screen.query_one(QuestionLine)
        await stage.until(lambda: line.value == "mercury")


async def test_up_brings_the_question_before(config: Config, told: Library) -> None:
    async with on_stage(PinakesApp(config, told)) as stage:
        screen = await answered(stage)
        await stage.pilot.press("slash", "up")
        assert screen.query_one(QuestionLine).value == QUESTION


async def test_twenty_thousand_characters_can_be_pasted(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.pilot.press("f4")
        await stage.until(lambda: isinstance(stage.app.focused, QuestionLine))
        line: Input = stage.app.screen.query_one(QuestionLine)
        line.insert_text_at_cursor("[/] word " * 2_300)
        await stage.pilot.pause()
        assert len(line.value) == 9 * 2_300


# ── the conversation, and the answers that are kept ──────────────────────────────────────────


async def asked_on(stage: Stage, question: str) -> AskScreen:
    """A question in the line of a screen that shows an answer."""
    before = len(stage.of(Asking.Answered))
    await stage.pilot.press("slash")
    await stage.type(question)
    await stage.pilot.press("enter")
    screen = stage.app.screen
    assert isinstance(screen, AskScreen)
    await stage.until(lambda: len(stage.of(Asking.Answered)) > before and not screen.busy)
    return screen


async def test_a_follow_up_shows_what_it_was_understood_as_below_what_was_said(
    config: Config, library: Library
) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await answered(stage)
        screen = await asked_on(stage, "and who measured it?")
        assert "understood as: Who measured the bath?" in stage.text
        assert QUESTION in str(screen.query_one(Talk).render())
        assert [one.question for one in library.answers()] == ["and who measured it?", QUESTION]


async def test_n_begins_a_conversation_that_follows_on_nothing(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library)) as stage:
        screen = await answered(stage)
        await stage.pilot.press("n")
        await stage.until(lambda: isinstance(stage.app.focused, QuestionLine))
        assert not screen.query_one(Talk).display
        assert "nothing asked yet" in stage.text
        await stage.type("and who measured it?")
        await stage.pilot.press("enter")
        await stage.until(lambda: len(stage.of(Asking.Answered)) == 2 and not screen.busy)
        assert stage.of(Asking.Answered)[-1].answer.understood == ""


async def test_w_asks_again_without_the_model(config: Config, told: Library) -> None:
    async with on_stage(PinakesApp(config, told)) as stage:
        screen = await answered(stage)
        assert "of 1,888 tokens" in stage.text
        await stage.pilot.press("w")
        await stage.until(lambda: len(stage.of(Asking.Answered)) == 2 and not screen.busy)
        assert stage.of(Asking.Answered)[-1].answer.model is None
        assert "golden florins" not in screen.query_one(Markdown).source


async def test_a_kept_answer_is_shown_again_and_tells_what_has_changed(config: Config, library: Library) -> None:
    library.ask(QUESTION, use_model=False, remember="listed")
    (library.vault / "Lamp room.md").write_text("# Lamp room\n\nNothing turns here.\n", "utf-8")
    library.sync()
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await stage.pilot.press("f4")
        await stage.until(lambda: isinstance(stage.app.focused, QuestionLine))
        await stage.pilot.press("ctrl+r")
        await stage.until(lambda: "changed since" in stage.text)
        await stage.pilot.press("enter")
        screen = stage.app.screen_of("ask")
        await stage.until(lambda: stage.app.screen is screen and "r asks again" in stage.text)
        assert "120 litres" in screen.query_one(Markdown).source
        assert "no longer says so" in stage.words
        await stage.pilot.press("s")
        await stage.until(lambda: library.answers(saved=True))


async def test_an_answer_tells_at_once_when_its_note_changes(config: Config, library: Library) -> None:
    async with on_stage(PinakesApp(config, library), size=(120, 36)) as stage:
        await answered(stage)
        (library.vault / "Lamp room.md").write_text("# Lamp room\n\nNothing turns here.\n", "utf-8")
        await stage.until(lambda: "changed since" in stage.text)


async def test_a_kept_answer_is_forgotten_at_the_second_press(config: Config, library: Library) -> None:
    library.ask(QUESTION, use_model=False, remember="listed")
    async with on_stage(PinakesApp(config, library)) as stage:
        await stage.pilot.press("f4")
        await stage.until(lambda: isinstance(stage.app.focused, QuestionLine))
        await stage.pilot.press("ctrl+r")
        await stage.until(lambda: "enter shows it" in stage.text)
        await stage.pilot.press("ctrl+d")
        assert library.answers()
        await stage.pilot.press("ctrl+d")
        await stage.until(lambda: not library.answers())
