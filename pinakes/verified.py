"""Is a file what it should be, to the byte? Hashed once; afterwards its size and time vouch for it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

_BLOCK = 1 << 20


def is_whole(path: Path, sha256: str, *, read: bool = False) -> bool:
    """True for exactly the bytes with this digest.

    `read`: hash them again, since a disk may lose bytes without touching size or time. Raises
    OSError for a file that can't be read.
    """
    stamp = _stamp(path, sha256)
    try:
        if not read and json.loads(_record(path).read_text("utf-8")) == stamp:
            return True
    except (OSError, ValueError):
        pass  # no record, or not ours: hash
    whole = digest(path) == sha256
    with suppress(OSError):  # a folder that can't be written costs the hashing each time, no more
        if whole:
            remember(path, sha256)
        else:
            _record(path).unlink(missing_ok=True)  # it vouches for bytes that are gone
    return whole


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal. Raises OSError."""
    from hashlib import sha256  # where a file's stamp vouches for it, nothing is hashed

    found = sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
    return found.hexdigest()


def remember(path: Path, sha256: str) -> None:
    """Let the file's size and time vouch for this digest from now on. Raises OSError."""
    _record(path).write_text(json.dumps(_stamp(path, sha256)) + "\n", "utf-8")


def _stamp(path: Path, sha256: str) -> dict[str, object]:
    info = path.stat()
    return {"size": info.st_size, "mtime_ns": info.st_mtime_ns, "sha256": sha256}


def _record(path: Path) -> Path:
    return path.with_name(path.name + ".verified.json")
