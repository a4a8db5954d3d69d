"""Where do all vectors lie, to be multiplied at once? In a file beside the index that is read as memory.

The index holds the truth; the file is a copy that spares a new process the reading of every
row. It only grows, in the order of the rows' numbers, and is written by whoever adds rows. What
it lacks is read from the index, and one that does not fit the index is left aside.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pinakes.meaning.packed import BYTES, STEPS
from pinakes.store import vectors as stored
from pinakes.store.db import Connection

_ROW = np.dtype([("number", "<i8"), ("vector", "i1", (BYTES,))])
_BLOCK = 2_048
"""Rows that are multiplied at a time: as floats they fit a processor's cache."""

if TYPE_CHECKING:  # their import takes a while, for names alone
    from numpy.typing import NDArray

    from pinakes.meaning.packed import Packed, Vector

    Numbers: TypeAlias = NDArray[np.int64]
    Rows: TypeAlias = NDArray[Any]


class Matrix(NamedTuple):
    """Vectors by their numbers, in pieces; those of the file stay on disk until they are asked for."""

    held: stored.Held
    numbers: tuple[Numbers, ...]
    vectors: tuple[Packed, ...]

    def nearest(self, question: Vector, most: int) -> list[tuple[int, float]]:
        """(number, cosine) of no more than `most`, the nearest first."""
        if not self.numbers:
            return []
        cosines = np.concatenate([_cosines(rows, question) for rows in self.vectors])
        numbers = np.concatenate(self.numbers)
        top = np.arange(len(cosines))
        if most < len(cosines):
            top = np.argpartition(-cosines, most)[:most]
        top = top[np.lexsort((numbers[top], -cosines[top]))]
        return [(int(numbers[i]), float(cosines[i])) for i in top]


def opened(db: Connection, folder: Path, before: Matrix | None = None) -> Matrix:
    """All vectors of the index. `before`: what is in memory already; only what came since is read."""
    held = stored.held(db)
    if before is None or before.held.epoch != held.epoch or before.held.last > held.last:
        before = _from_file(db, folder, held)
    if before.held.last == held.last:
        return before
    new = _rows(db, before.held.last)
    return Matrix(held, (*before.numbers, new["number"]), (*before.vectors, new["vector"]))


def extend(db: Connection, folder: Path) -> None:
    """Bring the file up to the index. To be called by the one that adds rows, outside of any transaction."""
    held = stored.held(db)
    file = _file(folder, held)
    known = _from_file(db, folder, held)
    try:
        for other in folder.glob("vectors-*.rows"):
            if other != file:
                other.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as out:
            size = sum(map(len, known.numbers)) * _ROW.itemsize
            out.truncate(size)  # a row of which only a part was written
            out.seek(size)
            out.write(_rows(db, known.held.last).tobytes())
    except OSError:
        pass  # without it a search reads the rows themselves


def _file(folder: Path, held: stored.Held) -> Path:
    return folder / f"vectors-{held.epoch}.rows"


def _from_file(db: Connection, folder: Path, held: stored.Held) -> Matrix:
    """What the file holds, if its last row is one of the index; nothing otherwise."""
    nothing = Matrix(stored.Held(held.epoch, 0), (), ())
    file = _file(folder, held)
    try:
        count = file.stat().st_size // _ROW.itemsize
        if not count:
            return nothing
        rows = np.memmap(file, _ROW, "r", shape=(count,))
    except (OSError, ValueError):
        return nothing
    last = int(rows["number"][-1])
    if last > held.last or stored.vector(db, last) != rows["vector"][-1].tobytes():
        return nothing  # the disk lost the last commits, or another index lay here
    return Matrix(stored.Held(held.epoch, last), (rows["number"],), (rows["vector"],))


def _rows(db: Connection, after: int) -> Rows:
    """The index's rows behind this number."""
    data = b"".join([number.to_bytes(8, "little") + vector for number, vector in stored.after(db, after)])
    return np.frombuffer(data, _ROW)


def _cosines(rows: Packed, question: Vector) -> Vector:
    """Of each row; a block at a time is turned into floats, since products of those are what processors are fast at."""
    found = np.empty(len(rows), np.float32)
    block = np.empty((min(_BLOCK, len(rows)), BYTES), np.float32)
    for at in range(0, len(rows), _BLOCK):
        part = rows[at : at + _BLOCK]
        np.copyto(block[: len(part)], part)
        np.dot(block[: len(part)], question, out=found[at : at + len(part)])
    return found / np.float32(STEPS)
