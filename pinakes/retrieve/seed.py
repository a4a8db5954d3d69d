"""Where does the walk begin? Chunks that BM25 likes, notes that the question names, entities that it names."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from pinakes.model.search import Mode, Rung
from pinakes.retrieve import lexical
from pinakes.retrieve.query import Expressions, Query, spans
from pinakes.retrieve.spelled import is_known
from pinakes.retrieve.tuning import Tuning
from pinakes.store import read, text, vocabulary
from pinakes.store.db import Connection
from pinakes.store.keys import entity_key
from pinakes.vault.naming import link_key

if TYPE_CHECKING:
    from pinakes.retrieve.fused import Nearest
    from pinakes.store.conditions import Clause

LEXICAL_SEEDS = 60
"""Chunks from BM25: those beyond have next to no weight after fusion."""
_COUNTED = 20_000
_SENTENCE = 3
"""Words, one of them such as questions are made of."""
_WORDS_KNOWN = 2


class Seeds(NamedTuple):
    """What the question itself points to, each with its raw score."""

    lexical: tuple[tuple[int, float], ...]
    """(chunk, score), best first."""
    titles: dict[int, tuple[float, str]]
    """Chunk that opens a note named in the question → (share of the question that the name covers, the rarer the name
    the more of it; the title)."""
    entities: dict[int, tuple[float, str]]
    """Entity → (weight by rarity, name)."""
    rung: Rung | None
    relevance: Mapping[int, float] = MappingProxyType({})
    """Chunk → its score against the best one's, 0 … 1; of more chunks than are seeds."""
    meant: Mapping[int, float] = MappingProxyType({})
    """Chunk → the part of its score that is by meaning rather than by words, 0 … 1."""
    told: float = 1.0
    """How much the rarest name of an entity tells, 0 … 1: `Filter` is a name to few and a word to many."""

    def __bool__(self) -> bool:
        return bool(self.lexical or self.titles or self.entities)


def find(
    db: Connection,
    query: Query,
    expressions: Expressions,
    tuning: Tuning,
    within: Clause | None = None,
    nearest: Nearest | None = None,
    *,
    open_end: bool = False,
    mode: Mode = "auto",
) -> Seeds:
    """The seeds of a query, and how forgiving the search had to be.

    `within`: where a passage must be. `nearest`: asks which passages mean what the query means.
    `open_end`: its last word is still being typed. `mode`: `global` begins at the entrances of the vault, whatever
    is asked; `auto` where the question is about the whole.
    """
    scored = lexical.scores(db, query, expressions, tuning, within)
    if mode == "global" or (mode == "auto" and within is None and _asks_for_all(query, expressions.languages)):
        scored = lexical.with_entrances(scored, _entrances(db, within))
    bare = {name.strip(".+#") for name in query.signed}
    names = [*query.signed, *(run for run in spans(query) if not _is_noise(run) and run not in bare)]
    total = max(1, read.chunk_count(db))
    spoken = tuple(dict.fromkeys((*expressions.languages[:2], "en")))
    titles = _titles(db, query, names, total, spoken)
    entities = _entities(db, names, total)
    told = max((_rarity(db, name, total, spoken) for _, name in entities.values()), default=1.0)
    reached = rung(db, expressions, within) if scored else "graph" if titles or entities else None
    meant: Mapping[int, float] = {}
    words = query.words[:-1] if open_end else query.words
    if nearest is not None and not titles and not entities and _says_something(db, words, expressions.languages):
        from pinakes.retrieve.fused import fused

        near = _near(db, query.raw if words == query.words and within is None else " ".join(words), within, nearest)
        scored, meant = fused(scored, near, tuning.meaning)
        reached = reached or ("graph" if scored else None)
    top = scored[0][1] if scored else 0.0
    relevance = {chunk: score / top if top > 0 else 1.0 for chunk, score in scored}
    return Seeds(tuple(scored[:LEXICAL_SEEDS]), titles, entities, reached, relevance, meant, told)


def _asks_for_all(query: Query, languages: Sequence[str]) -> bool:
    if len(query.words) < _SENTENCE:
        return False
    from pinakes.retrieve import overview

    return overview.asked_for(query, languages)


def _entrances(db: Connection, within: Clause | None) -> Mapping[int, float]:
    """The passages by which one enters the vault, or the part of it that the conditions leave."""
    from pinakes.retrieve import overview

    entrances = overview.scores(db)
    if within is None:
        return entrances
    from pinakes.store import filtering

    met = filtering.allowed(db, list(entrances), within)
    return {chunk: score for chunk, score in entrances.items() if chunk in met}


def _says_something(db: Connection, words: Sequence[str], languages: Sequence[str]) -> bool:
    """True for a sentence, or for two words that notes have: a word alone, or one that no language has, means nothing
    that could be told from noise."""
    content = [word for word in words if not text.is_stop_word(word, languages)]
    if content and len(words) >= _SENTENCE and len(content) < len(words):
        return True
    known = (word for word in content if is_known(db, word, languages))
    return len(list(islice(known, _WORDS_KNOWN))) == _WORDS_KNOWN


def _near(db: Connection, question: str, within: Clause | None, nearest: Nearest) -> Sequence[tuple[int, float]]:
    """The passages nearest in meaning to the question, of those that meet the conditions."""
    from pinakes.retrieve.fused import DEPTH

    near = nearest(db, question, DEPTH)
    if within is None or not near:
        return near
    from pinakes.store import filtering

    met = filtering.allowed(db, [chunk for chunk, _ in near], within)
    return [one for one in near if one[0] in met]


def _is_noise(run: str) -> bool:
    return text.is_stop_word(run, ("en", "de")) or run.isdigit()


def rung(db: Connection, expressions: Expressions, within: Clause | None = None) -> Rung:
    """The strictest reading of the query that any chunk answers to, where one answers to some word."""
    if _any_matches(db, expressions.all_terms, within):
        return "all-terms"
    return "content-terms" if _any_matches(db, expressions.content_terms, within) else "any-term"


def _any_matches(db: Connection, expression: str, within: Clause | None) -> bool:
    if not expression:
        return True
    if within is None:
        return read.any_matches(db, expression)
    from pinakes.store import filtering

    return filtering.any_matches(db, expression, within)


def _titles(
    db: Connection, query: Query, names: list[str], chunks: int, spoken: Sequence[str]
) -> dict[int, tuple[float, str]]:
    """Notes whose title, alias or file name stands in the question word for word."""
    keys = {link_key(name): name for name in names}
    notes = read.notes_named(db, keys)
    total = sum(len(word) for word in query.words)
    best: dict[int, float] = {}
    for key, called in notes.items():
        share = min(1.0, len(keys[key].replace(" ", "")) / total) if total else 0.0
        for note, kind in called:
            if kind != "folder":
                best[note] = max(best.get(note, 0.0), share)
    openers = read.first_chunks(db, best)
    titled = read.note_paths(db, best)
    found = {note: titled[note][1] for note in best if note in openers}
    rare = {title: _rarity(db, title, chunks, spoken) for title in set(found.values())}
    return {openers[note]: (best[note] * rare[title], title) for note, title in found.items()}


def _rarity(db: Connection, name: str, chunks: int, spoken: Sequence[str]) -> float:
    """1 for a name that one passage has, near 0 for one that is a word of most: log(1 + N/df) / log(1 + N)."""
    variants = dict.fromkeys(text.terms(name, code) for code in spoken)
    expression = text.match_expression([tuple(variants)])
    having = vocabulary.frequency(db, expression, _COUNTED) if expression else 0
    return math.log1p(chunks / max(1, having)) / math.log1p(chunks)


def _entities(db: Connection, names: list[str], chunks: int) -> dict[int, tuple[float, str]]:
    """Entities named in the question, rare ones weighing more; a name inside a longer one that is known gives way."""
    keys = [key for name in names if (key := entity_key(name))]
    found: dict[int, tuple[float, str]] = {}
    taken: list[str] = []
    known = {row.key: row for row in read.entities_by_key(db, keys)}
    for key in dict.fromkeys(keys):  # the longest first
        row = known.get(key)
        if row is None or any(f" {key} " in f" {longer} " for longer in taken):
            continue
        taken.append(key)
        rarity = math.log1p(chunks / max(1, row.chunk_count))
        found[row.entity_id] = (rarity**1.5, row.name)
    return found
