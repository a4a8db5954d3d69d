"""What is kept when Pinakes stops by a mistake of its own? Where it happened, and nothing from a note."""

from __future__ import annotations

import os
import platform
import traceback
from datetime import UTC, datetime
from pathlib import Path

import pinakes


def write_report(folder: Path, error: BaseException) -> Path | None:
    """A file with the frames, readable by its owner only; no values and no message, which may hold note text."""
    now = datetime.now(UTC)
    file = folder / f"crash-{now:%Y%m%d-%H%M%S}-{os.getpid()}.txt"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8", errors="replace") as out:
            out.write("\n".join(report(error)) + "\n")
    except OSError:
        return None
    return file


def report(error: BaseException) -> list[str]:
    """The report's lines."""
    lines = [f"Pinakes {pinakes.__version__}, Python {platform.python_version()}, {platform.system()}"]
    while True:
        lines.append(type(error).__qualname__)
        lines += [
            f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)
        ]
        cause = error.__cause__ or error.__context__
        if cause is None or len(lines) > 400:
            return lines
        lines.append("while handling")
        error = cause
