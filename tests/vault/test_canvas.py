"""A canvas reads as a note."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.canvas import as_note, is_canvas
from pinakes.vault.document import parse


def card(kind: str, x: int, y: int, width: int = 10, height: int = 10, **more: str) -> dict[str, object]:
    return {"id": f"{kind}{x}{y}", "type": kind, "x": x, "y": y, "width": width, "height": height, **more}


def written(nodes: list[dict[str, object]], edges: list[dict[str, object]] | None = None) -> str:
    return as_note("b.canvas", json.dumps({"nodes": nodes, "edges": edges or []}))[0]


def test_cards_come_in_reading_order() -> None:
    nodes = [card("text", 0, 100, text="third"), card("text", 50, 0, text="second"), card("text", 0, 0, text="first")]
    assert written(nodes) == "first\n\nsecond\n\nthird\n"


def test_a_group_is_a_heading_over_the_cards_within_it() -> None:
    nodes = [
        card("group", 0, 0, 100, 100, label="Boats"),
        card("text", 10, 10, text="the ferry"),
        card("text", 300, 300, text="alone"),
    ]
    assert written(nodes) == "alone\n\n# Boats\n\nthe ferry\n"


def test_a_file_card_is_an_embed_and_a_link_card_an_address() -> None:
    nodes = [
        card("file", 0, 0, file="Boats/Ferry.md", subpath="#Fares"),
        card("link", 0, 20, url="https://example.org"),
    ]
    document = parse("b.canvas", written(nodes))
    assert [(link.kind, link.target, link.sub) for link in document.links] == [
        ("embed", "Boats/Ferry.md", "Fares"),
        ("external", "https://example.org", ""),
    ]


def test_labels_of_edges_are_text() -> None:
    assert written([card("text", 0, 0, text="a")], [{"id": "e", "label": "leads to"}]) == "a\n\n- leads to\n"


def test_an_open_fence_ends_with_its_card() -> None:
    nodes = [card("text", 0, 0, text="```js\nlet a"), card("text", 0, 20, text="[[Boats]]")]
    assert [link.target for link in parse("b.canvas", written(nodes)).links] == ["Boats"]


def test_the_title_is_the_files_name() -> None:
    assert parse("a/Plan.canvas", written([card("text", 0, 0, text="# Loud")])).title == "Plan"


@pytest.mark.parametrize("text", ["{", "[]", '{"nodes": 3}', "[" * 100_000, '"x"'])
def test_what_is_no_canvas_stays_as_it_is(text: str) -> None:
    found, problems = as_note("b.canvas", text)
    assert found == text
    assert [problem.path for problem in problems] == ["b.canvas"]


def test_an_empty_file_is_an_empty_canvas() -> None:
    assert as_note("b.canvas", "") == ("", ())


KEYS = st.sampled_from(["nodes", "edges", "type", "text", "x", "label"])
JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    max_leaves=12,
)


@given(JSON)
def test_no_json_is_an_error(value: object) -> None:
    as_note("b.canvas", json.dumps(value))


def test_only_the_extension_makes_a_canvas() -> None:
    assert is_canvas("A.Canvas")
    assert not is_canvas("canvas.md")
