"""Fit what tells a sentence that answers, and when nothing does; and say how good that is on questions held out.

    python packaging/train_answers.py                                   the demo vault's questions alone
    python packaging/train_answers.py --golden FILE.jsonl --vaults DIR  and those of FILE, each in DIR/<its vault>
    python packaging/train_answers.py --passages DIR …                  and of passage sets
    python packaging/train_answers.py … --data DIR                      keep the indexes there
    python packaging/train_answers.py … --write                         write pinakes/answer/weights.py

Needs scikit-learn (pip install scikit-learn), which Pinakes itself does without. Each set is
cut in two halves by a seeded hash of its questions; the figures are of each half by weights
from the other, what is written comes from both.

A sentence of a gold note is right where it holds a gold string. The weights make right ones
likely among all sentences that were found for a question (a softmax, penalised). Confidence is
a logistic regression that tells questions with an answer from those without: the questions
that are marked so, named questions whose gold notes are taken away, and questions of another
vault. A question in other words than its note looks the same with and without the note; it
teaches nothing and is left out of those that are taken away.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sklearn.metrics import roc_auc_score  # type: ignore[import-not-found,import-untyped,unused-ignore]

from pinakes.answer import confidence, extract
from pinakes.answer import weigh as weighing
from pinakes.answer.material import Material, gathered
from pinakes.config import load
from pinakes.evaluate.answers import stands
from pinakes.evaluate.questions import Question, golden, passages, write_notes
from pinakes.library import PASSAGES, Library
from pinakes.store import db as store

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "assets" / "demo-vault"
WEIGHTS = ROOT / "pinakes" / "answer" / "weights.py"
SEED = "2026"
_DEEP = 30
"""Hits that are asked for, so that enough are left where the gold is taken away."""
_PENALTY = 5.0
_STRENGTH = 0.1
_FALSE_ABSTENTIONS = 0.09
"""Share of the questions with an answer that the threshold may lose among those that it is set on."""
_VAULT_COUNTS = 4.0
"""What a question over notes counts against one over a passage set."""


class Case(NamedTuple):
    """A question with what was found for it."""

    question: Question
    source: str
    kind: str
    """`own`, `absent`, `removed` (its gold was taken away) or `other` (it belongs to another vault)."""
    material: Material

    @property
    def is_vault(self) -> bool:
        return not self.source.startswith("passages:")

    @property
    def half(self) -> int:
        return hashlib.blake2b(f"{SEED}{self.source}{self.question.id}".encode()).digest()[0] % 2


class Weighed(NamedTuple):
    """A case with its sentences as numbers."""

    case: Case
    asked: weighing.Question
    sentences: list[weighing.Weighed]
    told: Any
    right: Any


def cases(library: Library, source: str, own: Sequence[Question], others: Sequence[Question]) -> Iterator[Case]:
    """Each question as it is asked, named ones without their gold, and some that belong elsewhere."""
    for question in own:
        yield Case(question, source, "own" if question.gold else "absent", _found(library, question, ()))
        if question.gold and question.answers and question.type in ("named", "natural"):
            yield Case(question, source, "removed", _found(library, question, question.gold))
    for question in others:
        yield Case(question, source, "other", _found(library, question, ()))


def _found(library: Library, question: Question, without: Sequence[str]) -> Material:
    hits = library.search(question.text, _DEEP if without else PASSAGES).hits
    kept = [hit for hit in hits if not without or (hit.path not in without and not stands(question.answers, hit.text))]
    with store.reading(library.index_file) as db:
        return gathered(db, question.text, kept[:PASSAGES])


def weighed(case: Case) -> Weighed:
    """The sentences of a case as numbers, and which of them are right."""
    asked = weighing.Question.of(case.question.text, case.material.rarity)
    found = weighing.weigh(asked, case.material.passages, case.material.parts)
    right = [w.unit.passage.path in case.question.gold and stands(case.question.answers, w.unit.text) for w in found]
    return Weighed(case, asked, found, np.array([w.told for w in found]), np.array(right, bool))


def fit_sentences(rows: Sequence[Weighed]) -> Any:
    """Weights under which right sentences are likeliest among all of their question."""
    rows = [row for row in rows if row.case.kind == "own" and row.right.any()]

    def loss(weights: Any) -> tuple[float, Any]:
        total, slope = 0.5 * _PENALTY * weights @ weights, _PENALTY * weights
        for row in rows:
            counts = _VAULT_COUNTS if row.case.is_vault else 1.0
            scores = row.told @ weights
            powers = np.exp(scores - scores.max())
            among_right = powers * row.right
            total -= counts * np.log(among_right.sum() / powers.sum())
            slope = slope - counts * (row.told.T @ (among_right / among_right.sum() - powers / powers.sum()))
        return float(total), slope

    return minimize(loss, np.zeros(len(weighing.FEATURES)), jac=True, method="L-BFGS-B").x


def ranked(row: Weighed, weights: Any) -> list[extract.Scored]:
    """Score and sentence, best first."""
    order = np.argsort(-(row.told @ weights), kind="stable")[: extract.LOOKED_AT]
    return [(float(row.told[i] @ weights), row.sentences[i]) for i in order]


def fit_confidence(rows: Sequence[Weighed], weights: Any) -> Any:
    """Tells questions with an answer from those without."""
    used = [row for row in rows if len(row.sentences)]
    x = np.array([confidence.told(row.asked, ranked(row, weights), row.case.material.passages) for row in used])
    y = np.array([row.case.kind == "own" for row in used])
    kinds = {"own": 1.0, "absent": 4.0, "removed": 0.5, "other": 0.3}
    counts = [kinds[row.case.kind] * (_VAULT_COUNTS if row.case.is_vault else 1.0) for row in used]
    return LogisticRegression(C=_STRENGTH, max_iter=5_000).fit(x, y, sample_weight=counts)


def chances(rows: Sequence[Weighed], weights: Any, model: Any) -> Any:
    """How likely each question is to have an answer."""
    told = [
        confidence.told(row.asked, ranked(row, weights), row.case.material.passages) if len(row.sentences) else None
        for row in rows
    ]
    return np.array([0.0 if one is None else model.predict_proba([one])[0, 1] for one in told])


def say_how_good(rows: Sequence[Weighed]) -> None:
    """Figures of each half by weights from the other."""
    halves = ([row for row in rows if row.case.half == 0], [row for row in rows if row.case.half == 1])
    hit: dict[str, list[bool]] = defaultdict(list)
    given: dict[str, list[float]] = defaultdict(list)
    silent: dict[str, list[bool]] = defaultdict(list)
    for tuned, held in (halves, halves[::-1]):
        weights = fit_sentences(tuned)
        model = fit_confidence(tuned, weights)
        least = threshold(tuned, weights, model)
        for row, chance in zip(held, chances(held, weights, model), strict=True):
            of = row.case.source if not row.case.is_vault else "vaults"
            given[f"{of} {row.case.kind}"].append(chance)
            silent[f"{of} {row.case.kind}"].append(chance < least)
            if row.case.kind == "own" and row.case.question.answers and _is_found(row.case):
                said = extract.distinct(row.asked, ranked(row, weights), extract.LIMIT)
                hit[of].append(stands(row.case.question.answers, "\n".join(s.text for s in said)))
    print("\nheld out: sentences hold a gold string where a gold note was found")
    for of, values in sorted(hit.items()):
        print(f"  {of:32}{len(values):>5}{np.mean(values):>8.3f}")
    print("held out: nothing said, and how well confidence tells them from the questions with an answer (AUC)")
    for of, values in sorted(silent.items()):
        own = given[f"{of.rpartition(' ')[0]} own"]
        auc = roc_auc_score([1] * len(own) + [0] * len(values), own + given[of]) if not of.endswith(" own") else np.nan
        print(f"  {of:32}{len(values):>5}{np.mean(values):>8.3f}{auc:>8.3f}")


def _is_found(case: Case) -> bool:
    return any(passage.path in case.question.gold for passage in case.material.passages)


def threshold(rows: Sequence[Weighed], weights: Any, model: Any) -> float:
    """Below it stays the share of questions over notes with an answer that may be lost."""
    own = [row for row in rows if row.case.is_vault and row.case.kind == "own"]
    return float(np.quantile(chances(own, weights, model), _FALSE_ABSTENTIONS))


def write(weights: Any, model: Any, least: float) -> None:
    """The numbers, into the module that holds them."""
    text = WEIGHTS.read_text("utf-8")
    text = re.sub(r"(?s)SENTENCE = \(.*?\)  # fmt: skip", f"SENTENCE = {_numbers(weights)}", text)
    text = re.sub(r"(?s)CONFIDENCE = \(.*?\)  # fmt: skip", f"CONFIDENCE = {_numbers(model.coef_[0])}", text)
    text = re.sub(r"CONFIDENCE_BIAS = \S+", f"CONFIDENCE_BIAS = {model.intercept_[0]:.2f}", text)
    WEIGHTS.write_text(re.sub(r"\nENOUGH = \S+", f"\nENOUGH = {least:.2f}", text), "utf-8")


def _numbers(values: Any) -> str:
    row = ", ".join(f"{value:.2f}" for value in values) + ","
    return f"(\n{textwrap.fill(row, 110, initial_indent='    ', subsequent_indent='    ')}\n)  # fmt: skip"


def gathered_cases(args: argparse.Namespace, data: Path) -> Iterator[Case]:
    """All cases of all sets that were asked for."""
    files = [DEMO / "golden.jsonl", *args.golden]
    names = [DEMO.name]
    for file in args.golden:
        rows = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
        names += dict.fromkeys(row["vault"] for row in rows)
    by_vault = {name: _questions(files, name) for name in names}
    for name, own in by_vault.items():
        others = [q for other, theirs in by_vault.items() if other != name for q in theirs if q.type == "named"][:20]
        with _library(DEMO if name == DEMO.name else args.vaults / name, data) as library:
            yield from cases(library, name, own, others)
    for folder in args.passages:
        corpus, questions = passages(folder)
        vault = data / "passages" / folder.name
        if not vault.is_dir():
            vault.mkdir(parents=True)
            write_notes(corpus, vault)
        with _library(vault, data) as library:
            yield from cases(library, f"passages: {folder.name}", questions[: args.most], ())


def _questions(files: Sequence[Path], name: str) -> list[Question]:
    """Those over the vault of this name; the demo vault's own file names no vault."""
    own = [file for file in files if (file.parent.name == DEMO.name) == (name == DEMO.name)]
    return [question for file in own for question in golden(file, name)]


def _library(vault: Path, data: Path) -> Library:
    config = load(environ={f"PINAKES_{kind}_DIR": str(data) for kind in ("DATA", "CONFIG", "CACHE")})
    library = Library.open(config._replace(vault_dir=vault))
    library.sync()
    return library


def main() -> None:
    """Gather, fit, say how good it is, and write the weights where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--golden", type=Path, action="append", default=[])
    parser.add_argument("--vaults", type=Path)
    parser.add_argument("--passages", type=Path, action="append", default=[])
    parser.add_argument("--most", type=int, default=120, help="questions of a passage set")
    parser.add_argument("--data", type=Path, help="keep the indexes here")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        rows = [weighed(case) for case in gathered_cases(args, args.data or Path(scratch))]
    right = sum(row.case.kind == "own" and bool(row.right.any()) for row in rows)
    print(f"{len(rows)} cases, {right} with a right sentence")
    say_how_good(rows)
    weights = fit_sentences(rows)
    model = fit_confidence(rows, weights)
    for name, weight in zip(weighing.FEATURES, weights, strict=True):
        print(f"{name:14}{weight:+.2f}")
    for name, weight in zip(confidence.FEATURES, model.coef_[0], strict=True):
        print(f"{name:18}{weight:+.2f}")
    if args.write:
        write(weights, model, threshold(rows, weights, model))


if __name__ == "__main__":
    main()
