"""How does a model file come into the folder of models? Linked where that takes no room, else copied, and hashed."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Literal, NamedTuple

from pinakes.answer.known import record
from pinakes.answer.models import SHIPPED, check_file, joined
from pinakes.errors import ModelError, UsageError
from pinakes.verified import digest

How = Literal["linked", "copied", "pointed", "there"]


class Added(NamedTuple):
    """A file that is in the folder of models now."""

    path: Path
    how: How
    """`linked`: one file with two names, which takes no more room and stays when the other name goes.
    `pointed`: a symbolic link. `there`: it was there before."""
    sha256: str


def add(
    models_dir: Path,
    source: Path,
    *,
    name: str = "",
    point: bool = False,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Added:
    """Take a model file in, under its own name or another; `point`: by a symbolic link.

    Raises ModelError for a file that is no model, or that can't be taken in, and UsageError for a
    name that is taken by another file.
    """
    check_file(source)
    target = models_dir / _file_name(name or source.name)
    try:
        models_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        if os.path.lexists(target):
            return _there(models_dir, source, target)
        how = _place(source, target, point, on_progress)
        sha256 = digest(target)
        record(models_dir, target, sha256)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        size = source.stat().st_size / 1e6
        advice = f"It needs {size:,.0f} MB there; make room, or use --link" if full else "Look at the two folders"
        raise ModelError(f"{target}: can't be written: {error.strerror}.", f"{advice}.") from error
    return Added(target, how, sha256)


def _file_name(name: str) -> str:
    """A name of a file in the folder itself."""
    if name in ("", ".", "..") or "/" in name or "\0" in name or os.sep in name:
        raise UsageError(f"`{name}` is no name for a model.", "Give one without slashes.")
    whole = name if name.endswith(".gguf") else f"{name}.gguf"
    if whole == SHIPPED.file_name:
        raise UsageError(f"`{name}` is the name of the model that comes with Pinakes.", "Give another with --name.")
    return whole


def _there(models_dir: Path, source: Path, target: Path) -> Added:
    sha256 = digest(source)
    if target.is_file() and (target.samefile(source) or digest(target) == sha256):
        record(models_dir, target, sha256)
        return Added(target, "there", sha256)
    raise UsageError(f"There is another model called {target.stem}.", "Give this one another name with --name.")


def _place(source: Path, target: Path, point: bool, on_progress: Callable[[int, int], None]) -> How:
    real = source.resolve()  # a link to a link would break with the first of them
    if point:
        target.symlink_to(real)
        return "pointed"
    try:
        os.link(real, target)
    except OSError:  # on another disk, or somebody else's
        _copy(real, target, on_progress)
        return "copied"
    return "linked"


def _copy(source: Path, target: Path, on_progress: Callable[[int, int], None]) -> None:
    part = target.with_name(target.name + ".part")
    try:
        joined(part, [source], source.stat().st_size, on_progress)
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
