"""Would the language model route questions better than the rules do? By the chances that it gives to each kind.

    python packaging/route_by_model.py MODEL.gguf                      the demo vault's questions
    python packaging/route_by_model.py MODEL.gguf --golden FILE.jsonl  and those of FILE

Each question stands behind a few examples, and the model is asked how likely the name of each
route is as what follows. Once as it says, and once calibrated by context: divided by the chances
that it gives when there is no question (Zhao et al. 2021, Calibrate Before Use). What the types of
questions mean, and the rules' own figures, are in train_route.py. The rules do better, so the
product asks no model.
"""

from __future__ import annotations

import argparse
import json
import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pinakes.answer.engine import ChildModel
from pinakes.answer.models import check_file
from pinakes.answer.prompt import Piece, Prompt
from pinakes.config import AnswerSettings

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "assets" / "demo-vault" / "golden.jsonl"
ROUTE_OF = {"named": "lookup", "paraphrase": "local", "twohop": "local", "list": "local", "global": "global"}
WAYS = ("lookup", "local", "global")
NO_QUESTION = ("N/A", "", "[MASK]", "?")


class Wording(NamedTuple):
    """One way to ask."""

    name: str
    examples: str
    cue: str
    names: tuple[str, str, str]
    """Of WAYS, as the examples have them."""


WORDINGS = (
    Wording(
        "kind",
        'Each question is about a folder of notes. Its kind is "note" where it asks for one note by its name, '
        '"detail" where a sentence somewhere answers it, and "overview" where it is about the folder as a whole.\n\n'
        "Question: Where is the note about the lighthouse tour?\nKind: note\n\n"
        "Question: Who repaired the pump?\nKind: detail\n\n"
        "Question: What are these notes mainly about?\nKind: overview\n\n"
        "Question: What does Baking Bread say about flour?\nKind: note\n\n"
        "Question: Which friends have I lent books to?\nKind: detail\n\n"
        "Question: Summarise the main themes of this vault.\nKind: overview\n\n",
        "\nKind:",
        (" note", " detail", " overview"),
    ),
    Wording(
        "to read",
        "Question: What does the note Harbour Rules say?\nTo answer it, read: the note\n\n"
        "Question: Who paid for the roof?\nTo answer it, read: a sentence\n\n"
        "Question: What topics come up again and again?\nTo answer it, read: everything\n\n"
        "Question: What are the steps in Setting up the printer?\nTo answer it, read: the note\n\n"
        "Question: When did we last see Ida?\nTo answer it, read: a sentence\n\n"
        "Question: Give me an overview of this knowledge base.\nTo answer it, read: everything\n\n",
        "\nTo answer it, read:",
        (" the note", " a sentence", " everything"),
    ),
    Wording(
        "no examples",
        "",
        "\nTo answer this, one has to read",
        (" one page", " one sentence", " the whole collection"),
    ),
)


def asked(wording: Wording, question: str) -> Prompt:
    """The prompt, whose examples are read once for all questions."""
    return (
        Piece(wording.examples, True),
        Piece("Question: ", True),
        Piece(question, False),
        Piece(wording.cue, True),
    )


def chances(model: ChildModel, wording: Wording, question: str) -> list[float]:
    """Of each way, among the three."""
    scores = model.score(asked(wording, question), wording.names, deadline_s=600)
    powers = [math.exp(sum(tokens)) for tokens in scores]
    return [power / sum(powers) for power in powers]


def likeliest(of: Sequence[float]) -> str:
    """The way with the largest number."""
    return WAYS[of.index(max(of))]


def macro_f1(right: Sequence[str], given: Sequence[str]) -> float:
    """The mean over the ways."""
    found = []
    for way in WAYS:
        hit = sum(r == g == way for r, g in zip(right, given, strict=True))
        found.append(2 * hit / max(1, sum(r == way for r in right) + sum(g == way for g in given)))
    return sum(found) / len(found)


def main() -> None:
    """Ask, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path)
    parser.add_argument("--golden", type=Path, action="append", default=[])
    args = parser.parse_args()
    rows = [json.loads(line) for file in (DEMO, *args.golden) for line in file.read_text("utf-8").splitlines() if line]
    rows = [row for row in rows if row["type"] in ROUTE_OF]
    right = [ROUTE_OF[row["type"]] for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        model = ChildModel(check_file(args.model), AnswerSettings(context_tokens=1_024), Path(folder) / "model.log")
        for wording in WORDINGS:
            empty = [chances(model, wording, nothing) for nothing in NO_QUESTION]
            prior = [sum(column) / len(empty) for column in zip(*empty, strict=True)]
            said = [chances(model, wording, row["question"]) for row in rows]
            as_said = [likeliest(one) for one in said]
            calibrated = [likeliest([x / y for x, y in zip(one, prior, strict=True)]) for one in said]
            print(
                f"{wording.name:12} {len(rows)} questions, macro-F1 {macro_f1(right, as_said):.3f} as said, "
                f"{macro_f1(right, calibrated):.3f} calibrated"
            )
        model.close()


if __name__ == "__main__":
    main()
