"""What stands around a note? What its text holds at one side, what the vault has to do with it at the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.content import Content

from pinakes.errors import StoreError, UsageError
from pinakes.library import Library
from pinakes.model.view import NoteView
from pinakes.tui.markdown import WIKILINK
from pinakes.tui.places import Group, Place
from pinakes.tui.rows import reason_words
from pinakes.tui.state import count
from pinakes.tui.text import cut, flat

if TYPE_CHECKING:
    from pinakes.around.links import PlacedLink
    from pinakes.around.mentions import UnlinkedMention
    from pinakes.around.related import RelatedNote

MOST = 60
"""Entries of one kind; a longer list is not read but searched."""
NEAREST = 12
_WIDTH = 60
_LEAD = 16
"""Characters that are shown before a name."""
_NO_LINKS = ("external", "tag")
_QUIET = "$foreground 60%"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the index knows of a note besides what links to it."""

    mentions: tuple[UnlinkedMention, ...] = ()
    related: tuple[RelatedNote, ...] = ()
    """Without those that a link joins to it."""
    broken: tuple[PlacedLink, ...] = ()


def look(library: Library, view: NoteView) -> Surroundings:
    """Ask the index; a note that it does not have yet stands alone."""
    around = library.around
    try:
        links = around.links(view.path).items
        linked = {link.target for link in links} | {link.path for link in view.backlinks}
        near = around.related(view.path, NEAREST + len(linked)).items
        mentions = around.mentions(view.path).items
    except (UsageError, StoreError):
        return Surroundings()
    return Surroundings(
        mentions=mentions,
        related=tuple(note for note in near if note.path not in linked)[:NEAREST],
        broken=tuple(link for link in links if is_broken(link)),
    )


def is_broken(link: PlacedLink) -> bool:
    """Whether it leads nowhere, or to a part that is not there."""
    return link.kind not in _NO_LINKS and (link.target is None or link.sub_missing)


def of_text(view: NoteView, links: Iterable[tuple[str, str]]) -> list[Group]:
    """The headings, the links and the properties of the note."""
    return [
        Group("outline", _outline(view)),
        Group("links", [_link(label, address) for label, address in links][:MOST]),
        Group("properties", _properties(view)),
    ]


def of_vault(view: NoteView, found: Surroundings | None) -> list[Group]:
    """What leads to the note, or would; `found` is None while the index is being asked."""
    backlinks = Group("backlinks", _backlinks(view))
    if found is None:
        return [backlinks, Group("", (), "looking for more…")]
    if not view.backlinks:
        named = len({mention.path for mention in found.mentions})
        more = f"{count(named, 'note names', 'notes name')} it without a link." if named else ""
        backlinks = Group("backlinks", (), f"No backlinks yet.\n{more}".rstrip())
    return [
        backlinks,
        Group("unlinked mentions", [_mention(mention) for mention in found.mentions[:MOST]]),
        Group("related, no link", [_related(note) for note in found.related]),
        Group(
            "broken links", [place for link in found.broken[:MOST] for place in _broken(link)], size=len(found.broken)
        ),
    ]


def _outline(view: NoteView) -> list[Place]:
    least = min((heading.level for heading in view.headings), default=1)
    return [
        Place(Content("  " * (heading.level - least) + cut(flat(heading.text), _WIDTH)), view.path, heading.line)
        for heading in view.headings[: MOST * 4]
    ]


def _link(label: str, address: str) -> Place:
    mark = "▪ " if address.startswith(WIKILINK) or ":" not in address else "↗ "
    return Place(Content(mark + cut(label or flat(address), _WIDTH)), address=address)


def _properties(view: NoteView) -> list[Place]:
    """Each copies itself: there is nowhere to go."""
    said = [(flat(key), _value(value)) for key, value in view.properties.items()][:MOST]
    width = min(max((len(key) for key, _ in said), default=0), 12)
    return [
        Place(Content.assemble((cut(key, 12).ljust(width), _QUIET), f"  {cut(value, _WIDTH)}"), copied=value)
        for key, value in said
    ]


def _value(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_value(item) for item in value)
    return flat("" if value is None else str(value))


def _two_lines(head: str, below: str, path: str, line: int) -> Place:
    return Place(Content.assemble(f"▪ {head}\n", (f"  {cut(below, _WIDTH)}", _QUIET)), path, line)


def _file(path: str) -> str:
    return flat(path.removesuffix(".md").rpartition("/")[2])


def _backlinks(view: NoteView) -> list[Place]:
    return [
        _two_lines(f"{_file(link.path)}:{link.line}", flat(link.sentence), link.path, link.line)
        for link in view.backlinks[:MOST]
    ]


def _mention(mention: UnlinkedMention) -> Place:
    head = f"{_file(mention.path)}:{mention.line}"
    return _two_lines(head, _round(flat(mention.sentence), flat(mention.name)), mention.path, mention.line)


def _round(sentence: str, name: str) -> str:
    """The sentence from shortly before the name, which must not be cut off."""
    at = sentence.find(name)
    begin = sentence.find(" ", max(at - _LEAD, 0)) + 1
    return sentence if at <= _LEAD else f"…{sentence[min(begin, at) :]}"


def _related(note: RelatedNote) -> Place:
    reasons = " · ".join(dict.fromkeys(reason_words(reason, note.title) for reason in note.reasons[:3]))
    return _two_lines(cut(flat(note.title), _WIDTH), reasons, note.path, note.line)


def _broken(link: PlacedLink) -> list[Place]:
    """The place where it stands; below, the note that may have been meant."""
    head, path = f"✗ {cut(flat(link.raw), _WIDTH)}", link.path
    if link.target is not None:
        missing = f"  {_file(link.target)} has no § {flat(link.sub)}"
        return [Place(Content.assemble(f"{head}\n", (cut(missing, _WIDTH), _QUIET)), path, link.line)]
    if link.suggest:
        meant = Content.assemble(("  did you mean ", _QUIET), f"{_file(link.suggest)}?")
        return [Place(Content(head), path, link.line), Place(meant, link.suggest, 1)]
    missing = "  the file is not there" if link.kind == "embed" else "  no such note"
    return [Place(Content.assemble(f"{head}\n", (missing, _QUIET)), path, link.line)]
