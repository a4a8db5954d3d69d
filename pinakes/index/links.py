"""Where do links lead? The resolver's answers, written for links that are new or whose targets came and went."""

from __future__ import annotations

import re

import apsw

from pinakes.model import Link
from pinakes.store import read, write
from pinakes.store.db import transaction
from pinakes.store.text import fold
from pinakes.vault.resolve import Candidate, resolve

_BATCH = 500
_NOT_SLUG = re.compile(r"[^\w]+")


def resolve_stale(db: apsw.Connection, attachments: frozenset[str]) -> int:
    """Find the targets of all stale links, in batches. Returns how many links were looked at."""
    done = 0
    while batch := read.stale_links(db, _BATCH):
        targets = [_target(db, link, attachments) for link in batch]
        with transaction(db):
            write.set_link_targets(db, targets)
        done += len(batch)
    return done


def _target(db: apsw.Connection, row: read.StaleLink, attachments: frozenset[str]) -> write.LinkTarget:
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


def _line(db: apsw.Connection, note: int, sub: str) -> int | None:
    """The line of a heading (`A#B`: B below A) or of a block (`^id`); None where the note has none such."""
    if sub.startswith("^"):
        return read.block_line(db, note, sub[1:])
    wanted = [_slug(part) for part in sub.split("#") if part.strip()]
    if not wanted:
        return None
    open_above: list[tuple[int, str]] = []
    for heading in read.headings(db, note):
        while open_above and open_above[-1][0] >= heading.level:
            open_above.pop()
        open_above.append((heading.level, _slug(heading.text)))
        if _ends_with([slug for _, slug in open_above], wanted):
            return heading.line
    return None


def _ends_with(path: list[str], wanted: list[str]) -> bool:
    """True where `wanted` is a subsequence of `path` that ends where it ends."""
    if not path or path[-1] != wanted[-1]:
        return False
    rest = iter(path[:-1])
    return all(part in rest for part in wanted[:-1])


def _slug(text: str) -> str:
    return _NOT_SLUG.sub(" ", fold(text[:300])).strip()
