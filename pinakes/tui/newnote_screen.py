"""What would be written for a new note, and where? Shown first, written only when asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from pinakes.clean import clean
from pinakes.library import Library
from pinakes.tui.background import compute
from pinakes.tui.text import flat
from pinakes.vault.create import NewNote


class NewNoteScreen(ModalScreen[str | None]):
    """The path, which can be changed, and the text; the path of the note that was written, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", "Close", show=False, id="new.close"),
    ]

    @dataclass
    class Planned(Message):
        """What would be written."""

        note: NewNote | None
        why: str = ""

    @dataclass
    class Written(Message):
        """It is there; or why it is not."""

        path: str
        why: str = ""

    def __init__(self, library: Library, title: str, *, still: bool = False) -> None:
        super().__init__()
        self._library, self._title, self._still = library, title, still
        self._note: NewNote | None = None
        self._writing = False

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content.styled("New note", "bold"), markup=False)
            line = Input(placeholder="folder/name.md", id="new-path", compact=True)
            line.cursor_blink = not self._still
            yield line
            yield Static(markup=False, id="new-plan")
            yield Static(markup=False, id="new-refused")
            yield Static(Content.styled("enter writes it · esc writes nothing", "$foreground 60%"), markup=False)

    def on_mount(self) -> None:
        self.query_one("#new-refused").display = False
        self.query_one(Input).focus()
        library, title = self._library, self._title
        compute(self, lambda: self.Planned(library.new_note(title)), lambda why: self.Planned(None, why))

    @on(Planned)
    def _planned(self, message: Planned) -> None:
        message.stop()
        self._note = message.note
        if message.note is not None:
            line = self.query_one(Input)
            line.value = flat(message.note.path)
            line.cursor_position = len(line.value)
        self._refuse(message.why)
        self._show()

    @on(Input.Changed, "#new-path")
    def _typed(self, message: Input.Changed) -> None:
        message.stop()
        self._refuse("")
        self._show()

    def _show(self) -> None:
        """What one key from here is written."""
        path = self.query_one(Input).value.strip()
        lines = "\n".join(f"+ {line}" for line in clean(self._text(path)).split("\n")[:-1])
        vault = self._library.vault
        where = f"{flat(vault.name if self._still else str(vault))}/{flat(path)}"
        self.query_one("#new-plan", Static).update(
            Content.assemble(
                ("A new file, and nothing else:\n", "$foreground 60%"), where, "\n\n", (lines, "$text-success")
            )
        )

    def _text(self, path: str) -> str:
        if self._note is not None:
            return self._note.text
        return f"# {path.rpartition('/')[2].removesuffix('.md')}\n\n"

    def _refuse(self, why: str) -> None:
        refused = self.query_one("#new-refused", Static)
        refused.update(Content(flat(why)))
        refused.display = bool(why)

    @on(Input.Submitted, "#new-path")
    def _submitted(self, message: Input.Submitted) -> None:
        message.stop()
        path, library = message.value.strip(), self._library
        if self._writing or not path:
            return
        self._writing = True
        note = NewNote(path if path.endswith(".md") else f"{path}.md", self._text(path))

        def work() -> Message:
            library.create_note(note)
            return self.Written(note.path)

        compute(self, work, lambda why: self.Written("", why))

    @on(Written)
    def _written(self, message: Written) -> None:
        message.stop()
        self._writing = False
        if message.path:
            self.dismiss(message.path)
        else:
            self._refuse(message.why)

    def action_leave(self) -> None:
        self.dismiss(None)
