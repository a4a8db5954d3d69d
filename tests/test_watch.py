"""Following a vault: events only wake, scan and hash decide."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from pinakes.library import Library
from pinakes.model.sync import SyncReport

Write = Callable[[str, str], Path]
Said = TypeVar("Said")
PATIENCE_S = 30.0


class Followed:
    """A library that is watched in a thread, and what the watching said."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.reports: list[SyncReport] = []
        self.troubles: list[str] = []
        self.changed = threading.Condition()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        self.library.watch(self.stop, on_sync=self._tell(self.reports), on_trouble=self._tell(self.troubles))

    def _tell(self, into: list[Said]) -> Callable[[Said], None]:
        def tell(what: Said) -> None:
            with self.changed:
                into.append(what)
                self.changed.notify_all()

        return tell

    def until(self, true: Callable[[], bool]) -> bool:
        """Wait until it is true; False when patience ends."""
        with self.changed:
            while not true():
                if not self.changed.wait(PATIENCE_S):
                    return true()
        return True

    def paths(self, word: str) -> list[str]:
        return [hit.path for hit in self.library.search(word, graph=False).hits]


@pytest.fixture
def followed(library: Library, write: Write) -> Iterator[Followed]:
    write("a.md", "# A\n\nfirst words")
    watching = Followed(library)
    assert watching.until(lambda: bool(watching.reports))
    yield watching
    watching.stop.set()
    watching.thread.join(PATIENCE_S)
    assert not watching.thread.is_alive()


def test_an_edit_becomes_searchable(followed: Followed, write: Write) -> None:
    write("a.md", "# A\n\nsecond words")

    assert followed.until(lambda: followed.paths("second") == ["a.md"])


def test_an_atomic_save_is_one_change(followed: Followed, vault: Path) -> None:
    (vault / ".a.md.tmp").write_text("# A\n\nsaved whole", "utf-8")
    (vault / ".a.md.tmp").rename(vault / "a.md")

    assert followed.until(lambda: followed.paths("saved") == ["a.md"])
    assert [(r.added, r.changed, r.removed) for r in followed.reports[1:] if r != SyncReport()] == [(0, 1, 0)]


def test_a_rename_is_a_move(followed: Followed, vault: Path) -> None:
    (vault / "a.md").rename(vault / "b.md")

    assert followed.until(lambda: any(r.moved == 1 for r in followed.reports))
    assert followed.paths("first") == ["b.md"]


def test_a_burst_becomes_few_syncs(followed: Followed, write: Write) -> None:
    for number in range(300):
        write(f"burst/{number}.md", f"note {number} of a flood")

    assert followed.until(lambda: followed.library.status().notes == 301)
    assert len([r for r in followed.reports if r.added]) < 30


def test_a_vault_that_goes_and_comes_back_loses_nothing(followed: Followed, vault: Path, write: Write) -> None:
    away = vault.with_name("away")
    vault.rename(away)
    assert followed.until(lambda: any(followed.troubles))
    assert followed.paths("first") == ["a.md"]
    away.rename(vault)
    write("b.md", "back again")

    assert followed.until(lambda: followed.paths("again") == ["b.md"])
    assert followed.paths("first") == ["a.md"]


def test_names_are_recognised_behind_the_text(followed: Followed, write: Write) -> None:
    write("b.md", "Yesterday we met Ada Quill at the harbour in Lisbon.")

    assert followed.until(lambda: followed.paths("harbour") == ["b.md"])
    assert followed.until(lambda: followed.library.status().entities_pending == 0)


def test_status_names_the_watching_process(followed: Followed) -> None:
    import os

    assert followed.library.status().watcher == str(os.getpid())
