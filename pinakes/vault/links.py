"""What does a link say: which target, which part of it, which label?"""

from __future__ import annotations

import re
from urllib.parse import unquote

from pinakes.model import Link, LinkKind

_SCHEME = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:(?!:)|//)")
_SIZE = re.compile(r"\d{1,5}(?:x\d{1,5})?\Z")


def wikilink(raw: str, inner: str, start: int, line: int, *, rel: str = "", kind: LinkKind | None = None) -> Link:
    """`[[target#sub|label]]` or its embed, from its inner text."""
    target, _, label = inner.partition("|")
    target = target.rstrip("\\")  # the pipe is escaped in a table
    name, _, sub = target.partition("#")
    embed = raw.startswith("!")
    return Link(
        kind=kind or ("embed" if embed else "wikilink"),
        raw=raw,
        target=name.strip(),
        sub=sub.strip().lstrip("#"),
        label=_without_size(label.strip()) if embed else label.strip(),
        rel=rel,
        start=start,
        line=line,
    )


def markdown_link(
    raw: str, destination: str, label: str, start: int, line: int, *, image: bool = False, rel: str = ""
) -> Link:
    """A link as markdown writes it; its target is percent-decoded."""
    if _SCHEME.match(destination):
        return Link("external", raw, destination, label=label, rel=rel, start=start, line=line)
    target, _, sub = destination.partition("#")
    return Link(
        kind="embed" if image else "markdown",
        raw=raw,
        target=unquote(target),
        sub=unquote(sub),
        label=_without_size(label) if image else label,
        rel=rel,
        start=start,
        line=line,
    )


def _without_size(label: str) -> str:
    """The label of a picture may end in its width, `|300` or `|300x200`."""
    text, _, last = label.rpartition("|")
    return text if _SIZE.match(last) else label
