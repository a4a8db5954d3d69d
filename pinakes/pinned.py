"""Pinned: the notes that a person keeps at hand, wherever they are moved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.curated import Curated
from pinakes.errors import UsageError
from pinakes.store import db as store
from pinakes.store import read

if TYPE_CHECKING:
    from pinakes.model.user import Pin
    from pinakes.model.view import NoteSummary


class Pinned(Curated):
    """The part of a Library in which notes are pinned. Nothing of it is written into a note."""

    index_file: Path

    def pins(self) -> tuple[Pin, ...]:
        """The pinned notes, those pinned first first; of one that is gone, where it was last seen.

        Raises StoreError for a file that is damaged or too new.
        """
        from pinakes.model.user import Pin

        kept = self._kept_pins()
        if not kept:
            return ()
        with store.reading(self.index_file) as db:
            there = read.note_ids(db, [pin.path for pin in kept])
        return tuple(Pin(pin.path, pin.title, pin.pinned, pin.path in there) for pin in kept)

    def pinned_notes(self) -> tuple[NoteSummary, ...]:
        """Those of the pinned notes that are there, as in a list."""
        kept = self._kept_pins()
        if not kept:
            return ()
        with store.reading(self.index_file) as db:
            there = read.summaries(db, [pin.path for pin in kept])
        return tuple(there[pin.path] for pin in kept if pin.path in there)

    def pin(self, name: str) -> Pin:
        """Pin the note that is called so; one that is pinned stays so.

        Raises UsageError, with suggestions, for a name that no note has, StoreError when it can't be written.
        """
        from pinakes.retrieve import named
        from pinakes.store import pins, user

        with store.reading(self.index_file) as db:
            note = named.note(db, name)
            path, title = read.note_paths(db, [note])[note]
            content_hash = read.content_hashes(db, [path])[path].rstrip("!")
        with user.writing(self.user_file) as user_db:
            pins.add(user_db, path, title, content_hash)
        return next(pin for pin in self.pins() if pin.path == path)

    def unpin(self, name: str) -> Pin:
        """Let a pinned note go; as it was pinned.

        Raises UsageError where no pinned note is called so, StoreError when it can't be written.
        """
        from pinakes.retrieve import named
        from pinakes.store import pins, user

        known = self.pins()
        wanted = name.casefold()
        found = next((pin for pin in known if wanted in (pin.path.casefold(), pin.title.casefold())), None)
        if found is None:
            with store.reading(self.index_file) as db:
                note = named.note(db, name)
                path = read.note_paths(db, [note])[note][0]
            found = next((pin for pin in known if pin.path == path), None)
        if found is None:
            raise UsageError(f"{path} is not pinned.", "`pinakes pins` lists what is.")
        with user.writing(self.user_file) as user_db:
            pins.remove(user_db, found.path)
        return found
