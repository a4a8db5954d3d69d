"""What only some programs read as links, tags and headings, and where these links lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from pinakes.model.note import Link
from pinakes.vault.anchor import locate
from pinakes.vault.dialect import Dialect, named
from pinakes.vault.document import parse
from pinakes.vault.resolve import Candidate, Resolution, lookup_keys, name_keys, resolve

LOGSEQ, DENDRON, OBSIDIAN = named("logseq"), named("dendron"), named("obsidian")
ZK = named("zk")._replace(colon_tags=True, spaced_tags=True)
ID = "0a1b2c3d-0000-4000-8000-00000000000f"

GRAPH = {
    "pages/Tea.md": "- a drink\n",
    "pages/Tea___Green.md": "- from Japan\n",
    "pages/Black%2FAssam.md": "- strong\n",
    "pages/Shelf.md": f"title:: Pantry\nalias:: Larder, [[Store room]]\n\n- # Top shelf\n  id:: {ID}\n- jars\n",
    "pages/Start.md": "",
    "journals/2024_05_01.md": "- rain\n",
}
WORKSPACE = {
    "notes/root.md": "",
    "notes/tea.green.md": "---\ntitle: Green tea\n---\n## Brewing\nb\n## Water, hot\nw\n",
    "notes/tags.hot.md": "",
    "notes/user.ida.md": "",
    "notes/how.markdown.md": "# Write\n",
    "notes/how.md": "",
    "notes/how.md.md": "",
    "other/tea.green.md": "",
    "assets/map.pdf": "",
}


def follow(dialect: Dialect, files: Mapping[str, str], source: str, text: str) -> list[tuple[Link, Resolution]]:
    index: dict[str, list[Candidate]] = {}
    for path, content in files.items():
        if path.endswith(".md"):
            note = parse(path, content, dialect)
            for key in name_keys(path, note.title, note.aliases, dialect, note.blocks):
                index.setdefault(key.key, []).append(Candidate(path, key.kind))
    attachments = frozenset(path for path in files if not path.endswith(".md"))
    found = []
    for link in parse(source, text, dialect).links:
        asked: list[str] = []

        def candidates(key: str, asked: list[str] = asked) -> Sequence[Candidate]:
            asked.append(key)
            return index.get(key, ())

        found.append((link, resolve(link, source, candidates, attachments, dialect)))
        assert set(asked) <= set(lookup_keys(link, dialect)), "resolve asked for a key that lookup_keys leaves out"
    return found


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[[Tea]]", [("wikilink", "pages/Tea.md", "title")]),
        ("[[tea/GREEN]]", [("wikilink", "pages/Tea___Green.md", "title")]),
        ("[[Green]]", [("wikilink", None, "")]),
        ("[[Black/Assam]]", [("wikilink", "pages/Black%2FAssam.md", "title")]),
        ("[[Pantry]]", [("wikilink", "pages/Shelf.md", "title")]),
        ("[[larder]]", [("wikilink", "pages/Shelf.md", "alias")]),
        ("[[store room]]", [("wikilink", "pages/Shelf.md", "alias")]),
        ("[[Shelf]]", [("wikilink", "pages/Shelf.md", "filename")]),
        ("[[May 1st, 2024]]", [("wikilink", "journals/2024_05_01.md", "title")]),
        ("[[2024-05-01]]", [("wikilink", "journals/2024_05_01.md", "filename")]),
        ("#Tea, #[[Tea/Green]]", [("tag", "pages/Tea.md", "title"), ("tag", "pages/Tea___Green.md", "title")]),
        (f"(({ID}))", [("block", "pages/Shelf.md", "block")]),
        (f"(({ID.upper()}))", [("block", "pages/Shelf.md", "block")]),
        (f"[there]((({ID})))", [("block", "pages/Shelf.md", "block")]),
        ("((not an id)) or f((x))", []),
        ("{{embed [[Tea]]}}", [("embed", "pages/Tea.md", "title")]),
        (f"{{{{embed (({ID}))}}}}", [("embed", "pages/Shelf.md", "block")]),
        ("[a drink]([[Tea]])", [("wikilink", "pages/Tea.md", "title")]),
        ("[[see [[Tea]] again]]", [("wikilink", None, ""), ("wikilink", "pages/Tea.md", "title")]),
        ("- x\n  tags:: tea, [[Tea/Green]], nobody", [
            ("tag", "pages/Tea.md", "title"),
            ("tag", "pages/Tea___Green.md", "title"),
            ("tag", None, ""),
        ]),
        ("---\ntags: tea, store room\n---\n", [("tag", "pages/Tea.md", "title"), ("tag", "pages/Shelf.md", "alias")]),
        ("---\ntags: [[[Tea/Green]], tea]\n---\n", [
            ("tag", "pages/Tea___Green.md", "title"),
            ("tag", "pages/Tea.md", "title"),
        ]),
        ('- note:: "[[Tea]]"', []),
        ("- likes:: [[Tea]]", [("wikilink", "pages/Tea.md", "title")]),
        ("alias:: [[Tea]]", []),
        ("`#Tea` and `[[Tea]]`", []),
        ("[t](../pages/Tea.md)", [("markdown", "pages/Tea.md", "path")]),
    ],
)  # fmt: skip
def test_links_between_pages(text: str, links: list[tuple[str, str | None, str]]) -> None:
    found = follow(LOGSEQ, GRAPH, "pages/Start.md", text)
    assert [(link.kind, at.path, at.via) for link, at in found] == links


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[[tea.green]]", [("wikilink", "notes/tea.green.md", "name", "")]),
        ("[[Green|tea.green]]", [("wikilink", "notes/tea.green.md", "name", "Green")]),
        ("[[tea.green|Green]]", [("wikilink", "notes/tea.green.md", "swapped", "tea.green")]),
        ("[[dendron://other/tea.green]]", [("wikilink", "other/tea.green.md", "path", "")]),
        ("[[dendron://elsewhere/tea.green]]", [("wikilink", "notes/tea.green.md", "name", "")]),
        ("[[dendron://other/]]", [("wikilink", None, "", "")]),
        ("[[dendron://]]", [("wikilink", None, "", "")]),
        ("[[tea]]", [("wikilink", None, "", "")]),
        ("[[how.markdown]]", [("wikilink", "notes/how.markdown.md", "name", "")]),
        (
            "[[how.md]] [h](how.md)",
            [("wikilink", "notes/how.md.md", "name", ""), ("markdown", "notes/how.md", "path", "h")],
        ),
        ("[[how]]", [("wikilink", "notes/how.md", "name", "")]),
        ("[[assets/map.pdf]]", [("wikilink", "assets/map.pdf", "path", "")]),
        ("#hot.", [("tag", "notes/tags.hot.md", "name", "")]),
        ("#tea.green", [("tag", None, "", "")]),
        ("---\ntags: hot\n---\n", [("tag", "notes/tags.hot.md", "name", "")]),
        ("---\ntags: [cold, hot]\n---\n", [("tag", None, "", ""), ("tag", "notes/tags.hot.md", "name", "")]),
        ("---\ntags:\n  - hot\n---\n#hot", [("tag", "notes/tags.hot.md", "name", "")] * 2),
        ("@ida, write", [("tag", "notes/user.ida.md", "name", "")]),
        ("ida@example.org", []),
        ("((ref: [[tea.green]]#brewing))", [("embed", "notes/tea.green.md", "name", "")]),
        ("((x)) and (( y ))", []),
    ],
)
def test_links_between_hierarchical_notes(text: str, links: list[tuple[str, str | None, str, str]]) -> None:
    found = follow(DENDRON, WORKSPACE, "notes/root.md", text)
    seen = [(link.kind, at.path, at.via, link.label) for link, at in found]
    assert seen == links
    assert not any(at.ambiguous for _, at in found)


@pytest.mark.parametrize(
    ("sub", "place"),
    [
        ("brewing", ("Brewing", "", 0)),
        ("brewing:#water-hot", ("Brewing", "Water, hot", 0)),
        ("brewing,2:#*", ("Brewing", "*", 2)),
        ("brewing,1", ("Brewing", "", 1)),
        ("nothing:#*", None),
        ("nothing,1", None),
    ],
)
def test_a_range_begins_and_ends_at_headings(sub: str, place: tuple[str, str, int] | None) -> None:
    note = parse("n.md", WORKSPACE["notes/tea.green.md"], DENDRON)
    found = locate(sub, note.headings, note.blocks, DENDRON)
    assert (found and (found.heading[-1], found.until, found.offset)) == place


def test_every_note_has_a_beginning_and_an_end() -> None:
    note = parse("n.md", WORKSPACE["notes/tea.green.md"], DENDRON)
    lines = [found.line for sub in ("^begin", "^end") if (found := locate(sub, note.headings, note.blocks, DENDRON))]
    assert lines == [4, 7]


SEA = {
    "deep/pool.md": "", "shore/pool.md": "", "shore/a.md": "", "deep/rock pool.md": "# Stones\n", "deep/kelp.md": "",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "target", "label"),
    [
        ("[[pool]]", "shore/pool.md", ""),
        ("[[pool]]\n\n[pool]: ../deep/pool.md 'Pool'", "deep/pool.md", "pool"),
        ("[[Pool|here]]\n\n[pool]: ../deep/pool 'Pool'", "deep/pool.md", "here"),
        ("![[pool#Stones]]\n\n[pool]: <../deep/rock pool.md> 'Pool'", "deep/rock pool.md", "pool"),
        ("[[pool]]\n\n[pool]: ../deep/rock%20pool.md#Stones", "deep/rock pool.md", "pool"),
        ("[[pool]]\n\n[x]: a.md\n[pool]: /deep/kelp.md\n\n[//end]: # 'End'", "deep/kelp.md", "pool"),
        # what is defined amid the text is no program's
        ("[[pool]]\n\n[pool]: ../deep/pool.md\n\nMore.", "shore/pool.md", ""),
        # a definition that leads nowhere, or out of the vault, is as none
        ("[[pool]]\n\n[pool]: ../gone/pool.md", "shore/pool.md", "pool"),
        ("[[pool]]\n\n[pool]: https://example.org", "shore/pool.md", ""),
        ("[[pool]]\n\n[pool]: #part", "shore/pool.md", ""),
        ("[[nowhere]]\n\n[nowhere]: gone.md", None, "nowhere"),
    ],
)
def test_definitions_at_the_end_of_a_note_say_where_its_links_lead(text: str, target: str | None, label: str) -> None:
    ((link, at),) = follow(named("foam"), SEA, "shore/a.md", text)
    assert (at.path, link.label) == (target, label)
    assert follow(named("plain"), SEA, "shore/a.md", text)[0][1].path in ("shore/pool.md", None)


def test_a_definition_keeps_the_part_that_the_link_or_it_names() -> None:
    text = "[[pool#Weed]] [[pool]]\n\n[pool]: ../deep/rock%20pool.md#Stones"
    assert [link.sub for link, _ in follow(named("foam"), SEA, "shore/a.md", text)] == ["Weed", "Stones"]


def test_a_tag_of_the_front_matter_stands_where_it_is_written() -> None:
    text = "---\na: hot\ntags:\n  - t\n  - hot\n---\n"
    note = parse("n.md", text, DENDRON)
    assert [(tag.name, text[tag.start :][:4].strip(), tag.line) for tag in note.tags] == [
        ("t", "t", 4),
        ("hot", "hot", 5),
    ]
    assert [(link.raw, link.target, link.rel, link.line) for link in note.links] == [
        ("t", "tags.t", "tags", 4),
        ("hot", "tags.hot", "tags", 5),
    ]


def test_markdown_links_begin_at_the_root_only_where_the_program_does() -> None:
    files = {"Tea.md": "", "sub/Tea.md": "", "sub/a.md": ""}
    assert follow(OBSIDIAN, files, "sub/a.md", "[t](Tea.md)")[0][1] == Resolution("Tea.md", False, "path")
    assert follow(named("foam"), files, "sub/a.md", "[t](Tea.md)")[0][1] == Resolution("sub/Tea.md", False, "path")


@pytest.mark.parametrize(("link", "path"), [("[[a1b2]]", "a1b2 Tide.md"), ("[[tide]]", None), ("[[word]]", None)])
def test_a_short_id_calls_a_note_only_where_the_program_gives_them(link: str, path: str | None) -> None:
    files = {"a1b2 Tide.md": "", "word one.md": ""}
    assert [at.path for _, at in follow(ZK, files, "x.md", link)] == [path]
    assert [at.path for _, at in follow(named("plain"), files, "x.md", link)] == [None]


@pytest.mark.parametrize(
    ("dialect", "text", "tags"),
    [
        (ZK, "#one and :two:three: and #four five# six", ["one", "two", "three", "four five"]),
        (ZK, "a:b:c: 12:30:45 ::x:: #a b", ["a"]),
        (named("zk"), ":two: #four five#", ["four"]),
        (LOGSEQ, "(#[[big idea]]) C# #1 #a, x#y", ["big idea", "a"]),
        (DENDRON, "#a.b.c, #1.2 (#d)", ["a.b.c", "d"]),
        (named("plain"), "#[[big idea]] :two: @ida", []),
    ],
)
def test_tags(dialect: Dialect, text: str, tags: list[str]) -> None:
    assert [tag.name for tag in parse("n.md", text, dialect).tags] == tags


def test_an_outlines_items_have_headings_and_ids() -> None:
    note = parse("pages/Shelf.md", GRAPH["pages/Shelf.md"], LOGSEQ)
    assert [(h.level, h.text, h.line) for h in note.headings] == [(1, "Top shelf", 4)]
    assert note.blocks == {ID: 4}
    assert (note.title, note.aliases) == ("Pantry", ("Larder", "Store room"))
    assert "".join(chunk.text for chunk in note.chunks) == note.text


def test_an_outlines_indented_item_is_no_code_whatever_stands_above_it() -> None:
    text = f"## Tools\n\t- a\n\t  id:: {ID}\n\n\n\t- b [[Tea]]\n"
    assert [link.target for link in parse("pages/Shelf.md", text, LOGSEQ).links] == ["Tea"]
    assert parse("pages/Shelf.md", text, LOGSEQ).blocks == {ID: 2}
    assert parse("Shelf.md", text, OBSIDIAN).links == ()


def test_no_heading_is_the_title_of_a_page() -> None:
    assert parse("pages/Tea___Green.md", "# Loud\n", LOGSEQ).title == "Tea/Green"


def test_a_heading_names_a_note_only_where_the_program_does() -> None:
    kinds = [name_keys("x1.md", "Tide pools", (), d, declared=False)[-1].kind for d in (named("plain"), ZK)]
    assert kinds == ["heading", "title"]


@pytest.mark.parametrize("dialect", [LOGSEQ, DENDRON, ZK], ids=lambda d: d.name)
@pytest.mark.parametrize(
    "piece", ["((", "{{embed [[", "[[a [[", "#[[", "@a", " :a", "#a b", "tags:: a,", "a,", "[x]([["]
)
def test_signs_in_great_numbers_take_no_longer_than_their_number(dialect: Dialect, piece: str) -> None:
    text = piece * (60_000 // len(piece))
    note = parse("n.md", f"tags:: {text}\n\n{text}", dialect)
    assert "".join(chunk.text for chunk in note.chunks) == note.text
