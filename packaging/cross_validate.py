"""Would the ranking's constants have been chosen on other questions too, and how much hangs on each?

    python packaging/cross_validate.py [DIR …] [--golden FILE.jsonl --vaults DIR] [--most 100] [--out TABLE.md]

Each DIR is a passage set (`corpus.jsonl`, `queries.jsonl`). The golden questions are asked over
the folders of `--vaults` that their lines name. Every question is asked with the constants as they
are and with each of them one step down and one step up, by words alone. Two tables come of it:

- the sensitivity: recall@5 over all sets (their mean) for one step of each constant;
- nested cross-validation: for each of five folds the setting that is best on the other four is
  taken, and what it reaches on the fold is set against the constants as they are. Where
  the two differ by next to nothing, the constants fit these questions no better than others.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from pinakes.config import Config, load
from pinakes.evaluate.metrics import Outcome
from pinakes.evaluate.questions import Question, golden, passages, write_notes
from pinakes.library import Library
from pinakes.retrieve.tuning import Tuning

FOLDS = 5
SEED = 7
DEPTH = 60
_STEPS: Mapping[str, tuple[float, float]] = {
    "every_word": (0.5, 1.5), "stop_words": (0.15, 0.45), "same_note": (0.0, 0.1), "same_group": (0.08, 0.25),
    "sharpness": (3.0, 5.0), "entity_mass": (0.2, 0.4), "title_mass": (0.15, 0.35), "damping": (0.7, 0.87),
    "gate": (0.3, 0.7), "gate_floor": (0.01, 0.1), "newest": (0.25, 1.0),
}  # fmt: skip
_WEIGHTS: Mapping[str, tuple[float, float]] = {
    "mention": (0.6, 1.6), "link": (0.6, 1.6), "name": (2.5, 6.0), "tag": (0.15, 0.6), "identifier": (2.5, 6.0),
}  # fmt: skip
AS_IT_IS = "as it is"


class Asked(NamedTuple):
    """One question of a set, and the recall@5 that each setting reached."""

    of: str
    recall: dict[str, float]


def settings() -> dict[str, Tuning]:
    """Name → constants: as they are, and one of them a step away."""
    base = Tuning()
    found = {AS_IT_IS: base}
    for name, steps in _STEPS.items():
        for value in steps:
            one: dict[str, Any] = {name: value}
            found[f"{name} {value:g}"] = base._replace(**one)
    for name, steps in _WEIGHTS.items():
        for value in steps:
            edge: dict[str, Any] = {name: value}
            found[f"{name} edges {value:g}"] = base._replace(weights=base.weights._replace(**edge))
    return found


@contextmanager
def indexed(config: Config, vault: Path) -> Iterator[Library]:
    """A scratch index of the folder, with the names that are found without a model of language."""
    with tempfile.TemporaryDirectory(prefix="pinakes-cv-") as data:
        entities = config.entities._replace(ner=False)
        with Library.open(config._replace(vault_dir=vault, data_dir=Path(data), entities=entities)) as library:
            library.sync(wait_entities=True)
            yield library


def asked(library: Library, name: str, questions: Sequence[Question], most: int) -> list[Asked]:
    """Every question with every setting."""
    tunings = settings()
    found = []
    for question in [q for q in questions if q.gold][:most]:
        recall = {}
        for setting, tuning in tunings.items():
            hits = library.search(question.text, DEPTH, tuning=tuning).hits
            recall[setting] = Outcome("", tuple(dict.fromkeys(hit.path for hit in hits)), question.gold).recall(5)
        found.append(Asked(name, recall))
    print(f"{name}: {len(found)} questions", file=sys.stderr, flush=True)
    return found


def mean_of_sets(questions: Sequence[Asked], setting: str) -> float:
    """Recall@5 of each set, and of these the mean: a large set counts no more than a small one."""
    sets = sorted({q.of for q in questions})
    by_set = [[q.recall[setting] for q in questions if q.of == name] for name in sets]
    return sum(sum(values) / len(values) for values in by_set) / len(by_set) if by_set else 0.0


def sensitivity(questions: Sequence[Asked]) -> list[str]:
    """A line for each setting: recall@5, and its distance to the constants as they are."""
    base = mean_of_sets(questions, AS_IT_IS)
    lines = ["| setting | recall@5 | against as it is |", "|---|--:|--:|", f"| {AS_IT_IS} | {base:.4f} | |"]
    for setting in settings():
        if setting != AS_IT_IS:
            value = mean_of_sets(questions, setting)
            lines.append(f"| {setting} | {value:.4f} | {value - base:+.4f} |")
    return lines


def nested(questions: Sequence[Asked]) -> list[str]:
    """A line for each fold: what was best on the others, and what it reaches here."""
    order = list(questions)
    random.Random(SEED).shuffle(order)  # noqa: S311 — folds, not secrets
    lines = ["| fold | chosen on the others | recall@5 here | as it is |", "|---|---|--:|--:|"]
    chosen_sum = base_sum = 0.0
    for fold in range(FOLDS):
        held = order[fold::FOLDS]
        rest = [q for at, q in enumerate(order) if at % FOLDS != fold]
        best = max(settings(), key=lambda setting: (mean_of_sets(rest, setting), setting == AS_IT_IS))
        here, base = mean_of_sets(held, best), mean_of_sets(held, AS_IT_IS)
        chosen_sum, base_sum = chosen_sum + here, base_sum + base
        lines.append(f"| {fold + 1} | {best} | {here:.4f} | {base:.4f} |")
    lines.append(f"| mean | | {chosen_sum / FOLDS:.4f} | {base_sum / FOLDS:.4f} |")
    return lines


def main() -> None:
    """Ask, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="*", type=Path)
    parser.add_argument("--golden", type=Path)
    parser.add_argument("--vaults", type=Path)
    parser.add_argument("--most", type=int, default=100, help="questions of a set")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    config = load()
    questions: list[Asked] = []
    for folder in args.sets:
        corpus, asking = passages(folder)
        with tempfile.TemporaryDirectory(prefix="pinakes-cv-") as scratch:
            write_notes(corpus, Path(scratch))
            with indexed(config, Path(scratch)) as library:
                questions += asked(library, folder.name, asking, args.most)
    for vault in sorted(args.vaults.iterdir()) if args.golden and args.vaults else []:
        if vault.is_dir() and (asking := golden(args.golden, vault.name)):
            with indexed(config, vault) as library:
                questions += asked(library, "golden", asking, args.most)
    if not questions:
        parser.error("no questions: give a passage set, or --golden with --vaults")
    table = "\n".join([*sensitivity(questions), "", *nested(questions), ""])
    print(table)
    if args.out:
        args.out.write_text(table, "utf-8")


if __name__ == "__main__":
    main()
