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
        ("x\x1b[31m\ny", "x 31m y.md"),
        ("a\tb\x00c\x85d\x7f", "a bc d.md"),
        ("x.md", "x.md"),
        ("x.MD", "x.md"),
        ("x.md.md", "x.md"),
        ("x.md?", "x.md"),
        ("Cafe\u0301", "Caf\u00e9.md"),
    ],
)
def test_the_name_is_the_title_without_what_file_systems_and_links_refuse(title: str, path: str) -> None:
    assert planned(title, free).path == path


@pytest.mark.parametrize("title", ["", "   ", "...", "/", "[[]]", "?!", ".md", "\x07"])
def test_a_title_without_a_letter_or_digit_is_refused(title: str) -> None:
    with pytest.raises(UsageError):
        planned(title, free)


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert planned("Soup", {"Soup.md", "Soup 2.md"}.__contains__).path == "Soup 3.md"


def test_the_text_is_the_title_as_a_heading() -> None:
    assert planned("a: b", free) == NewNote("a b.md", "# a: b\n\n")
    assert planned("x.md", free).text == "# x\n\n"
    assert planned("x\x1b[31m", free).text == "# x[31m\n\n"


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


DEVICES = ["con", "NUL", "prn", "aux.txt", "com1", "LPT9", "com\u00b9", "nul .tar", "CONIN$", "conout$"]


@pytest.mark.parametrize("name", DEVICES)
def test_what_windows_calls_a_device_is_no_notes_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="device"):
        planned(name, free)
    for path in (f"{name}.md", f"{name} .md", f"{name}/x.md", f"a/{name} /x.md"):
        with pytest.raises(UsageError):
            create(tmp_path, NewNote(path, "text"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["console", "com", "com10", "lpt", "a con", "nulls", "auxiliary.txt"])
def test_what_only_looks_like_a_device_is_a_name(tmp_path: Path, name: str) -> None:
    note = planned(name, free)
    create(tmp_path, note)
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.md"]


@pytest.mark.parametrize(
    "path", ["a:b.md", "a?.md", "a*/b.md", 'a"b.md', "a|b.md", "a<b>.md", "a\\b.md", "a./b.md", "a /b.md", "a\x1b.md"]
)
def test_a_path_that_another_system_refuses_is_refused(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError):
        create(tmp_path, NewNote(path, "text"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("there", "new"),
    [
        ("Soup.md", "soup.md"),
        ("\u00c4pfel.md", "a\u0308PFEL.md"),
        ("Caf\u00e9.md", "Cafe\u0301.md"),
        ("a/Soup.md", "a/SOUP.md"),
        ("A/Soup.md", "a/other.md"),
        ("Caf\u00e9/x.md", "Cafe\u0301/y.md"),
    ],
)
def test_a_name_that_is_the_same_elsewhere_is_refused_and_the_other_is_named(
    tmp_path: Path, there: str, new: str
) -> None:
    create(tmp_path, NewNote(there, "mine"))
    before = sorted(tmp_path.rglob("*"))
    if (tmp_path / new).exists():
        pytest.skip("this file system takes them for the same")

    with pytest.raises(UsageError) as caught:
        create(tmp_path, NewNote(new, "text"))
    assert there in str(caught.value) or f"{there.split('/', maxsplit=1)[0]} " in str(caught.value)
    assert sorted(tmp_path.rglob("*")) == before


def test_another_spelling_is_another_name(tmp_path: Path) -> None:
    for name in ("Masse.md", "Ma\u00dfe.md"):
        create(tmp_path, NewNote(name, "text"))
    assert len(list(tmp_path.iterdir())) == 2


def test_half_a_character_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="half"):
        planned("a\ud800b", free)
    with pytest.raises(UsageError, match="half"):
        create(tmp_path, NewNote("a\udc80/b.md", "text"))
    assert list(tmp_path.iterdir()) == []


@given(st.text(st.characters(), max_size=40))
def test_whatever_the_title_what_is_planned_can_be_written(
    tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    try:
        note = planned(title, free)
    except UsageError as error:
        str(error).encode()
        return
    folder = tmp_path_factory.mktemp("vault")
    create(folder, note)
    assert (folder / note.path).read_text("utf-8") == note.text


@pytest.mark.parametrize("last", ["x" * 300 + ".md", "b/" + "x" * 300 + ".md", "x" * 300 + "/b.md"])
def test_folders_made_for_a_note_that_then_fails_do_not_stay(tmp_path: Path, last: str) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(VaultError):
        create(tmp_path, NewNote(f"there/a/{last}", "text"))
    assert [file.name for file in tmp_path.rglob("*")] == ["there"]
