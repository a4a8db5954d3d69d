"""A pinned note stays pinned: moved, renamed, edited, deleted and made again, with the index made anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.errors import StoreError, UsageError
from pinakes.library import Library
from pinakes.store.user_schema import STEPS

Write = Callable[[str, str], Path]


@pytest.fixture
def pinned(library: Library, write: Write) -> Library:
    """Three notes, of which the first one is pinned."""
    write("in/Plan.md", "# The plan\n\nFirst the float, then the wire.\n")
    write("in/Other.md", "# Other\n\nSomething else.\n")
    write("log.md", "See [[Plan]].\n")
    library.sync()
    library.pin("Plan")
    return library


def places(library: Library) -> list[tuple[str, bool]]:
    return [(pin.path, pin.there) for pin in library.pins()]


def move(library: Library, old: str, new: str) -> None:
    target = library.vault / new
    target.parent.mkdir(parents=True, exist_ok=True)
    (library.vault / old).rename(target)


def test_a_note_is_pinned_by_any_of_its_names_and_once(pinned: Library) -> None:
    for name in ("in/Plan.md", "The plan", "plan"):
        assert pinned.pin(name).path == "in/Plan.md"
    assert places(pinned) == [("in/Plan.md", True)]
    assert [note.title for note in pinned.pinned_notes()] == ["The plan"]


def test_nothing_is_pinned_where_nothing_was(library: Library, write: Write) -> None:
    write("a.md", "x")
    library.sync()
    assert (library.pins(), library.pinned_notes()) == ((), ())
    assert not library.user_file.exists()


def test_a_move_keeps_the_pin(pinned: Library) -> None:
    move(pinned, "in/Plan.md", "done/Plan 2.md")
    pinned.sync()
    assert places(pinned) == [("done/Plan 2.md", True)]


def test_a_move_that_comes_as_a_deletion_and_a_new_note_keeps_the_pin(pinned: Library) -> None:
    file = pinned.vault / "in/Plan.md"
    kept = file.read_bytes()
    file.unlink()
    pinned.sync()
    assert places(pinned) == [("in/Plan.md", False)]
    assert pinned.pins()[0].title == "The plan"

    (pinned.vault / "Plan 2.md").write_bytes(kept)
    pinned.sync()
    assert places(pinned) == [("Plan 2.md", True)]


def test_a_copy_does_not_become_the_note_that_was_deleted(pinned: Library, write: Write) -> None:
    write("copy.md", (pinned.vault / "in/Plan.md").read_text("utf-8"))
    pinned.sync()
    (pinned.vault / "in/Plan.md").unlink()
    pinned.sync()
    pinned.sync()
    assert places(pinned) == [("in/Plan.md", False)]


def test_an_edit_then_a_move_keeps_the_pin(pinned: Library, write: Write) -> None:
    write("in/Plan.md", "# The plan\n\nFirst the wire.\n")
    assert pinned.search("plan", 1).hits  # which reads the changed note again, without a sync
    move(pinned, "in/Plan.md", "Plan.md")
    pinned.sync()
    assert places(pinned) == [("Plan.md", True)]


def test_two_pinned_notes_may_change_places(pinned: Library) -> None:
    pinned.pin("Other")
    move(pinned, "in/Plan.md", "x.md")
    move(pinned, "in/Other.md", "in/Plan.md")
    move(pinned, "x.md", "in/Other.md")
    pinned.sync()
    assert {(pin.path, pin.title, pin.there) for pin in pinned.pins()} == {
        ("in/Other.md", "The plan", True),
        ("in/Plan.md", "Other", True),
    }


@pytest.mark.parametrize("how", ["rebuild", "clear"])
def test_a_pin_outlives_the_index(pinned: Library, how: str) -> None:
    if how == "clear":
        pinned.clear()
        move(pinned, "in/Plan.md", "Plan 2.md")
        pinned.sync()
    else:
        move(pinned, "in/Plan.md", "Plan 2.md")
        pinned.rebuild()
    assert places(pinned) == [("Plan 2.md", True)]


@pytest.mark.parametrize("name", ["in/Plan.md", "the plan", "Plan"])
def test_a_pinned_note_is_let_go(pinned: Library, name: str) -> None:
    assert pinned.unpin(name).path == "in/Plan.md"
    assert pinned.pins() == ()


def test_a_note_that_is_gone_can_be_let_go(pinned: Library) -> None:
    (pinned.vault / "in/Plan.md").unlink()
    pinned.sync()
    assert pinned.unpin("The plan").path == "in/Plan.md"


def test_what_can_not_be_pinned_is_said(pinned: Library) -> None:
    with pytest.raises(UsageError, match="No note is called `Plann`"):
        pinned.pin("Plann")
    with pytest.raises(UsageError, match="not pinned"):
        pinned.unpin("Other")


def test_a_file_past_use_stops_no_sync(pinned: Library, write: Write) -> None:
    pinned.user_file.write_bytes(b"no database at all" * 100)
    write("new.md", "x")
    assert pinned.sync().added == 1
    with pytest.raises(StoreError):
        pinned.pins()


def test_a_file_from_before_pins_is_brought_up_to_date(library: Library, write: Write) -> None:
    import apsw

    write("a.md", "x")
    library.sync()
    db = apsw.Connection(str(library.user_file))
    for step in STEPS[:2]:
        db.execute(step.sql)
    db.pragma("user_version", 2)
    db.close()
    assert library.pins() == ()
    assert library.pin("a").path == "a.md"
