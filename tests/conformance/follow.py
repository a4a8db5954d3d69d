"""What does Pinakes make of the links of a note: what they say, and where they lead?"""

from __future__ import annotations

from dataclasses import dataclass

from pinakes.around.links import PlacedLink
from pinakes.index.links import dialects_of
from pinakes.library import Library
from pinakes.model.note import Link
from pinakes.store.db import reading
from pinakes.vault.anchor import Anchor, locate
from pinakes.vault.document import parse


@dataclass(frozen=True)
class Followed:
    """A link as its note writes it, as the index knows it, and the place it means."""

    link: Link
    placed: PlacedLink
    anchor: Anchor | None

    @property
    def path(self) -> str | None:
        return self.placed.target

    def shown(self) -> str:
        """In a line, what a failure shows."""
        parts = {
            "kind": self.link.kind,
            "sub": self.link.sub,
            "heading": ">".join(self.anchor.heading) if self.anchor else "",
            "label": self.link.label,
            "via": self.placed.via,
            "ambiguous": self.placed.ambiguous,
            "sub_missing": self.placed.sub_missing,
            "width": self.link.width,
        }
        return f"{self.path or self.link.target} { ({key: value for key, value in parts.items() if value}) }"


def followed(library: Library, path: str) -> list[Followed]:
    """The links of the note at `path`, in the order of its text."""
    text = library.note(path).text
    with reading(library.index_file) as db:
        dialects = dialects_of(db)
    dialect = dialects.of(path)
    links = sorted(parse(path, text, dialect).links, key=lambda link: link.start)
    placed = library.around.links(path).items
    found = []
    for link, there in zip(links, placed, strict=True):
        anchor = None
        if link.sub and there.target is not None and not there.sub_missing:
            target = library.note(there.target) if there.target.endswith((".md", ".markdown")) else None
            if target is not None:
                document = parse(there.target, target.text, dialects.of(there.target))
                anchor = locate(link.sub, document.headings, document.blocks, dialect)
        found.append(Followed(link, there, anchor))
    return found
