"""Which keys are there, and which of them has the user changed? Every action of every screen, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType

SHOWN = {
    "escape": "esc",
    "slash": "/",
    "question_mark": "?",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "plus": "+",
    "minus": "-",
    "f1": "F1",
}
FIXED = frozenset({"ctrl+q", "ctrl+p", "escape", "enter"})
"""Keys that lead out of everything; they keep their meaning."""


class KeyName(NamedTuple):
    """An action that a key is for."""

    id: str
    where: str
    does: str
    keys: str
    """As Textual calls them, with commas between."""

    @property
    def shown(self) -> str:
        """As they are written on the keyboard."""
        return "  ".join(SHOWN.get(key, key) for key in self.keys.split(","))


def names(groups: Iterable[tuple[str, Iterable[BindingType]]], changed: Mapping[str, str]) -> tuple[KeyName, ...]:
    """Every binding that says what it does, with the keys that it has now."""
    found: dict[str, KeyName] = {}
    for where, bindings in groups:
        for binding in bindings:
            if isinstance(binding, Binding) and binding.id and (binding.tooltip or binding.description):
                does = binding.tooltip or binding.description
                found.setdefault(binding.id, KeyName(binding.id, where, does, changed.get(binding.id, binding.key)))
    return tuple(found.values())


def clash(known: Iterable[KeyName], wanted: KeyName, key: str) -> str:
    """Why the action can't have this key, in words; empty where it can."""
    if key in FIXED:
        return f"{SHOWN.get(key, key)} keeps its meaning."
    for other in known:
        if other.id != wanted.id and key in other.keys.split(",") and _together(other.where, wanted.where):
            return f"{SHOWN.get(key, key)} is taken: {other.does} ({other.where})."
    return ""


def _together(one: str, other: str) -> bool:
    """Whether both can be meant at once."""
    return one == other or "Everywhere" in (one, other)
