"""The part of the graph round a question's seeds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pinakes.graph.neighbourhood import Bounds, Node, Subgraph, around
from pinakes.library import Library
from pinakes.store.db import reading

Write = Callable[[str, str], Path]


def around_note(library: Library, path: str, bounds: Bounds | None = None) -> tuple[Subgraph, dict[int, str]]:
    """The graph round a note's first chunk, and what its nodes are called."""
    with reading(library.index_file) as db:
        ((chunk,),) = db.execute(
            "SELECT chunk_id FROM chunks JOIN notes USING (note_id) WHERE path = ? AND ordinal = 0", (path,)
        ).fetchall()
        graph = around(db, [Node("chunk", int(str(chunk)))], bounds=bounds)
        names = {
            "chunk": dict(db.execute("SELECT chunk_id, path || '#' || ordinal FROM chunks JOIN notes USING (note_id)")),
            "entity": dict(db.execute("SELECT entity_id, key FROM entities")),
            "tag": dict(db.execute("SELECT tag_id, '#' || key FROM tags")),
        }
    return graph, {i: names[node.kind][node.id] for i, node in enumerate(graph.nodes)}


def joined(library: Library, path: str) -> set[tuple[str, str, str]]:
    graph, names = around_note(library, path)
    return {(names[i], edge.kind, names[edge.target]) for i in range(len(graph.nodes)) for edge in graph.edges(i)}


def test_the_kinds_of_edges(library: Library, write: Write) -> None:
    write("a.md", "# A\n\n[[b]] #red and Ada Quill wrote it.\n\n## Section\n\nmore\n\n## Other\n\nrest")
    write("b.md", "# B\n\nnothing")
    write("c.md", "# C\n\n#red")
    write("d.md", "# D\n\nwe met Ada Quill there")
    library.sync()

    assert {
        ("a.md#0", "link", "b.md#0"),
        ("a.md#0", "tag", "#red"),
        ("#red", "tag", "c.md#0"),
        ("a.md#0", "mention", "ada quill"),
        ("ada quill", "mention", "d.md#0"),
        ("a.md#0", "sibling", "a.md#1"),
        ("a.md#0", "heading", "a.md#2"),
    } <= joined(library, "a.md")


def test_a_name_leads_to_the_note_that_has_it_and_not_back(library: Library, write: Write) -> None:
    write("a.md", "Nothing beats Blue Darjeeling in spring.")
    write("Blue Darjeeling.md", "A tea.")
    library.sync()

    assert ("a.md#0", "name", "Blue Darjeeling.md#0") in joined(library, "a.md")
    assert ("Blue Darjeeling.md#0", "name", "a.md#0") not in joined(library, "a.md")


def test_a_name_that_many_notes_have_leads_to_none(library: Library, write: Write) -> None:
    write("a.md", "See the Weekly Plan there.")
    for folder in "bcde":
        write(f"{folder}/Weekly Plan.md", f"of {folder}")
    library.sync()

    assert not any(kind == "name" for _, kind, _ in joined(library, "a.md"))


def test_every_edge_but_that_of_a_name_has_its_way_back(demo: Library) -> None:
    graph, _ = around_note(demo, "Home.md")
    there = {
        (i, edge.target, edge.kind) for i in range(len(graph.nodes)) for edge in graph.edges(i) if edge.kind != "name"
    }

    assert there
    assert {(j, i, kind) for i, j, kind in there} == there


def test_an_entity_of_one_passage_leads_nowhere_and_is_not_read(library: Library, write: Write) -> None:
    write("a.md", "we met Ada Quill there")
    write("b.md", "nobody")
    library.sync()

    assert not any(kind == "mention" for _, kind, _ in joined(library, "a.md"))


def test_what_stands_everywhere_joins_nothing(library: Library, write: Write) -> None:
    """A name in half of all passages would join everything to everything."""
    for number in range(60):
        write(f"{number}.md", f"we met Ada Quill there on day {number}" if number % 2 else f"day {number}")
    library.sync()

    assert not any(kind == "mention" for _, kind, _ in joined(library, "1.md"))


def test_the_bounds_hold(demo: Library) -> None:
    graph, _ = around_note(demo, "Home.md", Bounds(nodes=25))

    assert len(graph.nodes) == 25
