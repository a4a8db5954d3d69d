# /// script
# requires-python = ">=3.11"
# dependencies = ["bm25s>=0.3", "scikit-learn>=1.5"]  # beside Pinakes' own; none of its dependencies
# ///
"""How does Pinakes' search compare with BM25 and TF-IDF on questions that need several passages?

    pip install --target EXTRA bm25s scikit-learn
    PYTHONPATH=EXTRA python packaging/passage_table.py DIR … [--most 500] [--ner] [--out TABLE.md]

Each DIR is a passage set (`corpus.jsonl`, `queries.jsonl`). BM25 is bm25s (k1 1.5, b .75, English stop
words, Snowball stems), TF-IDF the cosine of scikit-learn's vectors (sublinear tf, the same words);
both are given the title and the text. MixPR (arXiv 2412.06078, §4) walks on the likeness of all passages,
A = column-normalised EᵀE of the same vectors E, with its α of .6 and without its threshold; the matrix is
never made, x ↦ Eᵀ(E x) is what a step needs. Its reset vector comes from the question (cosine to the fifth
power), where the paper's comes from the last passage. Pinakes is used as `pinakes eval DIR` uses it. Recall is that of
passages, the mean over questions.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import Stemmer

from pinakes.config import load
from pinakes.evaluate.metrics import Outcome, summary
from pinakes.evaluate.questions import Question, passages
from pinakes.evaluate.run import How, over_passages

DEPTH = 10
ALPHA = 0.6
STEPS = 18
Rank = Callable[[str], Sequence[int]]
"""A question → the numbers of passages, best first."""


def bm25(texts: Sequence[str]) -> Rank:
    """bm25s over the texts."""
    bm25s = importlib.import_module("bm25s")
    stemmer = Stemmer.Stemmer("english")
    index = bm25s.BM25()
    index.index(bm25s.tokenize(list(texts), stopwords="en", stemmer=stemmer, show_progress=False), show_progress=False)

    def rank(question: str) -> list[int]:
        tokens = bm25s.tokenize(question, stopwords="en", stemmer=stemmer, show_progress=False)
        found, _ = index.retrieve(tokens, k=min(DEPTH, len(texts)), show_progress=False)
        return [int(at) for at in found[0]]

    return rank


def tfidf(texts: Sequence[str]) -> Rank:
    """Cosine over scikit-learn's vectors."""
    matrix, vector = _vectors(texts)

    def rank(question: str) -> list[int]:
        return _first((matrix @ vector(question).T).toarray().ravel())

    return rank


def mixpr(texts: Sequence[str]) -> Rank:
    """π = (1 − α) A π + α p until it stands still, without ever making A."""
    matrix, vector = _vectors(texts)
    turned = matrix.T.tocsr()
    columns: Any = matrix @ (matrix.sum(axis=0).A1)
    columns[columns == 0] = 1.0

    def rank(question: str) -> list[int]:
        reset = (matrix @ vector(question).T).toarray().ravel() ** 5
        if not reset.sum():
            return []
        reset = reset / reset.sum()
        mass = reset
        for _ in range(STEPS):
            mass = (1 - ALPHA) * (matrix @ (turned @ (mass / columns))) + ALPHA * reset
        return _first(mass)

    return rank


def _vectors(texts: Sequence[str]) -> tuple[Any, Callable[[str], Any]]:
    """E, a row of length one a text, and what makes a row of a question."""
    vectorizer = importlib.import_module("sklearn.feature_extraction.text").TfidfVectorizer
    stemmer = Stemmer.Stemmer("english")
    plain = vectorizer(stop_words="english", sublinear_tf=True).build_analyzer()
    vectors = vectorizer(sublinear_tf=True, analyzer=lambda text: stemmer.stemWords(plain(text)))
    matrix = vectors.fit_transform(texts)
    return matrix, lambda question: vectors.transform([question])


def _first(scores: Any) -> list[int]:
    return [int(at) for at in (-scores).argsort(kind="stable")[:DEPTH]]


SYSTEMS: Mapping[str, Callable[[Sequence[str]], Rank]] = {
    "BM25 (bm25s)": bm25,
    "TF-IDF (scikit-learn)": tfidf,
    "MixPR": mixpr,
}


def plain(make: Callable[[Sequence[str]], Rank], folder: Path, most: int) -> tuple[dict[str, float], float]:
    """What an engine that knows only the texts reaches, and its CPU milliseconds a question."""
    corpus, questions = passages(folder)
    names = list(corpus)
    rank = make([f"{title}\n{text}" for title, text in corpus.values()])
    asked: list[Question] = [q for q in questions if q.gold][:most]
    begun = time.process_time()
    outcomes = [Outcome(q.type, tuple(f"{names[at]}.md" for at in rank(q.text)), q.gold) for q in asked]
    return summary(outcomes), (time.process_time() - begun) * 1000 / max(1, len(asked))


def line(folder: Path, system: str, told: Mapping[str, Any], ms: float) -> str:
    """One of the table."""
    values = " | ".join(f"{float(told[key]):.3f}" for key in ("recall@2", "recall@5", "all_gold@5", "mrr"))
    return f"| {folder.name} | {system} | {values} | {ms:.1f} |"


def main() -> None:
    """Ask all of them, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=500, help="questions of a set (Pinakes is asked all)")
    parser.add_argument("--ner", action="store_true", help="with the names that spaCy finds")
    parser.add_argument("--out", type=Path)
    args = parser.parse_args()
    config = load()
    config = config._replace(entities=config.entities._replace(ner=args.ner))
    lines = ["| set | system | recall@2 | recall@5 | all gold@5 | MRR | CPU ms |", "|---|---|--:|--:|--:|--:|--:|"]
    for folder in args.sets:
        for name, make in SYSTEMS.items():
            told, ms = plain(make, folder, args.most)
            lines.append(line(folder, name, told, ms))
        report = over_passages(config, folder, How())
        lines.append(line(folder, "Pinakes", report, float(str(report["query_cpu_ms_p50"]))))
        print(
            lines[-1], f"index {report['index_cpu_s']} + {report['entities_cpu_s']} CPU-s", file=sys.stderr, flush=True
        )
    table = "\n".join([*lines, ""])
    print(table)
    if args.out:
        args.out.write_text(table, "utf-8")


if __name__ == "__main__":
    main()
