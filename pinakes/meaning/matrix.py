"""Where do all vectors lie, to be multiplied at once? In a file beside the index that is read as memory.

The index holds the truth; the file is a copy that spares a new process the reading of every
row. It only grows, in the order of the rows' numbers, and is written by whoever adds rows. Each
row has a checksum: what comes after the first that is damaged is read from the index, and a file
that does not fit the index is left aside. Bytes that were written are never changed or cut off,
since another process may have them mapped: a file that must be mended is written anew beside.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from pinakes.meaning import rowfile
from pinakes.meaning.packed import BYTES, STEPS
from pinakes.store import vectors as stored
from pinakes.store.db import Connection

_ROW = np.dtype([("number", "<i8"), ("vector", "i1", (BYTES,)), ("check", "<u8")])
_WORD = np.dtype("<u8")
_WORDS = _ROW.itemsize // _WORD.itemsize - 1
_FACTORS = np.array([pow(0x9E3779B97F4A7C15, n, 1 << 64) for n in range(1, _WORDS + 1)], _WORD)
"""Odd, and another one for each word of a row: no word can change alone without changing the sum."""
_START = np.uint64(0xD1B54A32D192ED03)
"""Of the sum, so that a row of zeros is not a sound one."""
_IN_MEMORY = 16 << 20
"""Bytes of a file that is read as a whole, so that nothing that befalls it later matters; a larger one is mapped."""
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
    file, new = rowfile.path(folder, held), rowfile.new_path(folder)
    known = _from_file(db, folder, held)
    added = _rows(db, known.held.last)
    try:
        for other in folder.glob(rowfile.PATTERN):
            if other != file:
                other.unlink(missing_ok=True)
        size = sum(map(len, known.numbers)) * _ROW.itemsize
        if size and file.stat().st_size == size:
            _append(file, added)
        else:  # there is none, or something in it is damaged
            _append(new, _rows(db, 0) if size else added)
            new.replace(file)
    except OSError:  # without the file a search reads the rows themselves
        with suppress(OSError):
            new.unlink()  # half of it, on a full disk


def _append(file: Path, rows: Rows) -> None:
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab") as out:
        out.write(rows.tobytes())


def _from_file(db: Connection, folder: Path, held: stored.Held) -> Matrix:
    """The file's sound rows up to the first that is not, if the last of them is one of the index; or nothing."""
    nothing = Matrix(stored.Held(held.epoch, 0), (), ())
    try:
        rows = _sound(_read(rowfile.path(folder, held)))
    except (OSError, ValueError):
        return nothing
    if not len(rows):
        return nothing
    last = int(rows["number"][-1])
    if last > held.last or stored.vector(db, last) != rows["vector"][-1].tobytes():
        return nothing  # the disk lost the last commits, or another index lay here
    return Matrix(stored.Held(held.epoch, last), (rows["number"],), (rows["vector"],))


def _read(file: Path) -> Rows:
    """The file's whole rows. Raises OSError, and ValueError for a file that can't be mapped."""
    size = file.stat().st_size
    if size <= _IN_MEMORY:
        return np.fromfile(file, _ROW)
    return np.memmap(file, _ROW, "r", shape=(size // _ROW.itemsize,))


def _sound(rows: Rows) -> Rows:
    """Those before the first whose checksum is wrong or whose number is not greater than the one before."""
    bad = _checks(rows) != rows["check"]
    bad[1:] |= rows["number"][1:] <= rows["number"][:-1]
    return rows[: int(bad.argmax())] if bad.any() else rows


def _checks(rows: Rows) -> NDArray[np.uint64]:
    words = rows.view(_WORD).reshape(len(rows), _WORDS + 1)[:, :_WORDS]
    found: NDArray[np.uint64] = words @ _FACTORS + _START
    return found


def _rows(db: Connection, after: int) -> Rows:
    """The index's rows behind this number."""
    no_check = bytes(rowfile.CHECK_BYTES)
    data = bytearray().join(
        [
            number.to_bytes(rowfile.NUMBER_BYTES, "little") + vector + no_check
            for number, vector in stored.after(db, after)
        ]
    )
    rows = np.frombuffer(data, _ROW)
    rows["check"] = _checks(rows)
    return rows


def _cosines(rows: Packed, question: Vector) -> Vector:
    """Of each row; a block at a time is turned into floats, since products of those are what processors are fast at."""
    found = np.empty(len(rows), np.float32)
    block = np.empty((min(_BLOCK, len(rows)), BYTES), np.float32)
    for at in range(0, len(rows), _BLOCK):
        part = rows[at : at + _BLOCK]
        np.copyto(block[: len(part)], part)
        np.dot(block[: len(part)], question, out=found[at : at + len(part)])
    return found / np.float32(STEPS)
