"""Which folders on this machine look like notes? Names are looked at, no file is opened."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pinakes

SECONDS = 1.0
PLACES = ("Documents", "Notes", "notes")
MARKERS = {".obsidian": "Obsidian", "logseq": "Logseq", ".foam": "Foam", ".zk": "zk", ".dendron.yml": "Dendron"}
MOST = 8
MOST_NOTES = 5000
PATH_FILE = "vault.path"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A folder that could be the vault."""

    path: Path
    notes: int
    more: bool
    """True when counting stopped before the end."""
    made_by: str
    """The program whose mark lies in it; empty for plain files."""


def candidates(home: Path, clock: Callable[[], float] = time.monotonic) -> tuple[Candidate, ...]:
    """Folders of notes in the usual places, the most likely first; what was found when time is up."""
    until = clock() + SECONDS

    def late() -> bool:
        return clock() > until

    found: list[Candidate] = []
    seen: set[str] = set()
    for folder in _folders(home, late):
        real = os.path.realpath(folder)
        if real in seen or any(real.startswith(known + os.sep) for known in seen):
            continue
        candidate = _look(folder, late)
        if candidate is not None:
            seen.add(real)
            found.append(candidate)
    found.sort(key=lambda candidate: (not candidate.made_by, -candidate.notes))
    return tuple(found[:MOST])


def sample() -> Path | None:
    """The vault that comes with the source, if it is there."""
    folder = Path(pinakes.__file__).resolve().parents[1] / "assets" / "demo-vault"
    return folder if folder.is_dir() else None


def _folders(home: Path, late: Callable[[], bool]) -> Iterator[Path]:
    """The usual places and what lies in them: marked folders first, since they hold the plain ones."""
    tops = [home / place for place in PLACES] + [
        folder for folder in _subfolders(home) if folder.name.startswith("Obsidian")
    ]
    plain: list[Path] = []
    for top in tops:
        level = [top, *_subfolders(top)]
        for folder in [*level, *(below for one in level[1:] for below in _subfolders(one))]:
            if late():
                break
            if _made_by(_names(folder)):
                yield folder
            elif folder != home / "Documents":  # a folder of everything is not a vault, its parts may be
                plain.append(folder)
    yield from plain


def _look(folder: Path, late: Callable[[], bool]) -> Candidate | None:
    names = _names(folder)
    made_by = _made_by(names)
    if not made_by and not any(name.endswith(".md") for name in names):
        return None
    notes, more = _count(folder, late)
    return Candidate(folder, notes, more, made_by)


def _count(folder: Path, late: Callable[[], bool]) -> tuple[int, bool]:
    notes = 0
    for _, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        notes += sum(name.endswith(".md") for name in files)
        if notes > MOST_NOTES or late():
            return notes, True
    return notes, False


def _made_by(names: list[str]) -> str:
    return next((program for mark, program in MARKERS.items() if mark in names), "")


def _names(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _subfolders(folder: Path) -> list[Path]:
    return [folder / name for name in sorted(_names(folder)) if not name.startswith(".") and (folder / name).is_dir()]


def remember(index_dir: Path, vault: Path) -> None:
    """Write beside a vault's index where the vault is, so that it can be switched to; without effect if it can't be."""
    try:
        index_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        (index_dir / PATH_FILE).write_bytes(os.fsencode(vault.absolute()))
    except OSError:
        return


def known(data_dir: Path) -> tuple[Path, ...]:
    """The vaults that have been opened here, the last one first."""
    found: list[tuple[float, Path]] = []
    for folder in _subfolders(data_dir / "vaults"):
        file = folder / PATH_FILE
        try:
            found.append((file.stat().st_mtime, Path(os.fsdecode(file.read_bytes()))))
        except OSError:
            continue
    return tuple(path for _, path in sorted(found, reverse=True))
