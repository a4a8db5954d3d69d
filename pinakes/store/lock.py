"""Who writes? One process at a time, known by its process id."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pinakes.errors import StoreError


@contextmanager
def only_writer(file: Path) -> Iterator[bool]:
    """True for the one process that holds the lock; False, at once, for any other.

    The lock goes with the process, however it ends.
    """
    descriptor = _opened(file)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        _sign(descriptor)
        try:
            yield True
        finally:
            os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def _opened(file: Path) -> int:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return os.open(file, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise StoreError(
            f"Nothing can be written in {file.parent}: {error.strerror}.",
            "Free some space or make the folder writable, or set PINAKES_DATA_DIR to another one.",
        ) from error


def _sign(descriptor: int) -> None:
    """Our process id, for whoever waits; a full disk takes it from the message and nothing else."""
    try:
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode())
    except OSError:
        pass


def holder(file: Path) -> int | None:
    """The process that holds the lock; None when nobody does."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        text = os.read(descriptor, 32).decode("ascii", "replace").strip()
        return int(text) if text.isdigit() else None
    else:
        return None
    finally:
        os.close(descriptor)
