"""Which answers were given before, and which lean on notes that have changed? Enter shows one again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinakes.library import Library
from pinakes.model.ledger import KeptAnswer
from pinakes.tui.background import compute
from pinakes.tui.hitlist import HitList
from pinakes.tui.nameline import NameLine
from pinakes.tui.rows import Line, Row, day
from pinakes.tui.text import fit, flat

MOST = 200


class AnswersScreen(ModalScreen[KeptAnswer | None]):
    """The answers that are kept, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", show=False, id="answers.close"),
        Binding("ctrl+d", "forget", "Forget", show=False, priority=True, id="answers.forget"),
    ]

    @dataclass
    class Read(Message):
        """They have been read."""

        answers: tuple[KeptAnswer, ...]
        why: str = ""

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._answers: tuple[KeptAnswer, ...] = ()
        self._doomed = ""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide"):
            yield Static(Content.styled("Answers given before", "bold"), markup=False)
            yield NameLine("Type to filter", id="answers-filter", still=self._still)
            yield HitList(id="answers-list")
            yield Static(markup=False, id="answers-said")

    def on_mount(self) -> None:
        self.query_one(NameLine).focus()
        self._say("Reading …")
        library = self._library
        compute(self, lambda: self.Read(library.answers(MOST)), lambda why: self.Read((), why))

    @on(Read)
    def _show(self, message: Read) -> None:
        message.stop()
        self._answers = message.answers
        self._fill()
        if message.why:
            self._say(message.why)
        elif self._answers:
            self._say("enter shows it · ctrl+d forgets it · esc closes")
        else:
            kept = self._library.config.answer.history
            self._say("Nothing was answered yet." if kept else "No answers are kept (Settings, Privacy).")

    @on(Input.Changed, "#answers-filter")
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        self._fill()

    def _fill(self) -> None:
        wanted = self.query_one(NameLine).value.strip().casefold()
        rows = [self._row(one) for one in self._answers if wanted in f"{one.question} {one.text}".casefold()]
        self.query_one(HitList).set_rows(rows, 2)

    def _row(self, one: KeptAnswer) -> Row:
        """`path` is the id."""
        when = "" if self._still else f"{_day(one.asked)} · "
        facts = f"  {'★ saved · ' if one.saved else ''}{when}{'⚠ ' if one.changed else ''}{one.since}"

        def draw(width: int) -> list[Line]:
            return [fit([(flat(one.question), "title")], width), fit([(flat(facts), "why")], width)]

        return Row(one.id, one.question, 0, draw)

    def _say(self, words: str) -> None:
        self._doomed = ""
        self.query_one("#answers-said", Static).update(Content.styled(flat(words), "$foreground 60%"))

    @on(NameLine.Moved)
    def _moved(self, message: NameLine.Moved) -> None:
        message.stop()
        rows = self.query_one(HitList)
        rows.page(message.by) if message.page else rows.move(message.by)

    @on(Input.Submitted, "#answers-filter")
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self._take(self.query_one(HitList).row)

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        self._take(message.row)

    @on(HitList.Moved)
    def _stop_moved(self, message: HitList.Moved) -> None:
        message.stop()

    def _take(self, row: Row | None) -> None:
        found = next((one for one in self._answers if row is not None and one.id == row.path), None)
        if found is not None:
            self.dismiss(found)

    def action_forget(self) -> None:
        """The one that is chosen, at the second press."""
        row = self.query_one(HitList).row
        if row is None:
            return
        if self._doomed != row.path:
            self._say("Press ctrl+d again to forget this answer.")
            self._doomed = row.path
            return
        library, answer = self._library, row.path

        def work() -> Message:
            library.forget_answer(answer)
            return self.Read(library.answers(MOST))

        compute(self, work, lambda why: self.Read(self._answers, why))

    def action_leave(self) -> None:
        self.dismiss(None)


def _day(utc: str) -> str:
    return day(int(datetime.fromisoformat(utc).timestamp() * 1e9))
