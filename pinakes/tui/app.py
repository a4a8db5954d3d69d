"""Which screen is shown, and who does what the screens ask for?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import var
from textual.screen import ModalScreen, Screen

from pinakes.config import Config
from pinakes.configfile import choose_vault
from pinakes.errors import StoreError, VaultError
from pinakes.library import Library
from pinakes.model.view import NoteSummary, Status
from pinakes.tui import crash, vaults
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.background import beside, compute
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.commands import NoteCommands, PinakesCommands
from pinakes.tui.desk import Desk, Said
from pinakes.tui.first_run_screen import FirstRunScreen
from pinakes.tui.frame import SMALLEST, PinakesScreen
from pinakes.tui.graph import Graph
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.help_screen import HelpScreen, key_lines
from pinakes.tui.hitlist import HitList
from pinakes.tui.indexing import Indexing, synced_words
from pinakes.tui.keymap import KeyName, names
from pinakes.tui.marks import Mark
from pinakes.tui.note_screen import NoteScreen
from pinakes.tui.notetext import NoteText
from pinakes.tui.search_screen import SearchScreen
from pinakes.tui.settings_screen import SettingsScreen
from pinakes.tui.state import VaultState
from pinakes.tui.text import flat
from pinakes.tui.themes import CONTRAST, MONO
from pinakes.tui.topbar import TABS, Tab

TITLES = 5_000


class PinakesApp(Desk):
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
    marks: var[tuple[Mark, ...]] = var(())
    """The notes that are marked, to be joined."""

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
        self.said: list[Said] = []
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
        self.register_theme(MONO)

    # ── beginning and end ────────────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        self.wear_theme()
        self.set_keymap(dict(self.config.keys))
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
            "bridges": BridgesScreen(library, still=self._still),
            "ask": AskScreen(library, still=self._still),
            "note": NoteScreen(library),
            "health": HealthScreen(library, still=self._still),
            "settings": SettingsScreen(library, still=self._still),
        }
        for name, screen in self._screens.items():
            self.add_mode(self._mode(name), self._always(screen))
        self._way = ["search"]
        beside(lambda: vaults.remember(library.index_dir, library.vault))
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
        # At first there is more to do behind the last note; Synced tells the end.
        over = 0 < progress.total <= progress.done and (progress.stage != "text" or self.vault_state.synced)
        self.vault_state = replace(self.vault_state, progress=None if over else progress, trouble="")

    @on(Indexing.Synced)
    def _synced(self, message: Indexing.Synced) -> None:
        self._take(message.status, progress=None, trouble="", synced=True)
        if message.report.added or message.report.changed or message.report.removed:
            self.note_event(synced_words(message.report), "✓")
        self.vault_changed()
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

    @on(PinakesScreen.BridgesWanted)
    def _bridges_wanted(self, message: PinakesScreen.BridgesWanted) -> None:
        bridges = self._screens.get("bridges")
        if isinstance(bridges, BridgesScreen):
            self.action_show("bridges")
            self.call_later(bridges.open, message.source, message.target)

    def vault_changed(self) -> None:
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

    @on(SettingsScreen.VaultWanted)
    def _vault_wanted(self, message: SettingsScreen.VaultWanted) -> None:
        if message.path is None:
            self.action_choose_vault()
        elif self.config.vault_dir is None or message.path != self.config.vault_dir.absolute():
            self._vault_chosen(FirstRunScreen.VaultChosen(message.path))

    def settings_changed(self) -> None:
        settings = self._screens.get("settings")
        if isinstance(settings, SettingsScreen):
            settings.config_changed()

    def action_change_theme(self) -> None:
        """In Settings, where it is kept."""
        settings = self._screens.get("settings")
        if isinstance(settings, SettingsScreen):
            self.action_show("settings")
            self.call_later(settings.show_section, "look")

    def action_review_names(self) -> None:
        """The names that may be one, in Health."""
        health = self._screens.get("health")
        if isinstance(health, HealthScreen):
            self.action_show("health")
            self.call_later(health.show_group, "names")

    def key_names(self) -> tuple[KeyName, ...]:
        """Every action with its keys, as they are now."""
        return names(GROUPS, dict(self.config.keys))

    def action_choose_vault(self) -> None:
        self.push_screen(FirstRunScreen(Path.home(), still=self._still))

    def action_help(self) -> None:
        screen = self.screen
        if isinstance(screen, ModalScreen):
            return
        here = dict(TABS).get(getattr(screen, "TAB", ""), "")
        known = self.key_names()
        wheres = [where for where, _ in GROUPS if here and where.startswith(here)]
        lists = ["Lists"] if here in ("Search", "Bridges", "Health", "Settings") else []
        groups = [("This screen" if where == here else where, key_lines(known, where)) for where in [*wheres, *lists]]
        common = [("ctrl+p", "Palette"), ("ctrl+q", "Quit"), ("esc", "One step back")]
        everywhere = [*common, *key_lines(known, "Everywhere")]
        self.push_screen(HelpScreen([*groups, ("Everywhere", everywhere)], still=self._still))


def _titles(library: Library) -> tuple[NoteSummary, ...]:
    try:
        return library.recent(TITLES)
    except StoreError:  # nothing has been read yet
        return ()


GROUPS: tuple[tuple[str, list[BindingType]], ...] = (
    ("Everywhere", [*PinakesApp.BINDINGS, *PinakesScreen.BINDINGS]),
    ("Search", SearchScreen.BINDINGS),
    ("Bridges", BridgesScreen.BINDINGS),
    ("Bridges, picture", Graph.BINDINGS),
    ("Ask", AskScreen.BINDINGS),
    ("Note", NoteScreen.BINDINGS),
    ("Note, text", NoteText.BINDINGS),
    ("Health", HealthScreen.BINDINGS),
    ("Settings", SettingsScreen.BINDINGS),
    ("Lists", HitList.BINDINGS),
)
"""Whose keys can be changed."""
