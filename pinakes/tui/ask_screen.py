"""What do the notes say about it? A question, an answer as it is written, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Markdown, Static
from textual.widgets.markdown import MarkdownStream

from pinakes.clean import clean
from pinakes.library import Library
from pinakes.model.answer import Answer
from pinakes.tui.answertext import CITE, Tail, drawn, verdict
from pinakes.tui.asking import Asking
from pinakes.tui.background import compute
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.markdown import parser
from pinakes.tui.questionline import QuestionLine
from pinakes.tui.sources import Source, Sources, from_answer, from_passages
from pinakes.tui.text import flat

STAGES = {
    "searching": "◑ finding passages",
    "loading": "◐ loading the model",
    "reading": "◒ reading the passages",
    "writing": "● writing",
    "checking": "◕ checking every sentence against the notes",
}
IDLE = "Ask in your own words. The answer is made from your notes, and says where each sentence stands."


class AskScreen(PinakesScreen):
    """One question and its answer."""

    TAB = "ask"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus_question", "Question", key_display="/", tooltip="To the question line", id="ask.focus"),
        Binding("1", "source(1)", "Source", key_display="1…9", tooltip="Open a source", id="ask.source-1"),
        *(Binding(str(n), f"source({n})", "", show=False, id=f"ask.source-{n}") for n in range(2, 10)),
        Binding("r", "again", "Again", tooltip="Ask the same again", id="ask.again"),
        Binding("y", "copy", "Copy answer", id="ask.copy"),
    ]

    @dataclass
    class ModelRead(Message):
        """The state of the model, in words."""

        words: str

    @dataclass
    class ExamplesRead(Message):
        """Questions that this vault could answer."""

        questions: tuple[str, ...]

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._asking: Asking | None = None
        self._question = ""
        self._answer: Answer | None = None
        self._streamed = ""
        self._stream: MarkdownStream | None = None
        self._tail = Tail()
        self._state, self._model = "◌ nothing asked yet", ""

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="ask-body"):
            with VerticalScroll(id="answer"):
                yield Static(Content(IDLE), id="asked", markup=False)
                yield Markdown(parser_factory=parser, open_links=False, id="answer-text")
                yield Static(id="notices", markup=False)
            with Vertical(id="sources-pane"):
                yield Static(Content("sources"), id="sources-head", markup=False)
                yield Sources()
        with Horizontal(id="question-row"):
            yield Static("?", id="question-mark", markup=False)
            yield QuestionLine(still=self._still)

    def on_mount(self) -> None:
        self.query_one("#answer").can_focus = True
        self.query_one("#sources-pane").display = False
        self.query_one("#notices").display = False
        self.query_one(QuestionLine).focus()
        self._say(self._state)
        library = self._library
        compute(self, lambda: self.ModelRead(library.model_state()), self.ModelRead)
        self._read_examples()

    def vault_changed(self) -> None:
        self._read_examples()

    def _read_examples(self) -> None:
        library = self._library

        def work() -> Message:
            return self.ExamplesRead(tuple(f"What do my notes say about {e.name}?" for e in library.entities("", 3)))

        compute(self, work, lambda _why: self.ExamplesRead(()))

    @on(ExamplesRead)
    def _examples_read(self, message: ExamplesRead) -> None:
        message.stop()
        examples = tuple(flat(question) for question in message.questions)
        self.query_one(QuestionLine).examples = examples
        if not self._question:
            lines = [IDLE, *(["", "For example:"] if examples else []), *(f"  {example}" for example in examples)]
            self.query_one("#asked", Static).update(Content("\n").join(map(Content, lines)))

    @on(ModelRead)
    def _model_read(self, message: ModelRead) -> None:
        message.stop()
        self._model = message.words
        self._say(self._state)

    @property
    def busy(self) -> bool:
        """Whether an answer is being made."""
        return self._asking is not None

    # ── asking ───────────────────────────────────────────────────────────────────────────

    def suggest(self, question: str) -> None:
        """Put a question into the line, for the user to send."""
        if question and self.is_mounted:
            line = self.query_one(QuestionLine)
            line.value = question
            line.cursor_position = len(question)
            line.focus()

    async def ask(self, question: str) -> None:
        """Answer a question; an answer under way is stopped."""
        question = question.strip()
        if not question:
            return
        await self._end_stream()
        if self._asking is not None:
            self._asking.stop()
        self._question, self._answer, self._streamed, self._tail = question, None, "", Tail()
        self.query_one("#asked", Static).update(Content.assemble(("You  ", "bold $accent"), flat(question)))
        self.query_one("#sources-pane").display = False
        self.query_one("#notices").display = False
        await self.query_one(Markdown).update("")
        line = self.query_one(QuestionLine)
        line.remember(question)
        line.value = ""
        self.query_one("#answer").focus()
        self._asking = Asking(self, self._library, question)
        self._say(STAGES["searching"])
        self._asking.start()

    @on(Input.Submitted, "#question")
    async def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        await self.ask(message.value)

    def _current(self, asking: Asking) -> bool:
        return asking is self._asking

    @on(Asking.Staged)
    def _staged(self, message: Asking.Staged) -> None:
        message.stop()
        if self._current(message.asking):
            self._say(STAGES.get(message.stage, flat(message.stage)))

    @on(Asking.Prompted)
    def _prompted(self, message: Asking.Prompted) -> None:
        message.stop()
        if self._current(message.asking):
            self._show_sources("reading", from_passages(message.passages))

    @on(Asking.Wrote)
    async def _wrote(self, message: Asking.Wrote) -> None:
        message.stop()
        if self._current(message.asking):
            await self._write(self._tail.push(clean(message.token)))

    async def _write(self, text: str) -> None:
        if not text:
            return
        if self._stream is None:
            self._stream = Markdown.get_stream(self.query_one(Markdown))
        self._streamed += text
        await self._stream.write(text)

    async def _end_stream(self) -> None:
        if self._stream is not None:
            stream, self._stream = self._stream, None
            await stream.stop()

    @on(Asking.Answered)
    async def _answered(self, message: Asking.Answered) -> None:
        message.stop()
        if not self._current(message.asking):
            return
        await self._end_stream()
        answer = self._answer = message.answer
        self._asking = None
        await self.query_one(Markdown).update(drawn(answer))
        self._show_sources("sources" if answer.citations else "read, not cited", from_answer(answer))
        lines = [flat(notice) for notice in answer.notices]
        self._show_notices([verdict(answer), *lines])
        seconds = "" if self._still else f" · {answer.took_ms / 1000:.1f} s"
        end = "◌ the notes do not answer this" if answer.abstained else "✓ done"
        self._say(("■ stopped" if message.asking.stopped else end) + seconds)

    @on(Asking.Failed)
    async def _failed(self, message: Asking.Failed) -> None:
        message.stop()
        if not self._current(message.asking):
            return
        self._asking = None
        await self._write(self._tail.rest())
        await self._end_stream()
        self._show_notices([message.why])
        self._say("✗ no answer")

    # ── what is said ─────────────────────────────────────────────────────────────────────

    def _show_sources(self, head: str, sources: list[Source]) -> None:
        pane = self.query_one("#sources-pane")
        pane.display = bool(sources)
        self.query_one("#sources-head", Static).update(Content(f"{head} {len(sources)}"))
        self.call_after_refresh(self._fill_sources, sources)

    def _fill_sources(self, sources: list[Source]) -> None:
        self.query_one(Sources).fill(sources)
        self.refresh_bindings()

    def _show_notices(self, lines: list[str]) -> None:
        notices = self.query_one("#notices", Static)
        notices.update(Content("\n").join(Content(line) for line in lines if line))
        notices.display = any(lines)

    def _say(self, state: str) -> None:
        self._state = state
        if self.busy:
            right = "esc stops, the text stays "
        elif self._answer is not None:
            right = flat(self._answer.model or "from the notes, without a model") + " "
        else:
            right = flat(self._model) + " "
        self.state_line.say(f" {state}", right)

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    @on(Markdown.LinkClicked)
    def _cited(self, message: Markdown.LinkClicked) -> None:
        message.stop()
        number = message.href.removeprefix(CITE)
        if number.isdecimal():
            self.action_source(int(number))

    @on(Sources.Chosen)
    def _source_chosen(self, message: Sources.Chosen) -> None:
        message.stop()
        self._open(message.source)

    def _open(self, source: Source) -> None:
        self.post_message(self.NoteWanted(source.path, source.line, source.end_line))

    def action_source(self, n: int) -> None:
        source = self.query_one(Sources).numbered(n)
        if source is not None:
            self._open(source)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What needs an answer is offered when there is one, and the slash where it is not text."""
        if action == "focus_question":
            return not isinstance(self.focused, QuestionLine)
        if action == "source":
            return not self.query_one(Sources).is_empty
        if action in ("again", "copy"):
            return bool(self._question)
        return True

    def action_focus_question(self) -> None:
        self.query_one(QuestionLine).focus()

    async def action_again(self) -> None:
        await self.ask(self._question)

    def action_copy(self) -> None:
        text = self._answer.text if self._answer is not None else self._streamed
        if text:
            self.post_message(self.CopyWanted(clean(text)))

    def action_back(self) -> None:
        if self._asking is not None and not self._asking.stopped:
            self._asking.stop()
            self._say("■ stopping; what has been written is checked")
        elif self.query_one(QuestionLine).has_focus and self._question:
            self.query_one("#answer").focus()
        else:
            self.post_message(self.BackWanted())
