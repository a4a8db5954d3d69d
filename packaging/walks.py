"""Which way of computing personalised PageRank costs least, from 1,000 to 1,000,000 passages?

    python packaging/walks.py [--chunks 1000,10000,100000,1000000] [--queries 5]

A graph of passages and twice as many names, ten mentions a passage, Zipf–Mandelbrot, without
the names of more than sixty passages, which no search walks through, and a reset vector over
fifteen passages of which ten share a name. Compared are power iteration over all of it (scipy),
igraph's prpack, a forward push over all of it, and what a search does: a push over the two
hundred nodes round the seeds, rare names first. A row says processor seconds a query, how many
of the exact first ten passages are found, and the peak memory of the process.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pinakes.graph.ppr import personalised_pagerank

_MENTIONS = 10
_FLATTEN = 12
_DAMPING = 0.5
_TOLERANCE = 1e-6
_SEEDS = 15
_NODES = 200
_HUB = 60
_PUSH_ALL, _MOST_PUSHED = 2, 10_000
"""In plain Python it takes seconds a query from here on."""
_WAYS = ("power iteration, all", "igraph prpack, all", "push, all", "push, 200 nodes")


class Whole:
    """The graph as rows of neighbours (CSR), both ways, with weights."""

    def __init__(self, chunks: int) -> None:
        rng = np.random.default_rng(chunks)
        names = 2 * chunks
        odds = np.cumsum(1.0 / (np.arange(names) + _FLATTEN))
        ranks = np.searchsorted(odds, rng.random(chunks * (_MENTIONS - 2)) * odds[-1])
        rare = rng.permutation(names)  # each name stands somewhere
        chunk = np.concatenate([np.repeat(np.arange(chunks), _MENTIONS - 2), np.repeat(np.arange(chunks), 2)])
        name = np.concatenate([ranks, rare])
        pairs = np.unique(chunk * np.int64(names) + name)
        chunk, name = pairs // names, pairs % names
        degree = np.bincount(name, minlength=names)
        kept = degree[name] <= _HUB  # no search walks through what is everywhere
        chunk, name = chunk[kept], name[kept]
        idf = np.sqrt(np.log1p(chunks / np.maximum(1, degree[name])))
        source = np.concatenate([chunk, name + chunks])
        target = np.concatenate([name + chunks, chunk])
        weight = np.concatenate([idf, np.ones(len(name))])
        order = np.argsort(source, kind="stable")
        self.chunks, self.size = chunks, chunks + names
        self.source, self.target, self.weight = source[order], target[order], weight[order]
        self.begin = np.concatenate([[0], np.cumsum(np.bincount(source, minlength=self.size))])

    def row(self, node: int) -> slice:
        """Where the edges of a node lie."""
        return slice(int(self.begin[node]), int(self.begin[node + 1]))

    def seeds(self, rng: random.Random) -> list[int]:
        """Passages that share a name which some have, and others."""
        while True:
            those = self.target[self.row(rng.randrange(self.chunks, self.size))]
            if 5 <= len(those) <= _HUB:
                rest = rng.sample(range(self.chunks), _SEEDS)
                return list(dict.fromkeys([*map(int, those[: _SEEDS - 5]), *rest]))[:_SEEDS]


def power(whole: Whole) -> Callable[[list[int]], Any]:
    """Iterates over every edge until nothing much moves."""
    from scipy import sparse

    totals = np.bincount(whole.source, weights=whole.weight, minlength=whole.size)
    scaled = whole.weight / totals[whole.source]
    onward = sparse.csr_matrix((scaled, (whole.target, whole.source)), shape=(whole.size, whole.size))

    def walk(seeds: list[int]) -> Any:
        reset = np.zeros(whole.size)
        reset[seeds] = 1.0 / len(seeds)
        at = reset.copy()
        while True:
            following = (1 - _DAMPING) * reset + _DAMPING * (onward @ at)
            if np.abs(following - at).sum() < _TOLERANCE:  # what dangles is lost; the order is the same
                return following
            at = following

    return walk


def prpack(whole: Whole) -> Callable[[list[int]], Any]:
    """Solves the whole system."""
    import igraph

    graph = igraph.Graph(n=whole.size, edges=np.column_stack([whole.source, whole.target]), directed=True)
    graph.es["weight"] = whole.weight.tolist()

    def walk(seeds: list[int]) -> Any:
        return np.array(
            graph.personalized_pagerank(
                damping=_DAMPING, reset_vertices=seeds, weights="weight", implementation="prpack"
            )
        )

    return walk


def push_all(whole: Whole) -> Callable[[list[int]], Any]:
    """The push that a search uses, over everything."""
    targets = [whole.target[whole.row(node)].tolist() for node in range(whole.size)]
    weights = [whole.weight[whole.row(node)].tolist() for node in range(whole.size)]

    def walk(seeds: list[int]) -> Any:
        reset = [0.0] * whole.size
        for seed in seeds:
            reset[seed] = 1.0 / len(seeds)
        return np.array(personalised_pagerank(targets, weights, reset, damping=_DAMPING, tolerance=_TOLERANCE))

    return walk


def push_near(whole: Whole) -> Callable[[list[int]], Any]:
    """The push over what is within two steps of the seeds, as a search reads it."""

    def walk(seeds: list[int]) -> Any:
        place = {node: at for at, node in enumerate(seeds)}
        names = {other for node in seeds for other in whole.target[whole.row(node)].tolist()}
        rare_first = sorted(names, key=lambda node: (whole.begin[node + 1] - whole.begin[node], node))
        beyond = dict.fromkeys(other for name in rare_first for other in whole.target[whole.row(name)].tolist())
        for node in (*rare_first, *beyond):
            if len(place) < _NODES:
                place.setdefault(node, len(place))
        targets: list[list[int]] = []
        weights: list[list[float]] = []
        for node in place:
            row = whole.row(node)
            near = zip(whole.target[row].tolist(), whole.weight[row].tolist(), strict=True)
            kept = [(place[other], weight) for other, weight in near if other in place]
            targets.append([other for other, _ in kept])
            weights.append([weight for _, weight in kept])
        reset = [1.0 / len(seeds)] * len(seeds) + [0.0] * (len(place) - len(seeds))
        mass = personalised_pagerank(targets, weights, reset, damping=_DAMPING, tolerance=_TOLERANCE)
        whole_mass = np.zeros(whole.size)
        whole_mass[list(place)] = mass
        return whole_mass

    return walk


def _first(mass: Any, chunks: int, seeds: Sequence[int]) -> set[int]:
    """The ten passages with the most, seeds left out."""
    of_chunks = mass[:chunks].copy()
    of_chunks[list(seeds)] = -1.0
    return set(np.argsort(-of_chunks, kind="stable")[:10].tolist())


def measure(chunks: int, way: int, queries: int) -> dict[str, float]:
    """One way, in this process."""
    whole = Whole(chunks)
    exact = power(whole)
    begun = time.process_time()
    walk = (power, prpack, push_all, push_near)[way](whole)
    ready = time.process_time() - begun
    rng = random.Random(7)  # noqa: S311
    took, shared = [], []
    for _ in range(queries):
        seeds = whole.seeds(rng)
        begun = time.process_time()
        mass = walk(seeds)
        took.append(time.process_time() - begun)
        shared.append(len(_first(mass, chunks, seeds) & _first(exact(seeds), chunks, seeds)))
    return {
        "ready": ready,
        "took": statistics.median(took),
        "found": statistics.mean(shared),
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }


def main() -> int:
    """A table, a way and a size a row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--chunks", default="1000,10000,100000,1000000")
    parser.add_argument("--queries", type=int, default=5)
    parser.add_argument("--measure", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure is not None:
        print(json.dumps(measure(int(options.chunks), options.measure, options.queries)))
        return 0
    print(f"{'':22}{'passages':>10}{'ready CPU-s':>13}{'a query CPU-s':>15}{'first ten':>11}{'peak MB':>9}")
    for chunks in options.chunks.split(","):
        for way, name in enumerate(_WAYS):
            if way == _PUSH_ALL and int(chunks) > _MOST_PUSHED:
                continue
            command = [sys.executable, __file__, "--chunks", chunks, "--queries", str(options.queries)]
            done = subprocess.run([*command, "--measure", str(way)], check=False, stdout=subprocess.PIPE)
            if done.returncode:
                print(f"{name:22}{int(chunks):>10,}  ended with code {done.returncode}")
                continue
            row = json.loads(done.stdout)
            print(
                f"{name:22}{int(chunks):>10,}{row['ready']:>13.2f}{row['took']:>15.4f}{row['found']:>11.1f}"
                f"{row['peak_mb']:>9.0f}",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
