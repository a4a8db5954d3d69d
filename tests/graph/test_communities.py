"""Notes that belong together, by what they share and their links."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pinakes.graph.communities import Shared, communities
from pinakes.library import Library

Write = Callable[[str, str], Path]

SIZE = 12
shared = st.lists(
    st.builds(
        lambda n, notes: Shared(f"t{n}", tuple(sorted(notes))),
        st.integers(0, 50),
        st.sets(st.integers(0, SIZE - 1), min_size=2, max_size=5),
    ),
    max_size=12,
)
links = st.lists(
    st.tuples(st.integers(0, SIZE - 1), st.integers(0, SIZE - 1), st.floats(0.1, 2.0)).filter(
        lambda link: link[0] != link[1]
    ),
    max_size=12,
)


@given(shared, links)
def test_each_note_is_in_one_community_at_most_and_none_is_alone_in_one(
    terms: list[Shared], linked: list[tuple[int, int, float]]
) -> None:
    found = communities(SIZE, terms, linked)
    members = [note for one in found for note in one.notes]

    assert len(members) == len(set(members))
    assert all(len(one.notes) > 1 for one in found)
    assert [len(one.notes) for one in found] == sorted((len(one.notes) for one in found), reverse=True)


@given(shared, links)
def test_the_same_graph_is_always_parted_in_the_same_way(
    terms: list[Shared], linked: list[tuple[int, int, float]]
) -> None:
    assert communities(SIZE, terms, linked) == communities(SIZE, terms, linked)


@given(shared)
def test_a_community_is_named_by_what_two_of_its_notes_have(terms: list[Shared]) -> None:
    for one in communities(SIZE, terms, []):
        for name in one.terms:
            assert any(term.name == name and len({*term.notes} & {*one.notes}) > 1 for term in terms)


def test_two_circles_with_one_thread_between_them() -> None:
    terms = [Shared("Ada", (0, 1, 2)), Shared("Salt", (0, 1, 2)), Shared("Bea", (3, 4, 5)), Shared("Tin", (3, 4, 5))]
    found = communities(7, terms, [(2, 3, 0.1)])

    assert [(sorted(one.notes), one.terms) for one in found] == [
        ([0, 1, 2], ("Ada", "Salt")),
        ([3, 4, 5], ("Bea", "Tin")),
    ]


def test_an_overview_of_a_vault(library: Library, write: Write) -> None:
    for name in ("one", "two", "three"):
        write(f"tea/{name}.md", f"# Tea {name}\n\nAda Quill and Salt Ledger, {name}")
        write(f"tin/{name}.md", f"# Tin {name}\n\nBea Marsh at Old Foundry, {name} #metal")
    write("alone.md", "nobody")
    library.sync()
    found = library.around.communities()

    assert (found.notes, found.alone) == (7, 1)
    assert [one.size for one in found.communities] == [3, 3]
    assert {one.terms[:2] for one in found.communities} == {("Ada Quill", "Salt Ledger"), ("Bea Marsh", "Old Foundry")}
    assert all({note.path.partition("/")[0] for note in one.notes} in ({"tea"}, {"tin"}) for one in found.communities)


def test_a_vault_without_anything_in_common_has_none(library: Library, write: Write) -> None:
    write("a.md", "alone")
    write("b.md", "apart")
    library.sync()

    assert library.around.communities().communities == ()
