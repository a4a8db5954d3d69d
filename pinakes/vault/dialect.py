"""Which program are the notes of a folder written with, and what does it do differently?

Every program marks the folder it works in; the nearest marker above a note counts. Where
there is none, the names of the notes may tell. Everything that differs is a field of
`Dialect`: no other module asks for a program by its name.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pinakes.model.files import Problem, Scan
from pinakes.vault.read import read_note

CHOSEN = "vault.dialect"
"""What told the dialect, where the configuration names it."""

_NAMES_OF_NOTES = {"logseq": "days in journals, beside pages", "dendron": "root.md, and names with dots"}
"""What tells a program without a marker."""
_MAX_BYTES = 256 * 1024
_ORDER = ("logseq", "dendron", "obsidian", "zk", "foam")
"""Of several markers in one folder, the program that differs most from the others is meant."""
_JOURNAL = re.compile(r"\d{4}[-_]\d{2}[-_]\d{2}\.md")
_HIERARCHICAL = re.compile(r"[a-z][\w-]{0,60}(?:\.[a-z][\w-]{0,60}){1,8}\.md")
_EDN_FORMAT = re.compile(r"^[ \t{]{0,40}:journal/page-title-format[ \t]{1,20}\"([^\"\n]{1,40})\"", re.MULTILINE)
_TOML_SWITCH = re.compile(r"^[ \t]{0,20}(colon-tags|multiword-tags)[ \t]{0,20}=[ \t]{0,20}(true|false)", re.MULTILINE)


class Dialect(NamedTuple):
    """What differs from plain markdown with wikilinks."""

    name: str = "plain"
    root_first: bool = False
    """`[x](note.md)` is looked for at the vault's root before it is beside its note."""
    label_first: bool = False
    """`[[label|target]]`."""
    pages: bool = False
    """A link names a page as a whole; a file's name is its page's name, encoded. No heading is a title."""
    heading_names: bool = False
    """A note is called by its first heading too, not only by its file's name, its title property and its aliases."""
    short_ids: bool = False
    """A file's name may begin with an id of a few letters and digits, by which the note is called."""
    outline: bool = False
    """Blocks are list items: they have headings, properties and ids, and `((id))` refers to them."""
    definitions: bool = False
    """`[x]: path` at the end of a note says where its `[[x]]` leads."""
    hash_prefix: str | None = None
    """`#x`, and `x` in a property `tags`, is a link as well, to the note of this prefix and `x`; None: only a tag."""
    at_prefix: str | None = None
    """`@x` is a link to the note of this prefix and `x`."""
    ranges: bool = False
    """`![[note#from,1:#to]]` embeds a part; `^begin` and `^end` are places in every note."""
    folders_apart: bool = False
    """A name is unique in its folder: one in the source's own folder is meant without a doubt."""
    colon_tags: bool = False
    """`:one:two:` are tags."""
    spaced_tags: bool = False
    """`#two words#` is a tag."""
    journal: str = ""
    """How the title of a day's page is written: `MMM do, yyyy`."""


PLAIN = Dialect()
_TABLE: Mapping[str, Dialect] = {
    "plain": PLAIN,
    "foam": Dialect("foam", definitions=True),
    "zk": Dialect("zk", heading_names=True, short_ids=True),
    "obsidian": Dialect("obsidian", root_first=True),
    "logseq": Dialect("logseq", pages=True, outline=True, hash_prefix="", journal="MMM do, yyyy"),
    "dendron": Dialect(
        "dendron", label_first=True, hash_prefix="tags.", at_prefix="user.", ranges=True, folders_apart=True
    ),
}


class Dialects(NamedTuple):
    """The dialect of each folder that differs from the one above it; `""` is the vault itself."""

    by_folder: Mapping[str, Dialect]
    told_by: Mapping[str, str] = MappingProxyType({})
    """What in the folder told so, for people; nothing of a folder without signs."""

    def of(self, path: str) -> Dialect:
        """The dialect that the note at `path` is written in."""
        if len(self.by_folder) == 1:
            return self.by_folder.get("", PLAIN)
        folder = posixpath.dirname(path)
        while folder and folder not in self.by_folder:
            folder = posixpath.dirname(folder)
        return self.by_folder.get(folder, PLAIN)

    def as_text(self) -> str:
        """To be kept with the index: another text, and the notes have to be read again."""
        folders = {folder: self.by_folder[folder]._asdict() for folder in sorted(self.by_folder)}
        return json.dumps([folders, dict(sorted(self.told_by.items()))])

    @classmethod
    def from_text(cls, text: str | None) -> Dialects:
        """What `as_text` gave; plain where there is nothing that this version wrote."""
        kept = json.loads(text) if text else None
        if not isinstance(kept, list):
            return cls({"": PLAIN})
        folders = {
            folder: Dialect(**{key: value for key, value in fields.items() if key in Dialect._fields})
            for folder, fields in kept[0].items()
        }
        return cls(folders, kept[1])


def named(name: str) -> Dialect:
    """The dialect of this name."""
    return _TABLE[name]


def detect(root: Path, scan: Scan, chosen: str = "") -> Dialects:
    """The dialects of a vault; `chosen` overrides whatever is in it."""
    if chosen:
        return Dialects({"": _configured(root, "", chosen)}, {"": CHOSEN})
    marked: dict[str, dict[str, list[str]]] = {}
    for folder, marker in sorted(scan.markers):
        name = _program(root, folder, marker)
        if name:
            marked.setdefault(folder, {}).setdefault(name, []).append(marker)
    found: dict[str, Dialect] = {}
    told: dict[str, str] = {}
    for folder, markers in marked.items():
        name = next(name for name in _ORDER if name in markers)
        found[folder] = _configured(root, folder, name)
        told[folder] = ", ".join(markers[name])
    for folder, name in _guessed(scan.stamps).items():
        if not _covered(folder, found):
            found[folder] = named(name)
            told[folder] = _NAMES_OF_NOTES[name]
    return Dialects({"": PLAIN, **found}, told)


def _covered(folder: str, found: Mapping[str, Dialect]) -> bool:
    while folder and folder not in found:
        folder = posixpath.dirname(folder)
    return folder in found


def _program(root: Path, folder: str, marker: str) -> str:
    """The program whose marker this is; empty when it only looks like one."""
    place = root / folder
    if marker == "logseq":
        own = (place / marker / "config.edn", place / "pages", place / "journals")
        return "logseq" if any(path.exists() for path in own) else ""
    if marker == ".vscode":
        files = ("foam.json", "settings.json", "extensions.json")
        return "foam" if any("foam" in _text(root, folder, f".vscode/{file}") for file in files) else ""
    return marker.strip(".").partition(".")[0]


def _configured(root: Path, folder: str, name: str) -> Dialect:
    """The dialect with what the program's own settings in that folder change."""
    dialect = named(name)
    if name == "logseq" and (match := _EDN_FORMAT.search(_text(root, folder, "logseq/config.edn"))):
        return dialect._replace(journal=match[1])
    if name == "zk":
        switches = {key: value == "true" for key, value in _TOML_SWITCH.findall(_text(root, folder, ".zk/config.toml"))}
        return dialect._replace(
            colon_tags=switches.get("colon-tags", False),
            spaced_tags=switches.get("multiword-tags", False),
        )
    return dialect


def _text(root: Path, folder: str, file: str) -> str:
    source = read_note(root, f"{folder}/{file}" if folder else file, max_bytes=_MAX_BYTES)
    return "" if isinstance(source, Problem) else source.text


def _guessed(paths: Iterable[str]) -> dict[str, str]:
    """Folders without a marker whose notes are named as only one program names them."""
    journals: set[str] = set()
    roots: set[str] = set()
    hierarchies: set[str] = set()
    pages: set[str] = set()
    for path in paths:
        folder, name = posixpath.split(path)
        parent, last = posixpath.split(folder)
        if last == "pages":
            pages.add(parent)
        elif last == "journals" and _JOURNAL.fullmatch(name):
            journals.add(parent)
        if name == "root.md":
            roots.add(folder)
        elif _HIERARCHICAL.fullmatch(name):
            hierarchies.add(folder)
    return {
        **dict.fromkeys(journals & pages, "logseq"),
        **dict.fromkeys(roots & hierarchies, "dendron"),
    }
