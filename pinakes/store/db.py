"""How is the index opened? `reading`: one snapshot. `writing`: the one writer. `transaction`: all or nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pinakes.errors import StoreError
from pinakes.store import schema

Connection = apsw.Connection
"""What the functions of this package take; the other rooms pass it on and know no more of it."""

BUSY_MS = 10_000
"""How long a writer waits for another one."""


class OldIndexError(StoreError):
    """The index was made by an older Pinakes: the next sync renews it, and nothing can be read before."""


def is_old(file: Path) -> bool:
    """Whether there is an index, and an older Pinakes made it."""
    try:
        with reading(file):
            return False
    except OldIndexError:
        return True
    except StoreError:
        return False


def _check_version(db: apsw.Connection) -> None:
    version = int(db.pragma("user_version"))
    if version < len(schema.STEPS):
        raise OldIndexError("The index was made by an older Pinakes.", "`pinakes sync` reads the notes anew.")
    schema.refuse_newer(version)


@contextmanager
def reading(file: Path) -> Iterator[apsw.Connection]:
    """A read-only connection that sees one state of the index from beginning to end.

    Raises StoreError when there is no index, or it can't be read.
    """
    if not file.is_file():
        raise StoreError("Nothing has been indexed yet.", "Run `pinakes sync` first.")
    with _explained(file):
        db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            _prepare(db)
            _check_version(db)
            db.execute("BEGIN")
            yield db
        finally:
            db.close()


@contextmanager
def checking(file: Path) -> Iterator[apsw.Connection]:
    """A connection whose every write is undone: FTS5's own check is spelt as one."""
    with _explained(file):
        db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            _prepare(db)
            _check_version(db)
            db.execute("BEGIN")
            yield db
        finally:
            db.close()


def sqlite_version() -> str:
    """Of the SQLite that is used, which is not the one that Python ships."""
    return apsw.sqlite_lib_version()


@contextmanager
def writing(file: Path) -> Iterator[apsw.Connection]:
    """A connection that may write; makes the file, for this user only, where there is none.

    Raises StoreError for a file that is damaged, too new, or on a full disk.
    """
    make_private(file)
    with _explained(file):
        db = apsw.Connection(str(file))
        try:
            _prepare(db)
            db.pragma("journal_mode", "wal")
            db.pragma("synchronous", "normal")  # a power cut may cost the last commits; the next scan makes them again
            schema.migrate(db)
            yield db
        finally:
            db.close()


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """All of it or nothing; the generation moves with the commit.

    IMMEDIATE, because a deferred transaction that has read can't wait for another writer.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("UPDATE meta SET value = value + 1 WHERE key = 'generation'")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def next_id(db: apsw.Connection, column: str, table: str) -> int:
    """The id that SQLite would give the next row."""
    row = db.execute(f"SELECT ifnull(max({column}), 0) + 1 FROM {table}").fetchone()  # noqa: S608 — both are constants
    return int(row[0]) if row else 1


def _prepare(db: apsw.Connection) -> None:
    db.set_busy_timeout(BUSY_MS)
    db.pragma("foreign_keys", True)
    db.pragma("trusted_schema", False)
    db.pragma("cache_size", -32_000)


def make_private(file: Path, what: str = "The index") -> None:
    """0600 before SQLite opens it: -wal and -shm take their mode from the main file.

    Raises StoreError where `what` can't be kept.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not file.exists():
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StoreError(
            f"{what} can't be kept in {file.parent}: {error.strerror}.",
            "Free some space or make the folder writable, or set PINAKES_DATA_DIR to another one.",
        ) from error


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """SQLite's failures in words, each with the next step."""
    try:
        yield
    except apsw.BusyError as error:
        raise StoreError(
            "Another Pinakes is writing to the index and does not come to an end.",
            "Wait for it, or stop it (`pinakes status` names it).",
        ) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise StoreError(
            f"The index {file} is damaged ({error}). Your notes are untouched.",
            "Make it anew with `pinakes index rebuild`.",
        ) from error
    except apsw.FullError as error:
        raise StoreError(
            f"No room left for the index in {file.parent}.",
            "Free some space; the next sync goes on where this one stopped.",
        ) from error
    except (apsw.SQLError, apsw.ConstraintError, apsw.SchemaChangeError) as error:
        raise StoreError(
            f"The index {file} is not as it should be ({error}). Your notes are untouched.",
            "Make it anew with `pinakes index rebuild`.",
        ) from error
    except (apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError) as error:
        raise StoreError(
            f"The index {file} can't be used: {error}.", "Check the disk and the folder's permissions."
        ) from error
