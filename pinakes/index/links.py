"""Where do links lead? The resolver's answers, written for links that are new or whose targets came and went."""

from __future__ import annotations

from pinakes.model import Link
from pinakes.store import read, write
from pinakes.store.db import Connection, transaction
from pinakes.vault.anchor import locate
from pinakes.vault.resolve import Candidate, resolve

_BATCH = 500


def resolve_stale(db: Connection, attachments: frozenset[str]) -> int:
    """Find the targets of all stale links, in batches. Returns how many links were looked at."""
    done = 0
    while batch := read.stale_links(db, _BATCH):
        targets = [_target(db, link, attachments) for link in batch]
        with transaction(db):
            write.set_link_targets(db, targets)
        done += len(batch)
    return done


def _target(db: Connection, row: read.StaleLink, attachments: frozenset[str]) -> write.LinkTarget:
    link = Link(kind=row.kind, raw=row.raw, target=row.target, sub=row.sub)  # type: ignore[arg-type]
    if not row.target:  # to a place in the same note
        return write.LinkTarget(
            row.link_id, row.source_note_id, line=_line(db, row.source_note_id, row.sub), via="self"
        )

    def candidates(key: str) -> list[Candidate]:
        return [Candidate(path, kind) for path, kind in read.candidates(db, key)]  # type: ignore[arg-type]

    found = resolve(link, row.source_path, candidates, attachments)
    note = read.note_id(db, found.path) if found.path else None
    return write.LinkTarget(
        row.link_id,
        note,
        attachment=found.path if note is None else None,
        line=_line(db, note, row.sub) if note is not None and row.sub else None,
        ambiguous=found.ambiguous,
        via=found.via,
    )


def _line(db: Connection, note: int, sub: str) -> int | None:
    """The line of the heading or block that the part behind `#` means; None where the note has none such."""
    anchor = locate(sub, read.headings(db, note), read.blocks(db, note))
    return anchor.line if anchor else None
