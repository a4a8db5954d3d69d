"""Which note does a link mean? Pure: names in, a path out.

In this order: the full path, a file of that name (in the source's folder or below it first,
then the shortest path), an alias, a title, a folder with an index note. Links written as
markdown begin beside their note. Where a link names a page, its whole name counts, and a
file's name only when no page is called so. Nothing outside the vault is ever an answer.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple
from urllib.parse import unquote

from pinakes.vault.dialect import PLAIN, Dialect
from pinakes.vault.links import called, swapped
from pinakes.vault.naming import fold, link_key, without_extension
from pinakes.vault.pages import other_names

if TYPE_CHECKING:
    from pinakes.model.note import Link

KeyKind = Literal["path", "alias", "title", "heading", "folder", "id", "file", "block"]
"""`heading`: a title that the note only has as its first heading. `file`: the name of a file whose
page is called otherwise. `id`: what its file's name begins with. `block`: the id of one of its blocks."""
Via = Literal["", "self", "path", "name", "alias", "title", "folder", "decoded", "filename", "swapped", "block", "id"]

_INDEX_NAMES = ("index", "readme")
_ID = re.compile(r"(\d{12,17})[ _.-]{1,3}(?!md\Z)")
"""A moment, as people number their notes with it."""
_SHORT_ID = re.compile(r"((?=[a-z]{0,8}\d)[0-9a-z]{4,12})[ _.-]{1,3}(?!md\Z)")
_IN_OTHER_VAULT = "dendron://"
_PAGE_KINDS: tuple[tuple[tuple[KeyKind, ...], Via], ...] = (
    (("title", "path"), "title"),
    (("alias",), "alias"),
    (("block",), "block"),
    (("file",), "filename"),
)


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


def name_keys(
    path: str,
    title: str,
    aliases: Iterable[str],
    dialect: Dialect = PLAIN,
    blocks: Iterable[str] = (),
    *,
    declared: bool = True,
) -> tuple[NameKey, ...]:
    """The keys of a note, each with the first kind that gives it.

    `declared`: its title is a property, not only a heading.
    """
    declared = declared or dialect.heading_names
    named = _page_names(path, title, aliases) if dialect.pages else _note_names(path, title, aliases, declared)
    if dialect.pages:
        named.extend(("file", name) for name in other_names(path, dialect.journal))
    elif number := _ID.match(posixpath.basename(path)):
        named.append(("id", number[1]))
    elif dialect.short_ids and (short := _SHORT_ID.match(posixpath.basename(path))):
        named.append(("id", short[1]))
    keys: dict[str, NameKey] = {}
    for kind, name in named:
        key = fold(name)
        if key:
            # An id is looked up and no more: in a text it names nothing.
            keys.setdefault(key, NameKey(key, kind, "" if kind == "id" else name))
    if dialect.outline:
        keys.update({f"(({block}))": NameKey(f"(({block}))", "block", "") for block in blocks if "-" in block})
    return tuple(keys.values())


def _note_names(path: str, title: str, aliases: Iterable[str], declared: bool) -> list[tuple[KeyKind, str]]:
    folder, file = posixpath.split(path)
    stem = without_extension(file)
    named: list[tuple[KeyKind, str]] = [("path", stem)]
    if folder and stem.casefold() in _INDEX_NAMES:
        named.append(("folder", posixpath.basename(folder)))
    named.extend(("alias", alias) for alias in aliases)
    named.append(("title" if declared else "heading", title))
    return named


def _page_names(path: str, title: str, aliases: Iterable[str]) -> list[tuple[KeyKind, str]]:
    stem = without_extension(posixpath.basename(path))
    own: KeyKind = "path" if fold(stem) == fold(title) else "title"
    return [(own, title), *(("alias", alias) for alias in aliases)]


def lookup_keys(link: Link, dialect: Dialect = PLAIN) -> tuple[str, ...]:
    """All keys that `resolve` may ask for: a note that gains or loses one of them may change where the link leads."""
    if not _leads_somewhere(link, dialect) or not link.target.strip():
        return ()
    targets = _targets(link, dialect)
    keys = [key for target, _ in targets for key in (link_key(target), fold(target)) if key]
    return tuple(dict.fromkeys(keys))


def _targets(link: Link, dialect: Dialect) -> list[tuple[str, Via]]:
    """What is looked for in turn, and by which rule; where the dialect has it, with what stands beside the target."""
    written = link.target.strip()
    if dialect.folders_apart and written.startswith(_IN_OTHER_VAULT):
        written = written.removeprefix(_IN_OTHER_VAULT)
        # The name of a vault need not be that of its folder.
        targets: list[tuple[str, Via]] = [(written, ""), (written.partition("/")[2], "name")]
    else:
        targets = [(written, "")]
        if _ends_like_a_file(written, link, dialect):
            targets.insert(0, (f"{written}.md", ""))
        if "%" in written:
            targets.append((unquote(written), "decoded"))
        if dialect.label_first and (other := swapped(link.raw)):
            targets.append((other, "swapped"))
        if dialect.definitions and link.kind in ("wikilink", "embed") and (name := called(link.raw)) != written:
            targets.append((name, "name"))  # its definition may be older than the note's place
    return [(target, via) for target, via in targets if target.strip()]


def _ends_like_a_file(written: str, link: Link, dialect: Dialect) -> bool:
    """May `topic.markdown` be the name of a note rather than that of a file? Where dots part names, `topic.md` too."""
    dotted = dialect.folders_apart and link.kind in ("wikilink", "embed")
    return written.lower().endswith((".markdown", ".md") if dotted else ".markdown")


def _leads_somewhere(link: Link, dialect: Dialect) -> bool:
    if link.kind == "tag":
        return dialect.hash_prefix is not None
    return link.kind != "external" and (link.kind != "block" or dialect.outline)


def resolve(
    link: Link,
    source_path: str,
    candidates: Candidates,
    attachments: frozenset[str] = frozenset(),
    dialect: Dialect = PLAIN,
) -> Resolution:
    """The note or attachment that `link`, written in the note at `source_path`, leads to."""
    if not _leads_somewhere(link, dialect) or "\0" in link.target:
        return _NOWHERE
    if not link.target.strip():
        return Resolution(source_path, via="self", self_link=True)
    in_page = dialect.pages and (link.kind in ("tag", "block", "property") or "[[" in link.raw or "((" in link.raw)
    bare = link.raw.lstrip("!")
    markdown = bare.startswith("[") and not bare.startswith("[[")
    for target, via in _targets(link, dialect):
        found = _page(target, source_path, candidates) if in_page and not via else _NOWHERE
        if found.path is None:
            found = _Question(target, source_path, candidates, attachments, dialect).answer(markdown)
        # A label is a name by mistake only where it is one to the letter.
        if found.path is not None and (via != "swapped" or found.via in ("path", "name")):
            return Resolution(found.path, found.ambiguous, via or found.via, found.self_link)
    return _NOWHERE


def _page(target: str, source: str, candidates: Candidates) -> Resolution:
    """The page that is called so, as a whole."""
    named = list(candidates(fold(target)))
    for kinds, via in _PAGE_KINDS:
        paths = sorted({note.path for note in named if note.kind in kinds}, key=lambda path: (len(path), path))
        if paths:
            return Resolution(paths[0], len(paths) > 1, via, paths[0] == source)
    return _NOWHERE


class _Question:
    """One target, asked from one note."""

    def __init__(
        self, target: str, source: str, candidates: Candidates, attachments: frozenset[str], dialect: Dialect
    ) -> None:
        self.dialect = dialect
        self.target = target
        self.source = source
        self.folder = posixpath.dirname(source)
        self.candidates = candidates
        self.attachments = attachments
        key = link_key(target)
        self.named = list(candidates(key)) if key else []

    def answer(self, markdown: bool) -> Resolution:
        target = self.target
        if target.startswith("/"):
            return self._exactly(_inside(target.lstrip("/")))
        if target.startswith(("./", "../")) or target in (".", ".."):
            return self._exactly(_inside(posixpath.join(self.folder, target)))
        if markdown and not self.dialect.root_first:
            found = self._exactly(_inside(posixpath.join(self.folder, target)))
            if found.path is not None:
                return found
        return self._anywhere(_inside(target), markdown)

    def _exactly(self, path: str | None) -> Resolution:
        """A path from the vault's root, and no other."""
        if path is None:
            return _NOWHERE
        matches = [note for note in self._notes("path", "file") if _same_path(note, path)]
        if matches:
            return self._found(self._nearest(matches), via="path")
        attachment = self._attachment(path, exact=True)
        if attachment is not None:
            return attachment
        return self._folder(path, exact=True)

    def _anywhere(self, path: str | None, markdown: bool) -> Resolution:
        if path is None:
            return _NOWHERE
        matches = _ending(tuple(self._notes("path", "file")), path)
        if matches:
            return self._best(matches, path, markdown)
        return (
            self._attachment(path, exact=False)
            or self._by_text("alias")
            or self._by_text("title")
            or self._by_text("id")
            or self._folder(path, exact=False)
        )

    def _best(self, matches: Sequence[str], path: str, markdown: bool) -> Resolution:
        whole = _the_same(tuple(matches), path)
        chosen = self._nearest(whole or matches)
        # A full path written at the vault's root, or as markdown does, leaves no choice; elsewhere another
        # file may have been meant.
        certain = len(matches) == 1 or (bool(whole) and (markdown or self.folder == ""))
        if self.dialect.folders_apart:
            certain = certain or posixpath.dirname(chosen) == self.folder
        return self._found(chosen, via="path" if whole else "name", ambiguous=not certain)

    def _by_text(self, kind: KeyKind) -> Resolution | None:
        key = fold(self.target)
        matches = sorted({note.path for note in self.candidates(key) if note.kind == kind})
        if not matches:
            return None
        via: Via = "alias" if kind == "alias" else "id" if kind == "id" else "title"
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

    def _notes(self, *kinds: KeyKind) -> list[str]:
        return [note.path for note in self.named if note.kind in kinds]

    def _nearest(self, paths: Sequence[str]) -> str:
        """In or below the source's folder first, then in the case that was written, then the shortest path."""
        below = f"{self.folder}/" if self.folder else ""
        inside = [path for path in paths if path.startswith(below)] if below else []
        return _shortest(tuple(inside or paths), without_extension(posixpath.basename(self.target)))

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


@lru_cache(maxsize=65536)
def _plain_path(path: str) -> str:
    return fold(without_extension(path))


def _same_path(note: str, path: str) -> bool:
    return _plain_path(note) == _plain_path(path)


def _ends_with(note: str, path: str) -> bool:
    """Whole segments only: `ub/Note` does not end `Sub/Note`."""
    return f"/{_plain_path(note)}".endswith(f"/{_plain_path(path)}")


# Where many notes have one name, many links ask for it.


@lru_cache(maxsize=256)
def _ending(notes: tuple[str, ...], path: str) -> tuple[str, ...]:
    return tuple(note for note in notes if _ends_with(note, path))


@lru_cache(maxsize=256)
def _the_same(notes: tuple[str, ...], path: str) -> tuple[str, ...]:
    return tuple(note for note in notes if _same_path(note, path))


@lru_cache(maxsize=256)
def _shortest(paths: tuple[str, ...], written: str) -> str:
    """The first in the case that was written, then the shortest."""
    return min(paths, key=lambda path: (without_extension(posixpath.basename(path)) != written, len(path), path))


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
