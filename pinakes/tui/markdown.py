"""How is a note's markdown shown? In windows that can be laid out quickly, with its links as links."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from pinakes.clean import clean
from pinakes.model.note import Heading
from pinakes.tui.text import flat

WINDOW = 40 * 1024
"""Characters shown at once: more makes the screen wait."""
LONGEST_LINK = 512
WIKILINK = "pinakes:"
"""What the address of a wikilink begins with in the drawn note; the target follows, quoted."""


@dataclass(frozen=True, slots=True)
class Window:
    """Some whole lines of a note."""

    text: str
    first: int
    """Number of the first line, from 1."""
    last: int
    total: int
    """Lines of the whole note."""
    whole: bool = True
    """Whether everything below the properties is in it."""


def parser() -> MarkdownIt:
    """Markdown as notes write it: with `[[wikilinks]]`."""
    markdown = MarkdownIt("gfm-like")
    markdown.inline.ruler.before("link", "wikilink", _wikilink)
    markdown.core.ruler.push("safe", _safe)
    return markdown


def _safe(state: StateCore) -> None:
    """Clean once more what `&#x202e;` and the like stand for, and name pictures instead of drawing them."""
    for token in state.tokens:
        token.content = clean(token.content)
        if token.children:
            token.children = [safe for child in token.children for safe in _safe_inline(child)]


def _safe_inline(token: Token) -> Iterable[Token]:
    if token.type != "image":
        token.content = clean(token.content)
        return (token,)
    source = str(token.attrs.get("src", ""))
    opening = Token("link_open", "a", 1, attrs={"href": source})
    text = Token("text", "", 0, content="▫ " + flat(token.content or unquote(source) or "picture"))
    return (opening, text, Token("link_close", "a", -1))


def links(text: str) -> tuple[tuple[str, str], ...]:
    """Label and address of each link in `text`, in order, each address once."""
    found: dict[str, str] = {}
    for block in parser().parse(text):
        address = None
        for token in block.children or ():
            if token.type == "link_open":
                address = str(token.attrs.get("href", ""))
            elif token.type == "text" and address is not None:
                found.setdefault(unquote(address), flat(token.content))
                address = None
    return tuple((label, address) for address, label in found.items())


def _wikilink(state: StateInline, silent: bool) -> bool:
    source, start = state.src, state.pos
    embed = source.startswith("![[", start)
    if not embed and not source.startswith("[[", start):
        return False
    inner = start + (3 if embed else 2)
    end = source.find("]]", inner, inner + LONGEST_LINK)
    if end <= inner or "\n" in source[inner:end] or "[" in source[inner:end]:
        return False
    if not silent:
        target, _, label = source[inner:end].partition("|")
        token = state.push("link_open", "a", 1)
        token.attrs = {"href": WIKILINK + quote(target.strip().rstrip("\\"))}
        text = state.push("text", "", 0)
        text.content = ("↳ " if embed else "") + (label.strip() or _shown(target.strip()))
        state.push("link_close", "a", -1)
    state.pos = end + 2
    return True


def _shown(target: str) -> str:
    """A target as readers know it: `Note › Section`."""
    name, _, section = target.partition("#")
    return f"{name} › {section}" if name and section else name or section


def front_matter_lines(lines: list[str]) -> int:
    """How many lines the properties at the top take up, fences included."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    for number, line in enumerate(lines[1:2000], 2):
        if line.rstrip() in ("---", "..."):
            return number
    return 0


def properties_end(text: str) -> int:
    """Where the text begins, behind the properties at the top."""
    if not text.startswith("---"):
        return 0
    lines = text.split("\n", 2_001)
    return sum(len(line) + 1 for line in lines[: front_matter_lines(lines)])


def window(text: str, headings: tuple[Heading, ...], line: int, room: int = WINDOW) -> Window:
    """Whole sections round `line`, as many as there is room for; the properties are left out."""
    lines = text.replace("\r\n", "\n").split("\n")
    top = min(front_matter_lines(lines), len(lines) - 1)
    target = max(top, min(line - 1, len(lines) - 1))
    starts = sorted({top, *(h.line - 1 for h in headings if top < h.line - 1 < len(lines))})
    first = max(start for start in starts if start <= target)
    size = sum(len(lines[at]) + 1 for at in range(first, target + 1))
    if size > room:  # a section longer than the window: begin shortly before the target instead
        first, size = target, len(lines[target]) + 1
    last = target
    while last + 1 < len(lines) and size + len(lines[last + 1]) + 1 <= room:
        last += 1
        size += len(lines[last]) + 1
    while first > top and size + len(lines[first - 1]) + 1 <= room:
        first -= 1
        size += len(lines[first]) + 1
    shown = "\n".join(lines[first : last + 1])
    whole = first == top and last == len(lines) - 1
    return Window(shown if len(shown) <= room else shown[:room] + " …", first + 1, last + 1, len(lines), whole)


def escape(text: str) -> str:
    """Text that markdown shows as it stands."""
    return "".join("\\" + character if character in r"\`*_[]<>#|~" else character for character in text)
