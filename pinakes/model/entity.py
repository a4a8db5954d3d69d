"""What a person has decided about names, and which of them may be one."""

from __future__ import annotations

from typing import Literal, NamedTuple

DecisionKind = Literal["same", "apart", "name", "hide"]


class Decision(NamedTuple):
    """Something that a person has said about a name; a later one wins over an earlier one."""

    number: int
    kind: DecisionKind
    key: str
    """Of the name that it is about."""
    name: str
    """As it was typed or shown."""
    others: tuple[str, ...] = ()
    """same: the key that it goes by; apart: the keys that it is not."""
    said: str = ""
    """same: the name that it goes by; name: what it is to be called; apart: what it is not."""
    made: str = ""
    """UTC, as `2026-03-28T17:05:00Z`."""


class Suggestion(NamedTuple):
    """Two entities that may be one: a person is asked, nothing is done."""

    id: str
    """The same as long as both names are there."""
    a: str
    """The one with fewer mentions, in its own spelling."""
    b: str
    """The one that it would go by."""
    why: str
    """In a few words."""
    score: float
    """0 … 1: how likely."""
    a_mentions: int
    """Passages that mention it."""
    b_mentions: int
