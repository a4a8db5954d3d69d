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
  pinakes eval --make KIND DIR             make such a set, to be measured afterwards; `all`: DIR/KIND of each
  pinakes eval … --report FOLDER           also write FOLDER/report.md with its charts

Each line of FILE is an object: {"question": …, "gold": [{"path": …}], "type": …}.
corpus.jsonl: {"id", "title", "text"}; queries.jsonl: {"id", "question", "gold": [id …], "type"}.
Questions without gold are not counted, but by --answers, as questions that the notes do not answer.
For --answers FILE may have "answer_any": [strings of which a right answer holds one]; queries.jsonl: "answers".

KIND   hops2, hops4   chains `a = b` of two or four links, of which the question names the first
       needle, keys   one sentence of its own in noise; one among many of its form
       variables      a value that is handed on from name to name, all of which are asked for
       common         lists that share words; which hold most of what they have in common?
       facts          where is a thing that was taken and carried, by the last facts of each?
Every fourth question stands alone, the others at the start, in the middle or at the end of noise.
"""
_KINDS = ("hops2", "hops4", "needle", "keys", "variables", "common", "facts")


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
    parser.add_argument("--answers", action="store_true", help="also answer them, from the notes' own sentences")
    parser.add_argument("--with-model", action="store_true", help="with --answers: let the model write them")
    parser.add_argument("--report", type=Path, metavar="FOLDER", help="also write a report with charts into it")
    parser.add_argument("--make", choices=(*_KINDS, "all"), metavar="KIND", help="make a passage set in DIR instead")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="with --make: the same set for the same N")
    parser.add_argument("--size", type=int, default=100, metavar="N", help="with --make: how many questions")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Measure, and print the figures; or make what is to be measured."""
    if args.make is not None:
        return _make(args)
    from pinakes.evaluate import run as evaluate

    settings = config(args)
    how = evaluate.How(
        graph=not args.no_graph,
        ablate=args.ablate,
        answers=args.answers or args.with_model,
        model=args.with_model,
        on_progress=_bar(args),
        on_sync=output.progress(args),
    )
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
    if args.report is not None:
        from pinakes.evaluate.report import write

        output.talk(args, f"Written: {write(report, args.report)}")
    if args.json:
        output.emit(report)
    else:
        _print(report)
    return 0


def _make(args: Namespace) -> int:
    """Write passage sets into a folder, and say how they are measured."""
    from pinakes.evaluate.made.form import write
    from pinakes.evaluate.made.kinds import MOST, make

    if args.dir is None:
        raise UsageError("A folder to write into is missing.", f"pinakes eval --make {args.make} DIR")
    if not 1 <= args.size <= MOST:
        raise UsageError(f"--size {args.size}: a set has 1 to {MOST} questions.", "Give a number between them.")
    made = []
    for kind in _KINDS if args.make == "all" else (args.make,):
        folder = args.dir / kind if args.make == "all" else args.dir
        content = make(kind, args.seed, args.size)
        write(content, folder)
        made.append(
            {"kind": kind, "dir": str(folder), "notes": len(content.notes), "questions": len(content.questions)}
        )
    if args.json:
        output.emit({"made": made})
    else:
        for row in made:
            output.say(f"{row['kind']:10} {row['notes']:>6} notes  {row['questions']:>4} questions  {row['dir']}")
        output.talk(args, f"Measure it: pinakes eval {made[0]['dir']}")
    return 0


_CELLS = 24


def _bar(args: Namespace) -> Callable[[int, int], None]:
    """Draws how many questions are done on stderr, where that is a terminal."""
    if args.quiet or not sys.stderr.isatty():
        return lambda *_: None

    def draw(done: int, total: int) -> None:
        filled = _CELLS * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r\x1b[KAsking {'█' * filled}{'░' * (_CELLS - filled)} {done:,} / {total:,}{end}")
        sys.stderr.flush()

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
    if "contains" in report:
        _print_answers(report)
    cost = (
        f"query {report['query_ms_p50']} ms p50, {report['query_ms_p95']} ms p95, {report['query_cpu_ms_p50']} ms CPU"
    )
    if report["index_cpu_s"] is not None:
        cost += f" · index {report['index_cpu_s']} CPU-s · names {report['entities_cpu_s']} CPU-s"
    output.say(f"{cost} · peak {report['peak_rss_mb']} MB")


def _print_answers(report: dict[str, Any]) -> None:
    columns = ("exact", "contains", "contains_found", "f1", "citation_precision", "abstain_recall", "false_abstain")
    heads = ("exact", "contains", "…if found", "f1", "cites gold", "abst. recall", "false abst.")
    output.say(f"answers from {report['settings']['answers']}")
    output.say(f"{'':12}{'n':>5}" + "".join(f"{head:>13}" for head in heads))
    whole = {**report, "n": len(report["answers"])}
    for name, row in {**report["answers_by_type"], "all": whole}.items():
        output.say(f"{name:12}{row['n']:>5}" + "".join(f"{row[c]:>13.3f}" for c in columns))
    output.say(
        f"abstentions right {report['abstain_precision']:.3f} · unsupported sentences shown"
        f" {report['unsupported_shown']} · area under risk–coverage {report['risk_coverage']['area']:.3f}"
    )
