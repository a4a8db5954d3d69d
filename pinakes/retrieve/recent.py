"""Does a question ask how things stand now? Then of the passages that answer it the newest one holds.

"Where is the drill?" is answered by the last of all notes on who took it. Asked so, each passage
gains by its place in time among the others that were found (BABILong, arXiv 2406.10149, has
such questions; no ranking by likeness alone can answer them). Any other question is left alone.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pinakes.store import read
from pinakes.store.db import Connection

if TYPE_CHECKING:
    from datetime import date

MOST = 200
"""Of the best passages that are put in order of time."""
_ASKING = (
    "where (?:is|are|am)|where['’]s|where do i keep|who (?:has|holds|owns) (?:the|my|our)|right now|now|currently"
    "|at the moment|these days|still|latest|most recent|newest|up to date",
    r"wo (?:ist|sind|liegt|liegen|steht|stehen)|wer hat (?:den|die|das|mein\w{0,3}|unser\w{0,3})|jetzt|derzeit"
    r"|aktuell\w{0,3}|momentan|zurzeit|neueste\w?|noch immer",
    "où (?:est|sont)|maintenant|actuellement|en ce moment|dernier état",
    "d[oó]nde est[aá]n?|ahora|actualmente",
    r"dov['’]?\s?[eè]|adesso|attualmente",
    "waar (?:is|zijn)|nu|momenteel",
    "onde est[aá]|agora|atualmente",
)
"""By language: English, German, French, Spanish, Italian, Dutch, Portuguese."""
_UNSPACED = "今どこ|どこに(?:あり|い|ある)|現在|いま|最新|在哪里?|现在|目前|如今|지금|현재"
_NOW = re.compile(rf"\b(?:{'|'.join(_ASKING)})\b|{_UNSPACED}", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,18}")


def asked_for(question: str) -> bool:
    """Whether the question asks for the present state of something."""
    return _NOW.search(question[:2_000]) is not None


def raised(db: Connection, scores: Mapping[int, float], gain: float) -> dict[int, float]:
    """The scores, the best ones times 1 … 1 + `gain` by their place in time among those that can be compared."""
    best = sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:MOST]
    notes = read.notes_of(db, best)
    paths = {note: path for note, (path, _) in read.note_paths(db, set(notes.values())).items()}
    place = places(paths, _days(db, paths.keys()))
    return {**scores, **{chunk: scores[chunk] * (1.0 + gain * place.get(notes[chunk], 0.0)) for chunk in best}}


def places(paths: Mapping[int, str], days: Mapping[int, date]) -> dict[int, float]:
    """Note → 0 for the oldest … 1 for the newest among its like; only notes that have something to compare.

    Those with a day are alike; of the others those whose files lie in one folder and are called
    alike but for a number, as `log 007` is.
    """
    series: dict[tuple[str, ...], list[tuple[tuple[int, ...], int]]] = defaultdict(list)
    for note, path in paths.items():
        folder, name = posixpath.split(path)
        numbers = tuple(map(int, _NUMBER.findall(name)))
        if day := days.get(note):
            series[()].append(((day.toordinal(), *numbers), note))
        elif numbers:
            series[folder, _NUMBER.sub("#", name)].append((numbers, note))
    found: dict[int, float] = {}
    for members in series.values():
        steps = {when: at for at, when in enumerate(sorted({when for when, _ in members}))}
        if len(steps) > 1:
            found.update({note: steps[when] / (len(steps) - 1) for when, note in members})
    return found


def _days(db: Connection, notes: Collection[int]) -> dict[int, date]:
    from pinakes.retrieve.dated import declared_days

    return declared_days(db, among=notes)
