"""Which notes, tags and folders does a value of a query name?"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.store.text import fold
from pinakes.vault.naming import fold as fold_name
from pinakes.vault.naming import link_key, without_extension


def notes_called(db: Connection, name: str) -> tuple[set[int], str]:
    """The notes that a link with this text may mean, and its key; a path, or the end of one, tells them apart."""
    name = unicodedata.normalize("NFC", name.encode("utf-8", "replace").decode()).strip().strip("[]")
    key = link_key(name)
    found = {note for called in read.notes_named(db, [key]).values() for note, _ in called}
    if "/" in name.strip("/"):
        ending = "/" + fold_name(without_extension(name.strip("/")))
        paths = read.note_paths(db, found)
        narrowed = {note for note in found if ("/" + fold_name(without_extension(paths[note][0]))).endswith(ending)}
        found = narrowed or found
    return found, key


def tags_called(known: Iterable[tuple[int, str]], name: str, *, unfinished: bool = False) -> list[int]:
    """The tag, and those nested in it; unfinished: those that begin so."""
    sought = fold(name.lstrip("#").strip("/"))
    found = []
    for tag, called in known:
        folded = fold(called)
        if folded == sought or folded.startswith(sought if unfinished else f"{sought}/"):
            found.append(tag)
    return found


def folder_holds(folder: str, path: str, *, unfinished: bool = False) -> bool:
    """Whether the path is in the folder, or in one below it; unfinished: its last name may go on."""
    sought = fold(folder.strip("/"))
    inside = fold(path.rpartition("/")[0])
    return inside == sought or inside.startswith(sought if unfinished else f"{sought}/")
