"""What do screens get from the machine around them? The clipboard, the editor, a new note, the log of what was said."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from textual import on
from textual.app import SuspendNotSupported
from textual.filter import LineFilter
from textual.notifications import SeverityLevel

from pinakes.clean import clean
from pinakes.config import Config, load
from pinakes.errors import PinakesError, UsageError
from pinakes.tui import editor
from pinakes.tui.asciilook import Ascii
from pinakes.tui.background import beside, words
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.keyorder import OrderedKeys
from pinakes.tui.newnote_screen import NewNoteScreen
from pinakes.tui.settings_screen import SettingsScreen
from pinakes.tui.text import flat

if TYPE_CHECKING:
    from pinakes.library import Library

LONGEST_COPY = 100_000
"""Characters: terminals drop longer ones without a word."""
LONGEST_LOG = 300
SHOWN = 160
_ASCII = Ascii()


_LONG_S = 20
"""A notice of what is wrong in the settings stays long enough to be read beside the first screen."""


class Said(NamedTuple):
    """A message that was shown, or would have been."""

    time: str
    mark: str
    text: str


class Desk(OrderedKeys):
    """The part of the app that acts outside of the screens."""

    config: Config
    library: Library | None
    said: list[Said]
    """The newest last."""
    _still: bool

    # ── messages ─────────────────────────────────────────────────────────────────────────

    def note_event(self, text: str, mark: str = "·") -> None:
        """Into the log that Health shows."""
        time = "--:--:--" if self._still else datetime.now().astimezone().strftime("%H:%M:%S")
        self.said = [*self.said[-LONGEST_LOG:], Said(time, mark, flat(text))]

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """A notice, kept in the log too; never markup."""
        marks: dict[SeverityLevel, str] = {"information": "·", "warning": "!", "error": "✗"}
        self.note_event(f"{title}: {message}" if title else message, marks[severity])
        super().notify(clean(message), title=clean(title), severity=severity, timeout=timeout, markup=False)

    def action_help_quit(self) -> None:
        """Where ctrl+c has nothing to copy."""
        self.notify("ctrl+q leaves Pinakes.")

    # ── clipboard ────────────────────────────────────────────────────────────────────────

    @on(PinakesScreen.CopyWanted)
    def _copy_wanted(self, message: PinakesScreen.CopyWanted) -> None:
        text = message.text[:LONGEST_COPY]
        self.copy_to_clipboard(text)
        shown = flat(text if len(text) <= SHOWN else f"{len(text):,} characters")
        self.notify(f"Copied: {shown}\nNot there? Then this terminal does not let programs copy.")

    @on(PinakesScreen.CommandWanted)
    def _command_wanted(self, message: PinakesScreen.CommandWanted) -> None:
        command = shlex.join(["pinakes", *self._vault_option(), *message.words])
        self._copy_wanted(PinakesScreen.CopyWanted(flat(command)))

    def _vault_option(self) -> list[str]:
        """The vault, where the settings alone would lead to another one."""
        try:
            chosen = load().vault_dir
        except PinakesError:
            chosen = None
        return [] if chosen == self.config.vault_dir else ["--vault", str(self.config.vault_dir)]

    # ── editor ───────────────────────────────────────────────────────────────────────────

    @on(PinakesScreen.EditorWanted)
    def _editor_wanted(self, message: PinakesScreen.EditorWanted) -> None:
        if self.library is not None:  # an absolute path is not to be taken for an option
            self._edit((self.library.vault / message.path).absolute(), message.path, message.line)

    @on(SettingsScreen.FileWanted)
    def _file_wanted(self) -> None:
        file = self.config.config_file.absolute()
        self._edit(file, str(file), 1)

    def _edit(self, path: Path, name: str, line: int) -> None:
        """Give the terminal to the user's editor until it ends."""
        try:
            command = editor.argv(editor.command(self.config.look.editor, os.environ), path, line)
            if not path.is_file():
                raise UsageError(f"{name} is not there.", "What is listed is made anew by itself.")
            with self.suspend():
                subprocess.run(command, check=False)
        except PinakesError as error:
            self.notify(words(error), title="Editor", severity="warning")
        except SuspendNotSupported:
            self.notify("An editor can't be opened from here.", severity="warning")
        except OSError as error:
            self.notify(clean(f"The editor did not start: {error}"), severity="warning")
        self.refresh(layout=True)
        self.vault_changed()

    def vault_changed(self) -> None:
        """Tell every screen that notes may have changed."""

    # ── settings ─────────────────────────────────────────────────────────────────────────

    @on(SettingsScreen.Changed)
    def _setting_changed(self, message: SettingsScreen.Changed) -> None:
        """Take up a setting that has been written."""
        self.config = message.config
        library = self.library
        if library is not None:
            library.config = message.config
            if message.section == "answer":
                beside(library.close)  # the next question starts the model anew, as it is set now
            if message.section in ("vault", "entities", "meaning"):
                beside(self._sync_again)
        self.wear_theme()
        self.refresh_css(animate=False)  # lines that are drawn may have to be drawn otherwise
        self.set_keymap(dict(message.config.keys))
        self.refresh_bindings()
        self.settings_changed()

    def _sync_again(self) -> None:
        """What is read from the vault depends on the settings."""
        try:
            if self.library is not None:
                self.library.sync()
        except PinakesError as error:
            self.call_from_thread(self.notify, words(error), severity="warning")

    def settings_changed(self) -> None:
        """Tell the screens that settings are other ones."""

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What is done to each line once it is laid out."""
        filters = super().get_line_filters()
        return [*filters, _ASCII] if self.config.look.ascii else filters

    def wear_theme(self) -> None:
        """The theme that is set, where there is such a one."""
        wanted = self.config.look.theme
        if wanted in self.available_themes:
            self.theme = wanted
        else:
            self.notify(flat(f"There is no theme {wanted}."), severity="warning", timeout=_LONG_S)

    # ── a new note ───────────────────────────────────────────────────────────────────────

    @on(PinakesScreen.NewNoteWanted)
    def _new_note_wanted(self, message: PinakesScreen.NewNoteWanted) -> None:
        if self.library is None:
            return

        def written(path: str | None) -> None:
            if path:
                self.notify(f"{flat(path)} was written.")
                self.post_message(PinakesScreen.NoteWanted(path))

        self.push_screen(NewNoteScreen(self.library, message.title, still=self._still), written)
