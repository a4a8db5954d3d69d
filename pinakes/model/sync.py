"""What a sync is going to do, how far it is, and what it did."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pinakes.model.files import Problem


class SyncPlan(NamedTuple):
    """What to do, decided before anything is done."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    """Stamp differs; whether the content does is known when it has been read."""
    removed: tuple[str, ...] = ()
    unchanged: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


SyncStage = Literal["scan", "text", "entities", "vectors"]


class Progress(NamedTuple):
    """How far a sync has come."""

    stage: SyncStage
    done: int
    total: int
    """0 while it is not known."""
    path: str = ""


class SyncReport(NamedTuple):
    """What a sync did, in counts of notes."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0
    chunks_written: int = 0
    entities_pending: int = 0
    """Chunks whose names have not been recognised yet."""
    vectors_pending: int = 0
    """Chunks that can't be found by their meaning yet; 0 where there is no encoder."""
    problems: tuple[Problem, ...] = ()
    took_ms: int = 0
