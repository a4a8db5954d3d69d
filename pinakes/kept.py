"""Kept: what a person adds to a vault's library, in a database that no rebuilding touches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.config import Config
from pinakes.errors import StoreError, UsageError

if TYPE_CHECKING:
    from pinakes.model.entity import Decision
    from pinakes.model.search import Mode
    from pinakes.model.user import PastSearch, SavedSearch
    from pinakes.store.pins import PinRow


class Kept:
    """The part of a Library that is not derived from the notes: searches kept and made, pins, and decisions about
    names.

    Where there is none of it there is no file, and reading makes none.
    """

    config: Config
    index_dir: Path

    @property
    def user_file(self) -> Path:
        return self.index_dir / "user.db"

    def saved_searches(self) -> tuple[SavedSearch, ...]:
        """All that were kept, by name. Raises StoreError for a file that is damaged or too new."""
        from pinakes.store import searches, user

        if not self.user_file.exists():
            return ()
        with user.reading(self.user_file) as db:
            return searches.saved(db)

    def saved_search(self, name: str) -> SavedSearch:
        """The one of that name. Raises UsageError, with the nearest, when there is none."""
        from pinakes.store import searches

        known = self.saved_searches()
        wanted = searches.key(searches.plain(name.removeprefix("@")))
        found = next((search for search in known if searches.key(search.name) == wanted), None)
        if found is None:
            raise _unknown(name, [search.name for search in known])
        return found

    def save_search(
        self,
        name: str,
        query: str,
        *,
        limit: int | None = None,
        mode: Mode = "auto",
        graph: bool = True,
        replace: bool = False,
    ) -> SavedSearch:
        """Keep a search by name; with `replace`, in place of one that has it.

        Raises UsageError for a name that can't be one or is taken, StoreError when it can't be written.
        """
        from pinakes.model.user import SavedSearch
        from pinakes.store import searches, user

        search = SavedSearch(searches.plain(name.removeprefix("@")), searches.plain(query), "", limit, mode, graph)
        _check(search)
        with user.writing(self.user_file) as db:
            taken = searches.find(db, search.name)
            if taken is not None and not replace:
                raise UsageError(
                    f"`{taken.name}` is saved already, as: {taken.query}", "Take another name, or give --replace."
                )
            return searches.save(db, search)

    def remove_saved(self, name: str) -> SavedSearch:
        """Forget the one of that name; as it was. Raises UsageError, with the nearest, when there is none."""
        from pinakes.store import searches, user

        found = self.saved_search(name)
        with user.writing(self.user_file) as db:
            searches.remove(db, found.name)
        return found

    def decisions(self) -> tuple[Decision, ...]:
        """What was decided about names, the oldest first. Raises StoreError for a file that is damaged or too new."""
        from pinakes.store import decisions, user

        if not self.user_file.exists():
            return ()
        with user.reading(self.user_file) as db:
            return decisions.all_of(db)

    def _kept_pins(self) -> tuple[PinRow, ...]:
        """The pins as they were last seen. Raises StoreError for a file that is damaged or too new."""
        from pinakes.store import pins, user

        if not self.user_file.exists():
            return ()
        with user.reading(self.user_file) as db:
            return pins.all_of(db)

    def history(self, limit: int = 20) -> tuple[PastSearch, ...]:
        """What was searched for, the newest first. Raises StoreError for a file that is damaged or too new."""
        from pinakes.store import searches, user

        if not self.user_file.exists():
            return ()
        with user.reading(self.user_file) as db:
            return searches.history(db, limit)

    def note_search(self, query: str, hits: int) -> None:
        """Remember a search that a person asked for. A search never fails for it: what can't be written is lost."""
        if not self.config.search.history:
            return
        from pinakes.store import searches, user

        try:
            with user.writing(self.user_file, hurried=True) as db:
                searches.note(db, query, hits)
        except StoreError:
            return  # `pinakes doctor` says why

    def forget_history(self) -> int:
        """Forget what was searched for; how many queries they were. Raises StoreError when it can't be written."""
        from pinakes.store import searches, user

        if not self.user_file.exists():
            return 0
        with user.writing(self.user_file) as db:
            return searches.forget(db)

    def set_user_file_aside(self) -> Path:
        """Begin a new file in place of one that is damaged or too new; where the old one is now.

        Raises UsageError when there is none or nothing is wrong with it.
        """
        from pinakes.store import user

        if not self.user_file.is_file():
            raise UsageError(
                f"There is no {self.user_file}.",
                "It is made when the first search is saved or note pinned, or the first thing decided about names.",
            )
        return user.set_aside(self.user_file)


def _check(search: SavedSearch) -> None:
    """Raises UsageError for a name that nobody could see or type, and for a query without words."""
    from pinakes.clean import one_line
    from pinakes.store.searches import LONGEST_NAME

    if not one_line(search.name):
        raise UsageError("The name is empty.", "Give the search a name that you remember.")
    if len(search.name) > LONGEST_NAME:
        raise UsageError(f"The name has {len(search.name)} characters.", f"Take one of at most {LONGEST_NAME}.")
    if not any(c.isalnum() for c in search.query):
        raise UsageError(f"`{search.query}` holds no letters or digits to look for.", "Type a word of what you seek.")


def _unknown(name: str, known: list[str]) -> UsageError:
    import difflib

    spelt = {one.casefold(): one for one in known}
    near = difflib.get_close_matches(name.removeprefix("@").casefold(), spelt, n=1, cutoff=0.5)
    if near:
        hint = f"Did you mean `{spelt[near[0]]}`?"
    elif known:
        hint = "`pinakes saved` lists those that there are."
    else:
        hint = "None is saved yet: `pinakes saved add NAME WORDS` keeps one."
    return UsageError(f"No saved search is called `{name}`.", hint)
