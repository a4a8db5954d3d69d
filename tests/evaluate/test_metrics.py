"""Measures of a ranking."""

from __future__ import annotations

import pytest

from pinakes.evaluate.metrics import Outcome, by_type, percentile, summary

OUTCOMES = [
    # ranked, gold, recall@2, reciprocal rank
    (("a", "b", "c"), ("a",), 1.0, 1.0),
    (("a", "b", "c"), ("c",), 0.0, 1 / 3),
    (("a", "b", "c"), ("b", "c"), 0.5, 1 / 2),
    (("a", "b", "c"), ("x",), 0.0, 0.0),
    ((), ("x",), 0.0, 0.0),
    (("a",), ("a", "a"), 1.0, 1.0),
]


@pytest.mark.parametrize(("ranked", "gold", "recall", "reciprocal"), OUTCOMES)
def test_one_question(ranked: tuple[str, ...], gold: tuple[str, ...], recall: float, reciprocal: float) -> None:
    outcome = Outcome("named", ranked, gold)

    assert (outcome.recall(2), outcome.reciprocal_rank()) == (recall, reciprocal)


def test_many_questions() -> None:
    outcomes = [Outcome("named", ("a",), ("a",)), Outcome("list", ("x", "a"), ("a", "b")), Outcome("list", (), ("c",))]

    assert summary(outcomes) == {
        "recall@2": 0.5, "recall@5": 0.5, "recall@10": 0.5, "mrr": 0.5, "all_gold@5": 0.3333, "empty": 0.3333,
    }  # fmt: skip
    assert {t: row["n"] for t, row in by_type(outcomes).items()} == {"list": 2, "named": 1}


def test_no_questions_give_zeros() -> None:
    assert set(summary([]).values()) == {0.0}
    assert percentile([], 0.5) == 0.0


def test_percentile_is_one_of_the_values() -> None:
    assert [percentile([3.0, 1.0, 2.0, 4.0], q) for q in (0.0, 0.5, 0.95)] == [1.0, 3.0, 4.0]
