"""A new note is a file that was not there, below the vault; no byte of another is touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.errors import UsageError, VaultError
from pinakes.vault.create import NewNote, create, planned


def free(_: str) -> bool:
    return False


@pytest.mark.parametrize(
    ("title", "path"),
    [
        ("Leader election", "Leader election.md"),
        ("  two   words ", "two words.md"),
        ("a/b: what? [[c]] #d", "a b what c d.md"),
        ("..hidden..", "hidden.md"),
        ("灯台", "灯台.md"),
        ("x\x1b[31m\ny", "x\ufffd 31m y.md"),
    ],
)
def test_the_name_is_the_title_without_what_file_systems_and_links_refuse(title: str, path: str) -> None:
    assert planned(title, free).path == path


@pytest.mark.parametrize("title", ["", "   ", "...", "/", "[[]]", "?!"])
def test_a_title_without_a_letter_or_digit_is_refused(title: str) -> None:
    with pytest.raises(UsageError):
        planned(title, free)


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert planned("Soup", {"Soup.md", "Soup 2.md"}.__contains__).path == "Soup 3.md"


def test_the_text_is_the_title_as_a_heading() -> None:
    assert planned("a: b", free) == NewNote("a b.md", "# a: b\n\n")


@given(st.text(max_size=300))
def test_whatever_the_title_the_path_is_one_name_that_a_file_can_have(title: str) -> None:
    try:
        note = planned(title, free)
    except UsageError:
        return
    assert "/" not in note.path
    assert not note.path.startswith(".")
    assert len(note.path.encode("utf-8", "replace")) <= 255


def test_it_is_written_with_the_folders_that_it_needs(tmp_path: Path) -> None:
    create(tmp_path, NewNote("a/b/c.md", "# c\n\n"))
    assert (tmp_path / "a" / "b" / "c.md").read_text("utf-8") == "# c\n\n"


def test_a_file_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_text("mine", "utf-8")
    with pytest.raises(UsageError, match="there already"):
        create(tmp_path, NewNote("x.md", "# x\n\n"))
    assert (tmp_path / "x.md").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    "path", ["../x.md", "/x.md", "a//b.md", "x.txt", ".x.md", ".git/x.md", "a/../x.md", "", "x\0.md"]
)
def test_a_path_that_is_no_notes_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError):
        create(tmp_path / "vault", NewNote(path, "text"))
    assert list(tmp_path.iterdir()) == []


def test_no_link_is_followed_out_of_the_vault(tmp_path: Path) -> None:
    vault, outside = tmp_path / "vault", tmp_path / "outside"
    vault.mkdir()
    outside.mkdir()
    (vault / "way").symlink_to(outside)
    (vault / "x.md").symlink_to(outside / "x.md")
    with pytest.raises(VaultError):
        create(vault, NewNote("way/y.md", "text"))
    with pytest.raises(UsageError):
        create(vault, NewNote("x.md", "text"))
    assert list(outside.iterdir()) == []


def test_a_vault_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match=r"x\.md can't be written"):
        create(tmp_path / "gone", NewNote("x.md", "text"))
