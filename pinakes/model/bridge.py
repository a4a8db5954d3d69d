"""Chains between notes, with the sentences that show them."""

from __future__ import annotations

from typing import Literal, NamedTuple

NodeKind = Literal["note", "entity", "tag"]


EdgeKind = Literal["mention", "link", "tag", "sibling", "heading", "name", "identifier"]


class Evidence(NamedTuple):
    """A sentence in a note that shows a connection."""

    path: str
    line: int
    sentence: str


class BridgeNode(NamedTuple):
    """A stop on the way from one note to another."""

    kind: NodeKind
    name: str
    path: str | None = None
    """Of a note; None otherwise."""


class BridgeEdge(NamedTuple):
    """A step between two nodes, with the sentence that shows it."""

    kind: EdgeKind
    evidence: Evidence


class BridgePath(NamedTuple):
    """A chain of nodes, each joined to the next."""

    weight: float
    """0 … 1, the product of the steps' strengths."""
    nodes: tuple[BridgeNode, ...]
    edges: tuple[BridgeEdge, ...]
    """One fewer than nodes."""


class Bridges(NamedTuple):
    """The strongest chains between two notes or entities."""

    source: str
    target: str
    paths: tuple[BridgePath, ...]


class NearNode(NamedTuple):
    """A node near another, and where it is drawn."""

    node: BridgeNode
    strength: float
    """0 … 1: how strongly the best way joins it to the centre; 1 for the centre itself."""
    x: float
    y: float
    """−1 … 1, the centre at 0."""


class Neighbourhood(NamedTuple):
    """What stands near a note or an entity, the nearest first; the centre is the first node."""

    nodes: tuple[NearNode, ...]
    edges: tuple[tuple[int, int], ...]
    """Indexes into `nodes`."""
    more: int = 0
    """Nodes further off that are not among them."""
