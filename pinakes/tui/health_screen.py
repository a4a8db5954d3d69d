"""How well is the vault? What is being read, and what there is to look at. Nothing here changes a note."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from pinakes.around import Check
from pinakes.library import Library
from pinakes.model.entity import Suggestion
from pinakes.model.view import Status
from pinakes.tui.background import compute
from pinakes.tui.desk import Said
from pinakes.tui.findings import Group, Item, group_row, groups, index_facts, item_row, report
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.hitlist import HitList
from pinakes.tui.state import VaultState, bar
from pinakes.tui.text import flat

SUGGESTIONS = 200


class HealthScreen(PinakesScreen):
    """Groups of things to look at, and the things of the chosen group."""

    TAB = "health"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other_list", "Lists", show=False, tooltip="To the other list", id="health.lists"),
        Binding("e", "edit", "Edit", tooltip="In your editor, at the line", id="health.edit"),
        Binding("o", "target", "Other", tooltip="The note that may be meant", id="health.target"),
        Binding("n", "new", "New note", tooltip="Write the note that a link has no target for", id="health.new"),
        Binding("s", "decide('same')", "Same", tooltip="The two names are one", id="health.same"),
        Binding("d", "decide('apart')", "Different", tooltip="The two names are not one", id="health.apart"),
        Binding("u", "undo", "Undo", tooltip="Take back the last decision about names", id="health.undo"),
        Binding("c", "report", "Report", tooltip="Copy a plain report of all this", id="health.report"),
        Binding("R", "reread", "Reread", tooltip="Read every note again", show=False, id="health.reread"),
        Binding("y", "copy", "Copy", show=False, tooltip="Copy path:line", id="health.copy"),
    ]

    @dataclass
    class Read(Message):
        """The vault has been looked through."""

        generation: int
        status: Status
        check: Check
        suggestions: tuple[Suggestion, ...]

    @dataclass
    class Failed(Message):
        """It could not be."""

        generation: int
        why: str

    @dataclass
    class Told(Message):
        """Something that was asked for has been done, or not."""

        what: str

    def __init__(self, library: Library, *, still: bool = False) -> None:
        super().__init__()
        self._library = library
        self._still = still
        self._generation = 0
        self._stale = True
        self._read: HealthScreen.Read | None = None
        self._groups: tuple[Group, ...] = ()
        self._shown = ""
        """Group whose items are listed."""
        self._wanted = ""
        """Group to be chosen when it is there."""
        self._why = ""
        """Why the vault can't be looked through."""
        self._ended = threading.Event()

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="health-body"):
            with Vertical(id="groups-pane"):
                yield Static(markup=False, id="health-now")
                yield HitList(id="groups")
                yield Static(markup=False, id="health-index")
            with Vertical(id="items-pane"):
                yield Static(markup=False, id="items-head")
                yield HitList(id="items")
                yield Static(markup=False, id="items-none")

    def on_mount(self) -> None:
        self.query_one("#groups").focus()
        self.watch(self.app, "vault_state", self._show_now)
        self._fill()
        self._look()

    def on_unmount(self) -> None:
        self._ended.set()

    def on_screen_resume(self) -> None:
        self._fill()
        if self._stale:
            self._look()

    def vault_changed(self) -> None:
        self._stale = True
        if self.is_current:
            self._look()

    def _look(self) -> None:
        self._generation += 1
        self._stale = False
        generation, library = self._generation, self._library

        def work() -> Message:
            return self.Read(
                generation, library.status(), library.around.check(), library.entity_suggestions(SUGGESTIONS)
            )

        self._say("Looking through the vault …")
        compute(self, work, lambda why: self.Failed(generation, why))

    @on(Read)
    def _show(self, message: Read) -> None:
        message.stop()
        if message.generation == self._generation:
            self._read, self._why = message, ""
            self._fill()
            if self._wanted:
                self.show_group(self._wanted)

    @on(Failed)
    def _show_failure(self, message: Failed) -> None:
        message.stop()
        if message.generation == self._generation:
            self._why = message.why
            self._fill()

    # ── the lists ────────────────────────────────────────────────────────────────────────

    @property
    def _group(self) -> Group | None:
        groups_list = self.query_one("#groups", HitList)
        return self._groups[groups_list.cursor] if self._groups else None

    @property
    def _item(self) -> Item | None:
        group, items = self._group, self.query_one("#items", HitList)
        return group.items[items.cursor] if group is not None and group.items else None

    def _fill(self) -> None:
        read = self._read
        said: list[Said] = getattr(self.app, "said", [])
        before = len(self._groups)
        check = read.check if read is not None else Check((), (), (), (), ())
        self._groups = groups(check, read.suggestions if read is not None else (), said)
        if read is None:
            self._groups = self._groups[-1:]
        at = self.query_one("#groups", HitList)
        at.set_rows([group_row(group) for group in self._groups], 1, keep=len(self._groups) == before)
        status = read.status if read is not None else None
        if status is not None and self._still:
            status = status._replace(index_bytes=0)
        facts = index_facts(status) if status is not None else []
        self.query_one("#health-index", Static).update(Content("\n").join(Content(flat(fact)) for fact in facts))
        self._fill_items()

    def _fill_items(self) -> None:
        """The items of the chosen group; the same group keeps its cursor."""
        group, items = self._group, self.query_one("#items", HitList)
        if group is None:
            return
        keep, self._shown = self._shown == group.key, group.key
        items.set_rows([item_row(item) for item in group.items], 1 if group.key == "messages" else 2, keep=keep)
        none = self.query_one("#items-none", Static)
        items.display, none.display = bool(group.items), not group.items
        none.update(Content(f"✓ {group.none}"))
        self.query_one("#items-head", Static).update(Content(group.name))
        if not group.items and items.has_focus:
            self.query_one("#groups").focus()
        self._say_group()
        self.refresh_bindings()

    @on(HitList.Moved)
    def _moved(self, message: HitList.Moved) -> None:
        message.stop()
        if message.of == "groups":
            self._fill_items()
        else:
            self._say_group()

    @on(HitList.Opened)
    def _opened(self, message: HitList.Opened) -> None:
        message.stop()
        item = self._item
        if self.query_one("#groups").has_focus:
            self.action_other_list()
        elif item is not None and item.path:
            self.post_message(self.NoteWanted(item.path, item.line, item.line))

    # ── what is said ─────────────────────────────────────────────────────────────────────

    def _show_now(self, state: VaultState) -> None:
        lines = [state.words()]
        if state.share is not None and state.progress is not None:
            lines[0] = f"{bar(state.share, 20)}  {state.words()}"
            lines.append("search works meanwhile on what has been read")
        if state.trouble:
            lines.append(state.trouble)
        self.query_one("#health-now", Static).update(Content("\n").join(Content(flat(line)) for line in lines))

    def _say(self, words: str) -> None:
        self.state_line.say(f" {flat(words)}", "no note is changed here ")

    def _say_group(self) -> None:
        group, items = self._group, self.query_one("#items", HitList)
        if self._why or self._read is None or group is None:
            self._say(f"! {self._why}" if self._why else "Looking through the vault …")
            return
        todo = sum(len(one.items) for one in self._groups if one.key != "messages")
        total = "✓ nothing to look at" if not todo else f"{todo:,} to look at"
        place = f"{items.cursor + 1}/{len(group.items)} " if group.items else ""
        keys = f" · {group.keys}" if self.wide else ""
        self.state_line.say(f" {total}{keys}", place)

    # ── keys ─────────────────────────────────────────────────────────────────────────────

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What a group has no use for is not offered."""
        group = self._group if self.is_mounted else None
        key = group.key if group is not None and group.items else ""
        offered = {
            "edit": key in ("broken", "problems", "ambiguous", "duplicates", "orphans"),
            "target": key in ("broken", "duplicates"),
            "new": key == "broken",
            "decide": key == "names",
            "undo": group is not None and group.key == "names",
        }
        return offered.get(action, True)

    def action_other_list(self) -> None:
        items = self.query_one("#items", HitList)
        if items.has_focus or not items.rows:
            self.query_one("#groups").focus()
        else:
            items.focus()

    def show_group(self, key: str) -> None:
        """Choose a group by its key; where the vault is still looked through, as soon as it is there."""
        keys = [group.key for group in self._groups]
        self._wanted = "" if key in keys else key
        if key in keys:
            self.query_one("#groups", HitList).move(keys.index(key) - self.query_one("#groups", HitList).cursor)

    def action_edit(self) -> None:
        if self._item is not None and self._item.path:
            self.post_message(self.EditorWanted(self._item.path, self._item.line))

    def action_target(self) -> None:
        if self._item is not None and self._item.target:
            self.post_message(self.NoteWanted(self._item.target))

    def action_new(self) -> None:
        if self._item is not None and self._item.title:
            self.post_message(self.NewNoteWanted(self._item.title.partition("#")[0].rpartition("/")[2]))

    def action_copy(self) -> None:
        if self._item is not None:
            place = f"{self._item.path}:{self._item.line}" if self._item.path else self._item.what
            self.post_message(self.CopyWanted(flat(place)))

    def action_report(self) -> None:
        if self._read is not None:
            self.post_message(self.CopyWanted(report(self._read.status, self._groups)))

    def action_decide(self, how: str) -> None:
        """Merge the two names, or keep them apart; in the index only, and to be taken back with u."""
        item, library = self._item, self._library
        if item is None or not item.id:
            return

        def work() -> Message:
            (library.accept_suggestion if how == "same" else library.refuse_suggestion)(item.id)
            return self.Told(f"{item.what.replace('≈', '=' if how == 'same' else '≠')} · u takes it back")

        compute(self, work, self.Told)

    def action_undo(self) -> None:
        library = self._library

        def work() -> Message:
            return self.Told(f"Taken back: {library.undo_decision().name}")

        compute(self, work, self.Told)

    def action_reread(self) -> None:
        """Read every note again; the index alone is written."""
        library, ended = self._library, self._ended

        def work() -> Message:
            done = library.sync(full=True, cancelled=ended.is_set)
            return self.Told(f"Every note was read again: {done.chunks_written:,} passages written.")

        self._say("Reading every note again …")
        compute(self, work, self.Told)

    @on(Told)
    def _told(self, message: Told) -> None:
        message.stop()
        self.app.notify(flat(message.what), markup=False)
        self._look()

    def command_line(self) -> list[str]:
        group = self._group
        alone = {"broken": ["broken"], "orphans": ["orphans"], "duplicates": ["duplicates"]}
        alone["names"] = ["entity", "suggestions"]
        return alone.get(group.key, ["check"]) if group is not None else ["check"]

    def action_back(self) -> None:
        if self.query_one("#items").has_focus:
            self.query_one("#groups").focus()
        else:
            self.post_message(self.BackWanted())
