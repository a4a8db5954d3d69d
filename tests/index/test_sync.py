"""Sync: the smallest set of writes that makes the index what the vault says."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from pinakes.config import Config
from pinakes.errors import UsageError, VaultError
from pinakes.index import sync as syncing
from pinakes.index.entities import PhraseExtractor
from pinakes.library import Library
from pinakes.model.sync import Progress
from pinakes.store.db import reading, transaction, writing
from pinakes.store.mentions import ChunkMentions, MentionRow, set_mentions
from tests.index.dump import dump

Write = Callable[[str, str], Path]


def state(library: Library) -> dict[str, list[tuple[object, ...]]]:
    with reading(library.index_file) as db:
        return dump(db)


def rebuilt(library: Library, tmp_path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The index as a first sync of the same vault would make it."""

    with Library.open(library.config._replace(data_dir=tmp_path / "anew")) as fresh:
        fresh.sync()
        return state(fresh)


def counts(library: Library) -> tuple[int, int, int, int, int]:
    report = library.sync()
    return report.added, report.changed, report.removed, report.moved, report.unchanged


def test_a_first_sync_reads_every_note(library: Library, write: Write) -> None:
    write("a.md", "# A")
    write("deep/er/b.md", "# B")

    assert counts(library) == (2, 0, 0, 0, 0)


def test_a_second_sync_writes_nothing(library: Library, write: Write) -> None:
    write("a.md", "# A\n\n[[b]] #tag")
    write("b.md", "# B")
    library.sync()
    before = library.index_file.read_bytes()

    assert counts(library) == (0, 0, 0, 0, 2)
    assert library.index_file.read_bytes() == before


def test_only_the_edited_note_is_read_again(library: Library, write: Write) -> None:
    write("a.md", "# A\n\nold words")
    write("b.md", "# B")
    library.sync()
    write("a.md", "# A\n\nnew words")

    assert counts(library) == (0, 1, 0, 0, 1)
    assert [hit.path for hit in library.search("new").hits] == ["a.md"]
    assert library.search("old").hits == ()


@pytest.mark.parametrize("way", ["file", "config"])
def test_a_note_that_is_to_be_left_out_from_now_on_is_forgotten(
    config: Config, vault: Path, write: Write, way: str
) -> None:

    write("private.md", "a secret about gnus")
    write("a.md", "open")
    with Library.open(config) as library:
        library.sync()
        if way == "file":
            (vault / ".pinakesignore").write_text("private.md\n", "utf-8")
        else:
            library.config = config._replace(vault=config.vault._replace(ignore=("private.md",)))

        assert library.sync().removed == 1
        assert library.search("gnus").hits == ()
        assert not library.plan()


def test_a_touched_note_is_not_an_edited_one(library: Library, write: Write) -> None:
    file = write("a.md", "# A")
    library.sync()
    os.utime(file, (1_700_000_000, 1_700_000_000))
    report = library.sync()

    assert (report.changed, report.unchanged, report.chunks_written) == (0, 1, 0)


def test_same_size_and_restored_time_do_not_hide_an_edit(library: Library, write: Write) -> None:
    """`cp -p` and `rsync -a` put the old time back; ctime and the hash see it all the same."""
    file = write("a.md", "# A\n\nmorning")
    before = file.stat()
    library.sync()
    file.write_text("# A\n\nevening", "utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    library.sync()

    assert library.search("morning").hits == ()
    assert [hit.path for hit in library.search("evening").hits] == ["a.md"]


def test_a_renamed_note_is_moved_and_keeps_its_id(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "# Tea\n\nAssam")
    write("b.md", "[[Tea]]")
    library.sync()
    with reading(library.index_file) as db:
        before = db.execute("SELECT note_id FROM notes WHERE path = 'a.md'").fetchall()
    (vault / "sub").mkdir()
    (vault / "a.md").rename(vault / "sub" / "c.md")

    assert counts(library) == (0, 0, 0, 1, 1)
    with reading(library.index_file) as db:
        assert db.execute("SELECT note_id FROM notes WHERE path = 'sub/c.md'").fetchall() == before


def test_a_deleted_note_leaves_no_trace_in_the_results(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "# A\n\nghost")
    write("b.md", "# B")
    library.sync()
    (vault / "a.md").unlink()

    assert counts(library) == (0, 0, 1, 0, 1)
    assert library.search("ghost").hits == ()


def test_a_link_to_a_note_that_comes_later_finds_it(library: Library, write: Write) -> None:
    write("a.md", "see [[Later]]")
    library.sync()
    write("Later.md", "here")
    library.sync()
    with reading(library.index_file) as db:
        found = db.execute("SELECT path FROM links JOIN notes ON notes.note_id = links.target_note_id").fetchall()

    assert found == [("Later.md",)]


def test_a_link_to_a_note_that_goes_leads_nowhere(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "see [[Soon]]")
    write("Soon.md", "here")
    library.sync()
    (vault / "Soon.md").unlink()
    library.sync()
    with reading(library.index_file) as db:
        assert db.execute("SELECT target_note_id FROM links").fetchall() == [(None,)]


def test_a_new_title_is_found_in_notes_that_were_there_before(library: Library, write: Write) -> None:
    write("a.md", "we drank blue darjeeling at noon")
    library.sync()
    write("Blue Darjeeling.md", "a tea")
    library.sync()

    assert ("a.md", "blue darjeeling", "title") in {row[:3] for row in state(library)["mentions"]}


def test_bad_bytes_in_one_note_stop_nothing_and_are_told(library: Library, vault: Path, write: Write) -> None:
    (vault / "latin.md").write_bytes(b"# Caf\xe9\n\nnot UTF-8")
    (vault / "front.md").write_text("---\ntitle: a: b: [\n---\nbody", "utf-8")
    write("good.md", "# Good")
    report = library.sync()

    assert report.added == 3
    assert {p.path for p in report.problems} == {"latin.md", "front.md"}
    assert [hit.path for hit in library.search("body").hits] == ["front.md"]


def test_a_note_that_is_too_large_is_reported_and_not_read(config: Config, vault: Path, write: Write) -> None:

    write("small.md", "small")
    write("large.md", "x" * 2_000)
    small = config._replace(vault=config.vault._replace(max_note_bytes=1_000))
    with Library.open(small) as library:
        report = library.sync()

        assert report.added == 1
        assert [p.path for p in report.problems] == ["large.md"]
        assert library.sync().problems == report.problems


def test_a_problem_goes_with_its_cause(library: Library, vault: Path, write: Write) -> None:
    write("a.md", "---\nx: [\n---\n")
    assert len(library.sync().problems) == 1
    write("a.md", "fine")

    assert library.sync().problems == ()


def test_a_missing_vault_empties_nothing(library: Library, write: Write, vault: Path) -> None:
    write("a.md", "# A\n\nkept")
    library.sync()
    vault.rename(vault.with_name("away"))
    with pytest.raises(VaultError):
        library.sync()

    assert [hit.path for hit in library.search("kept").hits] == ["a.md"]


def test_an_emptied_vault_empties_nothing(library: Library, write: Write, vault: Path) -> None:
    """An unmounted drive leaves an empty folder behind."""
    write("a.md", "# A\n\nkept")
    library.sync()
    shutil.rmtree(vault)
    vault.mkdir()
    with pytest.raises(VaultError, match="holds no notes, but 1 were there"):
        library.sync()

    assert [hit.path for hit in library.search("kept").hits] == ["a.md"]


def test_another_folder_in_its_place_empties_nothing(library: Library, write: Write, vault: Path) -> None:
    for number in range(12):
        write(f"{number}.md", f"note {number}")
    library.sync()
    vault.rename(vault.with_name("away"))
    vault.mkdir()
    write("stray.md", "another drive")
    with pytest.raises(VaultError, match="another folder"):
        library.sync()

    assert library.status().notes == 12


def test_the_index_never_lies_inside_the_vault(config: Config, vault: Path, write: Write) -> None:

    write("a.md", "# A")
    with (
        Library.open(config._replace(data_dir=vault / ".pinakes")) as library,
        pytest.raises(UsageError, match="inside"),
    ):
        library.sync()

    assert sorted(p.name for p in vault.iterdir()) == ["a.md"]


class CrashError(Exception):
    """The process ends here."""


class FailsAt:
    """A connection that dies at its n-th statement."""

    def __init__(self, db: apsw.Connection, n: int) -> None:
        self._db, self._left = db, n

    def __getattr__(self, name: str) -> object:
        return getattr(self._db, name)

    def _step(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise CrashError

    def execute(self, *args: object) -> object:
        if not str(args[0]).startswith(("ROLLBACK", "BEGIN")):
            self._step()
        return self._db.execute(*args)  # type: ignore[arg-type]

    def executemany(self, *args: object) -> object:
        self._step()
        return self._db.executemany(*args)  # type: ignore[arg-type]


@pytest.mark.parametrize("notes_at_once", [1, 2, 256])
def test_a_crash_at_any_statement_leaves_whole_notes_and_the_next_sync_mends_the_rest(
    config: Config,
    vault: Path,
    write: Write,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    notes_at_once: int,
) -> None:
    monkeypatch.setattr(syncing, "_GROUP_NOTES", notes_at_once)
    write("a.md", "# Tea\n\nold [[b]] #x")
    write("b.md", "# B\n\nBlue Darjeeling")
    with Library.open(config) as library:
        library.sync()
        write("a.md", "# Coffee\n\nnew [[c]] [[b]] #y\n\n## More\n\ntext about Blue Darjeeling")
        write("Blue Darjeeling.md", "---\naliases: [BD]\n---\nA tea")
        (vault / "b.md").rename(vault / "c.md")
        expected = rebuilt(library, tmp_path)
        backup = library.index_file.read_bytes()
        crashes = 0
        for n in range(0, 10_000, 2):
            for leftover in library.index_dir.glob("index.db*"):
                leftover.unlink()
            library.index_file.write_bytes(backup)
            try:
                with writing(library.index_file) as db:
                    syncing.sync_text(
                        FailsAt(db, n), vault, config, full=False, extractor=PhraseExtractor(),  # type: ignore[arg-type]
                        on_progress=lambda _: None, cancelled=lambda: False,
                    )  # fmt: skip
            except CrashError:
                crashes += 1
                library.sync()
                assert state(library) == expected
            else:
                break

        assert crashes > 20


@pytest.mark.parametrize("read_before", [1, 2, 3])
def test_a_sync_that_is_stopped_keeps_what_it_has_read(
    library: Library, write: Write, tmp_path: Path, read_before: int
) -> None:
    for name in ("Tea", "Coffee", "Ada Quill", "Salt"):
        write(f"{name}.md", f"# {name}\n\nTea with Ada Quill, [[Salt]] #x")
    told: list[str] = []
    library.sync(
        on_progress=lambda progress: told.append(progress.stage), cancelled=lambda: told.count("text") >= read_before
    )

    assert library.status().notes == read_before
    library.sync()
    assert state(library) == rebuilt(library, tmp_path)


def test_a_note_edited_while_it_waits_to_be_written_is_read_again(
    library: Library, write: Write, vault: Path, tmp_path: Path
) -> None:
    """Its stamp is judged when it is read: by the time it is written the stamp may look old enough."""
    for name in "abc":
        write(f"{name}.md", f"# {name}\n\nfirst words")

    def edit(progress: Progress) -> None:
        if progress.path == "a.md":
            stamp = (vault / "a.md").stat()
            write("a.md", "# a\n\nother words")
            os.utime(vault / "a.md", ns=(stamp.st_atime_ns, stamp.st_mtime_ns))
            time.sleep(0.05)

    library.sync(on_progress=edit)
    library.sync()
    assert state(library) == rebuilt(library, tmp_path)


def test_names_found_in_a_text_that_has_changed_since_are_not_taken(library: Library, write: Write) -> None:
    write("a.md", "Blue Darjeeling with Ada Quill")
    library.sync()
    with writing(library.index_file) as db, transaction(db):
        ((chunk,),) = db.execute("SELECT chunk_id FROM chunks").fetchall()
        before = db.execute("SELECT * FROM mentions ORDER BY 1, 2, 3").fetchall()
        row = MentionRow("salt", "Salt", "", "phrase", 1, 0)
        set_mentions(db, [ChunkMentions(int(str(chunk)), "of another text", [row], 2)])

        assert db.execute("SELECT * FROM mentions ORDER BY 1, 2, 3").fetchall() == before
        assert db.execute("SELECT recognised FROM chunks").fetchall() == [(1,)]


def test_a_link_to_a_heading_follows_it_to_another_line(library: Library, write: Write) -> None:
    write("a.md", "[[b#Part]]")
    write("b.md", "# B\n\n## Part\n\ntext")
    library.sync()
    write("b.md", "# B\n\none more line\n\n## Part\n\ntext")
    library.sync()

    assert [row[8] for row in state(library)["links"]] == [5]


def test_nothing_in_the_vault_is_ever_changed(library: Library, vault: Path, write: Write) -> None:
    write("a.md", "# A\n\n[[b]] Ada Quill")
    write("sub/b.md", "---\nx: [\n---\n")
    (vault / "latin.md").write_bytes(b"caf\xe9")
    before = manifest(vault)
    library.sync(wait_entities=True)
    library.search("quill")
    library.sync(full=True)

    assert manifest(vault) == before


def manifest(vault: Path) -> dict[str, tuple[int, ...]]:
    """Every file and folder with what would show a change."""
    return {
        str(p.relative_to(vault)): (s.st_mode, s.st_size, s.st_mtime_ns, s.st_ctime_ns, s.st_ino, hash(_bytes(p)))
        for p in sorted(vault.rglob("*"))
        for s in [p.stat()]
    }


def _bytes(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else b""
