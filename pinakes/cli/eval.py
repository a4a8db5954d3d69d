"""pinakes eval: quality and speed on questions with gold."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pinakes.cli import output
from pinakes.cli.opening import config
from pinakes.errors import UsageError

_FORMS = """
  pinakes eval --golden FILE.jsonl         the current vault, as it is indexed
  pinakes eval VAULT --golden FILE.jsonl   a folder of notes, in a scratch index
  pinakes eval DIR                         a passage set: DIR/corpus.jsonl, DIR/queries.jsonl

Each line of FILE is an object: {"question": …, "gold": [{"path": …}], "type": …}.
corpus.jsonl: {"id", "title", "text"}; queries.jsonl: {"id", "question", "gold": [id …], "type"}.
Questions without gold are not counted.
"""


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser(
        "eval",
        parents=[shared],
        help="measure the search on questions with known answers",
        epilog=_FORMS,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("dir", nargs="?", type=Path, metavar="DIR", help="a folder of notes, or a passage set")
    parser.add_argument("--golden", type=Path, metavar="FILE.jsonl", help="questions with the notes that answer them")
    parser.add_argument("--no-graph", action="store_true", help="words only")
    parser.add_argument("--ablate", action="store_true", help="also with each part of the search left out in turn")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Measure, and print the figures."""
    from pinakes.evaluate import run as evaluate

    settings = config(args)
    how = evaluate.How(graph=not args.no_graph, ablate=args.ablate, on_progress=_counter(args))
    if args.dir is not None and not args.dir.is_dir():
        raise UsageError(f"{args.dir} is not a folder.", "Give a folder of notes with --golden, or a passage set.")
    if args.golden is None and args.dir is None:
        raise UsageError("There is nothing to measure.", "Give --golden FILE.jsonl, or a folder with a passage set.")
    if args.golden is None:
        report = evaluate.over_passages(settings, args.dir, how)
    elif args.dir is None:
        report = evaluate.over_vault(settings, args.golden, how)
    else:
        report = evaluate.over_folder(settings, args.dir, args.golden, how)
    if args.json:
        output.emit(report)
    else:
        _print(report)
    return 0


def _counter(args: Namespace) -> Callable[[int, int], None]:
    if args.quiet or not sys.stderr.isatty():
        return lambda *_: None

    def draw(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done} / {total} questions" + ("\n" if done == total else ""))

    return draw


def _print(report: dict[str, Any]) -> None:
    columns = ("recall@2", "recall@5", "recall@10", "mrr", "all_gold@5", "empty")
    output.say(f"{report['dataset']}: {report['n']} questions")
    output.say(f"{'':12}{'n':>5}" + "".join(f"{c:>12}" for c in columns))
    rows = {**report["by_type"], "all": report}
    for name, row in rows.items():
        output.say(f"{name:12}{row['n']:>5}" + "".join(f"{row[c]:>12.3f}" for c in columns))
    for part, row in report.get("without", {}).items():
        output.say(f"{'− ' + part:12}{report['n']:>5}" + "".join(f"{row[c]:>12.3f}" for c in columns))
    cost = (
        f"query {report['query_ms_p50']} ms p50, {report['query_ms_p95']} ms p95, {report['query_cpu_ms_p50']} ms CPU"
    )
    if report["index_cpu_s"] is not None:
        cost += f" · index {report['index_cpu_s']} CPU-s · names {report['entities_cpu_s']} CPU-s"
    output.say(f"{cost} · peak {report['peak_rss_mb']} MB")
