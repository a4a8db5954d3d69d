"""Which screen is shown, and who does what the screens ask for?"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import App, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.screen import Screen

from pinakes.clean import clean
from pinakes.config import Config
from pinakes.errors import PinakesError, StoreError, UsageError, VaultError
from pinakes.library import Library
from pinakes.model.view import NoteSummary, Status
from pinakes.tui import crash, editor
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.background import compute, words
from pinakes.tui.commands import NoteCommands, PinakesCommands
from pinakes.tui.configfile import choose_vault
from pinakes.tui.first_run_screen import FirstRunScreen
from pinakes.tui.frame import SMALLEST, PinakesScreen
from pinakes.tui.help_screen import HelpScreen, key_lines
from pinakes.tui.hitlist import HitList
from pinakes.tui.indexing import Indexing
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.notetext import NoteText
from pinakes.tui.search_screen import SearchScreen
from pinakes.tui.state import VaultState
from pinakes.tui.text import flat
from pinakes.tui.themes import CONTRAST
from pinakes.tui.topbar import TABS, Tab

LONGEST_COPY = 100_000
"""Characters: terminals drop longer ones without a word."""
TITLES = 5_000
KEY_NAMES = {
    "escape": "esc",
    "slash": "/",
    "question_mark": "?",
    "up": "↑",
    "down": "↓",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "f1": "F1",
}


class PinakesApp(App[None]):
    """The terminal UI of one vault."""

    TITLE = "Pinakes"
    CSS_PATH = Path(__file__).with_name("pinakes.tcss")
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (SMALLEST[0], "-narrow"), (100, "-wide")]  # noqa: RUF012 - Textual's type
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (SMALLEST[1], "-high")]  # noqa: RUF012
    COMMANDS: ClassVar[set[type[PinakesCommands | NoteCommands]]] = {PinakesCommands, NoteCommands}  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "f1", "help", "Help", key_display="F1", tooltip="These keys (? when not typing, else F1)", id="app.help"
        ),
        Binding("question_mark", "help", "", show=False, id="app.help-mark"),
        *(
            Binding(
                key,
                f"show('{mode}')",
                name,
                show=False,
                key_display=shown,
                tooltip=f"{name} screen",
                id=f"app.{mode}{way}",
            )
            for number, (mode, name) in enumerate(TABS, 1)
            for key, shown, way in ((f"f{number + 1}", f"F{number + 1}", ""), (str(number), str(number), "-digit"))
        ),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("tab", "app.focus_next", "Next pane", show=False, id="app.next"),
    ]

    vault_state: var[VaultState] = var(VaultState())

    @dataclass
    class Opened(Message):
        """The chosen vault's library is open."""

        library: Library
        config: Config

    @dataclass
    class Refused(Message):
        """The chosen folder can't be opened."""

        why: str

    @dataclass
    class StatusRead(Message):
        """How many notes there are, and their titles."""

        status: Status
        titles: tuple[NoteSummary, ...]

    def __init__(self, config: Config, library: Library | None, *, still: bool = False) -> None:
        super().__init__()
        self.config = config
        self.library = library
        self.titles: tuple[NoteSummary, ...] = ()
        self._still = still
        """For pictures: no blinking and no times."""
        self._indexing: Indexing | None = None
        self._screens: dict[str, PinakesScreen] = {}
        self._way: list[str] = []
        self._vaults = 0
        self._told = ""
        self.report: Path | None = None
        self.last_words = ""
        """Said on the terminal after the screen has been put back; empty after an orderly end."""
        self.register_theme(CONTRAST)

    # ── beginning and end ────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        wanted = self.config.look.theme
        if wanted in self.available_themes:
            self.theme = wanted
        else:
            self.notify(flat(f"There is no theme {wanted}."), severity="warning", markup=False)
        if self.library is None:
            self.push_screen(FirstRunScreen(Path.home(), still=self._still))
        else:
            self._start(self.library)

    def _start(self, library: Library) -> None:
        """Make the screens of a vault, show the first, and follow the vault."""
        self.library = library
        self._vaults += 1
        self._screens = {
            "search": SearchScreen(library, still=self._still),
            "ask": AskScreen(library, still=self._still),
            "note": NoteScreen(library),
        }
        for name, screen in self._screens.items():
            self.add_mode(self._mode(name), self._always(screen))
        self._way = ["search"]
        self.vault_state = VaultState(name=library.vault.absolute().name)
        self.switch_mode(self._mode("search"))
        self._indexing = Indexing(self, library)
        self._indexing.start()
        self._read_status()

    def _mode(self, name: str) -> str:
        """Textual's name for a screen of the present vault; another vault has screens of its own."""
        return f"{name}-{self._vaults}"

    @staticmethod
    def _always(screen: PinakesScreen) -> Callable[[], Screen[None]]:
        return lambda: screen

    def close(self, wait_s: float = 1.0) -> bool:
        """Stop following the vault and close the library; False when a thread would not stop in time."""
        stopped = self._indexing is None or self._indexing.stop(wait_s)
        if stopped and self.library is not None:
            self.library.close()
        return stopped

    def _handle_exception(self, error: Exception) -> None:
        """End with one line. Textual's own traceback shows local values, which are the user's notes."""
        if self.report is None:
            self.report = crash.write_report(self.config.data_dir, error)
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        where = f" A report without any note text is in {self.report}." if self.report else ""
        self.last_words = f"Pinakes stopped by a mistake of its own ({type(error).__name__}).{where}"
        self._close_messages_no_wait()

    # ── the vault ────────────────────────────────────────────────────────────────────────

    @on(FirstRunScreen.VaultChosen)
    def _vault_chosen(self, message: FirstRunScreen.VaultChosen) -> None:
        config = self.config._replace(vault_dir=message.path)

        def work() -> Message:
            library = Library.open(config)
            if not library.notes_on_disk():
                raise VaultError(f"{message.path} holds no notes (.md files).", "Choose the folder that they are in.")
            choose_vault(config.config_file, message.path)
            return self.Opened(library, config)

        compute(self, work, self.Refused)

    @on(Opened)
    async def _opened(self, message: Opened) -> None:
        self.config = message.config
        old = [self._mode(name) for name in self._screens]
        if old:
            self.close()
        self._start(message.library)
        for mode in old:
            await self.remove_mode(mode)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        if isinstance(self.screen, FirstRunScreen):
            self.screen.refuse(message.why)

    def _read_status(self) -> None:
        library = self.library
        if library is not None:
            compute(self, lambda: self.StatusRead(library.status(), _titles(library)), self.Refused)

    @on(StatusRead)
    def _status_read(self, message: StatusRead) -> None:
        self.titles = message.titles
        self._take(message.status)

    def _take(self, status: Status, **more: object) -> None:
        self.vault_state = replace(self.vault_state, notes=status.notes, reachable=status.reachable, **more)  # type: ignore[arg-type]

    @on(Indexing.Progressed)
    def _progressed(self, message: Indexing.Progressed) -> None:
        progress = message.progress
        over = progress.total > 0 and progress.done >= progress.total
        self.vault_state = replace(self.vault_state, progress=None if over else progress, trouble="")

    @on(Indexing.Synced)
    def _synced(self, message: Indexing.Synced) -> None:
        self._take(message.status, progress=None, trouble="", synced=True)
        for screen in self._screens.values():
            if screen.is_mounted:
                screen.vault_changed()
        self._read_status()

    @on(Indexing.Troubled)
    def _troubled(self, message: Indexing.Troubled) -> None:
        """Empty words say that the last trouble is over; one that comes back is not told again."""
        self.vault_state = replace(self.vault_state, progress=None, trouble=flat(message.why))
        if message.why and message.why != self._told:
            self._told = message.why
            self.notify(flat(message.why), title="The vault", severity="warning", markup=False)
        self._read_status()

    # ── what screens ask for ─────────────────────────────────────────────────────────────

    @on(Tab.Chosen)
    def _tab_chosen(self, message: Tab.Chosen) -> None:
        self.action_show(message.mode)

    @on(PinakesScreen.NoteWanted)
    def _note_wanted(self, message: PinakesScreen.NoteWanted) -> None:
        note = self._screens.get("note")
        if isinstance(note, NoteScreen):
            self.action_show("note")
            note.open(message.path, message.line, message.end_line)

    @on(PinakesScreen.AnswerWanted)
    def _answer_wanted(self, message: PinakesScreen.AnswerWanted) -> None:
        ask = self._screens.get("ask")
        if isinstance(ask, AskScreen):
            self.action_show("ask")
            self.call_later(ask.suggest, message.question)

    @on(PinakesScreen.BackWanted)
    def _back_wanted(self) -> None:
        if isinstance(self.screen, FirstRunScreen):
            if self._screens:
                self.pop_screen()
        elif len(self._way) > 1:
            self._way.pop()
            self.switch_mode(self._mode(self._way[-1]))

    @on(PinakesScreen.CopyWanted)
    def _copy_wanted(self, message: PinakesScreen.CopyWanted) -> None:
        text = message.text[:LONGEST_COPY]
        self.copy_to_clipboard(text)
        shown = flat(text if len(text) <= 60 else f"{len(text):,} characters")
        self.notify(f"Copied: {shown}\nNot there? Then this terminal does not let programs copy.", markup=False)

    @on(PinakesScreen.EditorWanted)
    def _editor_wanted(self, message: PinakesScreen.EditorWanted) -> None:
        if self.library is None:
            return
        path = (self.library.vault / message.path).absolute()  # not to be taken for an option
        try:
            command = editor.argv(editor.command(self.config.look.editor, os.environ), path, message.line)
            if not path.is_file():
                raise UsageError(f"{message.path} is not there any more.", "The list is made anew by itself.")
            with self.suspend():
                subprocess.run(command, check=False)
        except PinakesError as error:
            self.notify(words(error), title="Editor", severity="warning", markup=False)
        except SuspendNotSupported:
            self.notify("An editor can't be opened from here.", severity="warning", markup=False)
        except OSError as error:
            self.notify(clean(f"The editor did not start: {error}"), severity="warning", markup=False)
        self.refresh(layout=True)
        for screen in self._screens.values():
            if screen.is_mounted:
                screen.vault_changed()

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    @property
    def shown(self) -> str:
        """Name of the screen that is shown; empty before a vault is chosen."""
        return self._way[-1] if self._way else ""

    def screen_of(self, name: str) -> PinakesScreen:
        """The screen with this name."""
        return self._screens[name]

    def action_show(self, mode: str) -> None:
        """Switch to a screen; it can be left again with esc."""
        if mode not in self._screens or isinstance(self.screen, HelpScreen):
            return
        if mode == "search" and isinstance(self.screen, SearchScreen):
            self.screen.action_focus_query()
        if not self._way or self._way[-1] != mode:
            self._way = [*(m for m in self._way if m != mode), mode]
            self.switch_mode(self._mode(mode))

    def action_ask_query(self) -> None:
        search = self._screens.get("search")
        if isinstance(search, SearchScreen):
            self._answer_wanted(PinakesScreen.AnswerWanted(search.question))

    def action_choose_vault(self) -> None:
        self.push_screen(FirstRunScreen(Path.home(), still=self._still))

    def action_help(self) -> None:
        screen = self.screen
        if isinstance(screen, HelpScreen):
            return
        here = [*key_lines(type(screen).BINDINGS, KEY_NAMES)]
        inside = {"search": ("List", HitList.BINDINGS), "note": ("Text", NoteText.BINDINGS)}
        groups = [("This screen", here)] if here else []
        if isinstance(screen, PinakesScreen) and screen.TAB in inside:
            name, bindings = inside[screen.TAB]
            groups.append((name, key_lines(bindings, KEY_NAMES)))
        everywhere = [*key_lines(self.BINDINGS, KEY_NAMES), ("ctrl+p", "Palette"), ("esc", "One step back")]
        self.push_screen(HelpScreen([*groups, ("Everywhere", everywhere)], still=self._still))


def _titles(library: Library) -> tuple[NoteSummary, ...]:
    try:
        return library.recent(TITLES)
    except StoreError:  # nothing has been read yet
        return ()
