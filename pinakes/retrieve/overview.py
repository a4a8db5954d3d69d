"""Is the whole vault asked about, and which notes tell what is in it?

"What is this vault about?" names nothing that a note could match. What answers are the notes
by which one enters: those called so (`Home`, `Readme`, `index`), those that link to many,
and those that many link to.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from pinakes.retrieve.query import Query, content_words
from pinakes.store import shape
from pinakes.store.db import Connection
from pinakes.vault.naming import without_extension

_WHOLE = frozenset(
    "vault graph notes note wiki documentation docs notebook notebooks folder collection garden zettelkasten base "
    "notizen notiz notizbuch dokumentation sammlung ordner tresor coffre carnet cuaderno bóveda".split()
)
_SHAPE = frozenset(
    "about main areas area topics topic themes theme subjects subject cover covers covered covering overview organised "
    "organized structured structure structures sections section parts part kinds kind things thing track keep contain "
    "contains contents content hold important key general big picture summary summarise summarize describe knowledge "
    "find inside everything whole entire geht worum handelt themen thema bereiche bereich überblick übersicht "
    "aufgebaut aufbau gegliedert gliederung wichtigsten wichtigste inhalt inhalte enthält steht abschnitte".split()
)
_ENTRANCE = frozenset(
    "readme index home start startpage contents content overview about introduction intro welcome moc main dashboard "
    "summary navigation map glossary toc guide root übersicht einleitung inhalt startseite willkommen".split()
)
_FEWEST_WORDS = 3
"""A word or two are looked for, whatever they are."""


def asked_for(query: Query, languages: Sequence[str]) -> bool:
    """True for a question about the vault as a whole, and nothing in it."""
    words = {word.casefold() for word in content_words(query, languages)}
    return len(query.words) >= _FEWEST_WORDS and not words.isdisjoint(_WHOLE) and words <= _WHOLE | _SHAPE


def scores(db: Connection) -> dict[int, float]:
    """The chunk that opens a note → how much of an entrance it is, 0 … 2."""
    leads, led_to = shape.link_degrees(db)
    most_out, most_in = max(leads.values(), default=1), max(led_to.values(), default=1)
    told = {
        chunk: _called_so(path)
        + math.log1p(leads.get(note, 0)) / math.log1p(most_out) / 2
        + math.log1p(led_to.get(note, 0)) / math.log1p(most_in) / 2
        for note, path, chunk in shape.openers(db)
    }
    return {chunk: score for chunk, score in told.items() if score > 0}


def _called_so(path: str) -> float:
    """1 for an entrance by its name, half for one by a word of it or a folder's own note; less the deeper it lies."""
    folders, _, file = path.rpartition("/")
    name = without_extension(file).casefold()
    words = re.split(r"[\W_]+", name)
    if name in _ENTRANCE or all(word in _ENTRANCE for word in words):
        part = 1.0
    elif not _ENTRANCE.isdisjoint(words) or name == folders.rpartition("/")[2].casefold():
        part = 0.5
    else:
        return 0.0
    return part / math.sqrt(1 + path.count("/"))
