"""By which constants is it ranked?"""

from __future__ import annotations

from typing import NamedTuple

from pinakes.graph.neighbourhood import Bounds, Weights


class Tuning(NamedTuple):
    """The constants of the ranking; chosen on questions apart from those it is judged by."""

    fields: tuple[float, float, float] = (2.0, 1.5, 1.0)
    """BM25 weights of title, heading path and text."""
    stop_words: float = 0.3
    """Part of their BM25 that stop words add to what the other words have found."""
    every_word: float = 1.0
    """Part of its score that a passage gains which has every word that the query is about."""
    same_note: float = 0.05
    """Part of the scores of a note's other passages that its best one gains."""
    same_group: float = 0.15
    """Part of the scores of the other notes of its folder that a note gains, times the part of them that match."""
    meaning: float = 1.0
    """Of the passage nearest in meaning, against the one with the best words; for questions that name nothing known."""
    sharpness: float = 4.0
    """Power of the normalised scores: how much the best ones stand out in the reset vector."""
    entity_mass: float = 0.3
    """Part of the reset vector on named entities, when there are any."""
    title_mass: float = 0.25
    """Part on notes named in the question, times the root of the share of the question that the name covers."""
    damping: float = 0.8
    gate: float = 0.5
    """Power of a chunk's relevance, 0 … 1, to which it lets the walk in."""
    gate_floor: float = 0.03
    """Relevance of a chunk that has no word of the question."""
    newest: float = 0.5
    """Part of its score that the newest of the passages gains where a question asks how things stand now."""
    weights: Weights = Weights()
    bounds: Bounds = Bounds()
    tolerance: float = 1e-3
    """Of the walk: enough for the order of the first ten."""

    def for_lookup(self) -> Tuning:
        """For a note that is asked for by name: what it is called counts more than what it says."""
        title, heading, body = self.fields
        return self._replace(fields=(title * 4, heading * 2, body), title_mass=max(self.title_mass, 0.6))
