"""Fit the router's weights on golden questions, and say how good it is on questions that it was not fitted on.

    python packaging/train_route.py                                   the demo vault's questions alone
    python packaging/train_route.py --golden FILE.jsonl --vaults DIR  and those of FILE, each in DIR/<its vault>
    python packaging/train_route.py … --write                         write pinakes/retrieve/route_weights.py

Needs scikit-learn (pip install scikit-learn), which Pinakes itself does without. Types of
questions become routes so: `named` names the one note that answers and is a lookup;
`paraphrase`, `twohop` and `list` want passages from wherever they are and are local;
`global` is global. `absent` is `nothing`, which no feature tells from a paraphrase: it is no
part of what is fitted, and its figures stand apart, as they would be with it.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import textwrap
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.linear_model import LogisticRegression  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sklearn.metrics import classification_report, confusion_matrix, f1_score  # type: ignore[import-not-found,import-untyped,unused-ignore]
from sklearn.model_selection import (  # type: ignore[import-not-found,import-untyped,unused-ignore]
    LeaveOneGroupOut,
    StratifiedKFold,
    cross_val_predict,
)

from pinakes.config import load
from pinakes.library import Library
from pinakes.retrieve.route import FEATURES, LOOKED_AT, WAYS, features
from pinakes.store import db as store

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "assets" / "demo-vault"
WEIGHTS = ROOT / "pinakes" / "retrieve" / "route_weights.py"
ROUTE_OF = {"named": "lookup", "paraphrase": "local", "twohop": "local", "list": "local", "global": "global"}
_WITHIN: Any = {"initial_indent": "    ", "subsequent_indent": "     "}
REPEATS = 5
BINS = ((0.0, 0.5), (0.5, 0.7), (0.7, 0.85), (0.85, 0.95), (0.95, 1.01))


class Asked(NamedTuple):
    """A question with what the search told of it."""

    question: str
    type: str
    vault: str
    told: tuple[float, ...]


def asked(rows: Sequence[dict[str, Any]], vaults: Path | None, data: Path) -> list[Asked]:
    """The features of each question over its own vault, of which the text alone is indexed."""
    by_vault: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_vault[row.get("vault", DEMO.name)].append(row)
    found = []
    for name, own in by_vault.items():
        vault = DEMO if name == DEMO.name or vaults is None else vaults / name
        config = load(environ={f"PINAKES_{kind}_DIR": str(data) for kind in ("DATA", "CONFIG", "CACHE")})
        with Library.open(config._replace(vault_dir=vault)) as library:
            library.sync()
            for row in own:
                hits = library.search(row["question"], LOOKED_AT).hits
                with store.reading(library.index_file) as db:
                    told = features(db, row["question"], hits)
                found.append(Asked(row["question"], row["type"], name, told))
    return found


def say_how_good(x: Any, y: Any, groups: Any, strength: float) -> Any:
    """Out-of-fold figures by question and by vault. Returns the chances that were given out of fold."""
    scores = []
    for repeat in range(REPEATS):
        folds = StratifiedKFold(5, shuffle=True, random_state=repeat)
        guess = cross_val_predict(model(strength), x, y, cv=folds)
        scores.append(f1_score(y, guess, average="macro"))
    print(f"\nC {strength}: macro-F1 {np.mean(scores):.3f} ± {np.std(scores):.3f}, {REPEATS} times 5 folds")
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    chances = cross_val_predict(model(strength), x, y, cv=folds, method="predict_proba")
    guess = np.array(sorted(set(y)))[chances.argmax(1)]
    print(classification_report(y, guess, digits=3))
    print("confusion (rows: what is right)", sorted(set(y)), confusion_matrix(y, guess), sep="\n")
    if len(set(groups)) > 1:
        by_vault = cross_val_predict(model(strength), x, y, groups=groups, cv=LeaveOneGroupOut())
        print(f"each vault by the others: macro-F1 {f1_score(y, by_vault, average='macro'):.3f}")
        for code, own in (("de", "gesetze-de"), ("ja", "js-primer-ja")):
            there = groups == own
            if there.any():
                print(f"  {code}: {np.mean(by_vault[there] == y[there]):.2f} of {there.sum()} right")
    return chances


def model(strength: float) -> Any:
    """Balanced: a route of few questions is to be found as well as one of many."""
    return LogisticRegression(C=strength, class_weight="balanced", max_iter=5_000)


def say_how_calibrated(chances: Any, y: Any) -> float:
    """The temperature that makes out-of-fold chances likeliest, and how true the confidence is with it."""
    at = np.array([sorted(set(y)).index(route) for route in y])
    logits = np.log(np.clip(chances, 1e-9, 1))

    def given(temperature: float) -> Any:
        powers = np.exp(logits / temperature)
        return powers / powers.sum(1, keepdims=True)

    def loss(temperature: float) -> float:
        return float(-np.log(given(temperature)[np.arange(len(at)), at]).mean())

    best = min((round(0.3 + 0.05 * i, 2) for i in range(40)), key=loss)
    sure = given(best)
    confidence, right = sure.max(1), sure.argmax(1) == at
    print(f"\ntemperature {best}: log loss {loss(best):.3f} (1.0: {loss(1.0):.3f})\nconfidence     said  right    n")
    gap = 0.0
    for low, high in BINS:
        there = (confidence >= low) & (confidence < high)
        if there.any():
            gap += there.mean() * abs(confidence[there].mean() - right[there].mean())
            said, true = confidence[there].mean(), right[there].mean()
            print(f"  {low:.2f}-{min(high, 1):.2f}    {said:.2f}   {true:.2f}  {there.sum():>3}")
    print(f"expected calibration error {gap:.3f}")
    return best


def write(fitted: Any, temperature: float, n: int) -> None:
    """The weights as numbers in a module."""
    order = [list(fitted.classes_).index(way) for way in WAYS]
    rows = [[round(float(w) / temperature, 3) for w in fitted.coef_[i]] for i in order]
    bias = [round(float(fitted.intercept_[i]) / temperature, 3) for i in order]
    lines = "".join(textwrap.fill(f"({', '.join(map(str, row))}),", 110, **_WITHIN) + "\n" for row in rows)
    WEIGHTS.write_text(
        '"""What does each feature of a question count for each route?\n\n'
        f'Fitted by `packaging/train_route.py` on {n} questions.\n"""\n\n'
        "from __future__ import annotations\n\n"
        f"BIAS = ({', '.join(map(str, bias))})\n"
        '"""One for each of `route.WAYS`."""\n\n'
        f"WEIGHTS = (\n{lines})  # fmt: skip\n"
        '"""A row for each of `route.WAYS`, in it one for each of `route.FEATURES`."""\n',
        "utf-8",
    )


def main() -> None:
    """Fit, say how good it is, and write the weights where that is wanted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--golden", type=Path, action="append", default=[])
    parser.add_argument("--vaults", type=Path)
    parser.add_argument("--data", type=Path, help="keep the indexes here")
    parser.add_argument("--strength", type=float, default=10.0, help="inverse of the regularisation")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    files = [DEMO / "golden.jsonl", *args.golden]
    rows = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line.strip()]
    with tempfile.TemporaryDirectory() as scratch:
        questions = asked(rows, args.vaults, args.data or Path(scratch))
    answerable = [one for one in questions if one.type in ROUTE_OF]
    x = np.array([one.told for one in answerable])
    y = np.array([ROUTE_OF[one.type] for one in answerable])
    groups = np.array([one.vault for one in answerable])
    print("With questions that no note answers as a fourth route, which is not what is written:")
    every = np.array([ROUTE_OF.get(one.type, "nothing") for one in questions])
    say_how_good(
        np.array([one.told for one in questions]), every, np.array([one.vault for one in questions]), args.strength
    )
    print("\nThree routes, of questions that notes answer:")
    chances = say_how_good(x, y, groups, args.strength)
    temperature = say_how_calibrated(chances, y)
    fitted = model(args.strength).fit(x, y)
    for way, row in zip(fitted.classes_, fitted.coef_, strict=True):
        print(f"{way}: " + ", ".join(f"{name} {w:+.2f}" for name, w in zip(FEATURES, row, strict=True)))
    if args.write:
        write(fitted, temperature, len(answerable))


if __name__ == "__main__":
    main()
