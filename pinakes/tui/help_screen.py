"""Which keys are there? This screen's first, then those that work everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinakes.tui.keymap import KeyName

KeyLine = tuple[str, str]
"""Key as it is written on the keyboard, and what it does."""

ELSEWHERE = "All this works without the screen too: pinakes search WORDS"


def key_lines(known: Iterable[KeyName], where: str) -> list[KeyLine]:
    """The keys of one place as lines, all that do the same on one."""
    keys: dict[str, list[str]] = {}
    for key in known:
        if key.where == where:
            written = keys.setdefault(key.does, [])
            written += [name for name in key.shown.split("  ") if name not in written]
    return [("  ".join(written), does) for does, written in keys.items()]


class HelpScreen(ModalScreen[None]):
    """Keys in groups; typing leaves those that match."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1", "dismiss", "Close", show=False, id="help.close"),
        Binding("down", "scroll(1)", "Down", show=False, id="help.down"),
        Binding("up", "scroll(-1)", "Up", show=False, id="help.up"),
        Binding("pagedown", "scroll(10)", "Page down", show=False, id="help.page-down"),
        Binding("pageup", "scroll(-10)", "Page up", show=False, id="help.page-up"),
    ]

    def __init__(self, groups: list[tuple[str, list[KeyLine]]], *, still: bool = False) -> None:
        super().__init__()
        self._groups = groups
        self._still = still

    def compose(self) -> ComposeResult:
        with Vertical(id="help"):
            line = Input(placeholder="Type to filter · esc closes", id="help-filter", compact=True)
            line.cursor_blink = not self._still
            yield line
            with VerticalScroll(id="help-scroll"):
                yield Static(id="help-keys", markup=False)
            yield Static(Content.styled(ELSEWHERE, "$foreground 60%"), id="help-end", markup=False)

    def on_mount(self) -> None:
        self._filter("")
        self.query_one("#help-filter").focus()

    @on(Input.Changed, "#help-filter")
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        self._filter(message.value)

    def _filter(self, text: str) -> None:
        wanted = text.strip().lower()
        lines: list[Content] = []
        for name, keys in self._groups:
            shown = [(key, does) for key, does in keys if wanted in key.lower() or wanted in does.lower()]
            if shown:
                lines += [Content("")] if lines else []
                lines.append(Content.styled(name, "bold $accent"))
                lines += [Content.assemble((f"  {key:<16}", "bold"), does) for key, does in shown]
        self.query_one("#help-keys", Static).update(Content("\n").join(lines or [Content("No key does that.")]))

    def action_scroll(self, by: int) -> None:
        self.query_one("#help-scroll", VerticalScroll).scroll_relative(y=by, animate=False)
