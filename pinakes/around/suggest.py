"""Which note was meant by a link that leads nowhere? The same name in another spelling, else the nearest by letters."""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cached_property

from pinakes.store.text import fold
from pinakes.vault.naming import link_key

_FILE = re.compile(
    r"\.(?:avif|bmp|gif|heic|jpe?g|png|svg|webp|pdf|mp[34]|m4a|mov|wav|ogg|webm|zip|csv|xlsx?|docx?|pptx?|canvas|base)\Z",
    re.IGNORECASE,
)
"""A link to one of these means no note."""

_LIKENESS = 0.8
"""Of the letters, two to a pair: `hello` and `hallo` are so alike."""
_FEWEST = 3
_CANDIDATES = 16
_COMMON = 400
"""A run of three letters in more names than this tells little."""
_MAX_CHARS = 120


class Suggester:
    """Names of notes, ready to be asked for the nearest; what that costs grows with the question, not the vault."""

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """`names`: (name, path of its note)."""
        self._paths: dict[str, set[str]] = defaultdict(set)
        for name, path in names:
            for key in {_letters(name), _words(name)}:
                if key:
                    self._paths[key].add(path)
        self._known: dict[str, tuple[str, ...]] = {}

    def nearest(self, written: str, source: str) -> str | None:
        """The path of the note that `written`, in the note at `source`, may have meant."""
        if _FILE.search(written):
            return None
        if written not in self._known:
            self._known[written] = tuple(self._find(written))
        folder = posixpath.dirname(source)
        near = sorted(
            (path for path in self._known[written] if path != source),
            key=lambda path: (posixpath.dirname(path) != folder, len(path), path),
        )
        return near[0] if near else None

    def _find(self, written: str) -> Iterable[str]:
        last = link_key(written)
        asked = [key for key in (_letters(written), _letters(last), _words(written), _words(last)) if key]
        for key in asked:
            if key in self._paths:
                return self._paths[key]
        for key in dict.fromkeys(asked[:2]):
            if len(key) >= _FEWEST and (alike := self._alike(key)):
                return self._paths[alike]
        return ()

    def _alike(self, key: str) -> str | None:
        """The name with the most letters in common, where that is enough of them."""
        shared: Counter[str] = Counter()
        runs = sorted(_runs(key), key=lambda run: len(self._by_run.get(run, ())))
        for run in runs:
            names = self._by_run.get(run, ())
            if len(names) > _COMMON and shared:
                break
            shared.update(names)
        matcher = SequenceMatcher(b=key, autojunk=False)
        best, likeness = None, _LIKENESS
        for name, _ in shared.most_common(_CANDIDATES):
            if _digits(name) != _digits(key):
                continue  # another day, another version: not one and the same misspelt
            matcher.set_seq1(name)
            if matcher.real_quick_ratio() < likeness or matcher.quick_ratio() < likeness:
                continue
            ratio = matcher.ratio()
            if ratio > likeness or (ratio == likeness and (best is None or name < best)):
                best, likeness = name, ratio
        return best

    @cached_property
    def _by_run(self) -> dict[str, list[str]]:
        """Three letters → the names that hold them in a row."""
        found: dict[str, list[str]] = defaultdict(list)
        for name in self._paths:
            for run in _runs(name):
                found[run].append(name)
        return dict(found)


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
    return "".join(sorted("".join([c if c.isalnum() else " " for c in fold(name[:_MAX_CHARS])]).split()))
