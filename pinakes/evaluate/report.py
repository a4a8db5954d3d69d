"""What does an evaluation look like on paper? Tables in markdown, with a chart beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pinakes.clean import one_line
from pinakes.errors import UsageError
from pinakes.evaluate.chart import Chart, Row, svg

_COLUMNS = ("recall@2", "recall@5", "recall@10", "mrr", "all_gold@5", "empty")
_SHOWN = ("recall@5", "mrr", "all_gold@5")
_MOST_MISSED = 20


def write(report: Mapping[str, Any], folder: Path) -> Path:
    """Into `report.md` and `report.svg` of the folder, which is made; what is there is written over.

    Raises UsageError for a folder that can't be written to.
    """
    file = folder / "report.md"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "report.svg").write_text(svg(charts(report)), "utf-8")
        file.write_text(markdown(report), "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: {error.strerror}.", "Give a folder that can be written to.") from error
    return file


def charts(report: Mapping[str, Any]) -> tuple[Chart, ...]:
    """Quality by type, what a question takes, and what each part of the search is worth."""
    by_type = {**report["by_type"], "all": report}
    quality = tuple(Row(name, tuple(float(row[c]) for c in _SHOWN)) for name, row in by_type.items())
    times = {"median": report["query_ms_p50"], "95 of 100": report["query_ms_p95"], "CPU": report["query_cpu_ms_p50"]}
    latency = tuple(Row(name, (float(value),)) for name, value in times.items())
    found = [
        Chart(f"{report['dataset']}: {report['n']} questions", _SHOWN, quality),
        Chart(
            "Milliseconds a question",
            ("a search",),
            latency,
            max(1e-9, *(float(v) for v in times.values())),
            1,
            " ms",
        ),
    ]
    if without := report.get("without"):
        rows = tuple(Row(f"− {part}", (float(row["recall@5"]), float(row["mrr"]))) for part, row in without.items())
        whole = Row("whole", (float(report["recall@5"]), float(report["mrr"])))
        found.append(Chart("One part left out", ("recall@5", "mrr"), (whole, *rows)))
    return tuple(found)


def markdown(report: Mapping[str, Any]) -> str:
    """The same in tables, with the questions of which something was missed."""
    dataset = one_line(str(report["dataset"]))
    parts = [
        f"# {_plain(dataset)}\n",
        f"{report['n']} questions, Pinakes {report['version']}, "
        + ", ".join(f"{key} {value}" for key, value in report["settings"].items())
        + ".\n",
        "![Quality by type, time and parts](report.svg)\n",
        "## Quality\n",
        _table(("", "n", *_COLUMNS), [_figures(name, row, row["n"]) for name, row in _by_type(report).items()]),
    ]
    if without := report.get("without"):
        rows = [_figures("the whole", report, report["n"])]
        rows += [_figures(f"− {part}", row, report["n"]) for part, row in without.items()]
        parts += ["## One part left out\n", _table(("", "n", *_COLUMNS), rows)]
    parts += ["## Cost\n", _table(("", ""), _costs(report))]
    if missed := [q for q in report["questions"] if q["recall@5"] < 1]:
        parts += [f"## Not all gold in the first five: {len(missed)}\n", _missed(missed)]
    return "\n".join(parts)


def _by_type(report: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    return {**report["by_type"], "all": report}


def _figures(name: str, row: Mapping[str, Any], n: int) -> tuple[str, ...]:
    return (name, str(n), *(f"{row[column]:.3f}" for column in _COLUMNS))


def _costs(report: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("a question, median", f"{report['query_ms_p50']} ms"),
        ("a question, 95 of 100", f"{report['query_ms_p95']} ms"),
        ("a question, processor", f"{report['query_cpu_ms_p50']} ms"),
        ("memory at most", f"{report['peak_rss_mb']} MB"),
    ]
    if report["index_cpu_s"] is not None:
        rows += [
            ("the text index, processor", f"{report['index_cpu_s']} s"),
            ("names, processor", f"{report['entities_cpu_s']} s"),
        ]
    return rows


def _missed(questions: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (str(q["id"]), str(q["type"]), f"{q['recall@5']:.2f}", ", ".join(q["ranked"]) or "nothing")
        for q in questions[:_MOST_MISSED]
    ]
    more = len(questions) - _MOST_MISSED
    table = _table(("question", "type", "recall@5", "found instead, best first"), rows)
    return table + (f"… and {more} more.\n" if more > 0 else "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *([_plain(cell) for cell in row] for row in rows)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _plain(cell: str) -> str:
    """A cell that no table and no markup takes for its own: names of notes are anything."""
    return "".join(f"\\{c}" if c in "\\|`*_[]<>" else c for c in one_line(cell))
