"""Is a model file still the one that was chosen, and how quick was it here? Kept in one small file."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, NamedTuple

from pinakes.errors import ModelError
from pinakes.verified import digest

FILE = "known.json"
"""In the folder of models."""


class Speed(NamedTuple):
    """As it was measured on this machine."""

    load_s: float
    reading: float
    """Tokens of a prompt a second."""
    writing: float
    """Tokens of an answer a second."""
    threads: int
    on: str
    """The day."""


class Known(NamedTuple):
    """What is known of one file."""

    sha256: str
    size: int
    mtime_ns: int
    on: str
    """The day on which it was recorded."""
    speed: Speed | None = None


def known(models_dir: Path) -> dict[Path, Known]:
    """By path; nothing where the file is missing or not ours."""
    try:
        written = json.loads((models_dir / FILE).read_text("utf-8"))
        return {Path(path): _read(one) for path, one in written.items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        return {}


def record(models_dir: Path, path: Path, sha256: str) -> Known:
    """Let the file be what it should be from now on. Raises OSError."""
    info = path.stat()
    before = known(models_dir).get(path.absolute())
    speed = before.speed if before and before.sha256 == sha256 else None
    return _put(models_dir, path, Known(sha256, info.st_size, info.st_mtime_ns, today(), speed))


def record_speed(models_dir: Path, path: Path, speed: Speed) -> None:
    """Keep it with what is known of the file already. Raises OSError."""
    before = known(models_dir).get(path.absolute())
    if before is not None:
        _put(models_dir, path, before._replace(speed=speed))


def check_same(models_dir: Path, path: Path, *, read: bool = False) -> None:
    """Raises ModelError for a file that was recorded and has other content now; OSError when it can't be read.

    The content is read where size or time have changed, or where `read` says so.
    """
    before = known(models_dir).get(path.absolute())
    if before is None:
        return
    info = path.stat()
    stamp = (info.st_size, info.st_mtime_ns)
    if not read and stamp == (before.size, before.mtime_ns):
        return
    if info.st_size != before.size or digest(path) != before.sha256:
        raise ModelError(
            f"{path}: not the file that was recorded on {before.on}: its content is another.",
            f"If that is meant, run `pinakes model use {path}`; if not, put the file back.",
        )
    if stamp != (before.size, before.mtime_ns):
        try:
            _put(models_dir, path, before._replace(mtime_ns=info.st_mtime_ns))
        except OSError:
            pass  # then it is read again next time


def today() -> str:
    """The day, as records have it."""
    return time.strftime("%Y-%m-%d")


def _put(models_dir: Path, path: Path, one: Known) -> Known:
    models_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    all_known = {**known(models_dir), path.absolute(): one}
    text = json.dumps({str(at): _written(each) for at, each in all_known.items()}, indent=1)
    part = models_dir / f"{FILE}.part"
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(text + "\n")
    part.replace(models_dir / FILE)
    return one


def _written(one: Known) -> dict[str, Any]:
    return {**one._asdict(), "speed": one.speed._asdict() if one.speed else None}


def _read(one: dict[str, Any]) -> Known:
    speed = one.get("speed")
    return Known(
        str(one["sha256"]), int(one["size"]), int(one["mtime_ns"]), str(one["on"]), Speed(**speed) if speed else None
    )
