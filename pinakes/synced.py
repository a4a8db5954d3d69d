"""Synced: a vault's index, kept what the vault says; every write that Pinakes makes for itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.errors import PinakesError, StoreError
from pinakes.kept import Kept
from pinakes.store import db as store
from pinakes.store import lock, read

if TYPE_CHECKING:
    from pinakes.model.files import Problem
    from pinakes.model.search import SearchResult
    from pinakes.model.sync import Progress, SyncPlan, SyncReport

LOCK_WAIT_S = 30.0
"""How long a sync waits for another process's sync."""
HIT_WAIT_S = 0.2
"""How long a search waits for it, to read a changed hit again."""


def _ignore(_: object) -> None:
    pass


def _never() -> bool:
    return False


class Synced(Kept):
    """The part of a Library that reads the vault into the index. Nothing here writes into the vault."""

    vault: Path
    index_file: Path

    def plan(self) -> SyncPlan:
        """What a sync would do."""
        from pinakes.index import look
        from pinakes.model.sync import SyncPlan

        scan = look.look(self.vault, self.config)
        everything = SyncPlan(added=tuple(sorted(scan.stamps)))
        if not self.index_file.is_file():
            return everything
        try:
            with store.reading(self.index_file) as db:
                return look.plan(db, scan)
        except store.OldIndexError:
            return everything

    @property
    def outdated(self) -> bool:
        """True where an older Pinakes made the index: a sync has to read all notes before anything is found."""
        return store.is_old(self.index_file)

    def notes_on_disk(self) -> int:
        """How many notes a first sync would read. Raises VaultError when the vault is not there."""
        from pinakes.index import look

        return len(look.look(self.vault, self.config).stamps)

    def sync(
        self,
        *,
        full: bool = False,
        wait_entities: bool = False,
        wait_vectors: bool = False,
        patience_s: float = LOCK_WAIT_S,
        on_progress: Callable[[Progress], None] = _ignore,
        cancelled: Callable[[], bool] = _never,
    ) -> SyncReport:
        """Make the index what the vault says; with `wait_entities`, all names recognised too, and
        with `wait_vectors`, all passages findable by their meaning.

        Raises VaultError when the vault is not there or seems emptied, StoreError when the
        index can't be written or another process keeps it.
        """
        from pinakes.index import backlog, sync
        from pinakes.index.entities import extractor

        sync.check_place(self.vault, self.index_dir)
        names = extractor(ner=self.config.entities.ner)
        with self._writer(cancelled, patience_s), store.writing(self.index_file) as db, self._pins_followed(db):
            report = sync.sync_text(
                db, self.vault, self.config, full=full, extractor=names, on_progress=on_progress, cancelled=cancelled
            )
            report = report._replace(problems=(*self._heed_decisions(db), *report.problems))
        if wait_entities and report.entities_pending:
            with store.writing(self.index_file) as db:
                backlog.recognise(db, names, on_progress=on_progress, cancelled=cancelled)
                report = report._replace(entities_pending=self._pending(db))
        if wait_vectors:
            self._encode(on_progress, cancelled)
        with store.reading(self.index_file) as db:
            return report._replace(vectors_pending=self._without_vector(db))

    def _encode(self, on_progress: Callable[[Progress], None], cancelled: Callable[[], bool]) -> None:
        """Vectors for all that waits; where another process is at it, wait for that one."""
        from pinakes.index import vectors
        from pinakes.meaning.shipped import EncoderFile, find_encoder

        encoder = find_encoder(self.config)
        while isinstance(encoder, EncoderFile) and not cancelled():
            with lock.only_writer(self.index_dir / vectors.LOCK) as mine:
                if mine:
                    with store.writing(self.index_file) as db:
                        vectors.encode(db, encoder, self.index_dir, on_progress=on_progress, cancelled=cancelled)
                    return
            time.sleep(0.2)

    def _heed_decisions(self, db: store.Connection) -> tuple[Problem, ...]:
        """What the user decided about names; where it can't be read, what was known last holds, and why is told."""
        from pinakes.index import settle
        from pinakes.model.files import Problem

        try:
            decided = self.decisions()
        except StoreError as error:
            what = "what you decided about names can't be read; it holds as it was last known."
            return (Problem(str(self.user_file), f"{what} {error} {error.hint}"),)
        settle.take_decisions(db, decided)
        return ()

    @contextmanager
    def _pins_followed(self, db: store.Connection) -> Iterator[None]:
        """What is pinned stays pinned wherever a sync finds it. Where the pins can't be read, they stay as they are."""
        try:
            kept = self._kept_pins()
        except StoreError:
            kept = ()  # `_heed_decisions` tells of the file
        if not kept:
            yield
            return
        from pinakes.index.pins import Places
        from pinakes.store import pins, user

        places = Places(db, kept)
        yield
        if changed := places.after(db):
            try:
                with user.writing(self.user_file) as user_db:
                    pins.put_in_place(user_db, changed)
            except StoreError:
                return  # the next sync finds them by what is known of them now

    @contextmanager
    def _writer(self, cancelled: Callable[[], bool], patience_s: float = LOCK_WAIT_S) -> Iterator[None]:
        """The one that syncs; waits for another process's sync to end."""
        file = self.index_dir / "writer.lock"
        deadline = time.monotonic() + patience_s
        while True:
            with lock.only_writer(file) as mine:
                if mine:
                    yield
                    return
            if cancelled() or time.monotonic() > deadline:
                raise StoreError(
                    f"Another Pinakes (process {lock.holder(file) or '?'}) is syncing this vault.",
                    "Wait for it to end, or stop it.",
                )
            time.sleep(0.05)

    def clear(self) -> None:
        """Throw the index away; the vault is untouched, and the next sync makes it anew."""
        with self._writer(_never):
            for pattern in ("index.db*", "vectors-*.rows"):
                for file in self.index_dir.glob(pattern):
                    file.unlink(missing_ok=True)

    def _without_vector(self, db: store.Connection) -> int:
        """Chunks that the encoder could take; 0 where there is none."""
        from pinakes.meaning.shipped import EncoderFile, find_encoder

        try:
            encoder = find_encoder(self.config)
        except PinakesError:
            return 0
        if not isinstance(encoder, EncoderFile):
            return 0
        from pinakes.index import vectors

        return vectors.waiting(db, encoder)

    def rebuild(self, *, on_progress: Callable[[Progress], None] = _ignore) -> SyncReport:
        """Throw the index away and make it anew; what was recognised in a text need not be recognised again."""
        from pinakes.store import mentions, spellings

        try:
            with store.reading(self.index_file) as db:
                known, decided = mentions.cached(db), spellings.decisions(db)
        except StoreError:
            known, decided = [], []  # there is none, or it is damaged or from another version
        self.clear()
        if known or decided:
            with self._writer(_never), store.writing(self.index_file) as db, store.transaction(db):
                mentions.cache_found(db, known)
                spellings.set_decisions(db, decided)  # the file that they are from may be past use by now
        return self.sync(on_progress=on_progress)

    def _pending(self, db: store.Connection) -> int:
        if not read.pending_count(db, 2):
            return 0  # whatever is installed, there is nothing left to recognise
        from pinakes.index.levels import wanted_level

        return read.pending_count(db, wanted_level(ner=self.config.entities.ner))

    def _differing(self, result: SearchResult) -> SyncPlan:
        """What has become of the notes of these hits since they were read."""
        from pinakes.index import fresh

        with store.reading(self.index_file) as db:
            return fresh.differing(db, self.vault, {hit.path for hit in result.hits})

    def _read_again(self, todo: SyncPlan) -> bool:
        """Take in a few notes; False where the index can't be written now: what was known is still to be had."""
        from pinakes.index import sync

        try:
            with self._writer(_never, HIT_WAIT_S), store.writing(self.index_file) as db:
                sync.reread(db, self.vault, self.config, todo)
        except PinakesError:
            return False
        return True
