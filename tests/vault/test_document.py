"""One note, read as a whole: its title, aliases, tags, problems."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.document import parse

SIGNS = "#`~=-*+_>|:$%!?[](){}<>\\^&'\". \t\n\r/0aZé中\u0301\u200d\u2028\ufeff\x00\x1b🗂"


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a/Plan.md", "text", "Plan"),
        ("a/Plan.md", "# The plan\n", "The plan"),
        ("a/Plan.md", "intro\n\n# The plan\n", "The plan"),
        ("a/Plan.md", "## Part\n# Later\n", "Plan"),
        ("a/Plan.md", "line\n" * 80 + "\n# Far below\n", "Plan"),
        ("a/Plan.md", "---\ntitle: Given\n---\n# Other\n", "Given"),
        ("a/Plan.md", "---\nTitle: Given\n---\n# Other\n", "Given"),
        ("a/Plan.md", "---\ntitle: 0.90\n---\n", "0.90"),
        ("a/Plan.md", "---\ntitle: []\n---\n# H\n", "H"),
        ("a/Plan.md", "title:: Books\nalias:: Library\n\ntext", "Books"),
        ("daily/2026-02-14.md", "# Saturday\n", "2026-02-14"),
        ("daily/2026-02-14.md", "---\ntitle: Valentine\n---\n", "Valentine"),
        ("Plan 2.4.md", "", "Plan 2.4"),
        ("Docs/index.md", "", "Docs"),
        ("Docs/README.md", "", "Docs"),
        ("README.md", "", "README"),
        ("a/Plan.md", "# \n", "Plan"),
    ],
)
def test_the_title_is_the_property_then_the_first_heading_then_the_name(path: str, text: str, title: str) -> None:
    assert parse(path, text).title == title


@pytest.mark.parametrize(
    ("front", "aliases"),
    [
        ("aliases: [A, B]", ("A", "B")),
        ("aliases:\n  - A\n  - 'B, C'", ("A", "B, C")),
        ("alias: A, B", ("A", "B")),
        ("Aliases: [31102000, true, 2024-01-05]", ("31102000", "true", "2024-01-05")),
        ("alias: []", ()),
        ("alias: {a: b}", ()),
    ],
)
def test_aliases(front: str, aliases: tuple[str, ...]) -> None:
    assert parse("n.md", f"---\n{front}\n---\n").aliases == aliases


@pytest.mark.parametrize(
    ("front", "tags"),
    [
        ("tags: [a, b/c]", ["a", "b/c"]),
        ("tags: a, b c", ["a", "b", "c"]),
        ("tag: '#a'", ["a"]),
        ("tags:\n  - '#two words'", ["two words"]),
        ("tags: ''", []),
        ("tags:\n  - '[[Note]]'", ["Note"]),
    ],
)
def test_tags_of_the_front_matter(front: str, tags: list[str]) -> None:
    assert [tag.name for tag in parse("n.md", f"---\n{front}\n---\n").tags] == tags


def test_problems_of_all_parts_are_kept() -> None:
    note = parse("n.md", "---\na: {{b}}\n---\n```\n")
    assert [problem.line for problem in note.problems] == [2, 4]


@given(st.text(alphabet=st.sampled_from(list(SIGNS)), max_size=400))
def test_parsing_never_raises_and_keeps_every_character(text: str) -> None:
    note = parse("n.md", text)
    assert "".join(chunk.text for chunk in note.chunks) == text
    assert all(text[link.start : link.start + len(link.raw)] == link.raw for link in note.links)
    lines = {link.line for link in note.links} | {tag.line for tag in note.tags}
    assert all(1 <= line <= text.count("\n") + text.count("\r") + 1 for line in lines)


@given(st.text(max_size=200))
def test_parsing_never_raises_on_any_text(text: str) -> None:
    assert parse("n.md", text).text == text
    assert parse("n.md", f"---\n{text}\n---\n{text}").text.endswith(text)
