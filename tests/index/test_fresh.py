"""No hit is a ghost: what is shown is read again when its file has changed, and left out when it has gone."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.library import Library
from pinakes.store import lock

Write = Callable[[str, str], Path]


def paths(library: Library, query: str) -> list[str]:
    return [hit.path for hit in library.search(query).hits]


def test_a_note_that_has_gone_is_no_hit(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "kelp in the net")
    write("b.md", "kelp on the wall")
    library.sync()
    (vault / "a.md").unlink()

    assert paths(library, "kelp") == ["b.md"]


def test_an_edited_note_is_read_before_it_is_shown(library: Library, write: Write) -> None:
    write("a.md", "kelp in the net")
    library.sync()
    write("a.md", "kelp in the harbour, and more of it")

    (hit,) = library.search("kelp").hits

    assert hit.snippet == "kelp in the harbour, and more of it"


def test_an_edited_note_that_no_longer_matches_is_no_hit(library: Library, write: Write) -> None:
    write("a.md", "kelp in the net")
    write("b.md", "kelp on the wall")
    library.sync()
    write("a.md", "nothing of the kind")

    assert paths(library, "kelp") == ["b.md"]


def test_a_vault_that_is_away_is_searched_as_it_was(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "kelp in the net")
    library.sync()
    vault.rename(vault.with_name("elsewhere"))

    assert paths(library, "kelp") == ["a.md"]


def test_a_vault_that_looks_emptied_is_searched_as_it_was(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "kelp in the net")
    write("b.md", "wax on the wall")
    library.sync()
    shutil.rmtree(vault)
    vault.mkdir()

    assert paths(library, "kelp") == ["a.md"]


@pytest.mark.parametrize("kind", ["folder", "link", "fifo", "linked folder"])
def test_what_is_no_note_any_more_is_no_hit(library: Library, write: Write, vault: Path, kind: str) -> None:
    write("sub/a.md", "kelp in the net")
    write("b.md", "kelp on the wall")
    library.sync()
    if kind == "linked folder":
        (vault / "sub").rename(vault.with_name("moved"))
        (vault / "sub").symlink_to(vault.with_name("moved"))
    else:
        note = vault / "sub" / "a.md"
        note.unlink()
        if kind == "folder":
            note.mkdir()
        elif kind == "link":
            note.symlink_to(vault / "b.md")
        else:
            os.mkfifo(note)

    assert paths(library, "kelp") == ["b.md"]


def test_the_only_hit_can_go(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "kelp in the net")
    write("b.md", "wax on the wall")
    library.sync()
    (vault / "a.md").unlink()

    assert paths(library, "kelp") == []


def test_a_note_that_has_gone_is_no_hit_while_another_process_writes(
    library: Library, write: Write, vault: Path
) -> None:
    write("a.md", "kelp in the net")
    write("b.md", "kelp on the wall")
    library.sync()
    (vault / "a.md").unlink()

    with lock.only_writer(library.index_dir / "writer.lock"):
        assert paths(library, "kelp") == ["b.md"]


def test_a_note_in_a_folder_that_has_gone_is_no_hit(library: Library, write: Write, vault: Path) -> None:
    write("sub/a.md", "kelp in the net")
    write("b.md", "kelp on the wall")
    library.sync()
    shutil.rmtree(vault / "sub")

    assert paths(library, "kelp") == ["b.md"]


def test_the_next_sync_takes_in_what_a_search_has_read(library: Library, write: Write) -> None:
    write("a.md", "kelp in the net, see [[b]]")
    write("b.md", "nothing")
    library.sync()
    write("a.md", "kelp in the net, see [[c]]")
    write("c.md", "new")
    paths(library, "kelp")
    library.sync()

    assert [link.target for link in library.around.links("a.md").items] == ["c.md"]
