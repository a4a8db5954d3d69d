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
from pinakes.model.ledger import KeptAnswer
from pinakes.tui.answers_screen import AnswersScreen
from pinakes.tui.answertext import CITE, Tail, again, drawn, meter, verdict
from pinakes.tui.asking import STAGES, Asking
from pinakes.tui.background import compute
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.markdown import parser
from pinakes.tui.questionline import ASK_ON, IDLE, PLACEHOLDER, QuestionLine
from pinakes.tui.sources import Source, Sources, from_answer, from_passages, with_what_became
from pinakes.tui.talk import Talk
from pinakes.tui.text import flat


class AskScreen(PinakesScreen):
    """A conversation: one question and its answer in full, those before it in short."""

    TAB = "ask"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "focus_question", "Question", key_display="/", tooltip="To the question line", id="ask.focus"),
        Binding("1", "source(1)", "Source", key_display="1…9", tooltip="Open a source", id="ask.source-1"),
        *(Binding(str(n), f"source({n})", "", show=False, id=f"ask.source-{n}") for n in range(2, 10)),
        Binding("r", "again", "Again", tooltip="Ask the same again", id="ask.again"),
        Binding("n", "new_talk", "New", tooltip="A new question, which follows on nothing", id="ask.new"),
        Binding("s", "save_answer", "Save", show=False, tooltip="Keep this answer", id="ask.save"),
        Binding("w", "word_for_word", "", show=False, tooltip="Ask the same again, without the model", id="ask.plain"),
        Binding("y", "copy", "Copy", tooltip="Copy the answer", id="ask.copy"),
        Binding("ctrl+r", "answers", "Answers", tooltip="Answers given before", id="ask.answers"),
    ]

    @dataclass
    class ModelRead(Message):
        """The state of the model, in words."""

        words: str

    @dataclass
    class ExamplesRead(Message):
        """Questions that this vault could answer."""

        questions: tuple[str, ...]

    @dataclass
    class Rechecked(Message):
        """What became of the sources of an answer that is kept."""

        kept: KeptAnswer | None
        saved: bool = False
        """It has just been saved."""
        why: str = ""

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._asking: Asking | None = None
        self._question = ""
        self._follow: Answer | None = None
        """What the question that is shown follows on."""
        self._end = ""
        """How the answer that is shown came to its end."""
        self._answer: Answer | None = None
        self._streamed = ""
        self._stream: MarkdownStream | None = None
        self._tail = Tail()
        self._state, self._model = "◌ nothing asked yet", ""

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="ask-body"):
            with VerticalScroll(id="answer"):
                yield Talk()
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
        if self._answer is not None and self._answer.citations:
            library, shown = self._library, self._answer.id
            compute(self, lambda: self.Rechecked(library.answer(shown)), lambda _why: self.Rechecked(None))

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
            self._show_examples()

    def _show_examples(self) -> None:
        examples = self.query_one(QuestionLine).examples
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

    async def ask(self, question: str, *, follow: Answer | None = None, use_model: bool = True) -> None:
        """Answer a question, which may follow on an answer; an answer under way is stopped."""
        question = question.strip()
        if not question:
            return
        await self._clear_answer()
        self._question, self._follow = question, follow
        self.query_one("#asked", Static).update(Content.assemble(("You  ", "bold $accent"), flat(question)))
        line = self.query_one(QuestionLine)
        line.remember(question)
        line.value = ""
        self.query_one("#answer").focus()
        self._asking = Asking(self, self._library, question, follow=follow, use_model=use_model)
        self._say(STAGES["searching"])
        self._asking.start()

    async def _clear_answer(self) -> None:
        """Stop what is being written, and show nothing of it any more."""
        await self._end_stream()
        if self._asking is not None:
            self._asking.stop()
            self._asking = None
        self._answer, self._streamed, self._tail = None, "", Tail()
        self.query_one("#sources-pane").display = False
        self.query_one("#notices").display = False
        await self.query_one(Markdown).update("")

    @on(Input.Submitted, "#question")
    async def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        before = self._answer
        if before is not None and message.value.strip():
            self.query_one(Talk).add(before)
        await self.ask(message.value, follow=before)

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
        answer = message.answer
        self._asking = None
        await self._show(answer)
        self._show_notices([verdict(answer), *map(flat, answer.notices)])
        seconds = "" if self._still else f"{answer.took_ms / 1000:.1f} s"
        self._end = "◌ the notes do not answer this" if answer.abstained else "✓ done"
        self._end = "■ stopped" if message.asking.stopped else self._end
        self._say(" · ".join(filter(None, (self._end, seconds, meter(answer.tokens)))))

    async def _show(self, answer: Answer) -> None:
        """The question, what it was understood as, the answer, and its sources."""
        self._answer, self._question = answer, answer.question
        understood = f"\n     understood as: {flat(answer.understood)}" if answer.understood else ""
        said = Content.assemble(("You  ", "bold $accent"), flat(answer.question), (understood, "$foreground 60%"))
        self.query_one("#asked", Static).update(said)
        await self.query_one(Markdown).update(drawn(answer))
        self._show_sources("sources" if answer.citations else "read, not cited", from_answer(answer))
        self.query_one(QuestionLine).placeholder = ASK_ON
        self.call_after_refresh(self.query_one("#asked").scroll_visible, top=True, animate=False)

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

    # ── answers that are kept ────────────────────────────────────────────────────────────

    def action_answers(self) -> None:
        """Those given before, to be shown again."""
        self.app.push_screen(AnswersScreen(self._library, still=self._still), self._take_up)

    async def _take_up(self, kept: KeptAnswer | None) -> None:
        """Show it again; what is asked next follows on it."""
        if kept is None:
            return
        await self._clear_answer()
        self.query_one(Talk).clear()
        self._follow = None
        self._end = "◌ from before"
        await self._show(again(kept))
        self.query_one("#answer").focus()
        self._rechecked(self.Rechecked(kept))

    def action_save_answer(self) -> None:
        """Keep the answer until it is forgotten by name."""
        if self._answer is None:
            return
        library, shown = self._library, self._answer.id
        compute(
            self,
            lambda: self.Rechecked(library.save_answer(shown), saved=True),
            lambda why: self.Rechecked(None, why=why),
        )

    @on(Rechecked)
    def _rechecked(self, message: Rechecked) -> None:
        message.stop()
        kept = message.kept
        if message.why or message.saved:
            said = message.why or "Saved. ctrl+r lists the answers that are kept."
            self.app.notify(flat(said), markup=False)
        if kept is None or self._answer is None or kept.id != self._answer.id:
            return
        if kept.sources:
            sources = with_what_became(from_answer(self._answer), kept)
            self._show_sources("sources", sources)
        if not self.busy and not message.saved:
            self._end = "★ saved" if kept.saved else self._end
            self._say(f"{self._end} · {kept.since}", "r asks again" if kept.changed else "")

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

    def _say(self, state: str, hint: str = "") -> None:
        self._state = state
        if hint:
            right = f"{hint} "
        elif self.busy:
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

    def command_line(self) -> list[str]:
        """The question as it was understood, which stands alone."""
        asked = (self._answer.understood if self._answer is not None else "") or self._question
        return ["ask", asked] if asked else []

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
        if action in ("again", "copy", "new_talk", "word_for_word"):
            return bool(self._question)
        if action == "save_answer":
            return self._answer is not None
        return True

    def action_focus_question(self) -> None:
        self.query_one(QuestionLine).focus()

    async def action_again(self) -> None:
        await self.ask(self._again, follow=self._follow)

    async def action_word_for_word(self) -> None:
        await self.ask(self._again, follow=self._follow, use_model=False)

    @property
    def _again(self) -> str:
        """The question; of a follow-up from before, whose forerunner is not at hand, as it was understood."""
        answer = self._answer
        return answer.understood or self._question if answer is not None and self._follow is None else self._question

    async def action_new_talk(self) -> None:
        """Begin a new conversation."""
        await self._clear_answer()
        self._question, self._follow = "", None
        self.query_one(Talk).clear()
        self._show_examples()
        line = self.query_one(QuestionLine)
        line.placeholder = PLACEHOLDER
        line.focus()
        self._say("◌ nothing asked yet")
        self.refresh_bindings()

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
