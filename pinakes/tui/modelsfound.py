"""Which model files are on this machine, and is there memory for them? Looked for in a few folders, none downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pinakes.config import Config

PLACES = ("models", "Models", ".lmstudio/models", ".cache/lm-studio/models")
MOST = 30
_DEPTH = 3
_BESIDE = 300_000_000
"""Bytes that the engine takes besides the file, for a short context."""


class FoundModel(NamedTuple):
    """A GGUF file."""

    path: Path
    size: int
    fits: bool
    """It leaves room in the memory that is free now."""


def found(config: Config, home: Path, free: int | None = None) -> tuple[FoundModel, ...]:
    """Files that end in .gguf: Pinakes' own folder first, then the usual ones."""
    room = free_memory() if free is None else free
    models: dict[Path, FoundModel] = {}
    chosen = [config.answer.model] if config.answer.model is not None else []
    for path in [*chosen, *(file for folder in _folders(config, home) for file in _files(folder, _DEPTH))]:
        try:
            size = path.stat().st_size
        except OSError:
            continue
        models.setdefault(path.absolute(), FoundModel(path.absolute(), size, size + _BESIDE < room))
        if len(models) == MOST:
            break
    return tuple(models.values())


def free_memory() -> int:
    """Bytes that a new program could have; what the machine has where that is not told."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _folders(config: Config, home: Path) -> Iterator[Path]:
    yield config.models_dir
    yield from (home / place for place in PLACES)


def _files(folder: Path, depth: int) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith(".gguf") and entry.is_file():
            yield Path(entry.path)
        elif depth > 1 and entry.is_dir(follow_symlinks=False):
            yield from _files(Path(entry.path), depth - 1)
