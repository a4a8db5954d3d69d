"""Which notes are in the vault now, with which stamps?

The scan is the truth that everything else is compared with. It opens no file and follows no
symbolic link; a folder that can't be listed is named, so that nothing below it counts as gone.
"""

from __future__ import annotations

import os
from pathlib import Path

from pinakes.errors import VaultError
from pinakes.model.files import FileStamp, Problem, Scan
from pinakes.vault.ignore import IgnoreRules
from pinakes.vault.naming import NOTE_EXTENSIONS

MARKERS = frozenset({".obsidian", "logseq", "dendron.yml", "dendron.code-workspace", ".foam", ".vscode", ".zk"})
"""What note programs leave in the folders they work in: names that may mark a dialect."""


def scan(root: Path, ignore: IgnoreRules) -> Scan:
    """The notes and attachments below `root`."""
    stamps: dict[str, FileStamp] = {}
    attachments: set[str] = set()
    problems: list[Problem] = list(ignore.problems)
    unreadable: list[str] = []
    markers: list[tuple[str, str]] = []
    folders = [""]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(root / folder if folder else root) as entries:
                for entry in entries:
                    if entry.name in MARKERS:
                        markers.append((folder, entry.name))
                    _visit(entry, folder, ignore, folders, stamps, attachments, problems, unreadable)
        except OSError as error:
            unreadable.append(folder)
            problems.append(Problem(folder or ".", f"the folder can't be listed: {error.strerror}"))
    return Scan(stamps, tuple(problems), tuple(unreadable), frozenset(attachments), tuple(sorted(markers)))


def is_note(name: str) -> bool:
    """Is a file of this name a note?"""
    return name.lower().endswith(NOTE_EXTENSIONS)


def root_identity(root: Path) -> tuple[int, int] | None:
    """Device and inode of the vault's folder: another pair is another folder. None while it is not there."""
    try:
        status = root.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def check_root(root: Path) -> None:
    """Raise VaultError unless `root` is a folder that can be listed."""
    try:
        there, is_folder = root.exists(), root.is_dir()
    except OSError as error:  # a dropped mount, a closed folder above it, a name that is too long
        raise VaultError(
            f"{root} can't be reached: {error.strerror}.", "Check the drive and the permissions."
        ) from error
    if not there:
        raise VaultError(f"{root}: no such folder.", "Give the folder of your notes with --vault DIR.")
    if not is_folder:
        raise VaultError(f"{root}: not a folder.", "Give the folder that the notes are in, not one of them.")
    try:
        with os.scandir(root) as entries:
            next(entries, None)
    except OSError as error:
        raise VaultError(
            f"{root}: can't be listed: {error.strerror}.", "Make the folder readable for your user, or choose another."
        ) from error


def _visit(
    entry: os.DirEntry[str],
    folder: str,
    ignore: IgnoreRules,
    folders: list[str],
    stamps: dict[str, FileStamp],
    attachments: set[str],
    problems: list[Problem],
    unreadable: list[str],
) -> None:
    name = entry.name
    path = f"{folder}/{name}" if folder else name
    is_dir = entry.is_dir(follow_symlinks=False)
    if ignore.reason(path, name, is_dir) is not None:
        return
    if not _is_utf8(name):
        shown = os.fsencode(path).decode("utf-8", "replace")
        problems.append(Problem(shown, "the name is not UTF-8; skipped. Rename it to have it read"))
    elif is_dir:
        folders.append(path)
    elif not entry.is_file(follow_symlinks=False):
        if is_note(name):
            kind = "a symbolic link; links are not followed" if entry.is_symlink() else "not a regular file; not opened"
            problems.append(Problem(path, kind))
    elif is_note(name):
        _stamp(entry, path, stamps, problems, unreadable)
    else:
        attachments.add(path)


def _stamp(
    entry: os.DirEntry[str], path: str, stamps: dict[str, FileStamp], problems: list[Problem], unreadable: list[str]
) -> None:
    try:
        status = entry.stat(follow_symlinks=False)
    except FileNotFoundError:
        return  # gone since the folder was listed
    except OSError as error:
        problems.append(Problem(path, f"can't be looked at: {error.strerror}"))
        unreadable.append(path)  # it is there; what was known of it stays known
        return
    stamps[path] = FileStamp(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _is_utf8(name: str) -> bool:
    if name.isascii():
        return True
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
