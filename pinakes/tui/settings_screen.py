"""How is Pinakes set up? Each line is a key of config.toml in plain words, saved as it is made and used at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message

from pinakes.answer.found import FoundModel, found
from pinakes.config import Config
from pinakes.configfile import Value, put
from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.tui import vaults
from pinakes.tui.background import compute
from pinakes.tui.dialogs import Choice, Confirm, KeyScreen, Prompt
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.keymap import KeyName, clash
from pinakes.tui.settinglines import SECTIONS, Known, Setting, lines, section_rows, setting_rows
from pinakes.tui.state import count
from pinakes.tui.text import cut_left, flat
from pinakes.tui.typed import typed_value, with_value


class SettingsScreen(PinakesScreen):
    """Sections at the left, the lines of the chosen one at the right."""

    TAB = "settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other_list", "Lists", show=False, tooltip="To the other list", id="settings.lists"),
        Binding("d", "default", "Default", tooltip="Put a line back to its default", id="settings.default"),
        Binding("e", "file", "Edit file", tooltip="Open config.toml in your editor", id="settings.file"),
        Binding("y", "copy", "Copy", show=False, tooltip="Copy the value", id="settings.copy"),
    ]

    @dataclass
    class Looked(Message):
        """What is on this machine has been looked for."""

        vaults: tuple[Path, ...]
        models: tuple[FoundModel, ...]
        model: str
        meaning: str

    @dataclass
    class Changed(Message):
        """A setting has been written; the app takes up what it means."""

        config: Config
        section: str
        key: str

    @dataclass
    class Refused(Message):
        """It could not be."""

        why: str

    @dataclass
    class Told(Message):
        """An act has been done."""

        what: str

    @dataclass
    class VaultWanted(Message):
        """Open another vault; an empty path asks which."""

        path: Path | None

    class FileWanted(Message):
        """Open config.toml in the editor."""

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._known = Known()
        self._lines: list[Setting] = []

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="settings-body"):
            yield HitList(id="sections")
            with Vertical(id="settings-pane"):
                yield HitList(id="settings")

    def on_mount(self) -> None:
        self.query_one("#sections", HitList).set_rows(section_rows(SECTIONS), 1)
        self.query_one("#sections").focus()
        self._look()

    def on_screen_resume(self) -> None:
        self._look()

    def _look(self) -> None:
        library = self._library
        config = library.config

        def work() -> Message:
            return self.Looked(
                vaults.known(config.data_dir),
                found(config, Path.home()),
                library.model_state(),
                library.meaning_state(),
            )

        compute(self, work, self.Refused)
        self._fill()

    @on(Looked)
    def _looked(self, message: Looked) -> None:
        message.stop()
        self._known = self._known._replace(
            vaults=message.vaults, models=message.models, model=message.model, meaning=message.meaning
        )
        self._fill()

    # ── the lists ────────────────────────────────────────────────────────────────────────

    @property
    def _section(self) -> str:
        return SECTIONS[self.query_one("#sections", HitList).cursor][0]

    @property
    def _setting(self) -> Setting | None:
        cursor = self.query_one("#settings", HitList).cursor
        return self._lines[cursor] if cursor < len(self._lines) else None

    def _fill(self) -> None:
        app: Any = self.app
        self._known = self._known._replace(keys=app.key_names(), themes=tuple(sorted(app.available_themes)))
        self._lines = lines(self._section, self._library.config, self._known)
        self.query_one("#settings", HitList).set_rows(setting_rows(self._lines), 2, keep=True)
        self._say()

    @on(HitList.Moved)
    def _moved(self, message: HitList.Moved) -> None:
        message.stop()
        if message.of == "sections":
            self._fill()
        self._say()

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        if self.query_one("#sections").has_focus:
            self.action_other_list()
        elif self._setting is not None:
            self._change(self._setting)

    def _say(self) -> None:
        setting = self._setting
        path = self._library.config.config_file
        file = f"{cut_left(flat(path.name if self._still else str(path)), max(self.size.width // 2, 20))} "
        keyed = setting is not None and setting.section and self.query_one("#settings").has_focus
        name = f"{setting.section}.{setting.key} · " if keyed and setting is not None else ""
        self.state_line.say(f" {flat(name)}saved as you go, used at once", file)

    # ── changing ─────────────────────────────────────────────────────────────────────────

    def _change(self, setting: Setting) -> None:
        """What enter does on a line of each kind."""
        section = getattr(self._library.config, setting.section, None)
        if setting.kind == "switch":
            self._save(setting, not getattr(section, setting.key))
        elif setting.kind == "choice":
            self._choose(setting, str(getattr(section, setting.key)))
        elif setting.kind in ("number", "text", "list"):
            self._ask(setting, section)
        elif setting.kind == "model":
            self._save(setting, setting.at or None)
        elif setting.kind == "vault":
            self.post_message(self.VaultWanted(Path(setting.at)))
        elif setting.kind == "key":
            self._ask_key(setting)
        elif setting.kind == "act":
            self._act(setting.at)

    def _choose(self, setting: Setting, now: str) -> None:
        def try_on(choice: str) -> None:
            if choice in self.app.available_themes:
                self.app.theme = choice

        def chosen(choice: str | None) -> None:
            if choice is not None:
                self._save(setting, choice or None)

        trying = try_on if setting.key == "theme" else None
        self.app.push_screen(Choice(setting.words, setting.choices, now, trying), chosen)

    def _ask(self, setting: Setting, section: object) -> None:
        now = getattr(section, setting.key)
        written = ", ".join(now) if isinstance(now, tuple) else "" if now is None else f"{now}"

        def refuse(text: str) -> str:
            try:
                typed_value(setting.kind, text)
            except ValueError as error:
                return str(error)
            return ""

        def typed(text: str | None) -> None:
            if text is not None:
                self._save(setting, typed_value(setting.kind, text))

        self.app.push_screen(
            Prompt(setting.words, written, about=setting.about, refuse=refuse, still=self._still), typed
        )

    def _ask_key(self, setting: Setting) -> None:
        known = self._known.keys
        wanted = next((key for key in known if key.id == setting.key), KeyName(setting.key, "", setting.words, ""))

        def pressed(key: str | None) -> None:
            if key is not None:
                self._save(setting, key)

        self.app.push_screen(KeyScreen(setting.words, lambda key: clash(known, wanted, key)), pressed)

    def _act(self, act: str) -> None:
        if act == "vault":
            self.post_message(self.VaultWanted(None))
        elif act == "help":
            self.run_worker(self.app.run_action("app.help"))
        elif act == "names":
            self.run_worker(self.app.run_action("app.review_names"))
        elif act == "forget":
            body = Content("The list of what was searched for is emptied. Saved searches stay.")
            self.app.push_screen(Confirm("Forget what was searched for?", body, "forgets it"), self._forget)

    def _forget(self, yes: bool | None) -> None:
        library = self._library

        def work() -> Message:
            return self.Told(f"{count(library.forget_history(), 'query', 'queries')} forgotten.")

        if yes:
            compute(self, work, self.Told)

    def _save(self, setting: Setting, value: Value | None) -> None:
        """Write one key, and say what the settings are now; None puts it back to its default."""
        config = self._library.config

        def work() -> Message:
            changed = with_value(config, setting.section, setting.key, value)
            try:
                put(config.config_file, setting.section, setting.key, value)
            except UsageError as error:
                return self.Refused(f"{error} {error.hint}")
            return self.Changed(changed, setting.section, setting.key)

        compute(self, work, self.Refused)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        message.stop()
        self.app.notify(flat(message.why), title="Settings", severity="warning", markup=False)
        app: Any = self.app
        app.wear_theme()

    @on(Told)
    def _told(self, message: Told) -> None:
        message.stop()
        self.app.notify(flat(message.what), markup=False)

    def config_changed(self) -> None:
        """The settings are other ones now."""
        if self.is_mounted:
            self._look()

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    def action_other_list(self) -> None:
        if self.query_one("#settings").has_focus:
            self.query_one("#sections").focus()
        else:
            self.query_one("#settings").focus()
        self._say()

    def show_section(self, key: str) -> None:
        """Choose a section, and its first line."""
        sections = self.query_one("#sections", HitList)
        sections.move([name for name, _ in SECTIONS].index(key) - sections.cursor)
        self.query_one("#settings").focus()

    def action_default(self) -> None:
        setting = self._setting
        if setting is not None and setting.section and self.query_one("#settings").has_focus:
            self._save(setting, None)

    def action_file(self) -> None:
        self.post_message(self.FileWanted())

    def action_copy(self) -> None:
        if self._setting is not None:
            self.post_message(self.CopyWanted(self._setting.at or self._setting.value))

    def command_line(self) -> list[str]:
        return ["config"]

    def action_back(self) -> None:
        if self.query_one("#settings").has_focus:
            self.action_other_list()
        else:
            self.post_message(self.BackWanted())
