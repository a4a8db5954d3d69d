"""Which model files are on this machine, and is there memory for them? Looked for in a few folders, none downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pinakes.answer import room
from pinakes.answer.described import Described
from pinakes.answer.known import Known, known
from pinakes.answer.models import SHIPPED, check_file
from pinakes.config import Config
from pinakes.errors import ModelError

PLACES = (
    "models",
    "Models",
    ".lmstudio/models",
    ".cache/lm-studio/models",
    ".cache/llama.cpp",
    ".cache/huggingface/hub",
)
MOST = 30
_DEPTH = 4


class FoundModel(NamedTuple):
    """A GGUF file."""

    path: Path
    name: str
    size: int
    used: bool
    """It answers, as things are set."""
    needs: int
    """Bytes of memory, as far as its header tells; 0 where the file is none that can answer."""
    fits: bool
    """They are free now."""
    described: Described | None = None
    known: Known | None = None
    problem: str = ""
    """Why it can't answer."""

    @property
    def shipped(self) -> bool:
        """It is the one that Pinakes comes with."""
        return self.path.name == SHIPPED.file_name


def found(config: Config, home: Path, free: int | None = None) -> tuple[FoundModel, ...]:
    """Files that end in .gguf: the one in use first, then Pinakes' own folder, then the usual ones."""
    here = room.free() if free is None else free
    records = known(config.models_dir)
    models: dict[Path, FoundModel] = {}
    for path in _paths(config, home):
        at = path.absolute()
        if at not in models and (one := _look(at, config, records.get(at), here)) is not None:
            models[at] = one
        if len(models) == MOST:
            break
    return tuple(models.values())


def used_path(config: Config) -> Path:
    """The file that answers, as things are set; it need not be there."""
    return (config.answer.model or config.models_dir / SHIPPED.file_name).absolute()


def _paths(config: Config, home: Path) -> Iterator[Path]:
    yield used_path(config)
    for folder in (config.models_dir, *(home / place for place in PLACES)):
        yield from _files(folder, _DEPTH)


def _look(path: Path, config: Config, record: Known | None, free: int) -> FoundModel | None:
    try:
        size = path.stat().st_size
    except OSError:
        return None
    used = path == used_path(config)
    name = SHIPPED.name if path == config.models_dir.absolute() / SHIPPED.file_name else path.stem
    try:
        described = check_file(path).described
    except ModelError as error:
        return FoundModel(path, name, size, used, 0, False, None, record, str(error).removeprefix(f"{path}: "))
    needs = room.needed(described, config.answer.context_tokens) if described else size
    return FoundModel(path, name, size, used, needs, needs < free, described, record)


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
