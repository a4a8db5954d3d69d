"""What does the app ask before it acts? A line of text, or yes or no, over the screen that wants to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinakes.tui.background import compute
from pinakes.tui.hitlist import HitList
from pinakes.tui.rows import Row
from pinakes.tui.text import fit, flat

Refusal = Callable[[str], str]
"""What is typed → why it can't be taken; empty where it can. It is asked in a thread, and may look at the disk."""


def _takes_anything(_: str) -> str:
    return ""


class Prompt(ModalScreen[str | None]):
    """One line of text, or None when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", show=False, id="prompt.close"),
    ]

    @dataclass
    class Judged(Message):
        """Whether what was typed can be taken has been found out."""

        value: str
        why: str

    def __init__(
        self, title: str, value: str = "", *, about: str = "", refuse: Refusal = _takes_anything, still: bool = False
    ) -> None:
        super().__init__()
        self._title, self._value, self._about = title, value, about
        self._refuse = refuse
        self._still = still

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(flat(self._title), "bold"), markup=False)
            if self._about:
                yield Static(Content.styled(self._about, "$foreground 60%"), markup=False, classes="about")
            line = Input(flat(self._value), id="prompt-line", compact=True)
            line.cursor_blink = not self._still
            yield line
            yield Static(id="prompt-refused", markup=False)
            yield Static(Content.styled("enter takes it · esc leaves", "$foreground 60%"), markup=False)

    def on_mount(self) -> None:
        self.query_one("#prompt-refused").display = False
        self.query_one("#prompt-line").focus()

    @on(Input.Submitted, "#prompt-line")
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        value, refuse = message.value, self._refuse
        compute(self, lambda: self.Judged(value, refuse(value)), lambda why: self.Judged(value, why))

    @on(Judged)
    def _judged(self, message: Judged) -> None:
        message.stop()
        if not message.why:
            self.dismiss(message.value)
            return
        refused = self.query_one("#prompt-refused", Static)
        refused.update(Content(flat(message.why)))
        refused.display = True

    def action_leave(self) -> None:
        self.dismiss(None)


class Confirm(ModalScreen[bool]):
    """What is going to be done, and whether it may be."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "answer(True)", "Yes", show=False, id="confirm.yes"),
        Binding("n,escape", "answer(False)", "No", show=False, id="confirm.no"),
        Binding("down,j", "scroll(1)", "Down", show=False, id="confirm.down"),
        Binding("up,k", "scroll(-1)", "Up", show=False, id="confirm.up"),
    ]

    def __init__(self, title: str, body: Content, yes: str) -> None:
        super().__init__()
        self._title, self._body, self._yes = title, body, yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(flat(self._title), "bold"), markup=False)
            with VerticalScroll(id="confirm-scroll"):
                yield Static(self._body, markup=False, id="confirm-body")
            yield Static(Content.styled(f"y {self._yes} · n leaves it", "$foreground 60%"), markup=False)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)

    def action_scroll(self, by: int) -> None:
        self.query_one("#confirm-scroll", VerticalScroll).scroll_relative(y=by, animate=False)


class Choice(ModalScreen[str | None]):
    """One of several; each is tried on while the cursor stands on it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", show=False, id="choice.close"),
    ]

    def __init__(self, title: str, choices: Sequence[str], now: str, try_on: Callable[[str], None] | None) -> None:
        super().__init__()
        self._title, self._choices, self._now, self._try_on = title, list(choices), now, try_on

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog list"):
            yield Static(Content.styled(flat(self._title), "bold"), markup=False)
            yield HitList(id="choices")
            yield Static(Content.styled("enter takes it · esc leaves it as it was", "$foreground 60%"), markup=False)

    def on_mount(self) -> None:
        choices = self.query_one(HitList)
        choices.set_rows([_choice_row(choice) for choice in self._choices], 1)
        if self._now in self._choices:
            choices.move(self._choices.index(self._now))
        choices.focus()

    @on(HitList.Moved)
    def _moved(self, message: HitList.Moved) -> None:
        message.stop()
        if self._try_on is not None and message.row is not None:
            self._try_on(message.row.path)

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        self.dismiss(message.row.path)

    def action_leave(self) -> None:
        if self._try_on is not None:
            self._try_on(self._now)
        self.dismiss(None)


def _choice_row(choice: str) -> Row:
    return Row(choice, choice, 0, lambda width: [fit([(flat(choice) or "as it is found", "title")], width)])


class KeyScreen(ModalScreen[str | None]):
    """The next key that is pressed."""

    def __init__(self, does: str, refuse: Callable[[str], str]) -> None:
        super().__init__()
        self._does, self._refuse = does, refuse

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled(f"Press the new key for: {flat(self._does)}", "bold"), markup=False)
            yield Static(id="prompt-refused", markup=False)
            yield Static(Content.styled("esc leaves it as it was", "$foreground 60%"), markup=False)

    def on_mount(self) -> None:
        self.query_one("#prompt-refused").display = False

    def on_key(self, event: events.Key) -> None:
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.dismiss(None)
            return
        why = self._refuse(event.key)
        if not why:
            self.dismiss(event.key)
            return
        refused = self.query_one("#prompt-refused", Static)
        refused.update(Content(flat(why)))
        refused.display = True
