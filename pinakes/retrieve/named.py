"""Which note or entity does a person mean by a name? The exact one, or suggestions."""

from __future__ import annotations

import difflib

from pinakes.errors import UsageError
from pinakes.graph.neighbourhood import Node
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.vault.naming import link_key

_KNOWN = 2_000
"""Entities that suggestions are drawn from: those in most notes."""


def note(db: Connection, name: str) -> int:
    """The note that is called so: by path, file name, title or alias.

    Raises UsageError, with suggestions, when there is none.
    """
    found = _note(db, name)
    if found is None:
        raise _unknown(db, name, "note")
    return found


def note_or_entity(db: Connection, name: str) -> tuple[Node, str]:
    """The note, else the entity, that is called so, and its own spelling of its name.

    Raises UsageError, with suggestions, when there is neither.
    """
    found = _note(db, name)
    if found is not None:
        return Node("note", found), read.note_paths(db, [found])[found][1]
    rows = read.entities_by_key(db, [entity_key(name)])
    if rows:
        return Node("entity", rows[0].entity_id), rows[0].name
    raise _unknown(db, name, "note or entity")


def _note(db: Connection, name: str) -> int | None:
    name = name.encode("utf-8", "replace").decode()
    for path in (name, f"{name}.md"):
        if (found := read.note_id(db, path)) is not None:
            return found
    called = read.notes_named(db, [link_key(name)])
    return next((found for notes in called.values() for found, _ in notes), None)


def _unknown(db: Connection, name: str, kind: str) -> UsageError:
    known = {title.casefold(): title for _, title in read.paths_and_titles(db)}
    if kind != "note":
        known.update((e.key, e.name) for e, _, _ in read.entities_like(db, "", _KNOWN))
    near = [known[key] for key in difflib.get_close_matches(name.casefold(), known, n=3, cutoff=0.6)]
    near += [title for key, title in known.items() if name.casefold() in key and title not in near][: 3 - len(near)]
    hint = f"Did you mean {' or '.join(f'`{title}`' for title in near)}?" if near else "`pinakes search` finds notes."
    return UsageError(f"No {kind} is called `{name}`.", hint)
