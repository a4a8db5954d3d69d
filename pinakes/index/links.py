"""Where do links lead? The resolver's answers, written for links that are new or whose targets came and went."""

from __future__ import annotations

from functools import lru_cache

from pinakes.model.note import Heading, Link
from pinakes.model.view import FolderDialect
from pinakes.store import read, write
from pinakes.store.db import Connection, transaction
from pinakes.vault.anchor import Anchor, locate
from pinakes.vault.dialect import Dialect, Dialects
from pinakes.vault.resolve import Candidate, Resolution, resolve

_BATCH = 500
_REMEMBERED = 20_000
_REMEMBERED_NOTES = 500


def dialects_of(db: Connection) -> Dialects:
    """The dialects in which the indexed notes were read."""
    return Dialects.from_text(read.meta(db, "dialect"))


def dialects_by_folder(db: Connection) -> tuple[FolderDialect, ...]:
    """The dialect of each folder, and what told so; nothing where no sync has looked yet."""
    if read.meta(db, "dialect") is None:
        return ()
    dialects = dialects_of(db)
    return tuple(
        FolderDialect(folder, dialect.name, dialects.told_by.get(folder, ""))
        for folder, dialect in sorted(dialects.by_folder.items())
    )


def resolve_stale(db: Connection, attachments: frozenset[str], dialects: Dialects) -> int:
    """Find the targets of all stale links, in batches. Returns how many links were looked at."""
    known = _Known(db)
    done = 0
    while batch := read.stale_links(db, _BATCH):
        targets = [_target(known, link, attachments, dialects.of(link.source_path)) for link in batch]
        with transaction(db):
            write.set_link_targets(db, targets)
        done += len(batch)
    return done


class _Known:
    """What the index knows of notes while links are resolved: none of it changes meanwhile, and links repeat."""

    def __init__(self, db: Connection) -> None:
        @lru_cache(maxsize=_REMEMBERED)
        def candidates(key: str) -> tuple[Candidate, ...]:
            return tuple(Candidate(path, kind) for path, kind in read.candidates(db, key))  # type: ignore[arg-type]

        @lru_cache(maxsize=_REMEMBERED)
        def note_id(path: str) -> int | None:
            return read.note_id(db, path)

        @lru_cache(maxsize=_REMEMBERED_NOTES)
        def places(note: int) -> tuple[list[Heading], dict[str, int]]:
            return read.headings(db, note), read.blocks(db, note)

        @lru_cache(maxsize=_REMEMBERED)
        def anchor(note: int, sub: str, dialect: Dialect) -> Anchor | None:
            return locate(sub, *places(note), dialect)

        self.candidates = candidates
        self.note_id = note_id
        self.anchor = anchor


def _target(known: _Known, row: read.StaleLink, attachments: frozenset[str], dialect: Dialect) -> write.LinkTarget:
    link = Link(kind=row.kind, raw=row.raw, target=row.target, sub=row.sub)  # type: ignore[arg-type]
    if not row.target:  # to a place in the same note
        anchor = known.anchor(row.source_note_id, row.sub, dialect)
        return _led(row.link_id, row.source_note_id, anchor, Resolution(row.source_path, via="self"))
    found = resolve(link, row.source_path, known.candidates, attachments, dialect)
    note = known.note_id(found.path) if found.path else None
    if note is None:
        return write.LinkTarget(row.link_id, attachment=found.path, ambiguous=found.ambiguous, via=found.via)
    return _led(row.link_id, note, known.anchor(note, row.sub, dialect) if row.sub else None, found)


def _led(link: int, note: int, anchor: Anchor | None, found: Resolution) -> write.LinkTarget:
    """A link that leads to a note: the rule that is told is the one that guessed most."""
    guessed = anchor is not None and anchor.via == "slug" and found.via in ("self", "path", "name")
    line = anchor.line if anchor else None
    return write.LinkTarget(link, note, line=line, ambiguous=found.ambiguous, via="slug" if guessed else found.via)
