"""What stands around one note, and what is wrong in a vault? One question a method; nothing is written.

Every call opens its own snapshot of the index, so any thread may call.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from pinakes.retrieve import named
from pinakes.store import around as stored
from pinakes.store import read
from pinakes.store.db import Connection, reading

if TYPE_CHECKING:
    from pinakes.around.communities import Overview
    from pinakes.around.duplicates import Duplicates
    from pinakes.around.entity import EntityView
    from pinakes.around.links import Backlink, PlacedLink
    from pinakes.around.mentions import UnlinkedMention
    from pinakes.around.orphans import Orphan
    from pinakes.around.properties import PropertyCount, ValueCount
    from pinakes.around.related import RelatedNote
    from pinakes.around.tags import TagCount
    from pinakes.model.bridge import Bridges, EdgeKind
    from pinakes.model.files import Problem
    from pinakes.model.note import Heading

T = TypeVar("T")


class OfNote(NamedTuple, Generic[T]):
    """What was asked about one note, with the note that its name meant."""

    path: str
    title: str
    items: tuple[T, ...]
    others: tuple[str, ...] = ()
    """Paths of other notes that are called so."""


class Check(NamedTuple):
    """All that is wrong, or may be, in a vault."""

    broken: tuple[PlacedLink, ...]
    orphans: tuple[Orphan, ...]
    duplicates: tuple[Duplicates, ...]
    ambiguous: tuple[PlacedLink, ...]
    problems: tuple[Problem, ...]

    def __bool__(self) -> bool:
        return bool(self.broken or self.orphans or self.duplicates or self.ambiguous or self.problems)


class Around:
    """The index, asked about notes rather than for passages.

    A note is given by its path, file name, title or alias; a name that no note has raises
    UsageError with suggestions. Each method raises StoreError when nothing has been indexed.
    """

    def __init__(self, index_file: Path) -> None:
        self._file = index_file

    # ── one note ─────────────────────────────────────────────────────────────────────────

    def links(self, note: str) -> OfNote[PlacedLink]:
        """The links that the note holds, and where they lead."""
        from pinakes.around import links

        with reading(self._file) as db:
            found = named.meant(db, note)
            return _of(db, found, links.of_note(db, found.note))

    def backlinks(self, note: str) -> OfNote[Backlink]:
        """The links that lead to the note from others."""
        from pinakes.around import links

        with reading(self._file) as db:
            found = named.meant(db, note)
            return _of(db, found, links.to_note(db, found.note))

    def mentions(self, note: str, *, linking_too: bool = False) -> OfNote[UnlinkedMention]:
        """Where notes that don't link to it call it by name; `linking_too`: where any note does so."""
        from pinakes.around import mentions

        with reading(self._file) as db:
            found = named.meant(db, note)
            return _of(db, found, mentions.unlinked(db, found.note, linking_too=linking_too))

    def outline(self, note: str) -> OfNote[Heading]:
        """The headings of the note."""
        with reading(self._file) as db:
            found = named.meant(db, note)
            return _of(db, found, tuple(read.headings(db, found.note)))

    def related(self, note: str, limit: int = 10) -> OfNote[RelatedNote]:
        """The notes near it in the graph, without itself."""
        from pinakes.around import related

        with reading(self._file) as db:
            found = named.meant(db, note)
            return _of(db, found, related.near(db, found.note, limit))

    # ── the whole vault ──────────────────────────────────────────────────────────────────

    def tags(self) -> tuple[TagCount, ...]:
        """All tags, each behind the one that it is nested in."""
        from pinakes.around import tags

        with reading(self._file) as db:
            return tags.outline(stored.tagged_notes(db))

    def properties(self) -> tuple[PropertyCount, ...]:
        """All properties, those of most notes first."""
        from pinakes.around import properties

        with reading(self._file) as db:
            return properties.count(stored.properties(db))

    def values(self, key: str) -> tuple[ValueCount, ...]:
        """The values of one property; empty where no note has it."""
        from pinakes.around import properties

        with reading(self._file) as db:
            return properties.values_of(stored.properties(db), key)

    def communities(self) -> Overview:
        """What the vault is about: notes that belong together."""
        from pinakes.around import communities

        with reading(self._file) as db:
            return communities.overview(db)

    def broken(self) -> tuple[PlacedLink, ...]:
        """Links that lead to no note, or to a part of one that is not there."""
        from pinakes.around import links

        with reading(self._file) as db:
            return links.broken(db)

    def orphans(self) -> tuple[Orphan, ...]:
        """Notes that no link joins to another."""
        from pinakes.around import orphans

        with reading(self._file) as db:
            return orphans.orphans(db)

    def duplicates(self) -> tuple[Duplicates, ...]:
        """Notes that say the same, or nearly."""
        from pinakes.around import duplicates

        with reading(self._file) as db:
            return duplicates.duplicates(stored.texts(db))

    def check(self) -> Check:
        """All of these at one moment, with ambiguous links and what is wrong with notes and files."""
        from pinakes.around import duplicates, links, orphans

        with reading(self._file) as db:
            return Check(
                broken=links.broken(db),
                orphans=orphans.orphans(db),
                duplicates=duplicates.duplicates(stored.texts(db)),
                ambiguous=links.ambiguous(db),
                problems=read.problems(db),
            )

    # ── names ────────────────────────────────────────────────────────────────────────────

    def entity(self, name: str) -> EntityView:
        """What is known of a person, place or thing.

        Raises UsageError, with suggestions, for a name that stands nowhere.
        """
        from pinakes.around import entity

        with reading(self._file) as db:
            return entity.view(db, name)

    def bridges(
        self,
        source: str,
        target: str,
        *,
        max_hops: int = 3,
        limit: int = 5,
        kinds: Iterable[EdgeKind] | None = None,
        common: int | None = None,
        without: Sequence[str] = (),
    ) -> Bridges:
        """The strongest chains between two notes or entities.

        `kinds`: what steps may be, all where it is None. `common`: names and tags of more notes join
        nothing. `without`: nor do these notes and entities. Raises UsageError, with suggestions, for
        a name that is neither.
        """
        from pinakes.around import bridges

        with reading(self._file) as db:
            return bridges.between(
                db,
                source,
                target,
                max_hops=max_hops,
                limit=limit,
                kinds=bridges.KINDS if kinds is None else kinds,
                common=common,
                without=without,
            )


def _of(db: Connection, meant: named.Meant, items: tuple[T, ...]) -> OfNote[T]:
    known = read.note_paths(db, [meant.note, *meant.others])
    path, title = known[meant.note]
    return OfNote(path, title, items, tuple(known[other][0] for other in meant.others))
