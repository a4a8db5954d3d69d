"""Chains between notes, with the sentences that show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

NodeKind = Literal["note", "entity", "tag"]


EdgeKind = Literal["mention", "link", "tag", "sibling", "heading"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """A sentence in a note that shows a connection."""

    path: str
    line: int
    sentence: str


@dataclass(frozen=True, slots=True)
class BridgeNode:
    """A stop on the way from one note to another."""

    kind: NodeKind
    name: str
    path: str | None = None
    """Of a note; None otherwise."""


@dataclass(frozen=True, slots=True)
class BridgeEdge:
    """A step between two nodes, with the sentence that shows it."""

    kind: EdgeKind
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class BridgePath:
    """A chain of nodes, each joined to the next."""

    weight: float
    """0 … 1, the product of the steps' strengths."""
    nodes: tuple[BridgeNode, ...]
    edges: tuple[BridgeEdge, ...]
    """One fewer than nodes."""


@dataclass(frozen=True, slots=True)
class Bridges:
    """The strongest chains between two notes or entities."""

    source: str
    target: str
    paths: tuple[BridgePath, ...]
