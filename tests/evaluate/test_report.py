"""The report on paper: the same figures, in markdown that a name can't break and a picture that is well-formed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pinakes.cli import main
from pinakes.errors import UsageError
from pinakes.evaluate.chart import Chart, Row, svg
from pinakes.evaluate.metrics import Outcome, by_type, summary
from pinakes.evaluate.report import markdown, write
from tests.conftest import isolated

OUTCOMES = [Outcome("named", ("a.md",), ("a.md",)), Outcome("twohop", ("a.md", "b|c.md"), ("x.md", "a.md"))]


def report(**more: Any) -> dict[str, Any]:
    return {
        "dataset": "notes <b> & *more*",
        "n": 2,
        **summary(OUTCOMES),
        "by_type": by_type(OUTCOMES),
        "index_cpu_s": 1.5,
        "entities_cpu_s": 2.5,
        "query_ms_p50": 3.25,
        "query_ms_p95": 9.5,
        "query_cpu_ms_p50": 3.0,
        "peak_rss_mb": 90,
        "settings": {"graph": True, "ner": False},
        "version": "1",
        "questions": [
            {"id": str(i), "type": o.type, "recall@5": o.recall(5), "ranked": list(o.ranked)}
            for i, o in enumerate(OUTCOMES)
        ],
        **more,
    }


WITHOUT = {"without": {"graph": {**summary(OUTCOMES), "by_type": by_type(OUTCOMES)}}}


def test_a_report_is_two_files(tmp_path: Path) -> None:
    file = write(report(), tmp_path / "new" / "folder")

    assert {path.name for path in file.parent.iterdir()} == {"report.md", "report.svg"}
    assert "report.svg" in file.read_text("utf-8")


@pytest.mark.parametrize("row", ["| named | 1 | 1.000 |", "| twohop | 1 | 0.500 |", "| all | 2 | 0.750 |"])
def test_quality_is_told_by_type(row: str) -> None:
    assert row in markdown(report())


def test_parts_are_told_where_they_were_left_out() -> None:
    assert "− graph" in markdown(report(**WITHOUT))
    assert "left out" not in markdown(report())


def test_an_index_that_was_there_has_no_cost() -> None:
    assert "text index" in markdown(report())
    assert "text index" not in markdown(report(index_cpu_s=None, entities_cpu_s=None))


def test_a_question_that_missed_is_listed_with_what_was_found() -> None:
    told = markdown(report())

    assert "five: 1" in told
    assert "a.md, b\\|c.md" in told


def test_every_row_of_a_table_has_as_many_cells_as_its_head() -> None:
    for table in re.findall(r"(?:^\|.*\n)+", markdown(report(**WITHOUT)), re.MULTILINE):
        assert len({len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}) == 1


@pytest.mark.parametrize("name", ["a < b", "&amp;", '"quoted"', "日本", "\x1b]52;c;x\x07"])
def test_a_picture_is_well_formed_whatever_the_data_set_is_called(name: str, tmp_path: Path) -> None:
    file = write(report(dataset=name, **WITHOUT), tmp_path)

    assert ElementTree.parse(file.with_suffix(".svg")).getroot().tag.endswith("svg")
    assert "\x1b" not in file.read_text("utf-8")


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.5, 7.0])
def test_a_bar_never_leaves_the_paper(value: float) -> None:
    drawn = svg([Chart("t", ("s",), (Row("r", (value,)),))])

    assert all(0 <= float(width) <= 720 for width in re.findall(r'width="([\d.-]+)"', drawn))


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="file"):
        write(report(), tmp_path / "file")


def test_the_command_writes_the_report_beside_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in isolated(tmp_path).items():
        monkeypatch.setenv(name, value)
    (tmp_path / "corpus.jsonl").write_text('{"id": "p1", "title": "Kelp", "text": "brown weed"}\n', "utf-8")
    (tmp_path / "queries.jsonl").write_text('{"id": "q", "question": "weed", "gold": ["p1"]}\n', "utf-8")

    assert main(["eval", str(tmp_path), "--report", str(tmp_path / "told"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["recall@5"] == 1.0
    assert "| all | 1 | 1.000 |" in (tmp_path / "told" / "report.md").read_text("utf-8")
