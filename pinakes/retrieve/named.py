"""Which note or entity does a person mean by a name? The exact one, or suggestions."""

from __future__ import annotations

import difflib
from typing import NamedTuple

from pinakes.errors import UsageError
from pinakes.graph.neighbourhood import Node
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.vault.naming import fold, link_key, without_extension

_KINDS = {"path": 0, "title": 1, "alias": 2}
"""What a note may be called by, the file's own name first."""
_KNOWN = 2_000
"""Entities that suggestions are drawn from: those in most notes."""


class Meant(NamedTuple):
    """The note that a name is taken for."""

    note: int
    others: tuple[int, ...] = ()
    """Other notes with the name; empty where it is a path."""


def note(db: Connection, name: str) -> int:
    """The note that is called so: by path, file name, title or alias.

    Raises UsageError, with suggestions, when there is none.
    """
    return meant(db, name).note


def meant(db: Connection, name: str) -> Meant:
    """The same, with all others that are called so.

    Raises UsageError, with suggestions, when there is none.
    """
    found = _meant(db, name)
    if found is None:
        raise _unknown(db, name, "note")
    return found


def note_or_entity(db: Connection, name: str) -> tuple[Node, str]:
    """The note, else the entity, that is called so, and its own spelling of its name.

    Raises UsageError, with suggestions, when there is neither.
    """
    found = _meant(db, name)
    if found is not None:
        return Node("note", found.note), read.note_paths(db, [found.note])[found.note][1]
    rows = read.entities_by_key(db, [entity_key(name)])
    if rows:
        return Node("entity", rows[0].entity_id), rows[0].name
    raise _unknown(db, name, "note or entity")


def _meant(db: Connection, name: str) -> Meant | None:
    """By its path; else of those called so the one whose name weighs most and that lies outermost."""
    name = name.encode("utf-8", "replace").decode()
    for path in (name, f"{name}.md"):
        if (known := read.note_id(db, path)) is not None:
            return Meant(known)
    weights: dict[int, int] = {}
    for called in read.notes_named(db, [link_key(name)]).values():
        for found, kind in called:
            weights[found] = min(weights.get(found, len(_KINDS)), _KINDS.get(kind, len(_KINDS)))
    paths = {found: path for found, (path, _) in read.note_paths(db, weights).items()}
    if "/" in name.strip("/"):
        ending = "/" + fold(without_extension(name.strip("/")))
        paths = {found: path for found, path in paths.items() if fold(f"/{without_extension(path)}").endswith(ending)}
    ordered = sorted(paths, key=lambda found: (weights[found], paths[found].count("/"), paths[found]))
    return Meant(ordered[0], tuple(ordered[1:])) if ordered else None


def _unknown(db: Connection, name: str, kind: str) -> UsageError:
    known = {title.casefold(): title for _, title in read.paths_and_titles(db)}
    if kind != "note":
        known.update((e.key, e.name) for e, _, _ in read.entities_like(db, "", _KNOWN))
    near = [known[key] for key in difflib.get_close_matches(name.casefold(), known, n=3, cutoff=0.6)]
    near += [title for key, title in known.items() if name.casefold() in key and title not in near][: 3 - len(near)]
    hint = f"Did you mean {' or '.join(f'`{title}`' for title in near)}?" if near else "`pinakes search` finds notes."
    return UsageError(f"No {kind} is called `{name}`.", hint)
