"""Who is named in which chunk? The work behind the text index, done in small transactions.

Two passes. `quick` finds titles, aliases and capitalised phrases and belongs to every sync.
`recognise` adds what spaCy sees, in the background. A chunk waits until its mentions are
written in the transaction that says so; a process killed at any moment loses one batch.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from pinakes.index.acronyms import Expansion, expansions
from pinakes.index.beginnings import ranges
from pinakes.index.common import is_common
from pinakes.index.entities import Extractor, PhraseExtractor, from_json, to_json
from pinakes.index.levels import FULL, QUICK
from pinakes.index.phrases import Found, is_date, says_nothing
from pinakes.index.prose import linked, prose
from pinakes.index.settle import settle
from pinakes.index.titles import Named, TitleFinder, worth_finding
from pinakes.model.sync import Progress
from pinakes.store import mentions as stored
from pinakes.store import names, read, write
from pinakes.store.db import Connection, transaction
from pinakes.store.keys import entity_key
from pinakes.store.mentions import MentionRow

_QUICK_BATCH = 512
_FULL_BATCH = 64
_SETTLED_AT_ONCE = 512
_ORDERED = 4_096
_FEW = 32
"""For so many chunks it does not pay to make ready for finding every name of the vault."""
_MIN_KEY = 2


def quick(db: Connection, full: Extractor, *, cancelled: Callable[[], bool]) -> None:
    """Titles and phrases of chunks that have none yet; all that is known where the same text was read before."""
    phrases = PhraseExtractor()
    _start_over_for(db, phrases, QUICK)
    if full.level == FULL:
        _start_over_for(db, full, FULL)
    finder = _Finder(db)
    while (batch := read.pending_chunks(db, QUICK, _QUICK_BATCH)) and not cancelled():
        texts = {chunk.text_hash: (chunk.text, chunk.language) for chunk in batch}
        known = _known(db, full, texts) if full.level == FULL else {}
        new = {digest: text for digest, text in texts.items() if digest not in known}
        found = dict(zip(new, phrases.extract(list(new.values())), strict=True))
        done = known.keys() if full.level == FULL else texts.keys()
        with transaction(db):
            _write(
                db, finder, batch, {**found, **known}, {digest: FULL if digest in done else QUICK for digest in texts}
            )
    settle(db)


def recognise(
    db: Connection,
    extractor: Extractor,
    *,
    on_progress: Callable[[Progress], None],
    cancelled: Callable[[], bool],
) -> None:
    """All names of chunks that wait for them, those of the notes changed last first."""
    _start_over_for(db, extractor, FULL)
    finder = _Finder(db)
    done = settled = 0
    for batch in _newest_first(db):
        if cancelled():
            break
        texts = {chunk.text_hash: (chunk.text, chunk.language) for chunk in batch}
        found = _known(db, extractor, texts)
        new = {digest: text for digest, text in texts.items() if digest not in found}
        found.update(zip(new, extractor.extract(list(new.values())), strict=True))
        with transaction(db):
            stored.cache_found(
                db, [(digest, extractor.name_for(new[digest][1]), to_json(found[digest])) for digest in new]
            )
            _write(db, finder, batch, found, dict.fromkeys(texts, FULL))
        done += len(batch)
        if done - settled >= _SETTLED_AT_ONCE:
            settle(db)  # names that many passages have are looked at once for all of these
            settled = done
        on_progress(Progress("entities", done, done + read.pending_count(db, FULL), batch[-1].path))
    settle(db)


def _newest_first(db: Connection) -> Iterator[list[read.PendingChunk]]:
    """The chunks that wait for all names, those of the notes changed last first; they are put in order seldom."""
    while ids := read.pending_ids(db, FULL, _ORDERED):
        for at in range(0, len(ids), _FULL_BATCH):
            if batch := read.pending_among(db, FULL, ids[at : at + _FULL_BATCH]):
                yield batch


def _write(
    db: Connection,
    finder: _Finder,
    batch: Sequence[read.PendingChunk],
    found: Mapping[str, Sequence[Found]],
    levels: Mapping[str, int],
) -> None:
    """`found` and `levels` by text hash."""
    titles = finder.titles(batch)
    rows = []
    for chunk in batch:
        expanded = expansions(prose(chunk.text))
        named = mentions(chunk, found[chunk.text_hash], titles, expanded)
        rows.append(
            stored.ChunkMentions(
                chunk.chunk_id, chunk.text_hash, named, levels[chunk.text_hash], _keys(expanded, named)
            )
        )
    stored.set_mentions(db, rows)


def _is_a_word(named: Named, text: str) -> bool:
    """A note called `Home` may be meant by `at home`, and one called `Add images` by `add images`; mostly it is not."""
    said = text[named.start : named.end]
    return all(map(is_common, said.split())) and (" " not in said or said == said.lower())


def _source(found: Found) -> str:
    return "weak" if found.weak else "ner" if found.label else "phrase"


def _keys(expanded: Sequence[Expansion], named: Sequence[MentionRow]) -> list[tuple[str, str]]:
    """The keys of acronyms and of what they stand for, where both are names here."""
    known = {row.key for row in named}
    pairs = [(entity_key(e.short.name), entity_key(e.long.name)) for e in expanded]
    return [(short, long) for short, long in pairs if short != long and {short, long} <= known]


def _start_over_for(db: Connection, extractor: Extractor, level: int) -> None:
    """What another version of the extractor found is out of date."""
    key = f"extractor {level}"
    before = read.meta(db, key)
    if before == extractor.name:
        return
    with transaction(db):
        if before is not None:
            stored.recognise_again(db, level)
        if level == FULL:
            stored.prune_cache(db, {extractor.name_for(language) for language in read.languages(db)})
        write.set_meta(db, key, extractor.name)


def _known(db: Connection, extractor: Extractor, texts: Mapping[str, tuple[str, str]]) -> dict[str, list[Found]]:
    """Text hash → names, where the extractor has read the same text before."""
    by_name: dict[str, list[str]] = defaultdict(list)
    for digest, (_, language) in texts.items():
        by_name[extractor.name_for(language)].append(digest)
    known: dict[str, str] = {}
    for name, digests in by_name.items():
        known.update(read.found_before(db, name, digests))
    return {digest: from_json(value) for digest, value in known.items()}


class _Finder:
    """Finds notes called by name, with the names that the index holds at the moment of writing."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._version = ""
        self._titles = TitleFinder(())

    def titles(self, batch: Sequence[read.PendingChunk]) -> TitleFinder:
        """For these chunks at least; to be called inside the transaction that writes what it finds."""
        version = read.meta(self._db, "names") or ""
        if version != self._version:
            if len(batch) <= _FEW:
                texts = [text for chunk in batch for text in _may_hold_names(chunk.text)]
                return TitleFinder(names.between(self._db, ranges("\n".join(texts))), texts)
            self._titles = TitleFinder(read.all_names(self._db))
            self._version = version
        return self._titles


def _may_hold_names(text: str) -> Iterator[str]:
    """What a name is looked for in: prose with headings, and links as they are written."""
    yield prose(text, headings=True)
    for target, _ in linked(text):
        yield target


def mentions(
    chunk: read.PendingChunk, found: Sequence[Found], titles: TitleFinder, expanded: Sequence[Expansion] = ()
) -> list[MentionRow]:
    """The names in one chunk: notes called by name, names recognised in it, links to no note, and its own note."""
    places: dict[tuple[str, str], list[tuple[int, str, str]]] = defaultdict(list)
    text = prose(chunk.text, headings=True)
    called = titles.find(text)
    starts = [named.start for named in called]
    recognised = {(f.start, len(f.name)): f.label for f in found if f.label}
    for named in called:
        label = recognised.get((named.start, named.end - named.start), "title")
        source = "word" if _is_a_word(named, text) else "title"
        places[entity_key(named.title), source].append((named.start, named.title, label))
    known = {entity_key(f.name) for f in found}
    for f in (*found, *(form for e in expanded for form in e if entity_key(form.name) not in known)):
        before = bisect_right(starts, f.start)
        if before and f.start + len(f.name) <= called[before - 1].end:
            continue  # a part of a note's name is not another thing
        places[entity_key(f.name), _source(f)].append((f.start, f.name, f.label))
    for target, start in linked(chunk.text):
        if worth_finding(target) and not says_nothing(target) and not titles.is_name(target):
            places[entity_key(target), "link"].append((start, target, ""))
    if chunk.ordinal == 0 and not is_date(chunk.title):
        places[entity_key(chunk.title), "self"].append((0, chunk.title, "title"))
    rows = []
    for (key, source), at in places.items():
        if len(key) >= _MIN_KEY and not (key[0].isdigit() and key.replace(" ", "").isdigit()):  # no topic is a number
            start, name, label = min(at)
            rows.append(MentionRow(key, name, label, source, len(at), start))
    return rows
