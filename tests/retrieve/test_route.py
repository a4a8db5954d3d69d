"""Which way a question goes, in three languages, and what the numbers behind it keep to."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.library import Library
from pinakes.retrieve.route import FEATURES, WAYS, Routed, features, route
from pinakes.retrieve.route_weights import BIAS, WEIGHTS
from pinakes.store import db as store
from tests.conftest import DEMO

LEAST_RIGHT = 0.9
"""Of the demo vault's questions, which the weights were fitted on with others."""


def routed(library: Library, question: str) -> Routed:
    hits = library.search(question, 8).hits
    with store.reading(library.index_file) as db:
        return route(db, question, hits)


@pytest.mark.parametrize(
    ("question", "way"),
    [
        ("How heavy is the copper float of Aichinger No. 7?", "lookup"),
        ("Wie lange wird der Reindling gebacken?", "lookup"),
        ("Which relative of my best friend runs the firm that we hire the climate crate from?", "local"),
        ("Which notes say that sheets with violet ink must be kept away from water?", "local"),
        ("Give me an overview of the tide gauge project", "global"),
        ("Summarise what I know about paper", "global"),
        ("Gib mir einen Überblick über den Pegel", "global"),
        ("和紙についての概要をまとめて", "global"),
        ("xyzzyq plughf", "nothing"),
    ],
)
def test_a_question_goes_its_way(demo: Library, question: str, way: str) -> None:
    assert routed(demo, question).route == way


def test_most_golden_questions_go_their_way(demo: Library) -> None:
    ways = {"named": "lookup", "paraphrase": "local", "twohop": "local", "list": "local", "global": "global"}
    rows = [json.loads(line) for line in (DEMO / "golden.jsonl").read_text("utf-8").splitlines() if line]
    asked = [row for row in rows if row["type"] in ways]
    right = [routed(demo, row["question"]).route == ways[row["type"]] for row in asked]

    assert sum(right) / len(right) >= LEAST_RIGHT


def test_a_slip_is_no_sign_that_there_is_nothing(demo: Library) -> None:
    assert routed(demo, "clockmakr Wittsnd").route != "nothing"


def test_chances_sum_to_one_and_the_best_is_chosen(demo: Library) -> None:
    found = routed(demo, "Who repaired the drive clock?")

    assert sum(found.chances) == pytest.approx(1.0)
    assert found.route == WAYS[found.chances.index(max(found.chances))]
    assert found.confidence == pytest.approx(max(found.chances), abs=1e-3)


@given(question=st.text(max_size=80))
def test_features_are_shares_whatever_is_asked(demo: Library, question: str) -> None:
    with store.reading(demo.index_file) as db:
        told = features(db, question, ())

    assert len(told) == len(FEATURES)
    assert all(0 <= share <= 1.0000001 for share in told)


def test_there_is_a_weight_for_each_feature_and_way() -> None:
    assert len(BIAS) == len(WEIGHTS) == len(WAYS)
    assert all(len(row) == len(FEATURES) for row in WEIGHTS)


def test_routing_needs_no_library_of_models() -> None:
    code = "import sys, pinakes.retrieve.route; print([m for m in ('sklearn', 'numpy', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
