"""Which note was meant by a link that leads nowhere? The same name in another spelling, else the nearest by letters."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from pinakes.retrieve import daynames
from pinakes.store.text import fold, is_unspaced
from pinakes.vault.naming import link_key

_FILE = re.compile(
    r"\.(?:avif|bmp|gif|heic|jpe?g|png|svg|webp|pdf|mp[34]|m4a|mov|wav|ogg|webm|zip|csv|xlsx?|docx?|pptx?|canvas|base)\Z",
    re.IGNORECASE,
)
"""A link to one of these means no note."""

_FEWEST = 4
"""Letters: a shorter name has too many neighbours."""
_CANDIDATES = 40
_COMMON = 400
"""A run of three letters in more names than this tells little."""
_MAX_CHARS = 120
_MOST_SLIPS = 3
_LONG = 7
_HIERARCHY = re.compile(r"[^\W\d_]{2,100}\.[^\s.]")
"""Of `meet.2024.03.05` the day is not all."""
_ROMAN = re.compile("[ivxlcdm]{1,12}")


class Suggester:
    """Names of notes, ready to be asked for the nearest; what that costs grows with the question, not the vault."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names`: (name, path of its note)."""
        self._paths: dict[str, set[str]] = defaultdict(set)
        self._spelt: dict[str, str] = {}
        """Letters of a name → the name."""
        for name, path in names:
            for key in {_letters(name), _words(name)}:
                if key:
                    self._paths[key].add(path)
            self._spelt.setdefault(_letters(name), name)
            if day := _day(name):
                self._paths[day].add(path)
        self._known: dict[str, tuple[str, ...]] = {}

    def nearest(self, written: str, source: str) -> str | None:
        """The path of the note that `written`, in the note at `source`, may have meant; None where several may."""
        if _FILE.search(written):
            return None
        if written not in self._known:
            self._known[written] = tuple(self._find(written))
        near = [path for path in self._known[written] if path != source]
        folders = [part for part in written.split("/")[:-1] if part not in ("", ".", "..")]
        if len(near) > 1 and folders:
            return _in_folder(near, folders)
        folder = posixpath.dirname(source)
        return min(near, key=lambda path: (posixpath.dirname(path) != folder, len(path), path), default=None)

    def _find(self, written: str) -> Iterable[str]:
        last = link_key(written)
        asked = [key for key in (_letters(written), _letters(last), _words(written), _words(last), _day(last)) if key]
        for key in asked:
            if key in self._paths:
                return self._paths[key]
        alike = self._alike(last)
        return self._paths[alike] if alike else ()

    def _alike(self, written: str) -> str | None:
        """The name that is a slip or two away; None where none is, or several are."""
        key = _letters(written)
        if len(key) < _FEWEST:
            return None
        shared: Counter[str] = Counter()
        for run in sorted(_runs(key), key=lambda run: len(self._by_run.get(run, ()))):
            names = self._by_run.get(run, ())
            if len(names) > _COMMON and shared:
                break
            shared.update(names)
        likely = [name for name, _ in shared.most_common(_CANDIDATES) if _digits(name) == _digits(key)]
        # Another day, another version: not one and the same misspelt.
        told = [(slips, name) for name in likely if (slips := _slips(written, name, self._spelt[name])) is not None]
        fewest = sorted(told)[:2]
        if not fewest or (len(fewest) == 2 and fewest[0][0] == fewest[1][0] and not self._same(fewest)):
            return None
        return fewest[0][1]

    def _same(self, told: Sequence[tuple[int, str]]) -> bool:
        """Whether both names are of one note."""
        return self._paths[told[0][1]] == self._paths[told[1][1]]

    @cached_property
    def _by_run(self) -> dict[str, list[str]]:
        """Three letters → the names that hold them in a row."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self._spelt:
            for run in _runs(name):
                found[run].append(name)
        return dict(found)


def _in_folder(paths: Sequence[str], folders: Sequence[str]) -> str | None:
    """Of notes with one name, the one whose folders are most like those that were written; None where two are."""
    wanted = [fold(part) for part in folders]
    ranked = sorted(((_common(wanted, path), path) for path in paths), reverse=True)
    if not ranked[0][0] or ranked[0][0] == ranked[1][0]:
        return None
    return ranked[0][1]


def _common(wanted: Sequence[str], path: str) -> int:
    """How many folders are the same, from the outside and from the inside."""
    there = [fold(part) for part in path.split("/")[:-1]]
    outside = _run(wanted, there)
    return outside + _run(wanted[outside:][::-1], there[outside:][::-1])


def _run(a: Sequence[str], b: Sequence[str]) -> int:
    return next((i for i, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))


def _slips(written: str, key: str, name: str) -> int | None:
    """How many slips of a finger part the two; None for more than are likely: another name, then."""
    from rapidfuzz.distance import OSA

    ours, theirs = _parts(written), _parts(name)
    if len(ours) == len(theirs):
        each = [(OSA.distance(a, b), a, b) for a, b in zip(ours, theirs, strict=True)]
        total = sum(slips for slips, _, _ in each)
        reach = _reach_in_a_long_name if total == 1 and len(key) >= _LONG else _reach
        within = all(slips <= reach(a, b) for slips, a, b in each)
        return total if within and 0 < total <= _MOST_SLIPS else None
    slips = OSA.distance(_letters(written), key)
    return slips if slips == 1 and len(key) >= _FEWEST * 2 else None


def _reach(a: str, b: str) -> int:
    """Slips that a word of this length may hold."""
    if _squeezed(a) == _squeezed(b):
        return 1  # a letter twice
    shorter = min(len(a), len(b))
    if is_unspaced(a):
        shorter //= 2  # a sign says more than a letter
    return 0 if shorter < _FEWEST else 1 if shorter < _FEWEST * 2 else 2


def _squeezed(word: str) -> str:
    return "".join([c for c, following in zip(word, [*word[1:], ""], strict=True) if c != following])


def _reach_in_a_long_name(a: str, b: str) -> int:
    """The rest of the name tells what is meant; but `II` is not a slip for `III`, nor `A` for `B`."""
    return int(max(len(a), len(b)) > 1 and not (_ROMAN.fullmatch(a) and _ROMAN.fullmatch(b)))


def _parts(name: str) -> list[str]:
    return "".join([c if c.isalnum() else " " for c in fold(name[:_MAX_CHARS])]).split()


def _day(name: str) -> str:
    """The day that is all the name says, however it is written; empty for other names."""
    told = daynames.in_name(name) if not _HIERARCHY.match(name) else None
    return f"={told.day}" if told and not told.rest else ""


def _runs(name: str) -> set[str]:
    padded = f" {name} "
    return {padded[i : i + 3] for i in range(len(padded) - 2)}


def _letters(name: str) -> str:
    """What is left when case, accents, blanks and marks are not looked at."""
    return "".join([c for c in fold(name[:_MAX_CHARS]) if c.isalnum()])


def _digits(name: str) -> str:
    return "".join([c for c in name if c.isdigit()])


def _words(name: str) -> str:
    """The same with the words in one order: `Lovelace, Ada` is `Ada Lovelace`."""
    return "".join(sorted(_parts(name)))
