"""Can any model file end Pinakes, or keep it waiting? Changes a model in a thousand ways and tries each.

    python packaging/fuzz/mutate_model.py MODEL.gguf              1,000 mutants, as a user's file is tried
    python packaging/fuzz/mutate_model.py MODEL.gguf --unchecked  even those whose header says that they are none
    python packaging/fuzz/mutate_model.py tiny -n 5000 --seed 7   of a tiny model with random weights

Each is checked, loaded in a process of its own and asked for a few tokens. It may be refused in
words, it may run, its process may die; what must not happen is any other exception here, or that
one takes longer than its deadline. Prints what came of each kind; exit code 1 if anything else did.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from pinakes.answer.engine import ChildModel  # noqa: E402
from pinakes.answer.models import ModelFile, check_file  # noqa: E402
from pinakes.answer.prompt import Piece  # noqa: E402
from pinakes.config import AnswerSettings  # noqa: E402
from pinakes.errors import ModelError  # noqa: E402
from tests.answer import tiny  # noqa: E402
from tests.answer.mutants import Original, done_to, undone_to  # noqa: E402

PROMPT = (Piece("The harbour master wrote that the tide", True),)
SETTINGS = AnswerSettings(context_tokens=64, max_answer_tokens=4)
DEADLINE_S = 60.0
OBEYS_S = 2.0
"""How much later than its deadline the end may be told."""


def outcome(path: Path, log: Path, *, checked: bool) -> str:
    """What came of one file, in a word or two; `failed: …` for what must not be."""
    began = time.monotonic()
    try:
        file = check_file(path) if checked else ModelFile(path, path.stem, 0)
    except ModelError:
        return "refused by its header"
    model = ChildModel(file, SETTINGS, log)
    try:
        model.load(deadline_s=DEADLINE_S)
        list(model.stream(PROMPT, max_tokens=4, stop=(), deadline_s=DEADLINE_S))
        said = "ran"
    except ModelError as error:
        said = _said(str(error))
    finally:
        model.close()
    late = time.monotonic() - began > 2 * DEADLINE_S + OBEYS_S
    return "failed: beyond its deadline" if late else said


def _said(error: str) -> str:
    for words, short in (
        ("can't be loaded", "refused by the engine"),
        ("stopped by itself", "its process died"),
        ("took too long", "stopped at the deadline"),
        ("of memory", "refused for want of memory"),
        ("The model failed", "refused by the engine"),
    ):
        if words in error:
            return f"{short} ({error.partition('(')[2].partition(')')[0]})" if "died" in short else short
    return f"failed: {error}"


def main() -> int:
    """Try them all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", help="a .gguf file, or `tiny`")
    parser.add_argument("-n", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unchecked", action="store_true")
    args = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        original, path = Path(folder) / "original.gguf", Path(folder) / "mutant.gguf"
        if args.model == "tiny":
            original.write_bytes(tiny.model())
        else:
            original = Path(args.model)
        shutil.copyfile(original, path)
        for at, mutant in enumerate(islice(Original(original).mutants(args.seed), args.n), 1):
            done_to(path, mutant)
            began = time.monotonic()
            try:
                came = outcome(path, Path(folder) / "model.log", checked=not args.unchecked)
            except Exception as error:  # noqa: BLE001 - this is what is looked for
                came = f"failed: {type(error).__name__}: {error}"
            slowest = max(slowest, time.monotonic() - began)
            counts[mutant.kind, came] += 1
            if came.startswith("failed"):
                print(json.dumps({"n": at, "kind": mutant.kind, "came": came, "cut": mutant.cut}), flush=True)
            undone_to(path, original, mutant)
    for (kind, came), count in sorted(counts.items()):
        print(f"{count:6,}  {kind:9} {came}")
    failed = sum(count for (_, came), count in counts.items() if came.startswith("failed"))
    print(f"{args.n:,} mutants, {failed:,} failures, the slowest took {slowest:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
