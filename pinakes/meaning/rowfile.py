"""Where is the file of all vectors, and does it reach the last one? Asked by every sync, so numpy is not loaded."""

from __future__ import annotations

import os
from pathlib import Path

from pinakes.meaning.form import WIDTH
from pinakes.store.vectors import Held

NUMBER_BYTES = CHECK_BYTES = 8
ROW_BYTES = NUMBER_BYTES + WIDTH + CHECK_BYTES
"""The vector's number, the vector, and a checksum of both."""
PATTERN = "vectors-*.rows"


def path(folder: Path, held: Held) -> Path:
    """The file for what is held, beside the index."""
    return folder / f"vectors-{held.epoch}.rows"


def new_path(folder: Path) -> Path:
    """Where a file is written that is to take the place of another."""
    return folder / "vectors-new.rows"


def reaches_the_end(folder: Path, held: Held) -> bool:
    """True where the file ends with the last vector; its rows are looked at by who reads them."""
    try:
        with path(folder, held).open("rb") as file:
            size = file.seek(0, os.SEEK_END)
            if not size or size % ROW_BYTES:
                return size == 0 and not held.last
            file.seek(size - ROW_BYTES)
            return int.from_bytes(file.read(NUMBER_BYTES), "little") == held.last
    except OSError:
        return not held.last
