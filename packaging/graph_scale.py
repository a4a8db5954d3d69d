"""What does the graph of a vault of 1,000, 10,000 or 100,000 passages cost?

    python packaging/graph_scale.py [--chunks 1000,10000,100000] [--keep FOLDER]

Makes a vault of five passages a note and two names a passage, which are mentioned again as
names are in writing (a few everywhere, most once: Zipf), and indexes it by the code that
indexes every vault; names get labels from the generator in place of a model. Each question
is then asked in a process of its own, and a row says its processor time and peak memory.
With `--keep` the vaults and indexes stay in that folder and are used again by the next run.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from bisect import bisect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from pinakes.config import Config, load
from pinakes.graph.neighbourhood import Node, around
from pinakes.graph.ppr import personalised_pagerank
from pinakes.index import backlog, sync
from pinakes.index.entities import PhraseExtractor
from pinakes.index.levels import FULL
from pinakes.index.phrases import Found
from pinakes.library import Library
from pinakes.store.db import reading, writing

_A_NOTE = 5
_NAMES_A_CHUNK = 2
_AGAIN_A_CHUNK = 7
_FLATTEN = 12
"""Zipf–Mandelbrot: the commonest name has this rank."""
_SYLLABLES = "ka ro mi ten lu sha ve do bri an el or ti gu pa ne zo fi wa ch sto ber lin qua ex".split()
_SMALL = "the of and to in a is that for it was on with as at by from this be or which had not are".split()


class Labelled(PhraseExtractor):
    """Capitalised phrases, of which those in the generator's register of people are people."""

    level = FULL
    name = "generated 1"

    def extract(self, texts: Sequence[tuple[str, str]]) -> Iterator[list[Found]]:
        for found in super().extract(texts):
            yield [Found(f.name, _label(f.name), f.start, f.weak) for f in found]


def _label(name: str) -> str:
    return "PERSON" if name.split()[-1].endswith("son") else ""


@dataclass(slots=True)
class Writer:
    """Writes notes whose names are drawn from one register."""

    rng: random.Random
    names: list[str]
    weights: list[float]
    """Running sums."""
    words: list[str]
    taken: int = 0

    def chunk(self) -> str:
        """A passage of some seventy words."""
        rare = [self.names[(self.taken + i) % len(self.names)] for i in range(_NAMES_A_CHUNK)]
        self.taken += _NAMES_A_CHUNK
        named = [*rare, *(self.names[self._rank()] for _ in range(_AGAIN_A_CHUNK))]
        return " ".join(f"{self._clause()} {self._spelt(name)} {self._clause()}." for name in named)

    def _rank(self) -> int:
        return min(len(self.names) - 1, bisect(self.weights, self.rng.random() * self.weights[-1]))

    def _spelt(self, name: str) -> str:
        first, _, last = name.partition(" ")
        if last.endswith("son") and self.rng.random() < 0.1:
            return last if self.rng.random() < 0.5 else f"{first[0]}. {last}"
        return name

    def _clause(self) -> str:
        return " ".join(self.rng.choice(_SMALL if i % 2 else self.words) for i in range(4))


def _word(rng: random.Random) -> str:
    return "".join(rng.choice(_SYLLABLES) for _ in range(rng.randint(2, 4)))


def _register(rng: random.Random, size: int) -> list[str]:
    """Names of two words; a quarter are people, five to a family."""
    families = [f"{_word(rng).title()}son" for _ in range(max(20, size // 20))]
    names: set[str] = set()
    while len(names) < size:
        last = rng.choice(families) if rng.random() < 0.25 else _word(rng).title()
        names.add(f"{_word(rng).title()} {last}")
    return rng.sample(sorted(names), size)


def write_vault(folder: Path, chunks: int) -> None:
    """Notes of five sections each, with a tag and two links; the same for the same size."""
    rng = random.Random(chunks)  # noqa: S311 — made to be the same each time
    names = _register(rng, chunks * _NAMES_A_CHUNK)
    weights = list(accumulate(1.0 / (rank + _FLATTEN) for rank in range(len(names))))
    writer = Writer(rng, names, weights, [_word(rng) for _ in range(4_000)])
    titles = [f"{_word(rng).title()} {_word(rng)} {n}" for n in range(chunks // _A_NOTE)]
    for n, title in enumerate(titles):
        place = folder / f"{n % 100:02}" / f"{title}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        sections = "\n\n".join(f"## {_word(rng)} {_word(rng)}\n\n{writer.chunk()}" for _ in range(_A_NOTE - 1))
        links = " ".join(f"[[{titles[min(len(titles) - 1, int(rng.expovariate(8) * len(titles)))]}]]" for _ in "ab")
        place.write_text(f"# {title}\n\n{writer.chunk()} {links} #tag{rng.randrange(200)}\n\n{sections}\n", "utf-8")


# ── what is asked ────────────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class Bench:
    """A vault with its index, and how often a thing is done."""

    config: Config
    vault: Path
    index: Path
    times: int = 40

    def index_all(self) -> list[float]:
        """From files to the graph, names included."""
        return [_timed(self._sync)]

    def nothing_changed(self) -> list[float]:
        """A sync that finds nothing to do: the scan of all files."""
        self._sync()
        return [_timed(self._sync) for _ in range(5)]

    def one_note(self) -> list[float]:
        """A sync after one note has got another sentence with a new name and a known one, scan included."""
        return [_timed(self._sync) for _ in self._edits()]

    def one_note_alone(self) -> list[float]:
        """Likewise without looking at the other files: reading, writing, links, names and what they are."""
        took = []
        for path in self._edits():
            took.append(_timed(lambda path=path: self._take_in(path)))  # type: ignore[misc]
            self._sync()
        return took

    def neighbourhoods(self) -> list[float]:
        """The part of the graph that a question reads, round fifteen passages."""
        with reading(self.index) as db:
            return [_timed(lambda s=seeds: around(db, s)) for seeds in self._seeds()]  # type: ignore[misc]

    def walks(self) -> list[float]:
        """Personalised PageRank over that part."""
        took = []
        with reading(self.index) as db:
            for seeds in self._seeds():
                graph = around(db, seeds)
                vector = [1.0 / len(seeds)] * len(seeds) + [0.0] * (len(graph.nodes) - len(seeds))
                took.append(_timed(lambda g=graph, v=vector: personalised_pagerank(g.targets, g.weights, v)))  # type: ignore[misc]
        return took

    def bridges_of_notes(self) -> list[float]:
        """The strongest chains between two notes."""
        with reading(self.index) as db:
            notes = [str(path) for (path,) in db.execute("SELECT path FROM notes")]
        return self._bridges(notes)

    def bridges_of_entities(self) -> list[float]:
        """The strongest chains between two names of three passages or more."""
        with reading(self.index) as db:
            rows = db.execute("SELECT name FROM entities WHERE chunk_count > 2 ORDER BY entity_id").fetchall()
        return self._bridges([str(name) for (name,) in rows])

    def communities(self) -> list[float]:
        """What the vault is about: notes that belong together."""
        with self._library() as library:
            return [_timed(library.around.communities)]

    def _bridges(self, ends: list[str]) -> list[float]:
        rng = random.Random(2)  # noqa: S311
        with self._library() as library:
            pairs = [rng.sample(ends, 2) for _ in range(self.times)]
            return [_timed(lambda p=pair: library.bridges(*p)) for pair in pairs]  # type: ignore[misc]

    def _library(self) -> Library:
        return Library.open(self.config)

    def _seeds(self) -> Iterator[list[Node]]:
        """Passages that share a name of middling rank, as the hits of a question do."""
        with reading(self.index) as db:
            rng = random.Random(3)  # noqa: S311
            rows = db.execute("SELECT entity_id FROM entities WHERE chunk_count BETWEEN 5 AND 60 ORDER BY entity_id")
            for (entity,) in rng.sample(rows.fetchall(), self.times):
                sharing = db.execute("SELECT DISTINCT chunk_id FROM mentions WHERE entity_id = ?", (entity,)).fetchall()
                chunks = [int(str(chunk)) for (chunk,) in sharing[:10]]
                others = db.execute(
                    "SELECT chunk_id FROM chunks ORDER BY (chunk_id * 7919 + ?) % 104729 LIMIT 15", (entity,)
                )
                chunks += [int(str(chunk)) for (chunk,) in others if chunk not in chunks][: 15 - len(chunks)]
                yield [Node("chunk", chunk) for chunk in chunks]

    def _edits(self) -> Iterator[str]:
        """Notes, each after it was edited and as it is before; put back at the end."""
        rng = random.Random(4)  # noqa: S311
        self._sync()
        files = rng.sample(sorted(self.vault.rglob("*.md")), 12)
        names = [name for file in files for name in _names_in(file)]
        for file in files:
            before = file.read_bytes()
            added = f" Then {_word(rng).title()} {_word(rng).title()} saw {rng.choice(names)} there.\n"
            file.write_bytes(before + added.encode())
            os.utime(file, (time.time() - 60, time.time() - 60))
            yield file.relative_to(self.vault).as_posix()
            file.write_bytes(before)
            os.utime(file, (time.time() - 120, time.time() - 120))
            self._sync()

    def _sync(self) -> None:
        with writing(self.index) as db:
            sync.sync_text(
                db, self.vault, self.config, full=False, extractor=Labelled(), on_progress=_quiet, cancelled=_no
            )
            backlog.recognise(db, Labelled(), on_progress=_quiet, cancelled=_no)

    def _take_in(self, path: str) -> None:
        from pinakes.index import links
        from pinakes.model.sync import SyncPlan

        with writing(self.index) as db:
            sync.reread(db, self.vault, self.config, SyncPlan(changed=(path,)))
            links.resolve_stale(db, frozenset(), links.dialects_of(db))
            backlog.quick(db, Labelled(), cancelled=_no)
            backlog.recognise(db, Labelled(), on_progress=_quiet, cancelled=_no)


def _names_in(file: Path) -> list[str]:
    return [found.name for found in next(PhraseExtractor().extract([(file.read_text("utf-8"), "en")]))]


def _quiet(_: object) -> None:
    pass


def _no() -> bool:
    return False


def _timed(do: Callable[[], object]) -> float:
    begun = time.process_time()
    do()
    return time.process_time() - begun


_ASKED = (
    "index_all", "nothing_changed", "one_note", "one_note_alone", "neighbourhoods", "walks",
    "bridges_of_notes", "bridges_of_entities", "communities",
)  # fmt: skip


def measure(folder: Path, asked: str) -> dict[str, object]:
    """One thing, in this process."""
    vault = folder / "vault"
    environ = {f"PINAKES_{part}_DIR": str(folder / part.lower()) for part in ("DATA", "CONFIG", "CACHE")}
    config = load(vault_dir=str(vault), environ=environ)
    with Library.open(config) as library:
        bench = Bench(config, vault, library.index_file)
    took = sorted(getattr(bench, asked)())
    counted = {}
    with reading(bench.index) as db:
        for table in ("chunks", "entities", "occurrences"):
            (counted[table],) = db.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)  # noqa: S608
    return {
        "asked": asked, **counted, "n": len(took), "p50": statistics.median(took), "p95": took[int(len(took) * 0.95)],
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }  # fmt: skip


def main() -> int:
    """A table, a question a row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--chunks", default="1000,10000,100000")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", choices=_ASKED, action="append")
    parser.add_argument("--measure", choices=_ASKED, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(options.keep, options.measure)))
        return 0
    with tempfile.TemporaryDirectory() as scratch:
        print(f"{'':22}{'passages':>10}{'entities':>10}{'mentions':>10}{'CPU-s p50':>12}{'p95':>9}{'peak MB':>9}")
        for size in map(int, options.chunks.split(",")):
            folder = (options.keep or Path(scratch)) / str(size)
            if new := not (folder / "vault").exists():
                write_vault(folder / "vault", size)
            for asked in [a for a in _ASKED if a in (options.only or _ASKED) or (new and a == "index_all")]:
                if asked == "index_all" and not new:
                    continue
                command = [sys.executable, __file__, "--keep", str(folder), "--measure", asked]
                row = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
                print(
                    f"{asked:22}{row['chunks']:>10,}{row['entities']:>10,}{row['occurrences']:>10,}"
                    f"{row['p50']:>12.4f}{row['p95']:>9.4f}{row['peak_mb']:>9}",
                    flush=True,
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
