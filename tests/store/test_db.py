"""The index file: private, versioned, all or nothing."""

from __future__ import annotations

import stat
from pathlib import Path

import apsw
import pytest

from pinakes.errors import StoreError
from pinakes.store import schema
from pinakes.store.db import reading, transaction, writing
from pinakes.store.integrity import faults
from pinakes.store.lock import holder, only_writer


def generation(db: apsw.Connection) -> int:
    return int(str(db.execute("SELECT value FROM meta WHERE key = 'generation'").fetchall()[0][0]))


def test_sqlite_is_new_enough_for_several_processes() -> None:
    """3.7.0 to 3.51.2 can corrupt a database in WAL mode when several connections check-point."""
    major, minor, patch = map(int, apsw.sqlite_lib_version().split("."))

    assert (major, minor, patch) >= (3, 51, 3)


def test_only_the_user_can_read_the_index(tmp_path: Path) -> None:
    file = tmp_path / "data" / "index.db"
    with writing(file) as db, transaction(db):
        modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in file.parent.glob("index.db*")}

    assert set(modes.values()) == {0o600}
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_reading_before_any_sync_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as error, reading(tmp_path / "none.db"):
        pass

    assert str(error.value) == "Nothing has been indexed yet."
    assert "pinakes sync" in error.value.hint


def test_a_transaction_is_all_or_nothing(tmp_path: Path) -> None:
    with writing(tmp_path / "i.db") as db:
        before = generation(db)
        with pytest.raises(apsw.SQLError), transaction(db):
            db.execute("INSERT INTO meta VALUES ('x', '1'); SELECT * FROM nowhere")

        assert db.execute("SELECT count(*) FROM meta WHERE key = 'x'").fetchall() == [(0,)]
        assert generation(db) == before


def test_each_commit_moves_the_generation(tmp_path: Path) -> None:
    with writing(tmp_path / "i.db") as db:
        before = generation(db)
        with transaction(db):
            pass

        assert generation(db) == before + 1


def test_a_reader_sees_one_state_from_beginning_to_end(tmp_path: Path) -> None:
    file = tmp_path / "i.db"
    with writing(file) as db, reading(file) as snapshot:
        before = generation(snapshot)
        with transaction(db):
            pass

        assert generation(snapshot) == before


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    file = tmp_path / "i.db"
    with writing(file):
        pass
    with pytest.raises(StoreError), reading(file) as db:
        db.execute("DELETE FROM meta")


def test_a_file_from_a_newer_pinakes_is_refused_and_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "i.db"
    with writing(file) as db:
        db.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(StoreError, match="newer Pinakes"), writing(file):
        pass

    assert file.read_bytes() == before


def test_a_damaged_file_is_named_with_the_way_out(tmp_path: Path) -> None:
    file = tmp_path / "i.db"
    file.write_bytes(b"this is not a database, whatever its name says" * 100)
    with pytest.raises(StoreError, match="damaged") as error, writing(file):
        pass

    assert "rebuild" in error.value.hint


@pytest.mark.parametrize("version", range(len(schema.STEPS)))
def test_every_older_version_is_brought_up_to_date(version: int) -> None:
    db = apsw.Connection(":memory:")
    for step in schema.STEPS[:version]:
        db.execute(step.sql)
    db.execute(f"PRAGMA user_version = {version}")
    schema.migrate(db)

    assert db.pragma("user_version") == len(schema.STEPS)
    assert faults(db) == []


def test_every_cascade_has_an_index_that_starts_with_it(tmp_path: Path) -> None:
    """Without one, deleting a note reads every row that could refer to it."""
    with writing(tmp_path / "i.db") as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        missing = []
        for table in tables:
            columns = {row[3] for row in db.execute(f"PRAGMA foreign_key_list('{table}')")}
            keyed = {row[1] for row in db.execute(f"PRAGMA table_info('{table}')") if row[5] == 1}
            for index in list(db.execute(f"PRAGMA index_list('{table}')")):
                keyed |= {row[2] for row in db.execute(f"PRAGMA index_info('{index[1]}')") if row[0] == 0}
            missing += [(table, column) for column in columns - keyed]

    assert missing == []


def test_one_process_holds_the_lock_and_is_known_by_its_id(tmp_path: Path) -> None:
    import os

    file = tmp_path / "lock"
    with only_writer(file) as mine, only_writer(file) as second:
        assert (mine, second) == (True, False)
        assert holder(file) == os.getpid()

    assert holder(file) is None


def test_damaged_search_terms_are_found(tmp_path: Path) -> None:
    """integrity_check alone says ok to these."""
    with writing(tmp_path / "i.db") as db:
        with transaction(db):
            for number in range(200):
                db.execute("INSERT INTO chunks_fts (rowid, text) VALUES (?, ?)", (number, f"word{number} other"))
        assert "do not match" in " ".join(faults(db))
        db.execute("UPDATE chunks_fts_data SET block = zeroblob(length(block)) WHERE id > 10")

        assert any("damaged" in fault for fault in faults(db))
