"""How good is a ranking? Recall@k, reciprocal rank and the like, over one question and over many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

CUTS = (2, 5, 10)


class Outcome(NamedTuple):
    """One question's ranking beside its gold."""

    type: str
    ranked: tuple[str, ...]
    gold: tuple[str, ...]
    """Never empty: a question without gold says nothing about a ranking."""

    def recall(self, k: int) -> float:
        """Share of the gold in the first k."""
        return len(set(self.ranked[:k]) & set(self.gold)) / len(set(self.gold))

    def reciprocal_rank(self) -> float:
        """1 / rank of the first gold; 0 when none was found."""
        return next((1 / rank for rank, item in enumerate(self.ranked, 1) if item in self.gold), 0.0)


def summary(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """Means over questions, rounded to four places; zeros for none."""
    n = len(outcomes)

    def mean(values: Sequence[float]) -> float:
        return round(sum(values) / n, 4) if n else 0.0

    return {
        **{f"recall@{k}": mean([o.recall(k) for o in outcomes]) for k in CUTS},
        "mrr": mean([o.reciprocal_rank() for o in outcomes]),
        "all_gold@5": mean([float(o.recall(5) == 1.0) for o in outcomes]),
        "empty": mean([float(not o.ranked) for o in outcomes]),
    }


def by_type(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """The same for each type of question, with their number."""
    types = sorted({o.type for o in outcomes})
    groups = {t: [o for o in outcomes if o.type == t] for t in types}
    return {t: {"n": len(group), **summary(group)} for t, group in groups.items()}


def percentile(values: Sequence[float], q: float) -> float:
    """The value below which a share q of all lie (nearest rank); 0 for none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else 0.0
