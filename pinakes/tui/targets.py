"""Where does a link that was followed lead? Asks the Library for notes, and looks up sections in one."""

from __future__ import annotations

import posixpath

from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.model.view import NoteView


def linked_path(library: Library, here: str, target: str, *, wiki: bool) -> str:
    """The note that `target` names, as written in the note `here`."""
    if not wiki:
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(here), target))
        try:
            return library.find_note(beside)
        except UsageError:
            pass  # many notes give a path from the vault's top, which is looked for next
    return library.find_note(target)


def section_line(view: NoteView, section: str) -> int:
    """The line of a heading or `^block`; 1 where there is none."""
    wanted = section.rpartition("#")[2].strip()
    if wanted.startswith("^"):
        for number, line in enumerate(view.text.split("\n"), 1):
            if line.rstrip().endswith(wanted):
                return number
        return 1
    plain = wanted.casefold()
    dashed = plain.replace(" ", "-")
    for heading in view.headings:
        text = heading.text.strip().casefold()
        if plain == text or dashed == text.replace(" ", "-"):
            return heading.line
    return 1
