"""What each operator of the query language finds, over a vault that can be read at one look (see conftest)."""

from __future__ import annotations

import itertools
from datetime import datetime

import pytest

from pinakes.library import Library
from pinakes.retrieve import intime
from tests.retrieve.conftest import NOTES, names

ALL = {"Harbour", "Float wire", "Ada Quill", "Wächter", "2024-03-06", "検潮", "Alone"}

FINDS = [
    # words, phrases, exclusion
    ('"tide gauge"', {"Harbour"}),
    ('"gauge tide"', set()),
    ('"wire"', {"Float wire", "Harbour"}),
    ("brass -tide", {"Harbour", "2024-03-06"}),
    ('wire -"bronze wire"', {"Harbour"}),
    ("gauge -(brass tide)", {"Float wire"}),
    ("gauge -(brass OR bronze)", set()),
    # either, groups
    ("brass AND NOT tide", {"Harbour", "2024-03-06"}),
    ("gauge NOT (brass tide)", {"Float wire"}),
    ('"NOT" brass', set()),
    ("bronze OR bollard", {"Float wire", "Alone"}),
    ("bronze | bollard", {"Float wire", "Alone"}),
    ("(bronze OR brass) -wax", {"Float wire", "Harbour"}),
    ("brass wind OR bronze wire", {"2024-03-06", "Float wire"}),
    ("-(-bronze)", {"Float wire"}),
    # beginnings, in any inflection
    ("bollar*", {"Alone"}),
    ("insuranc*", {"Ada Quill"}),
    ("insurance*", {"Ada Quill"}),
    ("mand*", {"Harbour"}),
    ("wächt*", {"Wächter"}),
    ("検潮*", {"検潮"}),
    ("儀", {"検潮"}),
    ("潮", {"検潮"}),
    ('"潮"', {"検潮"}),
    ("title:潮", {"検潮"}),
    # expressions
    ("/bra.s wh/", {"Harbour"}),
    ("/^wind .*north/", {"2024-03-06"}),
    ("/BOLLARD/", {"Alone"}),
    ("/(?-i)BOLLARD/", set()),
    ("/検潮儀/", {"検潮"}),
    ("bronze /qu.ll/", {"Float wire"}),
    # what the note is called and where it lies
    ("title:wires", {"Float wire"}),
    ("title:(float wire)", {"Float wire"}),
    ('title:"wire float"', set()),
    ("title:(harbour OR alone)", {"Harbour", "Alone"}),
    ("title:wachter", {"Wächter"}),
    ("title:mandracchio", set()),
    ("title:/^a/", {"Alone", "Ada Quill"}),
    ("alias:mandracchio", {"Harbour"}),
    ("alias:harbour", set()),
    ("path:ople/OLD", {"Wächter"}),
    ("path:wachter", {"Wächter"}),
    ("path:people path:quill", {"Ada Quill"}),
    ("file:quill", {"Ada Quill"}),
    ("file:people", set()),
    ("file:/^\\d+-/", {"2024-03-06"}),
    ("folder:people", {"Ada Quill", "Wächter"}),
    ("folder:people/old", {"Wächter"}),
    ("folder:/people/old/", {"Wächter"}),
    ("folder:peop", set()),
    ("folder:old", set()),
    ("is:daily", {"2024-03-06"}),
    # tags
    ("tag:project", {"Harbour", "Wächter"}),
    ("tag:#project", {"Harbour", "Wächter"}),
    ("tag:PROJECT/tidal", {"Harbour"}),
    ("tag:proj", set()),
    ("tag:proj*", {"Harbour", "Wächter"}),
    ("tag:(person OR place)", {"Harbour", "Ada Quill"}),
    ("tag:(project -place)", {"Wächter"}),
    # headings, sections, lines
    ("heading:tools", {"Harbour"}),
    ("heading:harbour stone", {"Harbour"}),
    ("heading:tools stone", set()),
    ("section:(oil wax)", {"Harbour"}),
    ("section:(oil stone)", set()),
    ("section:(basin -stone)", {"Harbour"}),
    ("line:(oil brass)", {"Harbour"}),
    ("line:(oil wax)", set()),
    ("line:(wax -brass)", {"Harbour", "2024-03-06", "Ada Quill"}),
    ('line:"brass wheel"', {"Harbour"}),
    # links, names
    ('links-to:"Float wire"', {"Harbour"}),
    ("links-to:harbour", {"Ada Quill"}),
    ("links-to:mandracchio", {"Ada Quill"}),
    ("links-to:nowhere", {"Harbour"}),
    ("linked-from:harbour", {"Float wire"}),
    ("linked-from:people/ada*", set()),
    ('linked-from:"people/Ada Quill"', {"Harbour"}),
    ("ent:quill", {"Float wire", "Ada Quill"}),
    ('ent:"ada quill"', {"Float wire", "Ada Quill"}),
    # properties
    ("[status]", {"Harbour", "Float wire"}),
    ("[STATUS:draft]", {"Harbour", "Float wire"}),
    ("[status:new]", {"Float wire"}),
    ("[status:(draft -new)]", {"Harbour"}),
    ("[status:dra]", set()),
    ("[status:dra*]", {"Harbour", "Float wire"}),
    ("[rating:3]", {"Float wire"}),
    ("[rating:>3]", {"Harbour"}),
    ("[rating:<=4]", {"Harbour", "Float wire"}),
    ("[rating:n/a]", {"Ada Quill"}),
    ("[date:2024]", {"Float wire"}),
    ("[date:<2024-03-05]", set()),
    ("[date:<=2024-03-05]", {"Float wire"}),
    ("[price]", set()),
    # what a note has
    ("has:task", {"Harbour", "Alone"}),
    ("has:code", {"Ada Quill"}),
    ("has:image", {"Float wire"}),
    ("has:embed", {"Float wire"}),
    ("has:link", {"Harbour", "Ada Quill", "Alone"}),
    ("has:url", {"Alone"}),
    ("has:alias", {"Harbour"}),
    ("has:tag", {"Harbour", "Ada Quill", "Wächter"}),
    ("has:table", {"2024-03-06"}),
    ("has:property", {"Harbour", "Float wire", "Ada Quill"}),
    ("has:heading", ALL - {"2024-03-06"}),
    ("has:(alias OR code)", {"Harbour", "Ada Quill"}),
    ("is:orphan", {"Wächter", "2024-03-06", "検潮", "Alone"}),
    ("is:broken", {"Harbour"}),
    ("is:canvas", set()),
    ("task:todo", {"Harbour", "Alone"}),
    ("task:done", {"Harbour"}),
    ("task:todo(wax)", set()),
    ("task:done(wax)", {"Harbour"}),
    ("task:paint", {"Alone"}),
    ('task:"brass wheel"', {"Harbour"}),
    ("task:any(wax OR paint)", {"Harbour", "Alone"}),
    # days
    ("on:2024-03-05", {"Float wire"}),
    ("on:2024-03", {"Float wire", "2024-03-06"}),
    ("before:2024-03-06", {"Float wire"}),
    ("after:2024-03-05 before:2024-03-07", {"2024-03-06"}),
    ("on:2024-03-05..2025-01", {"Float wire", "2024-03-06", "Ada Quill"}),
    ("created:2025", {"Ada Quill"}),
    ("created:<2025", {"Float wire", "2024-03-06"}),
    ("changed:today", {"Harbour"}),
    ("changed:150d", {"Harbour", "Float wire"}),
    ("changed:>150d", {"Harbour", "Float wire"}),
    ("changed:<150d", ALL - {"Harbour", "Float wire"}),
    ("after:30d", {"Harbour"}),
    # languages
    ("lang:de", {"Wächter"}),
    ("lang:JA", {"検潮"}),
    # together
    ("tag:project lang:de", {"Wächter"}),
    ("tag:project OR lang:ja", {"Harbour", "Wächter", "検潮"}),
    ("(has:task OR has:code) -tag:place", {"Alone", "Ada Quill"}),
    ("-tag:project -has:heading", {"2024-03-06"}),
    ("-brass", ALL - {"Harbour", "2024-03-06"}),
    ("-has:property", {"Wächter", "2024-03-06", "検潮", "Alone"}),
    ("wax tag:place", {"Harbour"}),
    ("wax -has:task", {"Ada Quill", "2024-03-06"}),
    ("bollard OR tag:place", {"Alone", "Harbour"}),
    ("sort:title", ALL),
]


@pytest.mark.parametrize(("query", "expected"), FINDS)
def test_a_query_finds(small: Library, query: str, expected: set[str]) -> None:
    assert set(names(small, query)) == expected


IN_ORDER = [
    ("-tag:x", [path.rpartition("/")[2].removesuffix(".md") for path in NOTES]),
    ("has:task", ["Harbour", "Alone"]),
    ("sort:changed has:task", ["Harbour", "Alone"]),
    ("sort:-changed has:task", ["Alone", "Harbour"]),
    ("sort:title has:property", ["Ada Quill", "Float wire", "Harbour"]),
    ("sort:-title has:property", ["Harbour", "Float wire", "Ada Quill"]),
    ("sort:title:desc has:property", ["Harbour", "Float wire", "Ada Quill"]),
    ("sort:path has:property", ["Float wire", "Harbour", "Ada Quill"]),
    ("sort:created tag:(person OR project) OR title:wire", ["Harbour", "Wächter", "Ada Quill", "Float wire"]),
    ("wax sort:changed", ["Harbour", "Ada Quill", "2024-03-06"]),
    ("wax sort:-changed", ["2024-03-06", "Ada Quill", "Harbour"]),
]


@pytest.mark.parametrize(("query", "expected"), IN_ORDER)
def test_hits_come_in_the_order_that_was_asked_for(small: Library, query: str, expected: list[str]) -> None:
    assert names(small, query) == expected


def test_plain_words_stay_forgiving_beside_a_condition(small: Library) -> None:
    result = small.search("brass xyzzy tag:place", 10)

    assert result.rung == "any-term"
    assert {hit.path for hit in result.hits} == {"Harbour.md"}


def test_a_condition_holds_for_what_the_graph_leads_to(small: Library) -> None:
    assert {hit.path for hit in small.search("bronze", 50).hits} > {"Float wire.md"}
    assert {hit.path for hit in small.search("bronze -tag:place -lang:ja [date]", 50).hits} == {"Float wire.md"}


def test_a_condition_is_met_before_the_best_are_cut_off(library: Library) -> None:
    for number in range(90):
        (library.vault / f"n{number}.md").write_text(f"# N{number}\n\nkelp kelp kelp kelp\n", "utf-8")
    (library.vault / "last.md").write_text("#rare\n\n" + "shore and weed and stone " * 20 + "kelp\n", "utf-8")
    library.sync()

    assert [hit.path for hit in library.search("kelp tag:rare", 3).hits] == ["last.md"]


def test_conditions_alone_give_one_hit_a_note_where_they_are_met(small: Library) -> None:
    (hit,) = small.search("task:done", 10).hits

    assert hit.heading == ("Tools",)
    assert [(reason.kind, reason.label) for reason in hit.reasons] == [("filter", "task:done")]
    assert [hit.snippet[a:b] for a, b in hit.highlights] == ["buy", "wax"]


def test_a_hit_names_the_conditions_that_it_meets(small: Library) -> None:
    result = small.search("tag:place -lang:de has:task OR title:alone", 10)

    assert result.rung == "all-terms"
    assert {hit.title: [reason.label for reason in hit.reasons] for hit in result.hits} == {
        "Harbour": ["tag:place", "has:task"],
        "Alone": ["title:alone"],
    }


def test_what_was_left_out_is_the_reason_where_there_is_no_other(small: Library) -> None:
    assert {reason.label for hit in small.search("-tag:x", 10).hits for reason in hit.reasons} == {"-tag:x"}


def test_the_result_says_how_the_query_was_understood(small: Library) -> None:
    raw = 'wax tag:place -"float wire" sort:-title'
    result = small.search(raw, 10)

    assert [(part.text, part.meaning) for part in result.understood] == [
        ("tag:place", "tagged place, or below it"),
        ('-"float wire"', "not “float wire” word for word"),
        ("sort:-title", "sorted by title, Z to A"),
    ]
    assert all(raw[part.start : part.end] == part.text for part in result.understood)


def test_words_alone_are_understood_without_a_word(small: Library) -> None:
    result = small.search("float wire", 10)

    assert (result.understood, result.notes) == ((), ())


HINTS = [
    ("tga:place", "`tga:` is no field; searched as words. Did you mean `tag:`?"),
    ("tag:nothing", "Nothing is tagged `nothing`; `pinakes tags` lists what there is."),
    ("[price]", "No note has the property `price`; `pinakes properties` lists what there is."),
    ("folder:old", "There is no folder `old`; `path:` finds a part of a path."),
    ("links-to:xyzzy", "No note is called `xyzzy`."),
    ("ent:xyzzy", "No name like `xyzzy` is known; `pinakes entities` lists them."),
]


@pytest.mark.parametrize(("query", "note"), HINTS)
def test_what_can_find_nothing_is_said(small: Library, query: str, note: str) -> None:
    assert note in small.search(query, 10).notes


TYPED = [
    ("tag:pro", {"Harbour", "Wächter"}),
    ("title:har", {"Harbour"}),
    ("folder:peo", {"Ada Quill", "Wächter"}),
    ("[status:dra]", set()),
    ("has:cod", {"Ada Quill"}),
    ("bronze OR boll", {"Float wire", "Alone"}),
    ("tag:", ALL),
    ("before:20", ALL),
    ("tag:place wa", {"Harbour"}),
]


@pytest.mark.parametrize(("query", "expected"), TYPED)
def test_while_it_is_typed_a_value_may_go_on(small: Library, query: str, expected: set[str]) -> None:
    hits = small.search(query, 100, graph=False, typing=True).hits

    assert {hit.path.rpartition("/")[2].removesuffix(".md") for hit in hits} == expected


def test_a_link_to_one_of_two_notes_of_the_same_name_is_told_apart_by_its_path(library: Library) -> None:
    for folder in ("a", "b"):
        (library.vault / folder).mkdir()
        (library.vault / folder / "Twin.md").write_text(f"twin of {folder}", "utf-8")
        (library.vault / f"to {folder}.md").write_text(f"[[{folder}/Twin]]", "utf-8")
    library.sync()

    assert set(names(library, "links-to:twin")) == {"to a", "to b"}
    assert names(library, "links-to:a/twin") == ["to a"]


HOSTILE = ["/(a+)+$/", "/(a|aa)+$/", "/(.*a){20}/", "/(x+x+)+y/", "/((a*)*)*b/", "/(?:a?){200}a{200}/"]


@pytest.mark.parametrize("query", HOSTILE)
def test_no_expression_takes_long(library: Library, query: str) -> None:
    (library.vault / "a.md").write_text("a" * 30_000 + "!\n\n" + "x" * 30_000, "utf-8")
    library.sync()

    library.search(query, 3)


READ = [
    "/brass/", "task:todo", "task:done(wax)", "has:code", "has:table", "has:task", "line:(oil brass)",
    "section:(oil wax)", "section:wax", "insuranc*", "brass /the/", "wax task:todo", "(tag:project OR /a/)",
]  # fmt: skip
"""Conditions that only the texts tell."""


def test_reading_ends_when_its_time_is_up(small: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intime, "READING_S", 0.0)
    result = small.search("/brass/", 10)

    assert result.hits == ()
    assert result.notes[0].startswith("Stopped after 0 s: 0 of")
    assert result.total is not None
    assert result.total.at_least


@pytest.mark.parametrize("query", READ)
def test_what_could_not_be_read_is_neither_among_those_that_meet_a_condition_nor_among_the_others(
    small: Library, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock goes on by one at each look, so that reading stops after so many passages."""
    met, others = set(names(small, query)), set(names(small, f"-({query})"))
    for passages in range(0, 24, 3):
        ticks = itertools.count()
        monkeypatch.setattr("pinakes.retrieve.intime.time.monotonic", lambda ticks=ticks: next(ticks))
        monkeypatch.setattr(intime, "READING_S", float(passages))
        assert set(names(small, query)) <= met
        assert set(names(small, f"-({query})")) <= others
        assert set(names(small, f"sort:path -(-({query}))")) <= met
        monkeypatch.undo()


def test_a_cancelled_search_ends(small: Library) -> None:
    assert small.search("/brass/ has:code", 10, cancelled=lambda: True).hits == ()


def test_the_day_of_a_note_is_where_the_user_is(library: Library) -> None:
    (library.vault / "a.md").write_text("x", "utf-8")
    library.sync()
    today = datetime.now().astimezone().date()

    assert names(library, f"on:{today}") == names(library, "changed:today") == ["a"]
