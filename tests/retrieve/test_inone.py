"""What is typed as one thing is looked for as one thing first: times, versions, addresses, identifiers, days."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.library import Library
from pinakes.retrieve.inone import wholes
from pinakes.retrieve.query import parse
from tests.conftest import isolated

_SCATTERED = "Row {n}: 10 gulls, 15 terns, 1 heron, 2 swans, 3 geese, 168 ducks, 192 coots, 0 rails, 127 knots.\n"
NOTES = {
    "Birds.md": "# Birds 10 15 1 2 3\n\n" + "".join(_SCATTERED.replace("{n}", str(n)) for n in range(9)),
    "Numbers.md": "# 1 2 3 10 15 127\n\n15 of 10, 3 of 2, 2 of 1, 0 of 127, 1 of 0. March was dry; on the 5th of May"
    " 2024 and the 3rd of March 2019 it rained; 5, 3 and 2024.\n",
    "Ferry.md": "# Ferry\n\nThe boat to Grado leaves the old pier, and it is often late when the bora blows. It costs"
    " four fifty. Ask at the kiosk. Departure 10:15, sometimes a little after that, and back in the evening.\n",
    "Release.md": "# Release\n\nWith version 1.2.3 the plotter no longer stops in the middle of a page, which was a"
    " nuisance for some weeks; see the list of what was changed by the others.\n",
    "Router.md": "# Router\n\nThe box in the cupboard answers at 192.168.0.1, and the password is on its back, under"
    " the label that somebody has glued over with another one.\n",
    "Loop.md": "# Loop\n\nIt listens at 127.0.0.1 alone.\n",
    "Code.md": "# Code\n\nThe function tide_table_row reads a line, and harbour.gauge.reading is what it fills in. The"
    " class calls readNextLine for that.\n",
    "Prose.md": "# Prose\n\nA table of the tide, row by row: the harbour has a gauge, and its reading is next to the"
    " line that we read. A tide table row. Gauge reading in the harbour.\n",
    "2024-03-05.md": "Went to the pier with Ada.\n",
    "Letter.md": "# Letter\n\nDear Ada, on 3 April, 2019 I wrote to you about the pier.\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    folder = tmp_path_factory.mktemp("whole")
    (folder / "vault").mkdir()
    for path, text in NOTES.items():
        (folder / "vault" / path).write_text(text, "utf-8")
    opened = Library.open(load(vault_dir=str(folder / "vault"), environ=isolated(folder)))
    opened.sync(wait_entities=True)
    return opened


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("10:15", "Ferry"),
        ("when 10:15", "Ferry"),
        ("10:1", "Ferry"),
        ("1.2.3", "Release"),
        ("version 1.2.3", "Release"),
        ("192.168.0.1", "Router"),
        ("127.0.0.1", "Loop"),
        ("harbour.gauge.reading", "Code"),
        ("tide_table_row", "Code"),
        ("readNextLine", "Code"),
        ("readnextline", "Code"),
        ("March 5th, 2024", "2024-03-05"),
        ("5 March 2024", "2024-03-05"),
        ("5. März 2024", "2024-03-05"),
        ("2019-04-03", "Letter"),
        ("on 2019-04-03", "Letter"),
    ],
)
def test_what_is_typed_as_one_thing_comes_before_its_parts(library: Library, query: str, note: str) -> None:
    for graph in (True, False):
        assert Path(library.search(query, 3, typing=True, graph=graph).hits[0].path).stem == note


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        ("10:15", [("10", "15")]),
        ("at (10:15), or 1.2.3?", [("10", "15"), ("1", "2", "3")]),
        ("well-known and/or", []),
        (
            "COVID-19 ada@example.org std::vector /usr/local/bin",
            [
                ("COVID", "19"),
                ("ada", "example", "org"),
                ("std", "vector"),
                ("usr", "local", "bin"),
            ],
        ),
        ("plain words, and it's over.", []),
        ("title:a.b 10:15", [("10", "15")]),
        ("検潮・儀", []),
    ],
)
def test_words_that_signs_join(raw: str, found: list[tuple[str, ...]]) -> None:
    query = parse(raw.replace("title:a.b", ""))
    assert [one.phrases[0] for one in wholes(query._replace(raw=raw))] == found


def test_a_day_is_known_in_every_way_to_write_it() -> None:
    (day,) = wholes(parse("tides of March 5th, 2024"))
    assert {("2024", "03", "05"), ("20240305",), ("march", "5", "2024"), ("5", "march", "2024")} <= set(day.phrases)


@pytest.mark.parametrize(
    ("query", "notes"),
    [
        ("tide_table_row", ["Code", "Prose"]),
        ("tideTableRow", ["Code", "Prose"]),
        ("gauge_reading", ["Code", "Prose"]),
        ("next line", ["Code", "Prose"]),
    ],
)
def test_an_identifier_is_found_whole_and_by_its_parts(library: Library, query: str, notes: list[str]) -> None:
    found = [Path(hit.path).stem for hit in library.search(query, 10, graph=False).hits]
    assert set(notes) <= set(found)
