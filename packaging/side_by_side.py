# /// script
# requires-python = ">=3.11"
# dependencies = ["bm25s>=0.3", "tantivy>=0.25"]  # beside Pinakes' own; none of its dependencies
# ///
"""How does Pinakes' search compare with plain search engines, on the same questions in one run?

    pip install --target EXTRA bm25s tantivy ripgrep      # ripgrep: or any `rg` on PATH
    export PATH=EXTRA/bin:$PATH PYTHONPATH=EXTRA
    python packaging/side_by_side.py [--golden FILE.jsonl --vaults DIR] [--out TABLE.md]

Asks the demo vault's questions and, where given, those of FILE over the folders of DIR that its
lines name as `vault`. Each `named` question is asked once more with one typo in its longest
content word. A system that isn't installed is left out with a line.

Pinakes is used as it is, through `Library`. The other engines get one text a section: the note's
path, its headings and all below the heading up to the next one; a note ranks as its best section
does. ripgrep looks for the question's content words in whole files, and puts the notes that hold
most different words first. A system indexes a vault in one process of its own and answers in
another, so that processor time and memory are its own; scratch indexes go away again.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from search_systems import SYSTEMS, Asked, Job, cpu

if TYPE_CHECKING:
    from pinakes.evaluate.metrics import Outcome
    from pinakes.evaluate.questions import Question

DEMO = Path(__file__).parents[1] / "assets" / "demo-vault"
DEPTH = 10
"""Notes of a ranking that are looked at."""
PASSAGES = 60
"""Passages that a ranking is made of, so that there are enough different notes among them."""
SHOWN = 10
"""Passages that a user is shown: what a query costs is measured with so many."""
SEED = 20
"""Of the typos: the same in every run."""
TYPOS = ("swap", "drop", "double", "substitute")
TWIN = " with a typo"
"""The type of a question with a typo in it, and what its id ends in."""
_KEYS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


class IndexCost(NamedTuple):
    """What an index took."""

    cpu_s: float
    later_cpu_s: float
    """Of it, while the text could be searched already."""
    rss_mb: float
    disk_mb: float


class Answers(NamedTuple):
    """Rankings of one vault's questions, and what they took."""

    ranked: list[list[str]]
    cpu_ms: list[float]
    cold_cpu_ms: float
    """From the start of the process to its first ranking."""
    rss_mb: float


# ── in a process of its own ──────────────────────────────────────────────────────────────


def _peak_mb(*, of_children: bool) -> float:
    """The most memory held. Of children it is a bound: each begins with what we hold ourselves."""
    status = Path("/proc/self/status")
    if not of_children and status.is_file():  # what getrusage tells there begins with the parent's memory
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) / 1024
    peak = resource.getrusage(resource.RUSAGE_CHILDREN if of_children else resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)


def do_index(job: Job) -> IndexCost:
    """Index one vault."""
    system = SYSTEMS[job.system]
    later = system.make(job)
    size = sum(file.stat().st_size for file in Path(job.place).rglob("*") if file.is_file())
    of_children = system.of_children
    return IndexCost(cpu(of_children=of_children), later, _peak_mb(of_children=of_children), size / 1e6)


def do_query(job: Job) -> Answers:
    """Answer one vault's questions."""
    system = SYSTEMS[job.system]
    rank = system.open(job)
    ranked: list[list[str]] = []
    cpu_ms: list[float] = []
    list(rank(job.asked[0], SHOWN))
    cold = cpu() * 1000
    for asked in job.asked:
        begun = cpu(of_children=system.of_children)
        list(rank(asked, SHOWN))
        cpu_ms.append((cpu(of_children=system.of_children) - begun) * 1000)
        ranked.append(list(dict.fromkeys(rank(asked, PASSAGES)))[:DEPTH])
    return Answers(ranked, cpu_ms, cold, _peak_mb(of_children=system.of_children))


def child() -> None:
    """Do the job that stands on standard input."""
    job = Job(*json.load(sys.stdin))
    job = job._replace(asked=tuple(Asked(text, tuple(words)) for text, words in job.asked))
    print(json.dumps(do_index(job) if job.step == "index" else do_query(job)))


def started(job: Job) -> list[Any]:
    """A job's result."""
    command = [sys.executable, __file__, "--child"]
    done = subprocess.run(command, input=json.dumps(job), stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(f"{job.system} could not {job.step} {job.vault}; its own message stands above.")
    result: list[Any] = json.loads(done.stdout)
    return result


# ── questions ────────────────────────────────────────────────────────────────────────────


def asked(text: str) -> Asked:
    """The question with its content words."""
    from pinakes.store.text import is_stop_word, language, words

    codes = (language(text), "en")
    return Asked(text, tuple(word for word in dict.fromkeys(words(text)) if not is_stop_word(word, codes)))


def twin(question: Question) -> Question | None:
    """The question with one typo; None where no content word is made of letters with blanks around it."""
    from pinakes.store.text import is_unspaced

    candidates = [
        word for word in asked(question.text).words if len(word) > 3 and word.isalpha() and not is_unspaced(word)
    ]
    if not candidates:
        return None
    word = max(candidates, key=len)
    chance = random.Random(f"{SEED} {question.id}")  # noqa: S311 — repeatable, not secret
    mistyped = typo(word, chance.choice(TYPOS), chance)
    text = re.sub(rf"\b{word}\b", mistyped, question.text, count=1)
    return question._replace(id=question.id + TWIN, text=text, type=TWIN)


def typo(word: str, kind: str, chance: random.Random) -> str:
    """The word with one slip behind its first letter; never the word itself."""
    places = [i for i in range(1, len(word) - 1) if kind != "swap" or word[i] != word[i + 1]]
    at = chance.choice(places or [1])
    before, letter, after = word[:at], word[at], word[at + 1 :]
    if kind == "drop":
        return before + after
    if kind == "swap" and places:
        return before + after[0] + letter + after[1:]
    if kind == "substitute":
        return before + neighbour(letter) + after
    return before + letter * 2 + after


def neighbour(letter: str) -> str:
    """The key beside it."""
    row = next((row for row in _KEYS if letter.lower() in row), "")
    at = row.find(letter.lower())
    return row[at + 1] if 0 <= at < len(row) - 1 else row[at - 1] if row else "e"


def sets(golden_file: Path | None, vaults: Path | None) -> dict[Path, list[Question]]:
    """Vault → its questions with gold, and the twins of the named ones."""
    from pinakes.evaluate.questions import golden

    files = {DEMO: DEMO / "golden.jsonl"}
    if golden_file and vaults:
        files.update((folder, golden_file) for folder in sorted(vaults.iterdir()) if folder.is_dir())
    found = {}
    for vault, file in files.items():
        questions = [question for question in golden(file, vault.name) if question.gold]
        twins = [twin(question) for question in questions if question.type == "named"]
        if questions:
            found[vault.resolve()] = questions + [question for question in twins if question]
    return found


# ── the run ──────────────────────────────────────────────────────────────────────────────


class Result(NamedTuple):
    """One system over all vaults."""

    outcomes: dict[tuple[str, str], Outcome]
    """(vault, question's id) → its ranking."""
    costs: list[IndexCost]
    answers: list[Answers]

    def written(self) -> list[Outcome]:
        """The questions as they were written."""
        return [outcome for outcome in self.outcomes.values() if outcome.type != TWIN]

    def twins(self) -> list[tuple[Outcome, Outcome]]:
        """Each question that has a twin, and the twin."""
        outcomes = self.outcomes
        return [
            (outcomes[vault, name.removesuffix(TWIN)], outcome)
            for (vault, name), outcome in outcomes.items()
            if outcome.type == TWIN
        ]


def compare(names: Sequence[str], questions: Mapping[Path, list[Question]], *, ner: bool) -> dict[str, Result]:
    """Every system over every vault; an index that two systems share is made once."""
    results = {name: Result({}, [], []) for name in names}
    for vault, wanted in questions.items():
        made: dict[Callable[[Job], float], tuple[str, IndexCost]] = {}
        with tempfile.TemporaryDirectory(prefix="side-by-side-") as scratch:
            for name, result in results.items():
                print(f"{vault.name}: {name}", file=sys.stderr, flush=True)
                how = SYSTEMS[name].make
                if how not in made:
                    place = tempfile.mkdtemp(dir=scratch)
                    made[how] = (place, IndexCost(*started(Job("index", name, str(vault), place, ner))))
                add(result, Job("query", name, str(vault), made[how][0], ner), wanted, made[how][1])
    return results


def add(result: Result, job: Job, wanted: Sequence[Question], cost: IndexCost) -> None:
    """Ask one system one vault's questions."""
    from pinakes.evaluate.metrics import Outcome

    answers = Answers(*started(job._replace(asked=tuple(asked(question.text) for question in wanted))))
    for question, ranked in zip(wanted, answers.ranked, strict=True):
        outcome = Outcome(question.type, tuple(ranked), question.gold)
        result.outcomes[Path(job.vault).name, question.id] = outcome
    result.costs.append(cost)
    result.answers.append(answers)


# ── tables ───────────────────────────────────────────────────────────────────────────────


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """In Markdown, the first column to the left."""
    lines = [head, ["---", *["--:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def quality(results: Mapping[str, Result], metric: str) -> str:
    """One figure by type of question."""
    from pinakes.evaluate.metrics import by_type, summary

    first = by_type(next(iter(results.values())).written())
    rows = []
    for name, result in results.items():
        types = by_type(result.written())
        every = summary(result.written())
        rows.append([name, *(f"{types[t][metric]:.2f}" for t in first), f"{every[metric]:.3f}"])
    return table(["", *(f"{t} ({row['n']})" for t, row in first.items()), "all"], rows)


def by_vault(results: Mapping[str, Result]) -> str:
    """Recall by vault."""
    from pinakes.evaluate.metrics import summary

    vaults = list(dict.fromkeys(vault for vault, _ in next(iter(results.values())).outcomes))
    rows = []
    for name, result in results.items():
        groups = [
            [outcome for (v, _), outcome in result.outcomes.items() if v == vault and outcome.type != TWIN]
            for vault in vaults
        ]
        rows.append([name, *(f"{summary(group)['recall@5']:.2f}" for group in groups)])
    return table(["", *vaults], rows)


def typos(results: Mapping[str, Result]) -> str:
    """What one typo takes away."""
    from pinakes.evaluate.metrics import summary

    rows = []
    for name, result in results.items():
        written, mistyped = (summary(side) for side in zip(*result.twins(), strict=True))
        kept = mistyped["recall@5"] / written["recall@5"] if written["recall@5"] else 0.0
        figures = [f"{side[metric]:.2f}" for metric in ("recall@5", "mrr") for side in (written, mistyped)]
        rows.append([name, *figures, f"{mistyped['empty']:.2f}", f"{kept:.0%}"])
    return table(["", "recall@5", "with typo", "MRR", "with typo", "empty with typo", "recall kept"], rows)


def costs(results: Mapping[str, Result]) -> str:
    """Sums over vaults; of memory the most, of questions the middle one."""
    from pinakes.evaluate.metrics import percentile

    rows = []
    for name, result in results.items():
        spent = [ms for answers in result.answers for ms in answers.cpu_ms]
        row = [
            f"{percentile(spent, 0.5):.1f}",
            f"{percentile(spent, 0.95):.1f}",
            f"{percentile([answers.cold_cpu_ms for answers in result.answers], 0.5):.0f}",
            f"{max(answers.rss_mb for answers in result.answers):.0f}",
            f"{sum(cost.cpu_s - cost.later_cpu_s for cost in result.costs):.1f}",
            f"{sum(cost.later_cpu_s for cost in result.costs):.1f}",
            f"{max(cost.rss_mb for cost in result.costs):.0f}",
            f"{sum(cost.disk_mb for cost in result.costs):.1f}",
        ]
        if SYSTEMS[name].of_children:
            row[3:7] = [f"≤ {row[3]}", "–", "–", "–"]
        rows.append([name, *row])
    head = "CPU ms a query, p50|p95|cold, from process start|query RSS MB|index CPU s|names CPU s|index RSS MB|index MB"
    return table(["", *head.split("|")], rows)


def report(results: Mapping[str, Result], questions: Mapping[Path, list[Question]]) -> str:
    """Everything, as Markdown."""
    written = sum(question.type != TWIN for found in questions.values() for question in found)
    twins = sum(len(found) for found in questions.values()) - written
    versions = ", ".join(f"{name} {SYSTEMS[name].version()}" for name in results)
    parts = [
        f"{written} questions over {len(questions)} vaults. {versions}.",
        "Recall@5 by type of question:",
        quality(results, "recall@5"),
        "MRR:",
        quality(results, "mrr"),
        "Share of questions without any hit:",
        quality(results, "empty"),
        "Recall@5 by vault:",
        by_vault(results),
        f"{twins} named questions, as written and with one typo:",
        typos(results),
        "What it costs (index sums over vaults, the most memory of any vault):",
        costs(results),
    ]
    return "\n\n".join(parts) + "\n"


def main(arguments: list[str]) -> int:
    """Compare what is installed, and print."""
    if arguments == ["--child"]:
        child()
        return 0
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--golden", type=Path, metavar="FILE.jsonl", help="questions that name their vaults")
    parser.add_argument("--vaults", type=Path, metavar="DIR", help="the folder that those vaults are in")
    parser.add_argument("--no-names", action="store_true", help="index without spaCy's names")
    parser.add_argument("--out", type=Path, metavar="TABLE.md", help="write there too")
    options = parser.parse_args(arguments)
    if (options.golden is None) != (options.vaults is None):
        parser.error("--golden and --vaults go together")
    names = [name for name, system in SYSTEMS.items() if system.version()]
    for name in SYSTEMS.keys() - names:
        print(f"{name}: not installed, left out", file=sys.stderr)
    questions = sets(options.golden, options.vaults)
    text = report(compare(names, questions, ner=not options.no_names), questions)
    print(text)
    if options.out:
        options.out.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
