"""What does a link say: which target, which part of it, which label?"""

from __future__ import annotations

import re
from urllib.parse import unquote

from pinakes.model.note import Link, LinkKind

_SCHEME = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:(?!:)|//)")
_URL = re.compile(r"[ \t]{0,16}https?://", re.IGNORECASE)
_SIZE = re.compile(r"\d{1,5}(?:x\d{1,5})?\Z")


def wikilink(
    raw: str,
    inner: str,
    start: int,
    line: int,
    *,
    rel: str = "",
    kind: LinkKind | None = None,
    label: str = "",
    label_first: bool = False,
) -> Link:
    """`[[target#sub|label]]` or its embed, from its inner text; `label` where it stands elsewhere."""
    first, pipe, second = inner.partition("|")
    target, shown = (second, first) if pipe and label_first else (first, second)
    target = target.rstrip("\\")  # the pipe is escaped in a table
    if _URL.match(target):
        return Link("external", raw, target.strip(), label=(label or shown).strip(), rel=rel, start=start, line=line)
    name, _, sub = target.partition("#")
    embed = kind == "embed" or raw.startswith("!")
    shown, width = _sized((label or shown.rstrip("\\")).strip()) if embed else ((label or shown).strip(), "")
    return Link(
        kind=kind or ("embed" if embed else "wikilink"),
        raw=raw,
        target=name.strip(),
        sub=sub.strip().lstrip("#"),
        label=shown,
        rel=rel,
        start=start,
        line=line,
        width=width,
    )


def swapped(raw: str) -> str:
    """The other side of the pipe of `[[label|target]]`, for one who wrote them the other way round."""
    inner = raw.lstrip("!").removeprefix("[[").removesuffix("]]")
    first, pipe, _ = inner.partition("|")
    return first.partition("#")[0].rstrip("\\").strip() if pipe else ""


def called(raw: str) -> str:
    """What `[[name#sub|label]]` calls its target."""
    inner = raw.lstrip("!").removeprefix("[[").removesuffix("]]")
    return inner.partition("|")[0].partition("#")[0].rstrip("\\").strip()


def redirected(link: Link, definition: str) -> Link:
    """The wikilink, leading where a definition in its note says; out of the vault no definition leads it."""
    if _SCHEME.match(definition):
        return link
    path, _, sub = definition.partition("#")
    path = unquote(path)
    if not path:
        return link
    beside = path if path.startswith(("/", "./", "../")) else f"./{path}"
    return link._replace(target=beside, sub=link.sub or unquote(sub), label=link.label or link.target)


def markdown_link(
    raw: str, destination: str, label: str, start: int, line: int, *, image: bool = False, rel: str = ""
) -> Link:
    """A link as markdown writes it; its target is percent-decoded."""
    if _SCHEME.match(destination):
        return Link("external", raw, destination, label=label, rel=rel, start=start, line=line)
    target, _, sub = destination.partition("#")
    shown, width = _sized(label) if image else (label, "")
    return Link(
        kind="embed" if image else "markdown",
        raw=raw,
        target=unquote(target),
        sub=unquote(sub),
        label=shown,
        rel=rel,
        start=start,
        line=line,
        width=width,
    )


def _sized(label: str) -> tuple[str, str]:
    """The label of a picture may end in its width, `|300` or `|300x200`."""
    text, _, last = label.rpartition("|")
    return (text, last) if _SIZE.match(last) else (label, "")
