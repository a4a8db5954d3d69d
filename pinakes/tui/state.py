"""In which state is the vault, and how is that said in a few words?"""

from __future__ import annotations

from dataclasses import dataclass

from pinakes.model.sync import Progress


@dataclass(frozen=True, slots=True)
class VaultState:
    """What the bar at the top tells about the vault."""

    name: str = ""
    notes: int = 0
    reachable: bool = True
    progress: Progress | None = None
    """None when nothing is being read."""
    trouble: str = ""
    synced: bool = False
    """True once the index has met the disk in this run."""

    def words(self) -> str:
        """The state, short enough for a corner."""
        if not self.reachable:
            return "✗ vault gone"
        if self.trouble:
            return "! trouble"
        if self.progress is not None:
            return _progress(self.progress)
        return "✓ in step" if self.synced else "◌ looking"

    @property
    def share(self) -> float | None:
        """How much has been read, 0 … 1; None when that is not known or nothing is being read."""
        progress = self.progress
        if progress is None or progress.total <= 0:
            return None
        return min(progress.done / progress.total, 1.0)


def _progress(progress: Progress) -> str:
    if progress.stage == "scan" or progress.total <= 0:
        return "looking…"
    count = f"{progress.done:,}/{progress.total:,}"
    behind = {"entities": "entities", "vectors": "meaning"}.get(progress.stage)
    return f"{behind} {count}" if behind else f"{count} reading…"


def bar(share: float, width: int) -> str:
    """A bar of blocks, `width` cells wide."""
    full = round(share * width)
    return "█" * full + "░" * (width - full)


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 note`, `1,204 notes`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
