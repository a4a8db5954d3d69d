"""What may the words of a query mean that no note has? Their likeliest spellings, or the words that hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from pinakes.model.search import Rung
from pinakes.retrieve.query import groups
from pinakes.store import read, text
from pinakes.store.db import Connection

_MOST_WORDS = 5
"""More words that no note has are no slips: another language, or no language at all."""
_MOST_SPELLINGS = 3
_LOOKED_AT = 25
"""Spellings, and words with the typed one inside, of which some may have left the notes."""
_MOST_HOLDERS = 12
_SHORTEST_PIECE = 3
_SHORT = 4
"""Letters of a word that is near too many others to be read as one of them beside words that notes have."""
_MANY_WORDS = 4


class Spelled(NamedTuple):
    """Words as typed, with others that are searched beside them."""

    variants: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    corrected: Mapping[str, str] = MappingProxyType({})
    """Word as typed → its likeliest spelling."""
    rung: Rung | None = None
    """`spelling` or `substring` where any word is read so."""
    notes: tuple[str, ...] = ()

    def lit(self, words: Iterable[str]) -> tuple[str, ...]:
        """The words with their variants: what is marked in a text."""
        return tuple(one for word in words for one in (word, *self.variants.get(word, ())))


class Readings(NamedTuple):
    """Of one word: its likeliest spellings, or else the words that hold it."""

    near: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()


Remembered = dict[tuple[int, str, tuple[str, ...]], Readings | None]
"""(generation of the index, word, languages) → its readings, None for a word that notes have. Looking for them in a
large vocabulary takes longer than a search, and each letter that follows asks again."""
_MOST_REMEMBERED = 1_000


def spelled(
    db: Connection,
    words: Sequence[str],
    languages: Sequence[str],
    cancelled: Callable[[], bool] = lambda: False,
    remembered: Remembered | None = None,
) -> Spelled:
    """Other readings of those of the words that no note has."""
    variants: dict[str, tuple[str, ...]] = {}
    corrected: dict[str, str] = {}
    notes: list[str] = []
    found = _unknown(db, words, tuple(languages), cancelled, {} if remembered is None else remembered)
    beside_others = len(words) >= _MANY_WORDS and len(found) < len(words)
    for word, readings in found.items():
        if beside_others and (len(word) <= _SHORT or not readings.near):
            continue
        if readings.near:
            variants[word] = readings.near
            corrected[word] = readings.near[0]
        elif readings.holders:
            variants[word] = readings.holders
            notes.append(f"`{word}` stands only inside other words: {', '.join(readings.holders[:3])}")
    rung: Rung | None = "spelling" if corrected else "substring" if variants else None
    return Spelled(variants, corrected, rung, tuple(notes))


def _unknown(
    db: Connection,
    words: Sequence[str],
    languages: tuple[str, ...],
    cancelled: Callable[[], bool],
    remembered: Remembered,
) -> dict[str, Readings]:
    """The first few of the words that no note has, with what else they may mean."""
    found: dict[str, Readings] = {}
    for word in dict.fromkeys(words):
        if not word.isalpha() or len(word) < _SHORTEST_PIECE or text.is_unspaced(word):
            continue
        if len(found) == _MOST_WORDS or cancelled():
            break
        readings = _readings(db, word, languages, remembered)
        if readings is not None:
            found[word] = readings
    return found


def _readings(db: Connection, word: str, languages: tuple[str, ...], remembered: Remembered) -> Readings | None:
    key = (read.generation(db), word, languages)
    try:
        return remembered[key]
    except KeyError:
        found = None if is_known(db, word, languages) else _looked_up(db, text.fold(word), languages)
    if len(remembered) >= _MOST_REMEMBERED:
        remembered.clear()
    remembered[key] = found
    return found


def _looked_up(db: Connection, word: str, languages: Sequence[str]) -> Readings:
    near = _near(db, word, languages)
    return Readings(near, () if near else _holders(db, word, languages))


def is_known(db: Connection, word: str, languages: Sequence[str]) -> bool:
    """True where some note has the word, in any inflection."""
    expression = text.match_expression(groups([word], languages))
    return not expression or read.any_matches(db, expression)


def _near(db: Connection, word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The nearest words that notes have, the most frequent first. Few slips hit the first letter: it is tried first."""
    from pinakes.retrieve.spelling import nearest, slips
    from pinakes.store import vocabulary

    reach = slips(word)
    if not reach:
        return ()
    for beginning in (word[0], ""):
        known = vocabulary.between(db, beginning, len(word) - reach, len(word) + reach)
        found = [
            (name, distance, _frequency(db, name, languages))
            for name, distance in nearest(word, known, most=_LOOKED_AT)
        ]
        there = [(distance, -times, name) for name, distance, times in found if times]
        if there:
            fewest = min(there)[0]
            return tuple(name for distance, _, name in sorted(there) if distance == fewest)[:_MOST_SPELLINGS]
    return ()


def _holders(db: Connection, word: str, languages: Sequence[str]) -> tuple[str, ...]:
    """The words of notes that hold this one."""
    from pinakes.store import vocabulary

    held = vocabulary.containing(db, word, _MOST_HOLDERS * _LOOKED_AT)
    return tuple(islice((name for name in held if _frequency(db, name, languages)), _MOST_HOLDERS))


def _frequency(db: Connection, word: str, languages: Sequence[str]) -> int:
    """Chunks with the word; a word of the vocabulary may have left the notes."""
    from pinakes.store import vocabulary

    return vocabulary.frequency(db, text.match_expression(groups([word], languages)))
