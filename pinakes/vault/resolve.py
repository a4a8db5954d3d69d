"""Which note does a link mean? Pure: names in, a path out.

In this order: the full path, a file of that name (in the source's folder or below it first,
then the shortest path), an alias, a title, a folder with an index note. Links written as
markdown begin beside their note. Nothing outside the vault is ever an answer.
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple
from urllib.parse import unquote

from pinakes.model import Link

KeyKind = Literal["path", "alias", "title", "folder"]
Via = Literal["", "self", "path", "name", "alias", "title", "folder", "decoded"]

_MARK = r"[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_MARKS = re.compile(f"({_MARK}{{30}}){_MARK}{{1,1000000}}")
_EXTENSIONS = (".md", ".markdown")
_INDEX_NAMES = ("index", "readme")
_UNRESOLVABLE = frozenset({"external", "tag", "block"})


class NameKey(NamedTuple):
    """A spelling under which a note can be looked up."""

    key: str
    kind: KeyKind
    name: str
    """The spelling itself."""


class Candidate(NamedTuple):
    """A note that has the key that was asked for."""

    path: str
    kind: KeyKind


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a link leads."""

    path: str | None = None
    """None: nowhere in this vault."""
    ambiguous: bool = False
    """Another note would have fitted as well."""
    via: Via = ""
    self_link: bool = False


Candidates = Callable[[str], Sequence[Candidate]]
_NOWHERE = Resolution()


def name_keys(path: str, title: str, aliases: Iterable[str]) -> tuple[NameKey, ...]:
    """The keys of a note, each with the first kind that gives it."""
    folder, file = posixpath.split(path)
    stem = _without_extension(file)
    named: list[tuple[KeyKind, str]] = [("path", stem)]
    if folder and stem.casefold() in _INDEX_NAMES:
        named.append(("folder", posixpath.basename(folder)))
    named.extend(("alias", alias) for alias in aliases)
    named.append(("title", title))
    keys: dict[str, NameKey] = {}
    for kind, name in named:
        key = fold(name)
        if key:
            keys.setdefault(key, NameKey(key, kind, name))
    return tuple(keys.values())


def link_key(target: str) -> str:
    """The key of the file that a target names: its last segment, without `.md`."""
    return fold(_without_extension(target.strip().rstrip("/").rpartition("/")[2]))


def lookup_keys(link: Link) -> tuple[str, ...]:
    """All keys that `resolve` may ask for: a note that gains or loses one of them may change where the link leads."""
    if link.kind in _UNRESOLVABLE or not link.target.strip():
        return ()
    targets = [link.target]
    if "%" in link.target:
        targets.append(unquote(link.target))
    keys = [key for target in targets for key in (link_key(target), fold(target)) if key]
    return tuple(dict.fromkeys(keys))


def fold(text: str) -> str:
    """One spelling for names that look alike: case folded, composed, blanks as one."""
    if text.isascii():
        return " ".join(text.lower().split())
    # Normalising is quadratic in the length of a run of combining marks.
    capped = _MARKS.sub(r"\1", text)
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", capped).casefold())
    return " ".join(folded.split())


def resolve(
    link: Link, source_path: str, candidates: Candidates, attachments: frozenset[str] = frozenset()
) -> Resolution:
    """The note or attachment that `link`, written in the note at `source_path`, leads to."""
    if link.kind in _UNRESOLVABLE or "\0" in link.target:
        return _NOWHERE
    target = link.target.strip()
    if not target:
        return Resolution(source_path, via="self", self_link=True)
    beside_first = not link.raw.lstrip("!").startswith("[[")
    question = _Question(target, source_path, candidates, attachments)
    found = question.answer(beside_first)
    if found.path is None and "%" in target:
        again = _Question(unquote(target), source_path, candidates, attachments).answer(beside_first)
        found = Resolution(again.path, again.ambiguous, "decoded", again.self_link) if again.path else found
    return found


class _Question:
    """One target, asked from one note."""

    def __init__(self, target: str, source: str, candidates: Candidates, attachments: frozenset[str]) -> None:
        self.target = target
        self.source = source
        self.folder = posixpath.dirname(source)
        self.candidates = candidates
        self.attachments = attachments
        key = link_key(target)
        self.named = list(candidates(key)) if key else []

    def answer(self, beside_first: bool) -> Resolution:
        target = self.target
        if target.startswith("/"):
            return self._exactly(_inside(target.lstrip("/")))
        if target.startswith(("./", "../")) or target in (".", ".."):
            return self._exactly(_inside(posixpath.join(self.folder, target)))
        if beside_first:
            found = self._exactly(_inside(posixpath.join(self.folder, target)))
            if found.path is not None:
                return found
        return self._anywhere(_inside(target))

    def _exactly(self, path: str | None) -> Resolution:
        """A path from the vault's root, and no other."""
        if path is None:
            return _NOWHERE
        matches = [note for note in self._notes("path") if _same_path(note, path)]
        if matches:
            return self._found(self._nearest(matches), via="path")
        attachment = self._attachment(path, exact=True)
        if attachment is not None:
            return attachment
        return self._folder(path, exact=True)

    def _anywhere(self, path: str | None) -> Resolution:
        if path is None:
            return _NOWHERE
        matches = [note for note in self._notes("path") if _ends_with(note, path)]
        if matches:
            return self._best(matches, path)
        return (
            self._attachment(path, exact=False)
            or self._by_text("alias")
            or self._by_text("title")
            or self._folder(path, exact=False)
        )

    def _best(self, matches: list[str], path: str) -> Resolution:
        whole = [note for note in matches if _same_path(note, path)]
        chosen = self._nearest(whole or matches)
        # A full path written at the vault's root leaves no choice; elsewhere another file may have been meant.
        certain = len(matches) == 1 or (bool(whole) and self.folder == "")
        return self._found(chosen, via="path" if whole else "name", ambiguous=not certain)

    def _by_text(self, kind: KeyKind) -> Resolution | None:
        key = fold(self.target)
        matches = sorted({note.path for note in self.candidates(key) if note.kind == kind})
        if not matches:
            return None
        via: Via = "alias" if kind == "alias" else "title"
        return self._found(self._nearest(matches), via=via, ambiguous=len(matches) > 1)

    def _folder(self, path: str, *, exact: bool) -> Resolution:
        """A folder stands for the index note in it."""
        fits = _same_path if exact else _ends_with
        matches = [note for note in self._notes("folder") if fits(posixpath.dirname(note), path)]
        if not matches:
            return _NOWHERE
        folder = posixpath.dirname(self._nearest(matches))
        here = [note for note in matches if posixpath.dirname(note) == folder]
        chosen = min(here, key=lambda note: (not posixpath.basename(note).casefold().startswith("index."), note))
        return self._found(chosen, via="folder", ambiguous=len({posixpath.dirname(note) for note in matches}) > 1)

    def _attachment(self, path: str, *, exact: bool) -> Resolution | None:
        if not self.attachments or "." not in posixpath.basename(path):
            return None
        fits = _same_file if exact else _ends_with_file
        key = fold(posixpath.basename(path))
        matches = [file for file in _by_name(self.attachments).get(key, ()) if fits(file, path)]
        if not matches:
            return None
        whole = [file for file in matches if _same_file(file, path)]
        via: Via = "path" if whole else "name"
        return self._found(self._nearest(whole or matches), via=via, ambiguous=len(matches) > 1)

    def _notes(self, kind: KeyKind) -> list[str]:
        return [note.path for note in self.named if note.kind == kind]

    def _nearest(self, paths: Sequence[str]) -> str:
        """In or below the source's folder first, then in the case that was written, then the shortest path."""
        below = f"{self.folder}/" if self.folder else ""
        written = _without_extension(posixpath.basename(self.target))
        return min(
            paths,
            key=lambda path: (
                not path.startswith(below),
                _without_extension(posixpath.basename(path)) != written,
                len(path),
                path,
            ),
        )

    def _found(self, path: str, *, via: Via, ambiguous: bool = False) -> Resolution:
        return Resolution(path, ambiguous, via, path == self.source)


def _inside(path: str) -> str | None:
    """A path from the vault's root, without `.` and `..`; None where it leads out."""
    if path.startswith("/"):
        return None
    normal = posixpath.normpath(path)
    if normal == ".." or normal.startswith(("../", "/")):
        return None
    return "" if normal == "." else normal


def _without_extension(path: str) -> str:
    lowered = path.lower()
    for extension in _EXTENSIONS:
        if lowered.endswith(extension) and len(path) > len(extension):
            return path[: -len(extension)]
    return path


@lru_cache(maxsize=65536)
def _plain_path(path: str) -> str:
    return fold(_without_extension(path))


def _same_path(note: str, path: str) -> bool:
    return _plain_path(note) == _plain_path(path)


def _ends_with(note: str, path: str) -> bool:
    """Whole segments only: `ub/Note` does not end `Sub/Note`."""
    return f"/{_plain_path(note)}".endswith(f"/{_plain_path(path)}")


def _same_file(file: str, path: str) -> bool:
    return fold(file) == fold(path)


def _ends_with_file(file: str, path: str) -> bool:
    return f"/{fold(file)}".endswith(f"/{fold(path)}")


@lru_cache(maxsize=4)
def _by_name(attachments: frozenset[str]) -> dict[str, tuple[str, ...]]:
    names: dict[str, list[str]] = {}
    for path in attachments:
        names.setdefault(fold(posixpath.basename(path)), []).append(path)
    return {key: tuple(sorted(paths)) for key, paths in names.items()}
