"""How is the user's own database opened? `reading`, `writing`; and `set_aside` when it is past use.

Nothing here can be derived again: what was kept has reached the disk, and no file is ever
replaced or deleted. A damaged one is refused by its name until the user asks for a new one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from pinakes.errors import StoreError, UsageError
from pinakes.store import schema
from pinakes.store.db import BUSY_MS, make_private
from pinakes.store.user_schema import STEPS

HURRY_MS = 200
"""How long somebody waits for another writer who would rather lose what there is to write."""
_ROOM = 1 << 20
"""Bytes that must be free for a commit and its copy."""
_LOG_BYTES = 1 << 18
"""With a longer log even a writer in a hurry waits for the disk, since the next one has to read it."""
_SET_ASIDE = (
    "`pinakes saved set-aside` keeps that file under another name and begins a new one, "
    "without saved searches, pins, answers and what was decided about names."
)


class PastUseError(StoreError):
    """The file is there and can be read, but not as what it should be: it is damaged, or too new."""


@contextmanager
def reading(file: Path) -> Iterator[apsw.Connection]:
    """A read-only connection to a file that is there and whole. Raises StoreError."""
    if _version(file) < len(STEPS):
        with writing(file):  # brings it up to date
            pass
    with _explained(file), _opened(file, apsw.SQLITE_OPEN_READONLY, BUSY_MS) as db:
        _check(db, file)
        db.execute("BEGIN")
        yield db


@contextmanager
def writing(file: Path, *, hurried: bool = False) -> Iterator[apsw.Connection]:
    """A transaction, all or nothing; makes the file, for this user only, where there is none.

    `hurried`: waits neither long for others nor for the disk (a power cut may cost the last
    such writes), and does not look whether the file is whole.
    Raises StoreError.
    """
    make_private(file, "Searches")
    flags = apsw.SQLITE_OPEN_READWRITE
    with _explained(file), _opened(file, flags, HURRY_MS if hurried else BUSY_MS) as db:
        if db.pragma("journal_mode") != "wal":
            db.pragma("journal_mode", "wal")
        _promise(db, file, hurried=hurried)
        db.pragma("secure_delete", True)  # what was forgotten is not to be found in the file
        schema.advance(db, STEPS)
        if not hurried:
            _check(db, file)
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
            if not hurried:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # what was forgotten is not to be found in the log either
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def check(file: Path) -> None:
    """Whether the file, where there is one, is whole, and can be written, and there is room. Writes nothing.

    Raises PastUseError where it is damaged or too new, and StoreError for the rest.
    """
    if file.exists():
        with _explained(file), _opened(file, apsw.SQLITE_OPEN_READONLY, BUSY_MS) as db:
            _check(db, file)
        with _explained(file), _opened(file, apsw.SQLITE_OPEN_READWRITE, BUSY_MS) as db:
            db.execute("BEGIN IMMEDIATE")
            db.execute("ROLLBACK")
    folder = next(folder for folder in file.parents if folder.exists())
    if not os.access(folder, os.W_OK):
        raise StoreError(f"Searches can't be kept in {folder}.", "Make the folder writable.")
    disk = os.statvfs(folder)
    if disk.f_bavail * disk.f_frsize < _ROOM:
        raise StoreError(f"No room left for searches in {folder}.", "Free some space.")


def set_aside(file: Path) -> Path:
    """Move a file that is past use out of the way, with the reason beside it; where it is now.

    Raises UsageError when there is nothing wrong with it.
    """
    try:
        check(file)
    except PastUseError as error:
        reason = str(error)
    else:
        raise UsageError(
            f"{file} is whole. It was left as it is.",
            "`pinakes saved remove NAME` forgets one search, `pinakes history --clear` what was searched for.",
        )
    number = 1
    while (aside := file.with_name(f"{file.name}.set-aside-{number}")).exists():
        number += 1
    aside.with_name(f"{aside.name}.txt").write_text(f"{reason}\n", "utf-8")
    # The log first: left behind, it would be played into the new file.
    for suffix in ("-wal", "-shm", ""):
        part = file.with_name(file.name + suffix)
        if part.exists():
            part.rename(aside.with_name(aside.name + suffix))
    return aside


def _version(file: Path) -> int:
    with _explained(file), _opened(file, apsw.SQLITE_OPEN_READONLY, BUSY_MS) as db:
        return int(db.pragma("user_version"))


@contextmanager
def _opened(file: Path, flags: int, wait_ms: int) -> Iterator[apsw.Connection]:
    db = apsw.Connection(str(file), flags=flags)
    try:
        db.set_busy_timeout(wait_ms)
        db.pragma("trusted_schema", False)
        version = int(db.pragma("user_version"))
        if version > len(STEPS):
            raise PastUseError(
                f"{file} was written by a newer Pinakes (version {version}; this one knows {len(STEPS)}).",
                f"Use that Pinakes. Or: {_SET_ASIDE}",
            )
        yield db
    finally:
        db.close()


def _promise(db: apsw.Connection, file: Path, *, hurried: bool) -> None:
    """A commit survives a power cut; one in a hurry stays in the log, for a later one to take along."""
    db.pragma("synchronous", "normal" if hurried else "full")
    if hurried and _size(file.with_name(f"{file.name}-wal")) < _LOG_BYTES:
        db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, True)


def _size(log: Path) -> int:
    try:
        return log.stat().st_size
    except OSError:  # another process has just taken it into the file
        return 0


def _check(db: apsw.Connection, file: Path) -> None:
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(3)") if row[0] != "ok"]
    if found:
        raise _damaged(file, "; ".join(found))


def _damaged(file: Path, how: object) -> PastUseError:
    what = "your saved searches, pins, answers and what you decided about names"
    return PastUseError(f"{file}, which holds {what}, is damaged ({how}).", _SET_ASIDE)


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    """SQLite's failures in words, each with the next step."""
    try:
        yield
    except apsw.BusyError as error:
        raise StoreError(f"Another Pinakes is writing to {file} and does not come to an end.", "Try again.") from error
    except (apsw.CorruptError, apsw.NotADBError, apsw.SQLError, apsw.ConstraintError) as error:
        raise _damaged(file, error) from error
    except apsw.FullError as error:
        raise StoreError(f"No room left for searches in {file.parent}.", "Free some space.") from error
    except apsw.Error as error:
        raise StoreError(f"{file} can't be used: {error}.", "Check the disk and the folder's permissions.") from error
