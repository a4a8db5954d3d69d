"""Which chunks say what the question says, in whatever words? The only door of this room for a search."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.config import Config
from pinakes.errors import ModelError
from pinakes.meaning.shipped import EncoderFile, find_encoder
from pinakes.store import vectors as stored
from pinakes.store.db import Connection

if TYPE_CHECKING:  # a search by words needs none of them
    from pinakes.meaning.encoder import Encoder
    from pinakes.meaning.matrix import Matrix
    from pinakes.meaning.packed import Vector

_REMEMBERED = 256
"""Questions: the hits of a query that is typed or refined are asked for again and again."""


class Meaning:
    """The encoder and the vectors of one index. Made at no cost; any thread may call it."""

    def __init__(self, file: EncoderFile, folder: Path) -> None:
        """`folder`: where the index lies."""
        self.name = file.name
        self.languages = file.languages
        self._path = file.path
        self._folder = folder
        self._encoder: Encoder | None = None
        self._matrix: Matrix | None = None
        self._lock = threading.Lock()
        self._vector = lru_cache(maxsize=_REMEMBERED)(self._encoded)

    def nearest(self, db: Connection, question: str, most: int) -> list[tuple[int, float]]:
        """(chunk, cosine), the nearest first: at least `most` of them, as far as there are so many.

        There are more where chunks have the same text. None where no chunk has been read for its
        meaning yet, or by another encoder. Raises ModelError when the encoder can't be loaded.
        """
        if not self.ready(db):
            return []
        from pinakes.meaning import matrix

        with self._lock:
            self._matrix = known = matrix.opened(db, self._folder, self._matrix)
        wanted = most
        while True:
            near = known.nearest(self.vector(question), wanted)
            chunks = _chunks(db, dict(near))
            # What no chunk holds any more is among the vectors still.
            if len(chunks) >= most or len(near) < wanted:
                return chunks
            wanted *= 2

    def cosines(self, db: Connection, question: str, chunk_ids: Iterable[int]) -> dict[int, float]:
        """Chunk → cosine, of those that have a vector."""
        found = stored.of_chunks(db, chunk_ids) if self.ready(db) else {}
        if not found:
            return {}
        import numpy as np

        from pinakes.meaning.packed import unpacked

        rows = unpacked(np.frombuffer(b"".join(found.values()), np.int8).reshape(len(found), -1))
        return dict(zip(found, map(float, rows @ self.vector(question)), strict=True))

    def ready(self, db: Connection) -> bool:
        """True where there are vectors, and this encoder made them. Loads nothing."""
        return stored.made_by(db) == self.name and stored.held(db).last > 0

    def vector(self, text: str) -> Vector:
        """Of a question or a sentence. Raises ModelError when the encoder can't be loaded."""
        return self._vector(text)

    def _encoded(self, text: str) -> Vector:
        with self._lock:
            if self._encoder is None:
                from pinakes.meaning.encoder import Encoder

                self._encoder = Encoder(self._path)
        return self._encoder.vector(text)


def meaning(config: Config, folder: Path) -> Meaning | None:
    """For the index in this folder; None where it is switched off, or something that it needs is missing."""
    try:
        found = find_encoder(config)
    except ModelError:
        return None  # `pinakes doctor` and `pinakes status` say so
    return Meaning(found, folder) if isinstance(found, EncoderFile) else None


def _chunks(db: Connection, cosines: dict[int, float]) -> list[tuple[int, float]]:
    """(chunk, cosine), the nearest first."""
    found = [(chunk, cosines[number]) for number, chunk in stored.chunks_of(db, cosines)]
    return sorted(found, key=lambda near: (-near[1], near[0]))
