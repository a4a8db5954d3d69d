"""How does a new note come into a vault? A file that was not there, shown before it is written. Nothing else is.

The path is walked without following links, so no name leads out of the vault, and the file is
made in one step that fails where there is one already: no byte of a note is ever replaced.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from pinakes.clean import one_line
from pinakes.errors import UsageError, VaultError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_UNFIT = re.compile(r'[\\/:*?"<>|#^\[\]]')
"""What some file system, or a link to the note, has another meaning for."""
_LONGEST = 120
_LONGEST_BYTES = 200
_FREE = 100


class NewNote(NamedTuple):
    """A note that is to be written."""

    path: str
    """Below the vault."""
    text: str


def planned(title: str, taken: Callable[[str], bool]) -> NewNote:
    """The note for a title, under a name that is not taken.

    Raises UsageError for a title without a letter or digit, and where all names like it are taken.
    """
    title = one_line(title)[:_LONGEST].strip()
    name = " ".join(_UNFIT.sub(" ", title).split()).strip(". ")
    while len(name.encode()) > _LONGEST_BYTES:
        name = name[:-1].rstrip(". ")
    if not any(c.isalnum() for c in name):
        raise UsageError(f"`{title}` can't be the name of a note.", "Give it a name with a letter or a digit.")
    names = [name, *(f"{name} {n}" for n in range(2, _FREE))]
    free = next((f"{one}.md" for one in names if not taken(f"{one}.md")), None)
    if free is None:
        raise UsageError(f"There are many notes called `{name}` already.", "Take another name.")
    return NewNote(free, f"# {title}\n\n")


def create(root: Path, note: NewNote) -> None:
    """Write it. Raises UsageError for a path that can't be a note's, VaultError where the disk refuses."""
    parts = note.path.split("/")
    if any(not part.strip() or part.startswith(".") or "\0" in part for part in parts) or not parts[-1].endswith(".md"):
        raise UsageError(f"`{note.path}` can't be a note's path.", "Write it as `folder/name.md`, below the vault.")
    handle = -1
    try:
        handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        for folder in parts[:-1]:
            with suppress(FileExistsError):
                os.mkdir(folder, dir_fd=handle)
            below = os.open(folder, _FOLDER, dir_fd=handle)
            os.close(handle)
            handle = below
        _write(handle, parts[-1], note.text)
    except FileExistsError as error:
        raise UsageError(f"{note.path} is there already.", "Take another name; nothing was written.") from error
    except OSError as error:
        raise VaultError(
            f"{note.path} can't be written: {error.strerror}.", "Check the folder's permissions and the disk."
        ) from error
    finally:
        if handle >= 0:
            os.close(handle)


def _write(folder: int, name: str, text: str) -> None:
    """All of it, on the disk; where that fails, the file is taken away again."""
    file = os.open(name, _NEW, 0o666, dir_fd=folder)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(text.encode("utf-8", "replace"))
            out.flush()
            os.fsync(out.fileno())
    except OSError:
        with suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise
