"""Which fields does the query language have, what may stand behind each, and which one was meant?"""

from __future__ import annotations

import difflib
from typing import Literal, NamedTuple

Takes = Literal["words", "text", "choice", "task", "date", "note", "order"]
"""words: read like the text of a note. text: compared as it is written. note: what a note is called."""


class FieldKind(NamedTuple):
    """A field: what it takes, and how it reads in a sentence."""

    takes: Takes
    meaning: str
    """With `{}` for the value."""
    choices: tuple[str, ...] = ()


HAS = (
    "task", "code", "link", "url", "embed", "image", "property", "tag", "alias", "heading", "block", "table",
)  # fmt: skip
IS = ("orphan", "daily", "broken", "canvas")
TASKS = ("todo", "done", "any")
ORDERS = ("relevance", "title", "changed", "created", "path")

FIELDS: dict[str, FieldKind] = {
    "title": FieldKind("words", "title has {}"),
    "alias": FieldKind("words", "an alias has {}"),
    "heading": FieldKind("words", "under a heading with {}"),
    "section": FieldKind("words", "in one section: {}"),
    "line": FieldKind("words", "in one line: {}"),
    "task": FieldKind("task", "a task: {}", TASKS),
    "path": FieldKind("text", "path contains {}"),
    "file": FieldKind("text", "file name contains {}"),
    "folder": FieldKind("text", "in folder {}"),
    "tag": FieldKind("text", "tagged {}, or below it"),
    "ent": FieldKind("text", "mentions {}"),
    "lang": FieldKind("text", "written in {}"),
    "links-to": FieldKind("note", "links to {}"),
    "linked-from": FieldKind("note", "linked from {}"),
    "has": FieldKind("choice", "has {}", HAS),
    "is": FieldKind("choice", "is {}", IS),
    "before": FieldKind("date", "dated before {}"),
    "after": FieldKind("date", "dated after {}"),
    "on": FieldKind("date", "dated {}"),
    "changed": FieldKind("date", "file changed {}"),
    "created": FieldKind("date", "created {}"),
    "sort": FieldKind("order", "sorted by {}", ORDERS),
}
WITH_REGEX = frozenset({"title", "alias", "heading", "section", "line", "task", "path", "file", "tag"})
SAID = {
    "task": "a task", "code": "a block of code", "link": "a link", "url": "an address of the web",
    "embed": "something embedded", "image": "a picture", "property": "a property", "tag": "a tag", "alias": "an alias",
    "heading": "a heading", "block": "a block with a name", "table": "a table",
    "orphan": "joined to no other by a link", "daily": "a daily note", "canvas": "a canvas",
    "broken": "with a broken link",
}  # fmt: skip
"""Choices in a sentence."""
_ALSO = {
    "tags": "tag", "entity": "ent", "mentions": "ent", "headings": "heading", "dir": "folder", "filename": "file",
    "language": "lang", "modified": "changed", "mtime": "changed", "aliases": "alias", "order": "sort",
    "linksto": "links-to", "linkedfrom": "linked-from",
}  # fmt: skip


def known(name: str) -> str | None:
    """The field that is called so, whatever its case; None for a word that is none."""
    folded = name.casefold().replace("_", "-")
    folded = _ALSO.get(folded, folded)
    return folded if folded in FIELDS else None


def choice(field: str, value: str, *, unfinished: bool = False) -> str | None:
    """The value of a field with few of them; unfinished: the only one that begins so."""
    folded = value.casefold()
    choices = FIELDS[field].choices
    for name in choices:
        if folded in (name, f"{name}s", f"{name}es"):
            return name
    if folded in _SAME and _SAME[folded] in choices:
        return _SAME[folded]
    begun = [name for name in choices if unfinished and name.startswith(folded)]
    return begun[0] if len(begun) == 1 else None


_SAME = {
    "properties": "property", "tasks": "task", "picture": "image", "orphaned": "orphan", "open": "todo",
    "modified": "changed", "mtime": "changed", "name": "title", "score": "relevance", "all": "any",
}  # fmt: skip


def nearest(name: str) -> str | None:
    """The field that may have been meant."""
    near = difflib.get_close_matches(name.casefold(), [*FIELDS, *_ALSO], n=1, cutoff=0.6)
    return _ALSO.get(near[0], near[0]) if near else None
