"""What counts as front matter, and what is made of it."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.frontmatter import split


@pytest.mark.parametrize(
    ("text", "properties", "body"),
    [
        ("---\ntitle: A\n---\nbody", {"title": "A"}, "body"),
        ("\ufeff---\ntitle: A\n...\nbody", {"title": "A"}, "body"),
        ("---\r\nn: 1.10\r\n---\r\nbody", {"n": "1.10"}, "body"),
        ("---\n---\nbody", {}, "body"),
        ("---\ncountry: NO\nzip: 01234\nday: 2001-13-99\nat: 12:30:45\n---\n", None, ""),
        ("---\ntags: [a, b]\nnested:\n  k: v\n---\n", {"tags": ["a", "b"], "nested": {"k": "v"}}, ""),
        ("---\ntext: |\n  one\n  two\n---\n", {"text": "one\ntwo\n"}, ""),
        ("no front matter", {}, "no front matter"),
        ("----\na: b\n----\n", {}, "----\na: b\n----\n"),
        ("---\n\nkettle: red\n\nmore", {}, "---\n\nkettle: red\n\nmore"),
        ("---\nProse between rules.\n---\nmore", {}, "---\nProse between rules.\n---\nmore"),
    ],
)
def test_properties_are_what_was_typed_and_the_rest_is_body(
    text: str, properties: dict[str, object] | None, body: str
) -> None:
    front = split("n.md", text)
    expected = properties
    if expected is None:
        expected = {"country": "NO", "zip": "01234", "day": "2001-13-99", "at": "12:30:45"}
    assert front.properties == expected
    assert text[front.body_start :] == body
    assert front.problems == ()


@pytest.mark.parametrize(
    ("block", "properties", "line"),
    [
        ("title: Sync: Q&A | plan\ntags: [meet]", {"title": "Sync: Q&A | plan", "tags": ["meet"]}, 2),
        (
            "created: {{date}}\ntags:\n  - books\nauthor: []",
            {"created": "{{date}}", "tags": ["books"], "author": []},
            2,
        ),
        ("ok: yes\nbad: 'open\nnext: 1", {"ok": "yes", "bad": "'open", "next": "1"}, None),
        ("a: &x one\nb: *x", {"a": "&x one", "b": "*x"}, None),
        ("a: b\n\tc: d", {"a": "b c: d"}, 3),
        ("- a\n- b", {}, None),
    ],
)
def test_what_yaml_refuses_is_read_line_by_line(block: str, properties: dict[str, object], line: int | None) -> None:
    text = f"---\n{block}\n---\nbody"
    front = split("n.md", text)
    assert front.properties == properties
    assert text[front.body_start :] == "body"
    (problem,) = front.problems
    assert "YAML" in problem.message
    assert line is None or problem.line == line


@pytest.mark.parametrize(
    ("block", "properties"),
    [
        ("up: [[Note]]", {"up": "[[Note]]"}),
        ("up: [[Note|label]]", {"up": "[[Note|label]]"}),
        ("up:\n  - [[A]]\n  - '[[B]]'", {"up": ["[[A]]", "[[B]]"]}),
    ],
)
def test_an_unquoted_link_is_a_link_and_a_problem(block: str, properties: dict[str, object]) -> None:
    front = split("n.md", f"---\n{block}\n---\n")
    assert front.properties == properties
    assert [problem.line for problem in front.problems] in ([2], [3])


@pytest.mark.parametrize(
    "block",
    [
        "a: " + "[" * 5000,
        "a: " + "[" * 20 + "]" * 20,
        "a: &a [x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]",
        "? " * 3000,
        "- " * 3000,
        "a: \x00\x01",
        "{a: b}: c",
        "!!python/object/apply:os.system [x]",
        "x: !!binary ====",
    ],
)
def test_a_yaml_bomb_costs_nothing_and_never_the_body(block: str) -> None:
    text = f"---\n{block}\n---\nbody"
    assert text[split("n.md", text).body_start :].endswith("body")


def test_unclosed_front_matter_is_body_and_a_problem() -> None:
    front = split("n.md", "---\ntitle: A\nand the text")
    assert (front.properties, front.body_start) == ({}, 0)
    assert "not closed" in front.problems[0].message


def test_front_matter_below_blank_lines_is_text_and_a_problem() -> None:
    text = "\n\n---\ntitle: Late\n---\n# Head"
    front = split("n.md", text)
    assert (front.properties, front.body_start) == ({}, 0)
    assert text[front.markdown_start :] == "# Head"
    assert [problem.line for problem in front.problems] == [3]


def test_of_two_front_matters_the_first_wins() -> None:
    text = "---\na: 1\n---\n\n---\na: 2\nb: 3\n---\nbody"
    front = split("n.md", text)
    assert front.properties == {"a": "1", "b": "3"}
    assert text[front.markdown_start :] == "body"
    assert [problem.line for problem in front.problems] == [5]


def test_a_rule_far_below_does_not_close_front_matter() -> None:
    text = "---\na: b\n" + "word word\n" * 10_000 + "---\n"
    assert split("n.md", text).body_start == 0


WORD = st.text(alphabet="aZ09_-", max_size=5).map("k".__add__)
VALUE = st.text(alphabet="aB9 ./+()-_", max_size=12).map("0".__add__) | st.sampled_from(
    ["''", '""', "'a: b'", '"#c"', ""]
)


@given(st.dictionaries(WORD, VALUE, min_size=1, max_size=5))
def test_plain_lines_mean_what_yaml_says_they_mean(properties: dict[str, str]) -> None:
    block = "".join(f"{key}: {value}\n" for key, value in properties.items())
    assert split("n.md", f"---\n{block}---\n").properties == yaml.load(block, Loader=yaml.BaseLoader)


@given(st.text(alphabet=st.sampled_from(list("ab:-[]{}&*!|>'\"#%@`? \n\t,\x00\u2028é")), max_size=200))
def test_no_front_matter_raises(block: str) -> None:
    text = f"---\n{block}\n---\nbody"
    front = split("n.md", text)
    assert 0 <= front.body_start <= front.markdown_start <= len(text)
    assert text[front.markdown_start :].endswith("body")


@pytest.mark.parametrize(
    ("block", "tags", "told"),
    [
        ("tags: #x", ["x"], True),
        ("tags: #x #y/z", ["x", "y/z"], True),
        ("tags:\n  - #x\n  - y", ["y", "x"], True),
        ("tags: # a remark", "", False),
        ("tags:\nother: #x", "", False),
        ("tags: [a] # b", ["a"], False),
    ],
)
def test_a_tag_that_is_a_comment_to_yaml_was_meant_as_a_tag(block: str, tags: object, told: bool) -> None:
    front = split("n.md", f"---\n{block}\n---\n")
    assert front.properties["tags"] == tags
    assert bool(front.problems) == told
