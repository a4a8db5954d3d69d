"""Which spellings are one entity: the rules as tables, the user's decisions above them, and no order that matters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.index import canon
from pinakes.index.canon import Edge, Spelling
from pinakes.model.entity import Decision, DecisionKind
from pinakes.store.keys import entity_key


def spelling(name: str, *, person: bool = False, own: bool = False, chunks: int = 1) -> Spelling:
    return Spelling(entity_key(name), name, person, own, chunks)


def person(name: str, **facts: bool) -> Spelling:
    return spelling(name, person=True, **facts)


def entities(
    spellings: list[Spelling], decisions: list[Decision] | None = None, expansions: list[tuple[str, str]] | None = None
) -> set[frozenset[str]]:
    """The names that are one."""
    names = {s.key: s.name for s in spellings}
    edges = canon.edges(spellings, names) + canon.shortened(expansions or [])
    return {frozenset(names[key] for key in group) for group in canon.groups(names, edges, decisions or [])}


ONE = [
    # what is one, and why
    ("salt ledger", "Salt Ledger"),
    ("Salt-Ledger", "Salt Ledger"),
    ("SaltLedger", "Salt Ledger"),
    ("Salt Ledgers", "Salt Ledger"),
    ("The Salt Ledger's", "Salt Ledger"),
    ("Salt & Light", "Salt and Light"),
    ("Kategorien & Wege", "Kategorien und Wege"),
    ("Dr. Ada Quill", "Ada Quill"),
    ("Boxes of Salt", "Boxes Of Salt"),
    ("Tide Libraries", "Tide Library"),
]

TWO = [
    # what is not
    ("Apollo 11", "Apollo 1 1"),
    ("Apollo 11", "Apollo 12"),
    ("Windows", "Window"),
    ("Glass", "Glas"),
    ("A Pi", "API"),
    ("Mr Quill", "Mrs Quill"),
    ("Salt Ledger", "Salt Letter"),
]


@pytest.mark.parametrize(("one", "other"), ONE)
def test_blanks_marks_and_plurals_do_not_make_another_thing(one: str, other: str) -> None:
    found = entities([spelling(name) for name in (one, other)])

    assert len(found) == 1


@pytest.mark.parametrize(("one", "other"), TWO)
def test_two_things_stay_two(one: str, other: str) -> None:
    assert len(entities([spelling(one), spelling(other)])) == 2


def test_a_person_has_no_plural() -> None:
    assert len(entities([person("Ada Adams"), person("Ada Adam")])) == 2


PEOPLE = [
    # who is in the vault, and which of them are one
    (["Leslie Lunardi", "Lunardi"], [["Leslie Lunardi", "Lunardi"]]),
    (["Leslie Lunardi", "L. Lunardi"], [["Leslie Lunardi", "L. Lunardi"]]),
    (
        ["Leslie B. Lunardi", "L. B. Lunardi", "Leslie Lunardi"],
        [["Leslie B. Lunardi", "L. B. Lunardi"], ["Leslie Lunardi"]],
    ),
    (["Vincent van Gool", "van Gool", "Gool"], [["Vincent van Gool", "van Gool", "Gool"]]),
    (["Leslie Lunardi", "Prof. Lunardi"], [["Leslie Lunardi", "Prof. Lunardi"]]),
    (["Leslie Lunardi", "Ada Lunardi", "Lunardi"], [["Leslie Lunardi"], ["Ada Lunardi"], ["Lunardi"]]),
    (["Leslie Lunardi", "Ada Lunardi", "A. Lunardi"], [["Leslie Lunardi"], ["Ada Lunardi", "A. Lunardi"]]),
    (["Leslie Lunardi", "A. Lunardi"], [["Leslie Lunardi"], ["A. Lunardi"]]),
    (["Leslie Lunardi", "Lena Lunardi", "L. Lunardi"], [["Leslie Lunardi"], ["Lena Lunardi"], ["L. Lunardi"]]),
    (["Leslie Lunardi", "Leslie"], [["Leslie Lunardi"], ["Leslie"]]),
]


@pytest.mark.parametrize(("names", "expected"), PEOPLE)
def test_initials_and_a_family_name_are_the_one_person_they_can_be(names: list[str], expected: list[list[str]]) -> None:
    assert entities([person(name) for name in names]) == {frozenset(group) for group in expected}


def test_a_family_name_that_is_no_person_or_a_note_of_its_own_stays_what_it_is() -> None:
    assert len(entities([person("Abigail Lincoln"), spelling("Lincoln")])) == 2
    assert len(entities([person("Abigail Lincoln"), person("Lincoln", own=True)])) == 2


def test_an_acronym_is_what_the_notes_expand_it_to_where_they_agree() -> None:
    names = [spelling("TGB"), spelling("Tide Gauge Board"), spelling("Tide Gauge Boards"), spelling("Town Green Bench")]
    agreed = [("tgb", "tide gauge board"), ("tgb", "tide gauge boards")]

    assert frozenset(("TGB", "Tide Gauge Board", "Tide Gauge Boards")) in entities(names, expansions=agreed)
    assert frozenset(("TGB",)) in entities(names, expansions=[*agreed, ("tgb", "town green bench")])


# ── what the user decides ────────────────────────────────────────────────────────────────


def decided(number: int, kind: DecisionKind, key: str, *others: str, said: str = "") -> Decision:
    return Decision(number, kind, key, key, others, said)


A, B, C = "ada", "bea", "cleo"
DECIDED = [
    ([decided(1, "same", A, B)], [[A, B], [C]]),
    ([decided(1, "same", A, B), decided(2, "same", B, C)], [[A, B, C]]),
    ([decided(1, "same", A, B), decided(2, "apart", A, B)], [[A], [B], [C]]),
    ([decided(1, "apart", A, B), decided(2, "same", A, B)], [[A, B], [C]]),
    ([decided(1, "same", A, B), decided(2, "same", B, C), decided(3, "apart", A, C)], [[A], [B, C]]),
    ([decided(1, "same", A, "gone"), decided(2, "same", "gone", B)], [[A, B], [C]]),
]


@pytest.mark.parametrize(("decisions", "expected"), DECIDED)
def test_the_later_decision_wins(decisions: list[Decision], expected: list[list[str]]) -> None:
    assert set(canon.groups([A, B, C], [], decisions)) == {frozenset(group) for group in expected}


def test_a_decision_wins_over_a_rule() -> None:
    apart = [decided(1, "apart", "lunardi", "leslie lunardi")]

    assert len(entities([person("Leslie Lunardi"), person("Lunardi")], apart)) == 2


CALLED = [
    # what was decided, which spellings a rule makes one, and what the entity of `ada` is called; empty: by its spelling
    ([decided(1, "name", A, said="First"), decided(2, "name", A, said="Second")], [], "Second"),
    ([decided(1, "name", B, said="First"), decided(2, "name", A, said="Second")], [Edge(A, B)], "Second"),
    ([decided(1, "name", A, said="First"), decided(2, "name", B, said="Second")], [Edge(A, B)], "Second"),
    ([decided(1, "name", A, said="First"), decided(2, "same", A, B)], [], ""),
    ([decided(1, "name", A, said="First"), decided(2, "same", A, B)], [Edge(A, B)], ""),
    ([decided(1, "name", B, said="First"), decided(2, "same", A, B)], [], "First"),
    ([decided(1, "name", B, said="First"), decided(2, "same", A, B)], [Edge(A, B)], "First"),
    ([decided(1, "name", C, said="First"), decided(2, "same", A, B)], [Edge(B, C)], "First"),
    ([decided(1, "name", C, said="First"), decided(2, "same", A, B)], [Edge(A, C)], ""),
    ([decided(1, "same", A, B), decided(2, "name", A, said="First")], [], "First"),
    ([decided(1, "same", A, "gone"), decided(2, "name", "gone", said="First")], [], "First"),
    ([decided(1, "name", A, said="First"), decided(2, "same", A, B), decided(3, "apart", A, B)], [], "First"),
]


@pytest.mark.parametrize(("decisions", "edges", "called"), CALLED)
def test_an_entity_is_called_what_was_decided_last(decisions: list[Decision], edges: list[Edge], called: str) -> None:
    (found,) = [group for group in canon.entities([A, B, C], edges, decisions) if A in group.keys]

    assert found.called == called


HIDDEN = [
    ([decided(1, "hide", A)], [], [A]),
    ([decided(1, "same", A, B), decided(2, "hide", B)], [], [A, B]),
    ([decided(1, "hide", A)], [Edge(A, B)], [A, B]),
    ([decided(1, "same", A, "gone"), decided(2, "hide", "gone")], [], [A]),
    ([decided(1, "same", A, "gone"), decided(2, "hide", "gone"), decided(3, "apart", A, "gone")], [], []),
]


@pytest.mark.parametrize(("decisions", "edges", "hidden"), HIDDEN)
def test_what_is_hidden_is_hidden_with_all_that_it_is_one_with(
    decisions: list[Decision], edges: list[Edge], hidden: list[str]
) -> None:
    found = {key for group in canon.entities([A, B, C], edges, decisions) if group.hidden for key in group.keys}

    assert found == set(hidden)


def test_an_entity_goes_by_what_the_user_chose_else_by_the_fullest_name() -> None:
    group = [spelling("Lunardi", person=True, chunks=9), person("Leslie Lunardi")]
    edges = [Edge("lunardi", "leslie lunardi")]

    assert canon.head(group, edges, []).name == "Leslie Lunardi"
    assert canon.head(group, edges, [decided(1, "same", "leslie lunardi", "lunardi")]).name == "Lunardi"


KEYS = st.sampled_from(["lunardi", "l lunardi", "leslie lunardi", "ada lunardi", "tgb", "tide board", "tideboard", "x"])
EDGES = st.lists(st.builds(Edge, KEYS, KEYS), max_size=6)
DECISIONS = st.lists(st.tuples(st.sampled_from(["same", "apart"]), KEYS, KEYS), max_size=5)


@given(EDGES, DECISIONS, st.randoms())
def test_the_order_in_which_spellings_and_rules_come_does_not_matter(
    edges: list[Edge], said: list[tuple[DecisionKind, str, str]], random: object
) -> None:
    decisions = [decided(n, kind, a, b) for n, (kind, a, b) in enumerate(said)]
    keys = ["lunardi", "l lunardi", "leslie lunardi", "ada lunardi", "tgb", "tide board", "tideboard", "x"]
    once = set(canon.groups(keys, edges, decisions))

    assert set(canon.groups(reversed(keys), reversed(edges), reversed(decisions))) == once
    assert sorted(key for group in once for key in group) == sorted(keys)


@given(EDGES, DECISIONS)
def test_the_last_decision_always_holds(edges: list[Edge], said: list[tuple[DecisionKind, str, str]]) -> None:
    decisions = [decided(n, kind, a, b) for n, (kind, a, b) in enumerate(said)]
    if decisions and decisions[-1].key != decisions[-1].others[0]:
        last = decisions[-1]
        groups = canon.groups({key for edge in edges for key in edge} | {last.key, *last.others}, edges, decisions)
        together = any({last.key, last.others[0]} <= group for group in groups)
        assert together == (last.kind == "same")
