"""What does an evaluation give? Quality and cost of the search on one set of questions."""

from __future__ import annotations

import itertools
import resource
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pinakes
from pinakes.config import Config
from pinakes.evaluate import answers
from pinakes.evaluate.ablate import PARTS
from pinakes.evaluate.metrics import Outcome, by_type, percentile, summary
from pinakes.evaluate.questions import Question, golden, passages, write_notes
from pinakes.library import Library
from pinakes.model.sync import Progress

DEPTH = 10
"""Notes of a ranking that are looked at."""
_MOST_TIMED = 200
"""Questions that are asked once more with as many hits as users are shown; more change no percentile."""
_CHUNKS = 60
"""Passages asked for, so that there are enough different notes among them."""


class How(NamedTuple):
    """What is to be measured, and who is told how far it is."""

    graph: bool = True
    ablate: bool = False
    """Each part of the search left out in turn as well."""
    answers: bool = False
    """Answer the questions as well, those without gold too."""
    model: bool = False
    """Let the model write the answers; else they are the notes' own sentences."""
    on_progress: Callable[[int, int], None] = lambda *_: None
    """Told how many of how many searches are done."""
    on_sync: Callable[[Progress], None] = lambda _: None
    """Told how far a scratch index is."""


class Costs(NamedTuple):
    """CPU seconds of the two parts of indexing; None where the index was there already."""

    index_cpu_s: float | None = None
    entities_cpu_s: float | None = None


def over_vault(config: Config, file: Path, how: How) -> dict[str, object]:
    """Golden questions over the configured vault as it is indexed."""
    with Library.open(config) as library:
        questions = golden(file, library.vault.resolve().name)
        return _report(library, file.stem, questions, Costs(), how)


def over_folder(config: Config, vault: Path, file: Path, how: How) -> dict[str, object]:
    """Golden questions over a folder of notes, in a scratch index of its own."""
    with _scratch(config._replace(vault_dir=vault), how) as (library, costs):
        questions = golden(file, vault.resolve().name)
        return _report(library, vault.resolve().name, questions, costs, how)


def over_passages(config: Config, folder: Path, how: How) -> dict[str, object]:
    """A passage set: each passage becomes a note with its title as heading, in a scratch vault and index."""
    corpus, questions = passages(folder)
    with tempfile.TemporaryDirectory(prefix="pinakes-eval-") as scratch:
        write_notes(corpus, Path(scratch))
        with _scratch(config._replace(vault_dir=Path(scratch)), how) as (library, costs):
            return _report(library, folder.name, questions, costs, how)


@contextmanager
def _scratch(config: Config, how: How) -> Iterator[tuple[Library, Costs]]:
    """The vault indexed anew in a folder that goes away again."""
    data = Path(tempfile.mkdtemp(prefix="pinakes-index-"))
    try:
        with Library.open(config._replace(data_dir=data)) as library:
            begun = time.process_time()
            library.sync(on_progress=how.on_sync)
            text = time.process_time()
            library.sync(wait_entities=True, on_progress=how.on_sync)
            ended = time.process_time()
            yield library, Costs(round(text - begun, 2), round(ended - text, 2))
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _report(library: Library, dataset: str, questions: Sequence[Question], costs: Costs, how: How) -> dict[str, object]:
    asked = [q for q in questions if q.gold]
    parts = PARTS if how.ablate else {}
    timed = asked[:_MOST_TIMED]
    total = len(timed) + len(asked) * (1 + len(parts)) + (len(questions) if how.answers else 0)
    count = itertools.count(1)

    def step() -> None:
        how.on_progress(next(count), total)

    told: Mapping[str, Any] = {"graph": how.graph}
    wall, cpu = _timed(library, timed, told, step)
    outcomes = _ask(library, asked, told, step)
    without: dict[str, object] = {}
    for part, off in parts.items():
        left = _ask(library, asked, off, step)
        without[part] = {**summary(left), "by_type": by_type(left)}
    answered = answers.report(questions, lambda q: library.ask(q, use_model=how.model), step) if how.answers else {}
    return {
        "dataset": dataset,
        "n": len(asked),
        **summary(outcomes),
        "by_type": by_type(outcomes),
        "index_cpu_s": costs.index_cpu_s,
        "entities_cpu_s": costs.entities_cpu_s,
        "query_ms_p50": round(percentile(wall, 0.5), 2),
        "query_ms_p95": round(percentile(wall, 0.95), 2),
        "query_cpu_ms_p50": round(percentile(cpu, 0.5), 2),
        "peak_rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        **({"without": without} if without else {}),
        **answered,
        "settings": {"graph": how.graph, "ner": library.config.entities.ner, **_answering(library, how)},
        "version": pinakes.__version__,
        "questions": [
            {"id": q.id, "type": q.type, "recall@5": round(o.recall(5), 4), "ranked": list(o.ranked[:5])}
            for q, o in zip(asked, outcomes, strict=True)
        ],
    }


def _answering(library: Library, how: How) -> dict[str, str]:
    """Who answered; nothing where nobody did."""
    if not how.answers:
        return {}
    return {"answers": library.model_state() if how.model else "the notes' own sentences"}


def _ask(
    library: Library, asked: Sequence[Question], told: Mapping[str, Any], step: Callable[[], None]
) -> list[Outcome]:
    """What each question found."""
    outcomes: list[Outcome] = []
    for question in asked:
        result = library.search(question.text, _CHUNKS, **told)
        ranked = tuple(dict.fromkeys(hit.path for hit in result.hits))[:DEPTH]
        outcomes.append(Outcome(question.type, ranked, question.gold))
        step()
    return outcomes


def _timed(
    library: Library, asked: Sequence[Question], told: Mapping[str, Any], step: Callable[[], None]
) -> tuple[list[float], list[float]]:
    """(milliseconds, milliseconds of processor time) of each question, with as many hits as users are shown."""
    wall: list[float] = []
    cpu: list[float] = []
    shown = max(1, library.config.search.limit)
    for question in asked:
        wall_begun, cpu_begun = time.perf_counter(), time.process_time()
        library.search(question.text, shown, **told)
        cpu.append((time.process_time() - cpu_begun) * 1000)
        wall.append((time.perf_counter() - wall_begun) * 1000)
        step()
    return wall, cpu
