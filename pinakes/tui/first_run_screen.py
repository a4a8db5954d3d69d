"""Where are the notes? Asked once, when no vault has been chosen."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from pinakes.tui.background import compute
from pinakes.tui.frame import PinakesScreen, StateLine, TooSmall
from pinakes.tui.state import count
from pinakes.tui.text import cut_left, flat
from pinakes.tui.vaults import Candidate, candidates, sample


class FirstRunScreen(Screen[None]):
    """Folders that look like notes, any other folder, or the sample."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "Another folder", id="first.next"),
        Binding("escape", "list", "Back", show=False, id="first.back"),
    ]

    @dataclass
    class VaultChosen(Message):
        """This folder holds the notes."""

        path: Path

    @dataclass
    class Looked(Message):
        """The usual places have been looked at."""

        found: tuple[Candidate, ...]

    def __init__(self, home: Path, *, still: bool = False) -> None:
        super().__init__()
        self._home = home
        self._still = still
        self._paths: list[Path] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="first-run"):
            yield Static(Content.styled("Pinakes", "bold $accent"), markup=False)
            yield Static(Content("Your notes, searched and joined up, on this machine only."), markup=False)
            yield Static(Content.styled("Where are your notes?", "bold"), classes="step", markup=False)
            yield OptionList(id="vaults", markup=False, compact=True)
            yield Static("Another folder:", id="other-label", markup=False)
            other = Input(placeholder="~/…", id="other", compact=True)
            other.cursor_blink = not self._still
            yield other
            yield Static("", id="refused", markup=False)
            yield Static(
                Content(
                    "Notes are only read, never changed. Any folder of .md files will do.\n"
                    "Search needs nothing else; for written answers run `pinakes setup` later."
                ),
                classes="small",
                markup=False,
            )
        yield StateLine()
        yield Footer(compact=True)
        yield TooSmall()

    def on_mount(self) -> None:
        self.query_one("#refused").display = False
        self.query_one(StateLine).say(" Looking for folders of notes …", "nothing leaves this machine ")
        self._show(())
        self.query_one("#vaults").focus()
        home = self._home
        compute(self, lambda: self.Looked(candidates(home)), lambda _why: self.Looked(()))

    @on(Looked)
    def _looked(self, message: Looked) -> None:
        message.stop()
        self._show(message.found)
        found = count(len(message.found), "folder") + " of notes found" if message.found else "No folder of notes found"
        self.query_one(StateLine).say(f" {found} · enter starts", "nothing leaves this machine ")
        if not self._paths:
            self.query_one("#other").focus()

    def _show(self, found: tuple[Candidate, ...]) -> None:
        options: list[Option] = []
        self._paths = []
        for candidate in found:
            notes = f"{count(candidate.notes, 'note')}{' or more' if candidate.more else ''}"
            made_by = f"  {candidate.made_by}" if candidate.made_by else ""
            options.append(self._option(self._shown(candidate.path), notes + made_by))
            self._paths.append(candidate.path)
        example = sample()
        if example is not None:
            options.append(self._option("Try the sample vault", "made by Pinakes"))
            self._paths.append(example)
        vaults = self.query_one("#vaults", OptionList)
        vaults.set_options(options)
        vaults.highlighted = 0 if options else None
        self.query_one("#vaults").display = bool(options)

    def _option(self, name: str, about: str) -> Option:
        return Option(Content.assemble(f"{cut_left(name, 34):<36}", (about, "$foreground 60%")))

    def _shown(self, path: Path) -> str:
        """A path as people write it: below ~ where it is."""
        below = path.is_relative_to(self._home)
        return flat(f"~/{path.relative_to(self._home)}" if below else str(path))

    @on(OptionList.OptionSelected, "#vaults")
    def _chosen(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        self.post_message(self.VaultChosen(self._paths[message.option_index]))

    @on(Input.Submitted, "#other")
    def _typed(self, message: Input.Submitted) -> None:
        message.stop()
        typed = message.value.strip()
        if not typed:
            return
        path = self._home / typed[2:] if typed.startswith("~/") else Path(typed)
        path = self._home if typed == "~" else path.absolute()
        if os.path.isdir(path):  # noqa: PTH112 — Path's own raises for what is too long to be a name
            self.post_message(self.VaultChosen(path))
        else:
            self.refuse(f"{typed} is not a folder. Give the folder that holds your notes.")

    def refuse(self, why: str) -> None:
        """Say why a folder can't be taken; another can be chosen."""
        refused = self.query_one("#refused", Static)
        refused.update(Content(flat(f"✗ {why}")))
        refused.display = True

    def action_list(self) -> None:
        vaults = self.query_one("#vaults")
        if self._paths and not vaults.has_focus:
            vaults.focus()
        else:
            self.post_message(PinakesScreen.BackWanted())
