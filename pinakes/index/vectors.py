"""Which way does each chunk's text point? The work behind the text index, done in small transactions.

Nothing marks a chunk: it waits for as long as its text has no vector, so that a note that is
moved, renamed or read again costs nothing, and a process killed at any moment loses one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from pinakes.meaning import rowfile
from pinakes.meaning.shipped import EncoderFile
from pinakes.model.sync import Progress
from pinakes.store import vectors as stored
from pinakes.store.db import Connection, transaction

LOCK = "vectors.lock"
"""Beside the index; one process at a time gives vectors."""
_BATCH = 32
"""About a second's work."""
_ORDERED = 4_096
_EXTEND_EVERY = 64
"""Batches after which those who search get the vectors as a file too."""


def waiting(db: Connection, encoder: EncoderFile) -> int:
    """How many chunks wait for this encoder."""
    if stored.made_by(db) in (encoder.name, None):
        return stored.waiting_count(db, encoder.languages)
    return stored.encodable_count(db, encoder.languages)


def encode(
    db: Connection,
    encoder: EncoderFile,
    folder: Path,
    *,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
) -> None:
    """Vectors for the chunks that wait, those of the notes changed last first. `folder`: where the index lies.

    Raises ModelError when the encoder can't be loaded.
    """
    if not waiting(db, encoder):
        _mend(db, encoder, folder)
        return
    from pinakes.meaning import matrix
    from pinakes.meaning.encoder import Encoder
    from pinakes.meaning.packed import packed
    from pinakes.meaning.plain import plain

    engine = Encoder(encoder.path)
    with transaction(db):
        stored.start_over_for(db, encoder.name)
        stored.prune(db)
    done = 0
    for number, chunk_ids in enumerate(_newest_first(db, encoder), 1):
        if cancelled() or stored.made_by(db) != encoder.name:
            break
        batch = stored.waiting_among(db, chunk_ids)
        made = [(text.text_hash, packed(engine.vector(plain(text.text)))) for text in batch]
        with transaction(db):
            stored.add(db, made)
        if number % _EXTEND_EVERY == 0:
            matrix.extend(db, folder)
        done += len(chunk_ids)
        if batch:
            total = done + stored.waiting_count(db, encoder.languages)
            on_progress(Progress("vectors", done, total, batch[-1].path))
    matrix.extend(db, folder)


def _mend(db: Connection, encoder: EncoderFile, folder: Path) -> None:
    """Write the file of vectors again where it is gone or was cut short."""
    if stored.made_by(db) != encoder.name or rowfile.reaches_the_end(folder, stored.held(db)):
        return
    from pinakes.meaning import matrix

    matrix.extend(db, folder)


def _newest_first(db: Connection, encoder: EncoderFile) -> Iterator[list[int]]:
    """The chunks that wait, in batches; they are put in order seldom."""
    while ids := stored.waiting_ids(db, encoder.languages, _ORDERED):
        for at in range(0, len(ids), _BATCH):
            yield ids[at : at + _BATCH]
