"""Curated: what a person decides about names. Merge, split, rename, hide, undo; and what is worth asking."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.errors import UsageError
from pinakes.store import db as store
from pinakes.synced import Synced

if TYPE_CHECKING:
    from pinakes.model.entity import Decision, DecisionKind, Suggestion
    from pinakes.store.spellings import SpellingRow

_LONGEST_NAME = 200


class Curated(Synced):
    """The part of a Library in which names are put in order by hand.

    A decision is kept in the user's own database, wins over every rule, and holds after the
    index was made anew. It is put into effect at once, or is not kept: StoreError.
    """

    index_file: Path

    def merge_entities(self, name: str, into: str) -> Decision:
        """`name` and `into` are one entity from now on, and `into` is what it goes by.

        Raises UsageError for a name that is unknown, or where the two are one already.
        """
        with store.reading(self.index_file) as db:
            a, b = _spelling(db, name), _spelling(db, into)
        if a.entity_id == b.entity_id:
            raise UsageError(f"`{a.name}` and `{b.name}` are one already.", f'`pinakes entity "{b.name}"` shows it.')
        return self._decide("same", a, (b.key,), b.name)

    def split_entity(self, name: str) -> Decision:
        """This spelling is an entity of its own from now on, and none of those that it was one with.

        Raises UsageError for a name that is unknown, or is the only spelling of its entity.
        """
        from pinakes.store import spellings

        with store.reading(self.index_file) as db:
            one = _spelling(db, name)
            assert one.entity_id is not None, "a hidden name is refused"  # noqa: S101
            others = [row for row in spellings.of_entities(db, [one.entity_id]) if row.key != one.key]
        if not others:
            raise UsageError(
                f"`{one.name}` is the only spelling of its entity; there is nothing to split.",
                f'`pinakes entity "{one.name}"` shows it.',
            )
        return self._decide("apart", one, tuple(row.key for row in others), ", ".join(row.name for row in others))

    def keep_entities_apart(self, name: str, other: str) -> Decision:
        """The two are not one, whatever the rules say, and are never suggested again.

        Raises UsageError for a name that is unknown, or for one and the same.
        """
        with store.reading(self.index_file) as db:
            a, b = _spelling(db, name), _spelling(db, other)
        if a.key == b.key:
            raise UsageError(f"`{name}` and `{other}` are one and the same spelling.", "Name two different ones.")
        return self._decide("apart", a, (b.key,), b.name)

    def rename_entity(self, name: str, called: str) -> Decision:
        """The entity is shown as `called` from now on, and is found by it too.

        Raises UsageError for a name that is unknown, for one without letters, and for another entity's.
        """
        from pinakes.clean import one_line
        from pinakes.store import read
        from pinakes.store.keys import entity_key

        called = one_line(called).strip()
        if not entity_key(called) or len(called) > _LONGEST_NAME:
            raise UsageError(
                f"`{called[:40]}` can't be a name.", f"Give one with letters, of at most {_LONGEST_NAME} characters."
            )
        with store.reading(self.index_file) as db:
            one = _spelling(db, name)
            taken = [row for row in read.entities_by_key(db, [entity_key(called)]) if row.entity_id != one.entity_id]
        if taken:
            raise UsageError(
                f"`{taken[0].name}` is another entity.",
                f'`pinakes entity merge "{one.name}" "{taken[0].name}"` makes them one.',
            )
        return self._decide("name", one, (), called)

    def hide_entity(self, name: str) -> Decision:
        """The entity is none any more: no list, bridge, ranking or page knows it.

        Raises UsageError for a name that is unknown or hidden already.
        """
        with store.reading(self.index_file) as db:
            one = _spelling(db, name)
        return self._decide("hide", one)

    def undo_decision(self, number: int | None = None) -> Decision:
        """Take back the decision with this number, else the last one; as it was.

        Raises UsageError when there is none.
        """
        from pinakes.store import decisions, user

        known = self.decisions()
        if not known:
            raise UsageError("Nothing was decided about names yet.", "`pinakes help entity` says what can be.")
        found = next((d for d in known if d.number == (number if number is not None else known[-1].number)), None)
        if found is None:
            raise UsageError(f"There is no decision {number}.", "`pinakes entity decisions` lists them.")
        with user.writing(self.user_file) as db:
            decisions.remove(db, found.number)
            self._put_into_effect(decisions.all_of(db))
        return found

    def entity_suggestions(self, limit: int = 20) -> tuple[Suggestion, ...]:
        """Entities that may be one, the likeliest first. Nothing is done: `accept_suggestion`, `refuse_suggestion`."""
        from pinakes.index import likeness
        from pinakes.store import spellings

        with store.reading(self.index_file) as db:
            rows, decided = spellings.all_of(db), spellings.decisions(db)
            short = spellings.all_expansions(db)
        return tuple(likeness.suggestions(rows, short, decided)[:limit])

    def accept_suggestion(self, suggestion: str) -> Decision:
        """Merge the two. Raises UsageError where there is no such suggestion (any more)."""
        found = self._suggestion(suggestion)
        return self.merge_entities(found.a, found.b)

    def refuse_suggestion(self, suggestion: str) -> Decision:
        """Keep the two apart, and suggest them no more. Raises UsageError where there is no such suggestion."""
        found = self._suggestion(suggestion)
        return self.keep_entities_apart(found.a, found.b)

    def _suggestion(self, wanted: str) -> Suggestion:
        known = self.entity_suggestions(1_000_000)
        found = next((s for s in known if s.id == wanted.casefold()), None)
        if found is None:
            raise UsageError(f"There is no suggestion `{wanted}`.", "`pinakes entity suggestions` lists them.")
        return found

    def _decide(self, kind: DecisionKind, one: SpellingRow, others: tuple[str, ...] = (), said: str = "") -> Decision:
        from pinakes.model.entity import Decision
        from pinakes.store import decisions, user

        with user.writing(self.user_file) as db:
            made = decisions.add(db, Decision(0, kind, one.key, one.name, others, said))
            self._put_into_effect(decisions.all_of(db))
        return made

    def _put_into_effect(self, decided: tuple[Decision, ...]) -> None:
        """Called before they are kept, so that what fails here leaves all as it was."""
        from pinakes.index import settle

        with store.writing(self.index_file) as db:
            settle.take_decisions(db, decided)


def _spelling(db: store.Connection, name: str) -> SpellingRow:
    """The spelling that is meant: this one, else the name of the note that is called so.

    Raises UsageError, with suggestions, for one that is unknown, and for one that is hidden.
    """
    from pinakes.retrieve import named
    from pinakes.store import read, spellings
    from pinakes.store.keys import entity_key

    rows = spellings.with_keys(db, [entity_key(name)])
    if not rows:
        called = read.entities_by_key(db, [entity_key(name)])
        if not called:
            called = read.entities_by_key(db, [entity_key(named.note_or_entity(db, name)[1])])
        ids = [entity.entity_id for entity in called]
        rows = [row for row in spellings.of_entities(db, ids) if row.spelling_id in ids]
    if not rows or (rows[0].entity_id is None and rows[0].weak):
        raise UsageError(f"No other note names `{name}`.", "`pinakes entities` lists the names that there are.")
    if rows[0].entity_id is None:
        raise UsageError(
            f"`{rows[0].name}` is hidden.", "`pinakes entity decisions` lists what was decided, `undo` takes it back."
        )
    return rows[0]
