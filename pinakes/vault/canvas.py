"""What does a canvas say, written as a note? Its cards in reading order, its groups as headings.

A canvas (JSON Canvas) is a plane with cards on it. Read as a note it can be searched, cited
and linked like any other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pinakes.model.files import Problem
from pinakes.vault.naming import CANVAS_EXTENSION

_MOST_GROUPS = 200
"""More of them are no order that a reader sees; cards in others stand by themselves."""
_NO_GROUP = -1
_FENCES = ("```", "~~~")


def is_canvas(path: str) -> bool:
    """Is a file of this name a canvas?"""
    return path.lower().endswith(CANVAS_EXTENSION)


def as_note(path: str, text: str) -> tuple[str, tuple[Problem, ...]]:
    """The text of a canvas as markdown; what is no canvas stays as it is, with a Problem."""
    try:
        plane = json.loads(text) if text.strip() else {}
        cards = [card for card in plane.get("nodes", ()) if isinstance(card, dict)]
        edges = [edge for edge in plane.get("edges", ()) if isinstance(edge, dict)]
    except (ValueError, AttributeError, TypeError, RecursionError):
        return text, (Problem(path, "not a canvas: invalid JSON; read as plain text"),)
    ordered = sorted(cards, key=_place)
    groups = [card for card in ordered if card.get("type") == "group"][:_MOST_GROUPS]
    members: dict[int, list[str]] = {}
    for card in ordered:
        text = _card(card).strip()
        if text:
            members.setdefault(_group_of(card, groups), []).append(text)
    parts = members.get(_NO_GROUP, [])
    for number, group in enumerate(groups):
        parts.append(f"# {' '.join(str(group.get('label') or 'Group').split())}")
        parts.extend(members.get(number, ()))
    labels = [" ".join(str(edge["label"]).split()) for edge in edges if edge.get("label")]
    if labels:
        parts.append("\n".join(f"- {label}" for label in labels))
    return "\n\n".join(parts) + "\n" if parts else "", ()


def _group_of(card: Mapping[str, Any], groups: Sequence[Mapping[str, Any]]) -> int:
    """The smallest group around the card."""
    around = [number for number, group in enumerate(groups) if _holds(group, card)]
    return min(around, key=lambda n: _number(groups[n], "width") * _number(groups[n], "height"), default=_NO_GROUP)


def _card(card: Mapping[str, Any]) -> str:
    kind = card.get("type")
    if kind == "text":
        return _closed(str(card.get("text") or ""))
    if kind == "file" and card.get("file"):
        return f"![[{card['file']}{card.get('subpath') or ''}]]"
    if kind == "link" and card.get("url"):
        return f"<{card['url']}>"
    return ""


def _closed(text: str) -> str:
    """A fence that is left open ends with its card."""
    opened = ""
    for line in text.splitlines():
        mark = line.strip()[:3]
        if mark in _FENCES and mark == (opened or mark):
            opened = "" if opened else mark
    return f"{text}\n{opened}" if opened else text


def _holds(group: Mapping[str, Any], card: Mapping[str, Any]) -> bool:
    """Is the middle of the card within the group?"""
    x = _number(card, "x") + _number(card, "width") / 2
    y = _number(card, "y") + _number(card, "height") / 2
    left, top = _number(group, "x"), _number(group, "y")
    return left <= x <= left + _number(group, "width") and top <= y <= top + _number(group, "height")


def _place(card: Mapping[str, Any]) -> tuple[float, float]:
    return _number(card, "y"), _number(card, "x")


def _number(card: Mapping[str, Any], key: str) -> float:
    value = card.get(key)
    return float(value) if isinstance(value, int | float) and abs(value) < 1e15 else 0.0
