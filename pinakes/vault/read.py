"""What is in a note's file, decoded, and which stamp belongs to exactly these bytes?

A name in a vault may be a FIFO, a device or a link to elsewhere: every part of the path is
opened without following links, and nothing but a regular file is read.
"""

from __future__ import annotations

import codecs
import errno
import hashlib
import os
import stat
from contextlib import suppress
from pathlib import Path

from pinakes.model.files import FileStamp, Problem, Source
from pinakes.vault import canvas

_ATTEMPTS = 2
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_note(root: Path, stamp_path: str, *, max_bytes: int) -> Source | Problem:
    """The note at `stamp_path` below `root`, or why it can't be had."""
    parts = stamp_path.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        return Problem(stamp_path, "the path leads out of the vault; not read")
    try:
        for _ in range(_ATTEMPTS):
            found = _read_once(root, stamp_path, parts, max_bytes)
            if found is not None:
                return found
    except (FileNotFoundError, NotADirectoryError):
        return Problem(stamp_path, "vanished while syncing")
    except OSError as error:
        if error.errno == errno.ELOOP:
            return Problem(stamp_path, "a symbolic link; links are not followed")
        if error.errno == errno.ENXIO:
            return Problem(stamp_path, "not a regular file; not opened")
        return Problem(stamp_path, f"can't be read: {error.strerror}")
    return Problem(stamp_path, "changed while it was read; the next sync reads it")


def decode(path: str, data: bytes) -> tuple[str, tuple[Problem, ...]]:
    """The text of a note's bytes: UTF-8, or what its byte order mark says, or else Windows-1252."""
    problems: tuple[Problem, ...] = ()
    encoding = next((name for bom, name in _BOMS if data.startswith(bom)), "utf-8")
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if encoding in ("utf-8", "utf-8-sig"):
            line = data.count(b"\n", 0, error.start) + 1
            problems = (Problem(path, "not UTF-8; read as Windows-1252. Save it as UTF-8", line),)
            text = _western(data)
        else:
            problems = (Problem(path, f"damaged {encoding.upper()} text; some characters are lost"),)
            text = data.decode(encoding, "replace")
    return text.replace("\0", "\ufffd"), problems


def _western(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_once(root: Path, path: str, parts: list[str], max_bytes: int) -> Source | Problem | None:
    """None where the file changed meanwhile."""
    handle = _open(root, parts)
    try:
        before = os.fstat(handle)
        if not stat.S_ISREG(before.st_mode):
            return Problem(path, "not a regular file; not opened")
        if before.st_size > max_bytes:
            return Problem(path, f"larger than {_size(max_bytes)}; not read. Raise vault.max_note_bytes to read it")
        data = _read_all(handle, before.st_size)
        after = os.fstat(handle)
    finally:
        os.close(handle)
    stamp = _stamp(path, after)
    if stamp != _stamp(path, before) or len(data) != after.st_size:
        return None
    text, problems = decode(path, data)
    if canvas.is_canvas(path):
        text, more = canvas.as_note(path, text)
        problems += more
    return Source(stamp, text, hashlib.blake2b(data, digest_size=16).hexdigest(), problems)


def _open(root: Path, parts: list[str]) -> int:
    """Open a file folder by folder, so that no part of its path may be a link."""
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in parts[:-1]:
            inner = os.open(part, _FOLDER, dir_fd=folder)
            os.close(folder)
            folder = inner
        return os.open(parts[-1], _FILE, dir_fd=folder)
    finally:
        with suppress(OSError):
            os.close(folder)


def _read_all(handle: int, size: int) -> bytes:
    """All of it and one byte more, where there is one: then the file has grown."""
    pieces = []
    wanted = size + 1
    while wanted > 0 and (piece := os.read(handle, wanted)):
        pieces.append(piece)
        wanted -= len(piece)
    return b"".join(pieces)


def _stamp(path: str, status: os.stat_result) -> FileStamp:
    return FileStamp(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _size(count: int) -> str:
    return f"{count / (1024 * 1024):g} MiB" if count >= 1024 * 1024 else f"{count} bytes"
