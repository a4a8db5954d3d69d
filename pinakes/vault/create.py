"""How does a new note come into a vault? A file that was not there, shown before it is written. Nothing else is.

The path is walked without following links, so no name leads out of the vault, and the file is
made in one step that fails where there is one already: no byte of a note is ever replaced. A name
that another system would refuse or take for another file's is refused, since vaults are carried about.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from pinakes.clean import one_line
from pinakes.errors import UsageError, VaultError

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
_UNFIT = re.compile(r'[\\/:*?"<>|#^\[\]]')
"""What some file system, or a link to the note, has another meaning for."""
_REFUSED_ELSEWHERE = re.compile(r'[\\:*?"<>|]')
_DEVICES = frozenset(
    [
        "con",
        "prn",
        "aux",
        "nul",
        "conin$",
        "conout$",
        *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³"),
    ]
)
"""What Windows opens instead of a file, whatever follows a dot."""
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
    _refuse_halves(title)
    title = _without_suffix(one_line(_without_controls(title))[:_LONGEST].strip())
    name = " ".join(_UNFIT.sub(" ", unicodedata.normalize("NFC", title)).split()).strip(". ")
    while len(name.encode()) > _LONGEST_BYTES:
        name = name[:-1]
    name = _without_suffix(name).strip(". ")
    if not any(c.isalnum() for c in name):
        raise UsageError(f"`{title}` can't be the name of a note.", "Give it a name with a letter or a digit.")
    if _is_device(name):
        raise UsageError(f"`{title}` is the name of a device on Windows, not of a file.", "Take another name.")
    names = [name, *(f"{name} {n}" for n in range(2, _FREE))]
    free = next((f"{one}.md" for one in names if not taken(f"{one}.md")), None)
    if free is None:
        raise UsageError(f"There are many notes called `{name}` already.", "Take another name.")
    return NewNote(free, f"# {title}\n\n")


def create(root: Path, note: NewNote) -> None:
    """Write it. Raises UsageError for a path that can't be a note's, VaultError where the disk refuses."""
    _check(note.path)
    *folders, name = note.path.split("/")
    try:
        with ExitStack() as handles, ExitStack() as made:
            handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            handles.callback(os.close, handle)
            above = ""
            for folder in folders:
                handle = _below(handle, folder, above, made)
                handles.callback(os.close, handle)
                above += f"{folder}/"
            _refuse_twin(handle, name, above)
            _write(handle, name, note.text)
            made.pop_all()  # they stay
    except FileExistsError as error:
        raise UsageError(f"{note.path} is there already.", "Take another name; nothing was written.") from error
    except OSError as error:
        raise VaultError(
            f"{note.path} can't be written: {error.strerror}.", "Check the folder's permissions and the disk."
        ) from error


def _check(path: str) -> None:
    """Refuse what is no note's path, here or on another system."""
    _refuse_halves(path)
    parts = path.split("/")
    if any(not part.strip() or part.startswith(".") for part in parts) or not parts[-1].endswith(".md"):
        raise UsageError(f"`{path}` can't be a note's path.", "Write it as `folder/name.md`, below the vault.")
    if _without_controls(path) != path or _REFUSED_ELSEWHERE.search(path):
        raise UsageError(
            f"`{one_line(path)}` can't be a file's path on every system.",
            'Leave out control characters and \\ : * ? " < > |.',
        )
    for part in parts:
        if _is_device(part):
            raise UsageError(f"`{part}` is the name of a device on Windows, not of a file.", "Take another name.")
        if part.endswith((".", " ")):
            raise UsageError(f"`{part}` ends in a dot or a blank, which Windows leaves out.", "Take it away.")


def _below(handle: int, folder: str, above: str, made: ExitStack) -> int:
    """The folder, opened; where it has to be made, `made` learns how to take it away again."""
    with suppress(FileNotFoundError):
        return os.open(folder, _FOLDER, dir_fd=handle)
    _refuse_twin(handle, folder, above)
    with suppress(FileExistsError):
        os.mkdir(folder, dir_fd=handle)
        made.callback(_remove_folder, folder, handle)
    return os.open(folder, _FOLDER, dir_fd=handle)


def _remove_folder(name: str, parent: int) -> None:
    with suppress(OSError):  # another program has put something into it
        os.rmdir(name, dir_fd=parent)


def _refuse_twin(folder: int, name: str, above: str) -> None:
    """Raise UsageError where something lies in the folder that other systems can't tell from this name."""
    names = os.listdir(folder)
    if name in names:
        return
    alike = _alike(name)
    twin = next((other for other in sorted(names) if _alike(other) == alike), None)
    if twin is not None:
        raise UsageError(
            f"{above}{name} differs from {above}{one_line(twin)} only in capitals or in how letters are composed;"
            " many systems take the two for one.",
            f"Take another name, or `{above}{one_line(twin)}`; nothing was written.",
        )


def _alike(name: str) -> str:
    """The same for names that differ only by case or composition; ß is not ss."""
    folded = [c if len(c.casefold()) > 1 else c.casefold() for c in unicodedata.normalize("NFC", name)]
    return unicodedata.normalize("NFC", "".join(folded))


def _is_device(name: str) -> bool:
    return name.partition(".")[0].strip().lower() in _DEVICES


def _without_suffix(name: str) -> str:
    while name.lower().endswith(".md"):
        name = name[:-3].rstrip()
    return name


def _without_controls(text: str) -> str:
    """Those that are blanks become one."""
    return "".join([c if unicodedata.category(c) != "Cc" else " " if c.isspace() else "" for c in text])


def _refuse_halves(text: str) -> None:
    if any("\ud800" <= c <= "\udfff" for c in text):
        raise UsageError(
            f"`{one_line(text)}` holds half of a character (a lone surrogate), which no file's name can.",
            "Type the name again.",
        )


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
