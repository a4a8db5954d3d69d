"""Chains between notes, each step with the sentence that shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.model.bridge import BridgePath

Write = Callable[[str, str], Path]


def chain(path: BridgePath) -> list[str]:
    return [node.name for node in path.nodes]


def test_two_notes_that_name_the_same_person_are_joined_by_it(library: Library, write: Write) -> None:
    write("books/lens.md", "# Lenses\n\nA dull start. The glass was ground by Ada Quill in a shed.")
    write("bills/may.md", "# Bills\n\n- paid Ada Quill 40\n- milk")
    for number in range(8):
        write(f"other{number}.md", f"nothing {number}")
    library.sync()
    (first, *_) = library.bridges("Lenses", "Bills").paths

    assert chain(first) == ["Lenses", "Ada Quill", "Bills"]
    assert [(e.kind, e.evidence.path, e.evidence.line, e.evidence.sentence) for e in first.edges] == [
        ("mention", "books/lens.md", 3, "The glass was ground by Ada Quill in a shed."),
        ("mention", "bills/may.md", 3, "paid Ada Quill 40"),
    ]


def test_a_note_called_by_name_needs_no_link(library: Library, write: Write) -> None:
    write("a.md", "# A\n\nI read Salt Ledger again.")
    write("Salt Ledger.md", "A book.")
    library.sync()
    (first, *_) = library.bridges("A", "Salt Ledger").paths

    assert chain(first) == ["A", "Salt Ledger"]
    assert first.edges[0].evidence.sentence == "I read Salt Ledger again."


def test_a_note_that_links_to_everything_says_less_than_a_shared_name(demo: Library) -> None:
    (first, *_) = demo.bridges("choir/June concert.md", "projects/Marigram rolls 1911-1926.md").paths

    assert chain(first) == ["June concert", "Ada Lunardi", "Marigram rolls 1911-1926"]


def test_an_entity_can_stand_at_either_end(demo: Library) -> None:
    found = demo.bridges("Ada Lunardi", "June concert")

    assert (found.source, found.target) == ("Ada Lunardi", "June concert")
    assert chain(found.paths[0]) == ["Ada Lunardi", "June concert"]


def test_no_chain_is_longer_than_asked(demo: Library) -> None:
    for path in demo.bridges("The Patient Float", "Sabina Furlan", max_hops=2, limit=10).paths:
        assert sum(node.kind == "note" for node in path.nodes[1:]) <= 2


def test_chains_come_strongest_first_and_never_twice(demo: Library) -> None:
    paths = demo.bridges("Aichinger No. 7", "Jota", limit=5).paths
    weights = [path.weight for path in paths]

    assert weights == sorted(weights, reverse=True)
    assert len({tuple(chain(path)) for path in paths}) == len(paths)
    assert all(0 < weight <= 1 for weight in weights)


def test_every_sentence_of_a_chain_stands_in_its_note_at_its_line(demo: Library) -> None:
    for path in demo.bridges("The Patient Float", "Jota", limit=5).paths:
        for edge in path.edges:
            lines = (demo.vault / edge.evidence.path).read_text("utf-8").splitlines()
            rest = " ".join(" ".join(lines[edge.evidence.line - 1 :]).split())
            assert edge.evidence.sentence in rest


def test_a_chain_goes_by_no_detour(library: Library, write: Write) -> None:
    write("a.md", "# A\n\nwith Ada Quill and [[b]]")
    write("b.md", "# B\n\n[[c]] and Ada Quill")
    write("c.md", "# C\n\nby Ada Quill")
    library.sync()

    assert [chain(path) for path in library.bridges("A", "C").paths] == [["A", "B", "C"], ["A", "Ada Quill", "C"]]


def test_what_a_template_puts_into_both_says_less_than_what_was_written(library: Library, write: Write) -> None:
    write("a.md", "---\nkind: '[[Book]]'\n---\n# A\n\nOf Salt Ledger fame.")
    write("b.md", "---\nkind: '[[Book]]'\n---\n# B\n\nOn the Salt Ledger again.")
    write("Book.md", "a kind")
    library.sync()
    first, *_ = library.bridges("A", "B").paths

    assert chain(first) == ["A", "Salt Ledger", "B"]


@pytest.mark.parametrize("said", ["then I went home", "Home at last", "We saw the Home of it"])
def test_an_everyday_word_is_no_mention_of_the_note_called_so(library: Library, write: Write, said: str) -> None:
    write("a.md", f"# A\n\n{said}")
    write("Home.md", "the start")
    library.sync()

    assert library.bridges("A", "Home").paths == ()


def test_chains_are_made_of_what_is_allowed(library: Library, write: Write) -> None:
    write("a.md", "# A\n\nwith Ada Quill #red and [[b]]")
    write("c.md", "# C\n\nby Ada Quill, [[b]] #red")
    write("b.md", "# B\n\nnothing")
    library.sync()
    bridges = library.around.bridges

    assert {chain(p)[1] for p in bridges("A", "C").paths} == {"Ada Quill", "B", "red"}
    assert [chain(p)[1] for p in bridges("A", "C", kinds=["tag"]).paths] == ["red"]
    assert {chain(p)[1] for p in bridges("A", "C", kinds=["link", "mention"]).paths} == {"Ada Quill", "B"}
    assert {chain(p)[1] for p in bridges("A", "C", without=["Ada Quill"]).paths} == {"B", "red"}
    assert bridges("A", "C", common=1, kinds=["tag", "mention"]).paths == ()


def test_notes_that_nothing_joins(library: Library, write: Write) -> None:
    write("a.md", "# One\n\nalone")
    write("b.md", "# Two\n\napart")
    library.sync()

    assert library.bridges("One", "Two").paths == ()


def test_a_name_that_is_neither_note_nor_entity_is_told_with_what_is_near(demo: Library) -> None:
    with pytest.raises(UsageError) as error:
        demo.bridges("June consert", "Jota")

    assert str(error.value) == "No note or entity is called `June consert`."
    assert "June concert" in error.value.hint


def test_blank_lines_at_the_top_of_a_passage_do_not_move_its_lines(library: Library, write: Write) -> None:
    write("a.md", "\n\n\n# A\n\n\n\n## Part\n\n\n\nwe met Ada Quill #red\n\n\n\nthere")
    write("b.md", "\n\n\n\nAda Quill and\n\n\n#red")
    library.sync()
    paths = library.bridges("A", "b", limit=10).paths

    assert paths
    for edge in (edge for path in paths for edge in path.edges):
        line = (library.vault / edge.evidence.path).read_text("utf-8").splitlines()[edge.evidence.line - 1]
        assert edge.evidence.sentence in line


def test_search_and_answers_count_lines_alike(library: Library, write: Write) -> None:
    write("a.md", "\n\n\n# A\n\n\n\n## Part\n\n\n\nwe met Ada Quill\n\n\n\nin the old mill")
    library.sync()
    (hit, *_) = library.search("old mill").hits
    (citation, *_) = library.ask("Where is the old mill?", use_model=False).citations

    assert (library.vault / "a.md").read_text("utf-8").splitlines()[citation.line - 1] in citation.quote
    assert hit.snippet_line in range(hit.line, hit.end_line + 1)


def test_a_link_that_says_the_name_is_a_link(library: Library, write: Write) -> None:
    write("a.md", "supports:: [[Blue Darjeeling]]")
    write("Blue Darjeeling.md", "A tea.")
    for n in range(12):
        write(f"other {n}.md", "Something else entirely.")
    library.sync(wait_entities=True)

    (best, *_) = library.bridges("a.md", "Blue Darjeeling").paths

    assert [edge.kind for edge in best.edges] == ["link"]
