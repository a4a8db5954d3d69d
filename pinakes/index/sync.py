"""What has changed in the vault, and what is to be written? The smallest set of writes that makes the index true.

    scan → diff → plan → for each note: read, hash, parse; a transaction for each group → links → entities

The content hash decides; stamps only say what is worth reading. Every step can be killed
and done again: work that is left is marked in the index itself.
"""

from __future__ import annotations

import gc
import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pinakes.config import Config
from pinakes.errors import UsageError, VaultError
from pinakes.index import backlog, links
from pinakes.index.entities import Extractor
from pinakes.index.look import look
from pinakes.model.files import FileStamp, Problem, Scan, Source
from pinakes.model.note import Document
from pinakes.model.sync import Progress, SyncPlan, SyncReport
from pinakes.store import read, write
from pinakes.store.db import Connection, transaction
from pinakes.store.text import Reader
from pinakes.store.write import NameRow
from pinakes.vault import scan as scanning
from pinakes.vault.dialect import PLAIN, Dialect, Dialects, detect
from pinakes.vault.diff import TICK_NS, diff, is_racy
from pinakes.vault.document import parse
from pinakes.vault.read import read_note
from pinakes.vault.resolve import lookup_keys, name_keys

_SETTLE_MOST = 200
"""More notes than a person saves in a moment: after a bulk change the next sync looks again instead."""
_GROUP_CHARS = 1_000_000
_GROUP_NOTES = 256
"""So many are written in one transaction, whichever is reached first."""
_RECORDS_A_COLLECTION = 200_000
_MASS = 10
"""So many notes gone at once, and more than half of them, want proof that it is still the same folder."""


def check_place(vault: Path, index_dir: Path) -> None:
    """Raises UsageError for an index that would lie inside the vault, where it would change it."""
    if Path(os.path.realpath(index_dir)).is_relative_to(os.path.realpath(vault)):
        raise UsageError(
            f"The index would lie inside the vault: {index_dir}.", "Set PINAKES_DATA_DIR to a folder outside of it."
        )


@dataclass(slots=True)
class _Tally:
    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    touched: int = 0
    chunks: int = 0
    unread: list[Problem] = field(default_factory=list)
    racy: list[Source] = field(default_factory=list)
    """Read so soon after the last edit that another one could hide behind the same stamp."""


def sync_text(
    db: Connection,
    vault: Path,
    config: Config,
    *,
    full: bool,
    extractor: Extractor,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
) -> SyncReport:
    """Make notes, chunks, links, tags and the names that need no model what the vault says.

    Raises VaultError when the vault is not there, or seems emptied: nothing is forgotten then.
    """
    begun = time.monotonic()
    on_progress(Progress("scan", 0, 0))
    scan = look(vault, config)
    dialects = detect(vault, scan, config.vault.dialect)
    _note_dialects(db, dialects)
    known = read.stamps(db)
    todo = diff(scan, known)
    if full:
        todo = todo._replace(changed=tuple(sorted(scan.stamps.keys() & known.keys())), unchanged=0)
    identity = str(scanning.root_identity(vault))
    _guard_removals(vault, todo, known, same_root=identity == (read.meta(db, "root") or identity))
    tally = _Tally()
    with _few_collections():
        _write_changes(db, vault, config, dialects, todo, tally, on_progress, cancelled, known_hashes=not full)
    _settle(db, vault, config, tally.racy)
    _note_surroundings(db, scan, identity, tally.unread)
    links.resolve_stale(db, scan.attachments, dialects)
    backlog.quick(db, extractor, cancelled=cancelled)
    return SyncReport(
        added=tally.added,
        changed=tally.changed,
        removed=tally.removed,
        moved=tally.moved,
        unchanged=todo.unchanged + tally.touched,
        chunks_written=tally.chunks,
        entities_pending=read.pending_count(db, extractor.level),
        problems=read.problems(db),
        took_ms=int((time.monotonic() - begun) * 1000),
    )


@contextmanager
def _few_collections() -> Iterator[None]:
    """What is read of a note refers to nothing that refers back, so that it goes when it is let go.

    Looking for circles after every few hundred records takes a tenth of the time; it is done seldom instead.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(_RECORDS_A_COLLECTION, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def reread(db: Connection, vault: Path, config: Config, todo: SyncPlan) -> None:
    """Take in a few notes that a search has found changed; what follows for others is left to the next sync."""
    dialects = links.dialects_of(db)
    _write_changes(db, vault, config, dialects, todo, _Tally(), lambda _: None, lambda: False, known_hashes=True)


def _note_dialects(db: Connection, dialects: Dialects) -> None:
    """What a note says depends on the program it is written with: another one, and all are read again."""
    text = dialects.as_text()
    if read.meta(db, "dialect") != text:
        with transaction(db):
            write.read_again(db)
            write.set_meta(db, "dialect", text)


def _guard_removals(vault: Path, todo: SyncPlan, known: Mapping[str, FileStamp], *, same_root: bool) -> None:
    """Deletion needs proof: an unmounted drive looks like an emptied folder."""
    lost = len(todo.removed)
    if not known and not todo.added:
        raise VaultError(
            f"{vault} holds no notes (.md files).", "Put some there, or choose another folder: --vault DIR."
        )
    if lost and lost == len(known) and not todo.added:
        raise VaultError(
            f"{vault} holds no notes, but {lost} were there before. The index was left as it is.",
            "Is a drive missing? If the notes are really gone: `pinakes index clear`.",
        )
    if not same_root and lost > _MASS and lost * 2 > len(known):
        raise VaultError(
            f"{vault} is another folder than before, and {lost} of {len(known)} notes are not in it. "
            "The index was left as it is.",
            "Is a drive missing? To take the folder as it is now: `pinakes index rebuild`.",
        )


def _write_changes(
    db: Connection,
    vault: Path,
    config: Config,
    dialects: Dialects,
    todo: SyncPlan,
    tally: _Tally,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
    *,
    known_hashes: bool,
) -> None:
    gone = {digest.rstrip("!"): path for path, digest in read.content_hashes(db, todo.removed).items()}
    hashes = read.content_hashes(db, todo.changed) if known_hashes else {}
    moved: set[str] = set()
    group = _Group(db, tally)
    added = frozenset(todo.added)
    total = len(todo.added) + len(todo.changed)
    for number, path in enumerate((*todo.changed, *todo.added), 1):
        if cancelled():
            group.write()
            return
        source = read_note(vault, path, max_bytes=config.vault.max_note_bytes)
        racy = isinstance(source, Source) and is_racy(source.stamp, time.time_ns())
        if isinstance(source, Problem):
            tally.unread.append(source)  # what was known of the note stays known
        elif hashes.get(path) == source.content_hash:
            _touch(db, source.stamp, racy=racy)
            tally.touched += 1
        else:
            old = gone.pop(source.content_hash, None) if path in added else None
            group.add(_new_note(source, dialects.of(path), old, racy=racy), is_new=path in added)
            if old is not None:
                moved.add(old)
            if racy:
                tally.racy.append(source)
        on_progress(Progress("text", number, total, path))
    group.write()
    for path in _really_gone(vault, config, [path for path in todo.removed if path not in moved]):
        with transaction(db):
            write.forget_note(db, path)
        tally.removed += 1
    tally.added -= len(moved)
    tally.moved = len(moved)


@dataclass(slots=True)
class _Group:
    """Notes that are written together, because the text index merges a few large pieces faster than many small ones.

    What is kept in memory has a bound, and a process that is killed loses one group.
    """

    db: Connection
    tally: _Tally
    notes: list[write.NewNote] = field(default_factory=list)
    chars: int = 0
    reader: Reader = field(default_factory=Reader)

    def add(self, note: write.NewNote, *, is_new: bool) -> None:
        self.notes.append(note)
        self.chars += len(note.document.text)
        self.tally.chunks += len(note.document.chunks)
        if is_new:
            self.tally.added += 1
        else:
            self.tally.changed += 1
        if self.chars >= _GROUP_CHARS or len(self.notes) >= _GROUP_NOTES:
            self.write()

    def write(self) -> None:
        if self.notes:
            with transaction(self.db):
                write.replace_notes(self.db, self.notes, self.reader)
            self.notes.clear()
            self.chars = 0


def _really_gone(vault: Path, config: Config, paths: Sequence[str]) -> list[str]:
    """Those that a second look does not see either.

    A file that is there again was being saved; one that is there and still not listed is one to leave out.
    """
    if not any(os.path.lexists(vault / path) for path in paths):
        return list(paths)
    seen = look(vault, config).stamps
    return [path for path in paths if path not in seen]


def _new_note(source: Source, dialect: Dialect, old_path: str | None, *, racy: bool) -> write.NewNote:
    document = parse(source.stamp.path, source.text, dialect)
    return write.NewNote(
        stamp=_honest(source.stamp, racy=racy),
        content_hash=source.content_hash,
        document=document,
        names=names_of(document, dialect),
        link_keys=[lookup_keys(link, dialect) for link in document.links],
        problems=(*source.problems, *document.problems),
        moved_from=old_path,
    )


def names_of(document: Document, dialect: Dialect = PLAIN) -> tuple[NameRow, ...]:
    """Everything a link may call this note, each as a reader would write it."""
    declared = any(key.casefold() == "title" and value for key, value in document.properties.items())
    keys = name_keys(document.path, document.title, document.aliases, dialect, document.blocks, declared=declared)
    return tuple(NameRow(key.key, key.kind, key.name) for key in keys)


def _touch(db: Connection, stamp: FileStamp, *, racy: bool) -> None:
    with transaction(db):
        write.touch_note(db, _honest(stamp, racy=racy))


def _honest(stamp: FileStamp, *, racy: bool) -> FileStamp:
    """A racy stamp says so: a size of −1 is never a file's, so the next sync reads the note again."""
    return stamp._replace(size=-1) if racy else stamp


def _settle(db: Connection, vault: Path, config: Config, racy: Sequence[Source]) -> None:
    """Read notes that were edited a moment ago once more, when their stamps can be trusted.

    Without this the sync after an edit would always find the note changed.
    """
    if not racy or len(racy) > _SETTLE_MOST:
        return
    time.sleep(TICK_NS / 1_000_000_000)
    for source in racy:
        again = read_note(vault, source.stamp.path, max_bytes=config.vault.max_note_bytes)
        if (
            isinstance(again, Source)
            and again.content_hash == source.content_hash
            and not is_racy(again.stamp, time.time_ns())
        ):
            _touch(db, again.stamp, racy=False)


def _note_surroundings(db: Connection, scan: Scan, identity: str, unread: Sequence[Problem]) -> None:
    """What else the scan saw: files that are no notes, files that can't be read, the folder itself."""
    listing = hashlib.blake2b("\0".join(sorted(scan.attachments)).encode("utf-8", "surrogatepass"), digest_size=16)
    problems = tuple(sorted((*scan.problems, *unread), key=lambda p: (p.path, p.line or 0, p.message)))
    if (
        read.meta(db, "attachments") == listing.hexdigest()
        and read.meta(db, "root") == identity
        and read.file_problems(db) == problems
    ):
        return
    with transaction(db):
        if read.meta(db, "attachments") != listing.hexdigest():
            write.set_meta(db, "attachments", listing.hexdigest())
            write.mark_attachment_links_stale(db)
        write.set_meta(db, "root", identity)
        write.set_file_problems(db, problems)
