"""What the user adds: outlives the index, waits for other writers, is never thrown away by itself."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.checkup import Check, examine
from pinakes.config import Config, load
from pinakes.errors import StoreError, UsageError
from pinakes.library import Library
from pinakes.model.user import SavedSearch
from pinakes.store import schema, searches, user
from pinakes.store.user_schema import STEPS
from tests.conftest import isolated

Write = Callable[[str, str], Path]
_DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "overwritten": lambda _: b"this is not a database, whatever its name says" * 100,
    "cut off": lambda data: data[:5000],
    "a page of zeros": lambda data: data[:4096] + bytes(4096) + data[8192:],
}


def found(config: Config) -> Check:
    """What `pinakes doctor` says of it."""
    return next(check for check in examine(config) if check.name == "saved")


def names(library: Library) -> list[str]:
    return [one.name for one in library.saved_searches()]


def queries(library: Library) -> list[str]:
    return [one.query for one in library.history(searches.MOST)]


# ── kept ─────────────────────────────────────────────────────────────────────────────────────


def test_what_was_kept_outlives_the_index(library: Library, write: Write) -> None:
    write("kelp.md", "# Kelp\n\nIt is drying.\n")
    library.sync()
    library.save_search("drying", "kelp", limit=3, mode="lookup", graph=False)
    library.note_search("kelp", 1)
    library.clear()
    library.sync(full=True)

    assert library.saved_search("drying")._replace(created="") == SavedSearch("drying", "kelp", "", 3, "lookup", False)
    assert queries(library) == ["kelp"]


def test_reading_what_is_not_there_makes_no_file(library: Library) -> None:
    assert (library.saved_searches(), library.history(), library.forget_history()) == ((), (), 0)
    assert not library.user_file.exists()


@pytest.mark.parametrize("name", ["wire", "two words", "灯台", "a/b", "'; --", "%", "-x", "🙂", "\x1b[31m", "a\0b"])
def test_any_name_that_can_be_seen_is_a_name(library: Library, name: str) -> None:
    library.save_search(name, "kelp")

    assert library.saved_search(name).name == name
    assert library.remove_saved(name).name == name
    assert names(library) == []


@pytest.mark.parametrize("same", ["Écluse", "écluse", "E\u0301cluse", "@écluse", "  écluse "])
def test_case_and_composition_make_no_other_name(library: Library, same: str) -> None:
    library.save_search("Écluse", "lock")

    assert library.saved_search(same).query == "lock"
    with pytest.raises(UsageError, match="saved already"):
        library.save_search(same, "weir")


@pytest.mark.parametrize(
    ("name", "query", "why"),
    [
        ("", "kelp", "empty"),
        ("@", "kelp", "empty"),
        ("\u200b", "kelp", "empty"),
        ("n" * 101, "kelp", "101 characters"),
        ("n", "?!", "no letters"),
        ("n", "", "no letters"),
    ],
)
def test_what_can_not_be_kept_is_refused(library: Library, name: str, query: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        library.save_search(name, query)
    assert not library.user_file.exists()


def test_a_taken_name_is_given_up_only_when_asked_for(library: Library) -> None:
    library.save_search("wire", "float wire")
    with pytest.raises(UsageError, match="float wire"):
        library.save_search("Wire", "steel")
    library.save_search("Wire", "steel", replace=True)

    assert [(one.name, one.query) for one in library.saved_searches()] == [("Wire", "steel")]


@pytest.mark.parametrize(
    ("asked", "hint"), [("dryign", "Did you mean `Drying`?"), ("@DRYIN", "`Drying`"), ("xyz", "`pinakes saved` lists")]
)
def test_an_unknown_name_is_answered_with_the_nearest(library: Library, asked: str, hint: str) -> None:
    library.save_search("Drying", "kelp")
    for act in (library.saved_search, library.remove_saved):
        with pytest.raises(UsageError, match=asked) as error:
            act(asked)
        assert hint in error.value.hint


def test_only_the_user_can_read_it(library: Library) -> None:
    library.note_search("kelp", 1)
    files = list(library.index_dir.glob("user.db*"))

    assert len(files) > 1
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert stat.S_IMODE(library.index_dir.stat().st_mode) == 0o700


# ── the history ──────────────────────────────────────────────────────────────────────────────


def test_a_query_has_one_row_however_often_it_is_searched_for(library: Library) -> None:
    for query, hits in (("kelp", 3), ("net", 1), (" kelp\n", 4)):
        library.note_search(query, hits)
    newest, older = library.history()

    assert (newest.query, newest.times, newest.hits) == ("kelp", 2, 4)
    assert (older.query, older.times, older.hits) == ("net", 1, 1)
    assert newest.first_used <= newest.last_used


def test_the_queries_longest_ago_are_forgotten(tmp_path: Path) -> None:
    with user.writing(tmp_path / "user.db") as db:
        for number in range(searches.MOST + 10):
            searches.note(db, f"query {number}", 0)
            searches.note(db, "again and again", 0)
        kept = {one.query for one in searches.history(db, 2 * searches.MOST)}

    assert len(kept) == searches.MOST
    assert {"again and again", f"query {searches.MOST + 9}", "query 11"} <= kept
    assert "query 10" not in kept


@given(st.lists(st.text(max_size=8), max_size=12))
def test_the_newest_query_comes_first_whatever_it_is(written: list[str]) -> None:
    db = apsw.Connection(":memory:")
    schema.advance(db, STEPS)
    for query in written:
        searches.note(db, query, 1)
    expected = list(dict.fromkeys(plain for query in reversed(written) if (plain := searches.plain(query))))

    assert [one.query for one in searches.history(db, 100)] == expected


def test_a_pasted_page_is_no_query_to_remember(library: Library) -> None:
    library.note_search("kelp " * 1_000, 1)

    assert queries(library) == []


def test_what_was_forgotten_is_not_in_the_files_any_more(library: Library) -> None:
    library.save_search("kept", "barnacle")
    library.note_search("secretwhale", 1)
    assert any(b"secretwhale" in file.read_bytes() for file in library.index_dir.glob("user.db*"))

    assert library.forget_history() == 1
    assert not any(b"secretwhale" in file.read_bytes() for file in library.index_dir.glob("user.db*"))
    assert names(library) == ["kept"]


def test_switched_off_nothing_is_remembered(library: Library) -> None:
    config = library.config._replace(search=library.config.search._replace(history=False))
    with Library.open(config) as silent:
        silent.note_search("kelp", 1)

    assert not library.user_file.exists()
    library.save_search("a", "b")
    assert "switched off" in found(config).found


def test_the_log_of_many_searches_does_not_grow_without_end(library: Library) -> None:
    for number in range(150):
        library.note_search(f"query {number}", 1)

    assert sum(file.stat().st_size for file in library.index_dir.glob("user.db*")) < 1 << 20
    assert len(queries(library)) == 150


# ── several processes ────────────────────────────────────────────────────────────────────────

_WRITER = """
import sys
from pathlib import Path
from pinakes.config import Config
from pinakes.errors import UsageError
from pinakes.library import Library
data, vault, who = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
library = Library.open(Config(vault_dir=vault, data_dir=data))
won = 0
for number in range(20):
    library.note_search(f"{who} {number}", number)
    library.save_search(f"{who} {number}", "kelp")
    try:
        library.save_search(f"both {number}", who)
        won += 1
    except UsageError:
        pass
print(won)
"""


def test_processes_that_write_at_once_lose_nothing_that_was_kept(library: Library, config: Config) -> None:
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", _WRITER, config.data_dir, str(library.vault), who],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )
        for who in ("a", "b", "c")
    ]
    won = [int(writer.communicate()[0]) for writer in writers]

    assert [writer.returncode for writer in writers] == [0, 0, 0]
    assert sum(won) == 20
    assert len(names(library)) == 20 * 3 + 20
    assert found(config).ok


def test_a_search_does_not_wait_for_a_writer_that_stays(library: Library) -> None:
    with user.writing(library.user_file):
        library.note_search("kelp", 1)

    assert queries(library) == []


# ── when it goes wrong ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("damage", _DAMAGES)
def test_a_damaged_file_is_named_and_left_alone_until_the_user_asks(
    library: Library, config: Config, damage: str
) -> None:
    for number in range(50):
        library.save_search(f"name {number}", "kelp and " + "words " * 30)
    file = library.user_file
    file.write_bytes(_DAMAGES[damage](file.read_bytes()))
    before = file.read_bytes()
    library.note_search("kelp", 1)
    for act in (library.saved_searches, library.history, lambda: library.save_search("a", "b")):
        with pytest.raises(StoreError, match=r"user\.db.* is damaged") as error:
            act()
        assert "pinakes saved set-aside" in error.value.hint
    check = found(config)

    assert (check.ok, check.needed, "damaged" in check.found) == (False, True, True)
    assert file.read_bytes() == before or damage == "a page of zeros"

    aside = library.set_user_file_aside()
    assert aside.name == "user.db.set-aside-1"
    assert "damaged" in aside.with_name("user.db.set-aside-1.txt").read_text("utf-8")
    assert names(library) == []
    library.save_search("a", "b")
    assert found(config).ok


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(library: Library) -> None:
    library.index_dir.mkdir(parents=True)
    for number in (1, 2):
        library.user_file.write_bytes(b"no database %d" % number * 99)
        library.set_user_file_aside()

    assert b"no database 1" in (library.index_dir / "user.db.set-aside-1").read_bytes()
    assert b"no database 2" in (library.index_dir / "user.db.set-aside-2").read_bytes()


def test_a_whole_file_is_not_set_aside(library: Library) -> None:
    with pytest.raises(UsageError, match="There is no"):
        library.set_user_file_aside()
    library.save_search("a", "b")
    with pytest.raises(UsageError, match="is whole"):
        library.set_user_file_aside()

    assert names(library) == ["a"]


def test_a_file_from_a_newer_pinakes_is_refused_and_not_touched(library: Library, config: Config) -> None:
    library.save_search("a", "b")
    db = apsw.Connection(str(library.user_file))
    db.execute("PRAGMA user_version = 99")
    db.close()
    before = library.user_file.read_bytes()
    library.note_search("kelp", 1)
    for act in (library.saved_searches, lambda: library.save_search("c", "d"), library.forget_history):
        with pytest.raises(StoreError, match="newer Pinakes"):
            act()

    assert library.user_file.read_bytes() == before
    assert (found(config).ok, found(config).needed) == (False, True)


def test_where_nothing_can_be_written_the_history_is_lost_and_doctor_says_so(library: Library, config: Config) -> None:
    library.user_file.mkdir(parents=True)  # no file can be there
    library.note_search("kelp", 1)
    with pytest.raises(StoreError, match="can't be used"):
        library.save_search("a", "b")

    check = found(config)
    assert not check.ok
    assert "user.db" in check.found


_FULL_DISK = """
import resource, sys
from pathlib import Path
from pinakes.config import Config
from pinakes.errors import StoreError
from pinakes.library import Library
library = Library.open(Config(vault_dir=Path(sys.argv[2]), data_dir=Path(sys.argv[1])))
library.save_search("before", "kelp")
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
library.note_search("kelp", 1)
try:
    library.save_search("after", "kelp")
except StoreError as error:
    print("refused")
"""


def test_a_file_that_can_not_grow_costs_no_search_and_nothing_kept(library: Library, config: Config) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, config.data_dir, str(library.vault)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )

    assert (done.stdout, done.stderr) == ("refused\n", "")
    assert names(library) == ["before"]


@pytest.mark.parametrize("version", range(len(STEPS)))
def test_every_older_version_is_brought_up_to_date(tmp_path: Path, version: int) -> None:
    file = tmp_path / "user.db"
    db = apsw.Connection(str(file))
    for step in STEPS[:version]:
        db.execute(step.sql)
    db.execute(f"PRAGMA user_version = {version}")
    db.close()
    with user.reading(file) as db:
        assert searches.saved(db) == ()
        assert db.pragma("user_version") == len(STEPS)


def test_a_vault_elsewhere_has_searches_of_its_own(tmp_path: Path, library: Library) -> None:
    (tmp_path / "other").mkdir()
    library.save_search("a", "b")
    with Library.open(load(vault_dir=str(tmp_path / "other"), environ=isolated(tmp_path))) as other:
        assert names(other) == []
