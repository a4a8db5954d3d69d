"""Which characters make a link, a tag, a field, a block id; and which only look like it."""

from __future__ import annotations

import pytest

from pinakes.model.note import Link
from pinakes.vault.document import parse


def links(text: str) -> list[Link]:
    return list(parse("n.md", text).links)


def tags(text: str) -> list[str]:
    return [tag.name for tag in parse("n.md", text).tags]


@pytest.mark.parametrize(
    ("text", "target", "sub", "label"),
    [
        ("[[Note]]", "Note", "", ""),
        ("[[ Note ]]", "Note", "", ""),
        ("[[Note|]]", "Note", "", ""),
        ("[[Note|a label]]", "Note", "", "a label"),
        ("[[Note#Part#Of it|x]]", "Note", "Part#Of it", "x"),
        ("[[Note#^block]]", "Note", "^block", ""),
        ("[[#Part]]", "", "Part", ""),
        ("[[Note#]]", "Note", "", ""),
        ("[[100% Done]]", "100% Done", "", ""),
        ("[[ -z $X ]]", "-z $X", "", ""),
        ("| [[Note\\|label]] |", "Note", "", "label"),
        ("[[[Note]]]", "Note", "", ""),
        ("中文[[Note]]中文", "Note", "", ""),
        ("%% [[Note]] %%", "Note", "", ""),
        ("> - [ ] [[Note]]s", "Note", "", ""),
        ("text `code` [[Note]] `more`", "Note", "", ""),
        ("costs $5, [[Note]] and $6", "Note", "", ""),
    ],
)
def test_a_wikilink(text: str, target: str, sub: str, label: str) -> None:
    (link,) = links(text)
    assert (link.kind, link.target, link.sub, link.label) == ("wikilink", target, sub, label)


@pytest.mark.parametrize(
    ("text", "target", "sub", "label"),
    [
        ("[p](a%20b.md)", "a b.md", "", "p"),
        ("[p](<a b.md>)", "a b.md", "", "p"),
        ('[p](a.md#Part%201 "title")', "a.md", "Part 1", "p"),
        ("[p](a_(b).md)", "a_(b).md", "", "p"),
        ("[p](\n  a.md\n  'title' )", "a.md", "", "p"),
        ("[a [b] c](d.md)", "d.md", "", "a [b] c"),
        ("[p](#Part)", "", "Part", "p"),
        ("[a][ADA]\n\n[ada]: P/A%20L.md", "P/A L.md", "", "a"),
        ("[Ada][]\n\n[ada]: <P/A L.md> 'title'", "P/A L.md", "", "Ada"),
        ("[Ada]\n\n[ada]: P/A.md\n[ada]: other.md", "P/A.md", "", "Ada"),
    ],
)
def test_a_markdown_link(text: str, target: str, sub: str, label: str) -> None:
    (link,) = links(text)
    assert (link.kind, link.target, link.sub, link.label) == ("markdown", target, sub, label)


@pytest.mark.parametrize(
    ("text", "target", "label"),
    [
        ("![[Note]]", "Note", ""),
        ("![[a.png|300]]", "a.png", ""),
        ("![[a.png|300x200]]", "a.png", ""),
        ("![[a.png|chart|300]]", "a.png", "chart"),
        ("![old chart|200](A/a.png)", "A/a.png", "old chart"),
        ("![](a.png)", "a.png", ""),
    ],
)
def test_an_embed_and_the_width_of_a_picture(text: str, target: str, label: str) -> None:
    (link,) = links(text)
    assert (link.kind, link.target, link.label) == ("embed", target, label)


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("[w](https://example.org/a_(b))", "https://example.org/a_(b)"),
        ("see https://example.org/a_(b).", "https://example.org/a_(b)"),
        ("(https://example.org/#part)", "https://example.org/#part"),
        ("见https://example.org/a。好", "https://example.org/a"),
        ("<https://example.org>", "https://example.org"),
        ("<kim@example.org>", "mailto:kim@example.org"),
        ("[a](mailto:kim@example.org)", "mailto:kim@example.org"),
        ("[o](obsidian://open?vault=V&file=Note)", "obsidian://open?vault=V&file=Note"),
        ("[https://example.org](https://example.org)", "https://example.org"),
        ("![x](https://example.org/x.png)", "https://example.org/x.png"),
        ("[x](//example.org)", "//example.org"),
        ("[[https://example.org/a#b|label]]", "https://example.org/a#b"),
    ],
)
def test_what_leads_out_of_the_vault_is_external(text: str, target: str) -> None:
    (link,) = links(text)
    assert (link.kind, link.target) == ("external", target)


@pytest.mark.parametrize(
    "text",
    [
        "`[[Note]]`",
        "``a ` [[Note]]``",
        "```\n[[Note]]\n```",
        "~~~sh\n[[ -z $X ]] && echo\n~~~",
        "    [[Note]]",
        "\\[\\[Note\\]\\]",
        "[[Note",
        "[[]]",
        "[[ ]]",
        "[[|x]]",
        "[[#]]",
        "[[a\nb]]",
        "$a[[1]]$",
        "$$a [[1]]$$",
        "$$\n[[1]]\n$$",
        "<!-- [[Note]] -->",
        "<!--\n\n[[Note]]\n\n-->",
        "[p](a b.md)",
        "\\[p](a.md)",
        "[p]",
        "[p] (a.md)",
        "![p](data:image/png;base64,iVBORw0KGgo=)",
        "[^1] and [^1]: note",
        '<a href="[[x]]" title="#y">',
    ],
)
def test_no_link(text: str) -> None:
    assert links(text) == []


def test_two_links_on_a_line_stay_two_and_in_order() -> None:
    assert [link.target for link in links("see [[A|a]] and [[B|b]].")] == ["A", "B"]


def test_a_picture_in_a_link_is_both() -> None:
    assert [(link.kind, link.target) for link in links("[![alt](x.png)](y.md)")] == [
        ("markdown", "y.md"),
        ("embed", "x.png"),
    ]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_offset_and_line_are_those_of_the_whole_note(newline: str) -> None:
    text = newline.join(["---", "up: '[[Home]]'", "---", "# T", "", "é [[A]] #tag", "![b](c.png)"])
    note = parse("n.md", text)
    assert [(link.raw, link.line) for link in note.links] == [("[[Home]]", 2), ("[[A]]", 6), ("![b](c.png)", 7)]
    assert all(text[link.start : link.start + len(link.raw)] == link.raw for link in note.links)
    assert [(tag.line, text[tag.start : tag.start + 4]) for tag in note.tags] == [(6, "#tag")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Buy #soap. Also #soap, (#soap) "#soap" #soap；#肥皂。#肥皂：ok', ["soap"] * 5 + ["肥皂"] * 2),
        ("#a/b #a-b_c #2024-05 #y2k", ["a/b", "a-b_c", "2024-05", "y2k"]),
        ("#café #über #тег #🗂️x", ["café", "über", "тег", "🗂️x"]),
        ("#a/ #b!", ["a", "b"]),
        ("## Heading #tag", ["tag"]),
        ("#Heading", ["Heading"]),
        ("- [ ] #task", ["task"]),
        ("%% #kept %%", ["kept"]),
        ("C# F#, # alone #1 #42 x#y a/#b ##c", []),
        ("https://example.org/#frag [x](a.md#sub) [[a#b]] `#c` \\#d &#39; $#e$", []),
        ("```\n#no\n```", []),
        ("## Head {#part}", []),
        ('<p style="color:#fff">', []),
    ],
)
def test_tags(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


@pytest.mark.parametrize(
    ("text", "properties"),
    [
        ("status:: open", {"status": "open"}),
        ("- due:: tomorrow", {"due": "tomorrow"}),
        ("- [ ] task [due:: 2024-05-01] (with:: Ann)", {"due": "2024-05-01", "with": "Ann"}),
        ("**Last seen**:: today", {"Last seen": "today"}),
        ("a:: 1\na:: 2", {"a": ["1", "2"]}),
        ("empty::", {"empty": ""}),
        ("std::vector is\nurl: x", {}),
        ("`a:: b`", {}),
        ("text, then a:: b", {}),
        ("see [x](y):: z", {}),
    ],
)
def test_inline_fields_are_properties(text: str, properties: dict[str, object]) -> None:
    assert parse("n.md", text).properties == properties


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cites:: [[A]], [b](b.md)\n[[C]]", [("A", "cites"), ("b.md", "cites"), ("C", "")]),
        ("x [by:: [[A]]] [[B]]", [("A", "by"), ("B", "")]),
        ("---\nUp: '[[A]]'\nrel:\n  - '[[B|b]]'\naliases: ['[[C]]']\n---\n", [("A", "up"), ("B", "rel")]),
    ],
)
def test_a_link_in_a_field_or_property_carries_its_key(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(link.target, link.rel) for link in links(text)] == expected


def test_links_of_the_front_matter_are_properties() -> None:
    found = links("---\nup: [[A]]\npicture: '![[p.png]]'\nsite: https://example.org\n---\n")
    assert [(link.kind, link.target) for link in found] == [
        ("property", "A"),
        ("property", "p.png"),
        ("external", "https://example.org"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A line ^note-g", {"note-g": 1}),
        ("- one ^li-1\n- two", {"li-1": 1}),
        ("para\nmore ^p\n\ntext", {"p": 2}),
        ("> quote\n\n^q", {"q": 1}),
        ("2^10 and x ^ y and a^b", {}),
        ("`x ^no`", {}),
        ("```\nx ^no\n```\n\n^code", {"code": 1}),
    ],
)
def test_block_ids(text: str, expected: dict[str, int]) -> None:
    assert dict(parse("n.md", text).blocks) == expected


def test_links_in_a_comment_are_links_and_marked() -> None:
    text = "[[a]] %% [[b]]\n\nmore [[c]] %% [[d]] %% [[e]]"
    assert [(link.target, link.in_comment) for link in links(text)] == [
        ("a", False), ("b", True), ("c", True), ("d", False), ("e", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "label", "width"),
    [
        ("![[p.png|300]]", "", "300"),
        ("![[p.png|300x200]]", "", "300x200"),
        ("![[p.png|a chart|200]]", "a chart", "200"),
        ("![a chart|200](p.png)", "a chart", "200"),
        ("![[p.png|300 apples]]", "300 apples", ""),
        ("[[Note|300]]", "300", ""),
    ],
)
def test_the_last_number_of_a_pictures_label_is_its_width(text: str, label: str, width: str) -> None:
    assert [(link.label, link.width) for link in links(text)] == [(label, width)]


def test_a_blank_in_a_target_is_told() -> None:
    note = parse("n.md", "x\n\n[p](Old Plan.md) [q](<Old Plan.md>) [r](a.md 'title')")
    assert [link.target for link in note.links] == ["Old Plan.md", "a.md"]
    assert [(problem.line, "blank" in problem.message) for problem in note.problems] == [(3, True)]
