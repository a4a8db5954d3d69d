"""What stands around a note, and what is wrong in a vault: small vaults, and what must be said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.around.duplicates import Duplicates, duplicates
from pinakes.around.links import PlacedLink
from pinakes.around.properties import count, kind, nearest, values_of
from pinakes.around.suggest import Suggester
from pinakes.around.tags import TagCount, outline
from pinakes.errors import UsageError
from pinakes.library import Library
from pinakes.vault.document import parse
from pinakes.vault.place import line_at

Write = Callable[[str, str], Path]

WORDS = st.text("abcdefghij", min_size=4, max_size=12)


def given_notes(library: Library, write: Write, notes: Mapping[str, str]) -> None:
    for path, text in notes.items():
        write(path, text)
    library.sync()


# ── links ────────────────────────────────────────────────────────────────────────────────

PLACES = {
    "Home.md": "# Home\n",
    "Tea.md": "---\naliases: [Chai]\n---\n# Tea\n\n## Slow *steeping*\n\nA cup. ^cup\n",
    "a/Log.md": "# Log a\n",
    "b/Log.md": "# Log b\n",
    "潮の手帳.md": "# 潮の手帳\n\n## 満潮\n",
    "Plans (2024) [draft].md": "# Plans (2024) [draft]\n",
    "pictures/cup.png": "",
}

LINKS = [
    ("[[Tea]]", {"kind": "wikilink", "target": "Tea.md"}),
    ("[[Chai]]", {"target": "Tea.md", "via": "alias"}),
    ("[[tea|a cup]]", {"target": "Tea.md", "label": "a cup"}),
    ("[[Tea#slow steeping]]", {"target": "Tea.md", "sub": "Slow steeping", "sub_missing": False}),
    ("[[Tea#^CUP]]", {"target": "Tea.md", "sub": "^cup", "sub_missing": False}),
    ("[[Tea#Quick]]", {"target": "Tea.md", "sub": "Quick", "sub_missing": True, "suggest": None}),
    ("[[Tea#^saucer]]", {"target": "Tea.md", "sub": "^saucer", "sub_missing": True}),
    ("![[Tea]]", {"kind": "embed", "target": "Tea.md"}),
    ("![[cup.png]]", {"kind": "embed", "target": "pictures/cup.png", "sub_missing": False}),
    ("[t](Tea.md)", {"kind": "markdown", "target": "Tea.md"}),
    ("[p](<Plans (2024) [draft].md>)", {"target": "Plans (2024) [draft].md"}),
    ("[[潮の手帳#満潮]]", {"target": "潮の手帳.md", "sub": "満潮"}),
    ("[[Log]]", {"target": "a/Log.md", "ambiguous": True}),
    ("[[here]]", {"target": "here.md"}),
    ("[[#Top]]", {"target": "here.md", "sub": "Top", "written": ""}),
    ("[[Teaa]]", {"target": None, "suggest": "Tea.md"}),
    ("[[潮の手張]]", {"target": None, "suggest": None}),
    ("[[Nowhere]]", {"target": None, "suggest": None}),
    ("![[cups.png]]", {"target": None, "suggest": None}),
    ("<https://example.org/tea>", {"kind": "external", "target": None, "suggest": None}),
]


@pytest.mark.parametrize(("text", "expected"), LINKS, ids=[text for text, _ in LINKS])
def test_a_link_says_where_it_leads(library: Library, write: Write, text: str, expected: dict[str, object]) -> None:
    given_notes(library, write, {**PLACES, "here.md": f"# Top\n\nSee {text} there.\n"})

    (link,) = library.around.links("here").items

    assert {name: getattr(link, name) for name in expected} == expected
    assert (link.path, link.line) == ("here.md", 3)


def test_a_link_in_a_property_names_its_relation(library: Library, write: Write) -> None:
    given_notes(library, write, {**PLACES, "here.md": '---\nabout: "[[Tea]]"\n---\nText.\n'})

    (link,) = library.around.links("here.md").items

    assert (link.kind, link.rel, link.target, link.line) == ("property", "about", "Tea.md", 2)


def test_links_come_in_the_order_of_the_text(library: Library, write: Write) -> None:
    given_notes(library, write, {**PLACES, "here.md": "[[Home]] and [[Tea]]\n\n[[Home]]\n"})

    assert [(link.line, link.target) for link in library.around.links("here").items] == [
        (1, "Home.md"),
        (1, "Tea.md"),
        (3, "Home.md"),
    ]


def test_backlinks_come_with_their_sentences_and_never_from_the_note_itself(library: Library, write: Write) -> None:
    given_notes(
        library,
        write,
        {
            "Tea.md": "# Tea\n\nOf [[Tea]].\n",
            "a.md": "# A\n\nFirst things first. Then [[Tea|a cup]]\nof it. And on.\n",
            "b.md": '---\nabout: "[[Tea]]"\n---\n\n- ![[Tea]]\n',
        },
    )

    found = library.around.backlinks("Tea")

    assert (found.path, found.title) == ("Tea.md", "Tea")
    assert [(link.path, link.line, link.kind, link.sentence) for link in found.items] == [
        ("a.md", 3, "wikilink", "Then [[Tea|a cup]] of it."),
        ("b.md", 2, "property", 'about: "[[Tea]]"'),
        ("b.md", 5, "embed", "![[Tea]]"),
    ]


@pytest.mark.parametrize("name", ["潮の手帳", "Plans (2024) [draft]", "plans (2024) [DRAFT].md", "Chai", "b/Log.md"])
def test_a_note_is_found_by_any_of_its_names(library: Library, write: Write, name: str) -> None:
    given_notes(library, write, PLACES)

    assert library.around.outline(name).items


def test_of_notes_with_one_name_the_one_that_is_taken_is_said_with_the_others(library: Library, write: Write) -> None:
    write("deep/down/Twin.md", "x")
    write("b/Twin.md", "# Twin\n\n## Head\n")
    write("aside.md", "---\naliases: [Twin]\n---\nx")
    library.sync()
    around = library.around

    found = around.outline("twin")
    assert (found.path, found.others) == ("b/Twin.md", ("deep/down/Twin.md", "aside.md"))
    assert around.backlinks("down/Twin").path == "deep/down/Twin.md"
    assert around.links("aside").others == ()
    with pytest.raises(UsageError, match="No note is called `c/Twin`"):
        around.outline("c/Twin")


def test_a_name_that_no_note_has_brings_suggestions(library: Library, write: Write) -> None:
    given_notes(library, write, PLACES)

    with pytest.raises(UsageError) as error:
        library.around.related("Hom")

    assert "`Home`" in error.value.hint


def test_broken_links_are_those_that_lead_nowhere_and_those_to_a_part_that_is_gone(
    library: Library, write: Write
) -> None:
    given_notes(
        library,
        write,
        {
            **PLACES,
            "here.md": "[[Tea]] [[Teaa]] #tag\n[[Tea#Quick]] ![[cup.png]]\n<https://example.org>\n[[#Nope]] `[[x]]`\n",
        },
    )

    found = library.around.broken()

    assert [(link.line, link.raw, link.target, link.sub_missing) for link in found] == [
        (1, "[[Teaa]]", None, False),
        (2, "[[Tea#Quick]]", "Tea.md", True),
        (4, "[[#Nope]]", "here.md", True),
    ]


def test_an_ambiguous_link_names_the_other_notes(library: Library, write: Write) -> None:
    given_notes(library, write, {**PLACES, "b/here.md": "[[Log]] [[Tea]]\n"})

    (link,) = library.around.check().ambiguous

    assert (link.target, link.others) == ("b/Log.md", ("a/Log.md",))


# ── did you mean ─────────────────────────────────────────────────────────────────────────

NAMES = [
    ("Ada Lovelace", "people/Ada Lovelace.md"),
    ("Old Plan", "Old Plan.md"),
    ("Log", "a/Log.md"),
    ("Log", "b/c/Log.md"),
    ("Übersicht", "Übersicht.md"),
    ("潮の手帳", "潮の手帳.md"),
    ("C++", "C++.md"),
    ("May 14th, 2021", "journals/2021_05_14.md"),
]

MEANT = [
    ("old-plan", "Old Plan.md"),  # the same letters
    ("oldplan", "Old Plan.md"),
    ("Lovelace, Ada", "people/Ada Lovelace.md"),  # the same words
    ("Ada Lovelce", "people/Ada Lovelace.md"),  # nearly the same letters
    ("Ada Lovelacce", "people/Ada Lovelace.md"),
    ("persons/Ada Lovelace", "people/Ada Lovelace.md"),  # in another folder
    ("Ubersicht", "Übersicht.md"),
    ("潮の手帳帳", "潮の手帳.md"),
    ("may 14, 2021", "journals/2021_05_14.md"),
    ("2021-05-14", "journals/2021_05_14.md"),  # the same day
    ("May 24th, 2021", None),  # another day
    ("Adda Lovelcae", "people/Ada Lovelace.md"),
    ("Old Pan", "Old Plan.md"),
    ("Old Planet", None),  # another word
    ("Old Plan of Ours", None),
    ("Ola", None),
    ("a/Logg", "a/Log.md"),
    ("x/Logg", None),  # two are called so
    ("Ada", None),
    ("Xyzzy", None),
    ("Old Plan.png", None),  # a picture is no note
    ("", None),
    ("+++", None),
]


@pytest.mark.parametrize(("written", "path"), MEANT)
def test_the_nearest_name_is_suggested(written: str, path: str | None) -> None:
    assert Suggester(NAMES).nearest(written, "here.md") == path


def test_of_several_notes_the_one_beside_the_link_is_suggested() -> None:
    assert Suggester(NAMES).nearest("log!", "b/c/here.md") == "b/c/Log.md"
    assert Suggester(NAMES).nearest("log!", "d/here.md") == "a/Log.md"


INDEXES = [
    (name, f"{folder}/{name}.md") for name in ("index", "README") for folder in ("a/tea", "a/rice", "b/tea", "c")
]


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("x/rice/index.md", "a/rice/index.md"),
        ("a/x/index.md", None),  # as near to one as to the other
        ("d/README.md", None),
        ("../a/tea/Index", "a/tea/index.md"),
        ("b/teas/readme", "b/tea/README.md"),
    ],
)
def test_of_notes_with_one_name_the_one_in_the_likest_folder_is_suggested(written: str, path: str | None) -> None:
    assert Suggester(INDEXES).nearest(written, "here.md") == path


def test_a_note_is_not_suggested_to_itself() -> None:
    assert Suggester(NAMES).nearest("Old Plans", "Old Plan.md") is None


@given(st.lists(WORDS, min_size=1, max_size=30, unique=True), st.data())
def test_a_name_in_other_spelling_is_always_found(names: list[str], data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(names))
    spelt = "-".join(name.upper())

    assert Suggester((n, f"{n}.md") for n in names).nearest(spelt, "here.md") == f"{name}.md"


# ── mentions ─────────────────────────────────────────────────────────────────────────────

ADA = "---\naliases: [Countess]\n---\n# Ada\n\nAda herself.\n"

MENTIONS = [
    ("I met Ada. Then I left.", [(1, "Ada", "I met Ada.")]),
    ("Line one.\n\n- the countess came\n", [(3, "countess", "the countess came")]),
    ("# Ada and I\n\nText.\n", [(1, "Ada", "Ada and I")]),
    ("Ada's book, and Ada again.", [(1, "Ada", "Ada's book, and Ada again.")]),  # one a sentence
    ("*Ada* was **Ada**, was she?", [(1, "Ada", "*Ada* was **Ada**, was she?")]),
    ("中文Ada中文", [(1, "Ada", "中文Ada中文")]),
    ("Canada and adage", []),
    ("Ada Byron is another note", []),
    ("---\ntitle: Ada Byron\n---\nAda Byron, that is Ada.\n", [(4, "Ada", "Ada Byron, that is Ada.")]),
    ("`Ada` and\n\n```\nAda\n```\n", []),
    ("[[Other|Ada]] and [Ada](https://example.org) and <https://example.org/Ada>", []),
    ("#Ada and #people/ada", []),
    ("---\nauthor: Ada\n---\nNobody.\n", []),
    ("[[Ada]] came. Ada left.", []),  # it links to her
]


@pytest.mark.parametrize(("text", "expected"), MENTIONS)
def test_an_unlinked_mention_is_the_name_as_a_word_of_prose(
    library: Library, write: Write, text: str, expected: list[tuple[int, str, str]]
) -> None:
    given_notes(
        library, write, {"Ada.md": ADA, "Ada Byron.md": "# Ada Byron\n", "Other.md": "# Other\n", "here.md": text}
    )

    found = [item for item in library.around.mentions("Ada").items if item.path == "here.md"]

    assert [(item.line, item.name, item.sentence) for item in found] == expected


def test_notes_that_link_are_listed_when_asked_for(library: Library, write: Write) -> None:
    given_notes(library, write, {"Ada.md": ADA, "here.md": "[[Ada]] came. Ada left.\n"})

    (found,) = library.around.mentions("Ada", linking_too=True).items

    assert found.sentence == "Ada left."


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("潮の手帳", "昨日、潮の手帳を読んだ。"),
        ("Plans (2024) [draft]", "I read Plans (2024) [draft] today."),
        ("[draft] Plans", "I read [draft] Plans today."),
        ("snake_case names", "On snake_case names."),
        ("Größe", "Die Größe zählt."),
    ],
)
def test_a_name_of_any_script_with_any_marks_is_mentioned_as_it_is_written(
    library: Library, write: Write, title: str, text: str
) -> None:
    given_notes(library, write, {"a.md": f"# {title}\n", "b.md": f"{text}\n"})

    (found,) = library.around.mentions("a.md").items

    assert (found.name, found.sentence) == (title, text)


@pytest.mark.parametrize("title", ["2024", "2024-05-01", "The", "Ab"])
def test_numbers_dates_and_little_words_are_no_names(library: Library, write: Write, title: str) -> None:
    given_notes(library, write, {f"{title}.md": "x\n", "b.md": f"{title} is {title}.\n"})

    assert library.around.mentions(title).items == ()


def test_a_mention_far_down_has_its_own_line(library: Library, write: Write) -> None:
    lines = [f"Line {n} says nothing at all of anybody whom we know." for n in range(200)]
    given_notes(library, write, {"Ada.md": ADA, "here.md": "\n".join([*lines, "", "Here is Ada.", ""])})

    (found,) = library.around.mentions("Ada").items

    assert found.line == 202


# ── near notes ───────────────────────────────────────────────────────────────────────────


def test_related_notes_are_joined_by_links_tags_and_names(library: Library, write: Write) -> None:
    given_notes(
        library,
        write,
        {
            "Start.md": "# Start\n\nSee [[Linked]]. Zelda Fitz was there. #rare\n",
            "Linked.md": "# Linked\n\nNothing.\n",
            "Tagged.md": "# Tagged\n\nNothing. #rare\n",
            "Named.md": "# Named\n\nOnce Zelda Fitz came by.\n",
            "Apart.md": "# Apart\n\nNothing.\n",
        },
    )

    found = library.around.related("Start").items

    assert {note.title: note.reasons[0].kind for note in found} == {
        "Linked": "link",
        "Tagged": "tag",
        "Named": "entity",
    }
    assert all(abs(sum(reason.share for reason in note.reasons) - 1) < 0.01 for note in found)
    assert [note.score for note in found] == sorted((note.score for note in found), reverse=True)


def test_a_long_note_is_near_once_and_never_to_itself(library: Library, write: Write) -> None:
    sections = "\n".join(f"## Part {n}\n\n[[Start]] " + "words and words " * 80 for n in range(8))
    given_notes(library, write, {"Start.md": "# Start\n\n[[Start]]\n", "Long.md": f"# Long\n\n{sections}\n"})

    (near,) = library.around.related("Start").items

    assert near.path == "Long.md"
    assert {reason.kind for reason in near.reasons} <= {"link", "entity"}


def test_an_isolated_note_has_no_related_notes(library: Library, write: Write) -> None:
    given_notes(library, write, {"a.md": "nothing\n", "b.md": "something\n"})

    assert library.around.related("a").items == ()


def test_the_limit_holds(demo: Library) -> None:
    path = demo.recent(1)[0].path

    assert len(demo.around.related(path, 3).items) <= 3


# ── tags and properties ──────────────────────────────────────────────────────────────────


def test_tags_are_nested_and_notes_counted_once() -> None:
    taggings = [
        ("projects/alpha", 1),
        ("projects/beta", 1),
        ("projects", 2),
        ("ZOO", 2),
        ("zoo", 3),
        ("a/b", 3),
        ("a/b", 4),
    ]

    assert outline(taggings) == (
        TagCount("a", 0, 2, 0),
        TagCount("a/b", 1, 2, 2),
        TagCount("projects", 0, 2, 1),
        TagCount("projects/alpha", 1, 1, 1),
        TagCount("projects/beta", 1, 1, 1),
        TagCount("zoo", 0, 2, 2),
    )


TAGS = st.lists(st.sampled_from("abc"), min_size=1, max_size=3).map("/".join)


@given(st.lists(st.tuples(TAGS, st.integers(0, 5)), max_size=30))
def test_a_tag_has_as_many_notes_as_any_in_it(taggings: list[tuple[str, int]]) -> None:
    counts = {tag.name: tag for tag in outline(taggings)}

    for name, tag in counts.items():
        assert tag.own <= tag.notes
        assert tag.depth == name.count("/")
        parent = name.rpartition("/")[0]
        assert not parent or counts[parent].notes >= tag.notes


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("text of any sort", "text"), ("3", "number"), ("-0.5", "number"), ("1e5x", "text"), ("2024-05-01", "date"),
        ("2024-05-01T10:00", "date"), ("2024-5", "text"), ("true", "yes/no"), ("No", "yes/no"), ("[[Tea]]", "link"),
        ("[t](Tea.md)", "link"), ("https://example.org", "link"), ("see [[Tea]]", "text"), ("", "empty"),
        ("  ", "empty"), (None, "empty"), ([], "list"), (["a"], "list"), ({"a": "b"}, "map"),
    ],
)  # fmt: skip
def test_the_kind_of_a_value_is_what_it_looks_like(value: object, expected: str) -> None:
    assert kind(value) == expected


def test_properties_are_counted_by_notes_whatever_their_case() -> None:
    notes: list[Mapping[str, object]] = [
        {"Status": "done", "n": "1"},
        {"status": "done"},
        {"status": ["open", "done"]},
        {"status": ""},
    ]

    first, second = count(notes)

    assert (first.key, first.notes, dict(first.kinds)) == ("status", 4, {"text": 2, "empty": 1, "list": 1})
    assert first.examples == ("done", "open")
    assert (second.key, second.kinds) == ("n", {"number": 1})


def test_values_of_a_property_are_counted_item_by_item() -> None:
    notes: list[Mapping[str, object]] = [{"by": ["Ada", "Ada", "Bo"]}, {"By": "Ada"}, {"by": {"x": "y"}}, {"to": "Cy"}]

    assert [(v.value, v.kind, v.notes) for v in values_of(notes, "BY")] == [
        ("Ada", "text", 2),
        ("Bo", "text", 1),
        ('{"x": "y"}', "map", 1),
    ]


def test_a_property_that_nobody_has_brings_the_nearest_one() -> None:
    assert nearest(["Status", "tags"], "statsu") == "Status"
    assert nearest(["Status"], "weather") is None


# ── orphans ──────────────────────────────────────────────────────────────────────────────


def test_orphans_are_isolated_or_joined_by_tags_and_names_alone(library: Library, write: Write) -> None:
    given_notes(
        library,
        write,
        {
            "a.md": "[[b]]\n",
            "b.md": "linked to\n",
            "self.md": "[[self]] and [[nowhere]] and <https://example.org>\n",
            "tag1.md": "words #shared #alone\n",
            "tag2.md": "words #shared\n",
            "name1.md": "it was Zelda Fitz then\n",
            "name2.md": "now Zelda Fitz comes\n",
        },
    )

    assert [(o.path, o.kind, o.tags, o.entities) for o in library.around.orphans()] == [
        ("self.md", "isolated", (), ()),
        ("name1.md", "unlinked", (), ("Zelda Fitz",)),
        ("name2.md", "unlinked", (), ("Zelda Fitz",)),
        ("tag1.md", "unlinked", ("shared",), ()),
        ("tag2.md", "unlinked", ("shared",), ()),
    ]


# ── duplicates ───────────────────────────────────────────────────────────────────────────

LONG = "\n".join(f"Sentence number {n} says something that no other says." for n in range(10))

ALIKE = [
    ({"a": LONG, "b": LONG}, [("identical", ("a", "b"))]),
    ({"a": f"---\nid: 1\n---\n{LONG}", "b": f"---\nid: 2\n---\n\n{LONG}  \n"}, [("identical", ("a", "b"))]),
    ({"a": LONG, "b": LONG.replace("number 3", "number three")}, [("near", ("a", "b"))]),
    ({"a": LONG, "b": LONG.replace("Sentence", "Phrase")}, []),
    ({"a": LONG, "b": LONG + "\n" + LONG.replace("number", "of no number")}, []),  # half of the longer one
    ({"a": "", "b": "", "c": "---\nx: y\n---\n\n"}, []),  # nothing is said
    ({"a": "-\n- [ ]", "b": "-\n- [ ]"}, []),  # nor here
    ({"a": "short", "b": "short"}, [("identical", ("a", "b"))]),
    ({"a": "## Notes\n## Tasks", "b": "## Tasks\n## Notes"}, []),  # nothing that only these two would say
    ({"a": LONG, "b": LONG, "c": LONG + "\nOne more line."}, [("identical", ("a", "b")), ("near", ("a", "c"))]),
]


@pytest.mark.parametrize(("notes", "expected"), ALIKE)
def test_duplicates_share_their_text_below_the_properties(
    notes: dict[str, str], expected: list[tuple[str, tuple[str, ...]]]
) -> None:
    assert [(group.kind, group.paths) for group in duplicates(notes.items())] == expected


def test_what_near_duplicates_share_is_told() -> None:
    (group,) = duplicates([("a", LONG), ("b", LONG.replace("number 3", "number three"))])

    assert group == Duplicates("near", 0.89, ("a", "b"))


@given(st.lists(st.lists(WORDS, min_size=1, max_size=6).map("\n".join), min_size=1, max_size=8))
def test_a_note_spaced_in_another_way_is_its_duplicate(texts: list[str]) -> None:
    notes = [(f"{n}", text) for n, text in enumerate(texts)]
    copy = "---\nid: 7\n---\n\n" + texts[0].replace("\n", "  \n\n ")

    groups = duplicates([*notes, ("copy", copy)])

    assert any({"0", "copy"} <= set(group.paths) for group in groups if group.kind == "identical")


# ── entities ─────────────────────────────────────────────────────────────────────────────

ZELDA = {
    "a.md": "# A\n\nOnce Zelda Fitz met Otto Mann.\n\nThen Zelda Fitz and Zelda Fitz left.\n",
    "b.md": "# B\n\nHere Zelda Fitz's hat lies beside Otto Mann.\n",
    "c.md": "# C\n\nNo one.\n",
}


def test_an_entity_has_its_mentions_by_note_and_its_company(library: Library, write: Write) -> None:
    given_notes(library, write, ZELDA)

    view = library.around.entity("zelda fitz")

    assert (view.name, view.note, view.mentions) == ("Zelda Fitz", None, 4)
    assert [(note.path, note.mentions) for note in view.notes] == [("a.md", 3), ("b.md", 1)]
    assert view.notes[0].places[0].sentence == "Once Zelda Fitz met Otto Mann."
    assert view.notes[1].places[0].line == 3
    assert ("Otto Mann", 2) in [(companion.name, companion.passages) for companion in view.together]


def test_an_entity_that_is_a_note_is_spelt_by_its_title_and_aliases(library: Library, write: Write) -> None:
    given_notes(library, write, {"Ada.md": ADA, "x.md": "once Ada came\n", "y.md": "the countess came\n"})

    view = library.around.entity("Countess")

    assert (view.name, view.note, view.label) == ("Ada", "Ada.md", "title")
    assert {spelling.name for spelling in view.spellings} == {"Ada", "countess"}
    assert {note.path for note in view.notes} == {"Ada.md", "x.md", "y.md"}


def test_a_name_that_stands_nowhere_brings_suggestions(library: Library, write: Write) -> None:
    given_notes(library, write, ZELDA)

    with pytest.raises(UsageError) as error:
        library.around.entity("Zelda Fit")

    assert "`Zelda Fitz`" in error.value.hint


def test_a_note_whose_name_is_no_name_is_told(library: Library, write: Write) -> None:
    given_notes(library, write, {"2024.md": "nothing\n"})

    with pytest.raises(UsageError, match="no other note names it"):
        library.around.entity("2024")


# ── all of it ────────────────────────────────────────────────────────────────────────────


def test_a_check_is_what_its_parts_say(demo: Library) -> None:
    found, around = demo.around.check(), demo.around

    assert found.broken == around.broken()
    assert found.orphans == around.orphans()
    assert found.duplicates == around.duplicates()
    assert found.problems == demo.problems()


def test_every_link_of_the_demo_vault_leads_back(demo: Library) -> None:
    for _, path in ((note.title, note.path) for note in demo.recent(100)):
        for link in demo.around.links(path).items:
            if link.target and link.target.endswith(".md") and link.target != path:
                assert _leads_back(demo, link)


def _leads_back(library: Library, link: PlacedLink) -> bool:
    return any(
        back.path == link.path and back.line == link.line and back.raw == link.raw
        for back in library.around.backlinks(link.target or "").items
    )


def test_every_sentence_stands_on_its_line(demo: Library) -> None:
    for note in demo.recent(100):
        for mention in demo.around.mentions(note.path, linking_too=True).items:
            line = (demo.vault / mention.path).read_text("utf-8").splitlines()[mention.line - 1]
            assert mention.name in line


MARKDOWN = st.text("ab .\n#-`", max_size=80).map(lambda text: text.replace("a", "a word or two. "))


@given(MARKDOWN)
def test_every_visible_point_of_a_note_has_its_own_line(text: str) -> None:
    for chunk in parse("note.md", text).chunks:
        for at, char in enumerate(chunk.text):
            if not char.isspace():
                found = line_at(chunk.text, at, chunk.line)

                assert found.line == 1 + text.count("\n", 0, chunk.start + at)
                assert "\n" not in found.sentence


def test_when_and_beside_whom_a_name_is_mentioned(library: Library, write: Write) -> None:
    write("2026-03-02.md", "Met Ada Quill at the pier.\n\nLater Bea Marsh came; Ada Quill laughed with Bea Marsh.")
    write("log/2026-03-09.md", "Ada Quill again")
    write("plan.md", "---\ndate: 2025-12-24\n---\nAda Quill and Bea Marsh sing")
    write("undated.md", "Ada Quill")
    library.sync()
    found = library.around.entity("Ada Quill")
    companion = next(one for one in found.together if one.name == "Bea Marsh")

    assert [tuple(month) for month in found.when] == [("2025-12", 1, 1), ("2026-03", 2, 3)]
    assert companion.passages == 2
    assert companion.evidence.sentence in (
        "Ada Quill and Bea Marsh sing",
        "Later Bea Marsh came; Ada Quill laughed with Bea Marsh.",
    )
