"""Which characters of a chunk are prose? The rest is blanked, so that offsets stay true.

Code, URLs, comments and markup never become names.
"""

from __future__ import annotations

import re
from functools import lru_cache

from pinakes.vault.fence import fenced

_FENCE = re.compile(r"^[ \t>]{0,12}(?:[-*+] {1,4})?(`{3,}|~{3,})", re.MULTILINE)
# What is not prose, each with a sign that it can't be without: most texts hold few of them, and `in` is quick.
_NOT_PROSE = (
    ("`", re.compile(r"`{1,3}[^`\n]{1,400}`{1,3}")),
    ("$$", re.compile(r"\$\$[^$]{1,2000}\$\$")),
    ("$", re.compile(r"\$\$?[^$\n]{1,300}\$\$?")),
    (":/", re.compile(r"\b(?:https?|ftp|file|obsidian)://?[^\s<>\"')\]]{1,2000}")),
    ("@", re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}")),
    ("](", re.compile(r"\]\([^()\n]{0,400}\)")),
    ("<", re.compile(r"</?[a-zA-Z][^<>\n]{0,400}>")),
    (" ^", re.compile(r"(?<=\s)\^[\w-]{1,64}$", re.MULTILINE)),
    ("] ", re.compile(r"^[ \t>]{0,24}(?:[-*+]|\d{1,4}[.)]) {1,4}\[[^\]\n]\](?= )", re.MULTILINE)),
    (") ", re.compile(r"^[ \t>]{0,24}\(?(?:\d{1,3}[a-z]?|[a-z]{1,2})\)(?= )", re.MULTILINE)),
    ("::", re.compile(r"^[ \t]{0,12}(?:[-*+] )?[\w-]{1,40}::", re.MULTILINE)),
)
_HEADING = re.compile(r"^[ \t>]{0,12}(?:[-*+] )?#{1,6}[ \t][^\r\n]{0,2000}", re.MULTILINE)
_WIKILINK = re.compile(r"!?\[\[([^\[\]\n|#]{0,400})(#[^\[\]\n|]{0,200})?(\|)?([^\[\]\n]{0,200})\]\]")
_MARKS = bytes.maketrans(b"*_~=#>|[]\\", b"      \t   ")
"""A cell of a table begins anew, as a line does; every other mark is a blank."""


def _spaces(text: str) -> str:
    """As many blanks, with the line ends kept."""
    return "\n".join([" " * len(line) for line in text.split("\n")])


def _visible(link: re.Match[str]) -> str:
    """What a reader sees of a wikilink, at its own place: the label, else the target's last segment."""
    whole = link.group()
    if link.group(3) and link.group(4).strip():
        shown, at = link.group(4), link.start(4) - link.start()
    else:
        shown, at = link.group(1), link.start(1) - link.start()
        cut = shown.rfind("/") + 1
        shown, at = shown[cut:], at + cut
    # A link is a name for itself: the marks round it end the words before and behind.
    return "\x1f" * at + shown + "\x1f" * (len(whole) - at - len(shown))


def _without_fences(text: str) -> str:
    """Fenced blocks blanked, line by line, an open one to the end."""
    if "```" not in text and "~~~" not in text:
        return text
    lines = text.splitlines(keepends=True)
    fence = ""
    for i, line in enumerate(lines):
        opened = _FENCE.match(line)
        mark = opened.group(1) if opened else ""
        if fence or mark:
            lines[i] = _spaces(line)
        if fence:
            if mark and mark[0] == fence[0] and len(mark) >= len(fence):
                fence = ""
        elif mark:
            fence = mark
    return "".join(lines)


def _without_comments(text: str) -> str:
    """HTML comments blanked, an open one to the end."""
    pieces: list[str] = []
    done = 0
    while (start := text.find("<!--", done)) >= 0:
        close = text.find("-->", start)
        end = len(text) if close < 0 else close + 3
        pieces += [text[done:start], _spaces(text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def linked(text: str) -> list[tuple[str, int]]:
    """(target, where it stands) of each wikilink without a label: programs differ in which side of `|` is which."""
    if "[[" not in text:
        return []
    code = _without_comments(_without_fences(text))  # a property may hold a link as well
    plain = (m for m in _WIKILINK.finditer(code) if not m.group(3) and not m.group().startswith("!"))
    return [(m.group(1)[m.group(1).rfind("/") + 1 :].strip(), m.start()) for m in plain]


def prose(text: str, *, headings: bool = False) -> str:
    """The text with everything that is not prose blanked; as long as it was.

    `headings` keeps the words of heading lines: they name notes, but their capitals say nothing.
    """
    masked = _masked(text)
    if not headings and "#" in masked:
        masked = _HEADING.sub(lambda m: _spaces(m.group()), masked)
    # As bytes: a text that is not ASCII is translated character by character.
    return masked.encode("utf-8", "surrogatepass").translate(_MARKS).decode("utf-8", "surrogatepass")


def _without_code(text: str) -> str:
    """Without front matter, fenced blocks and comments."""
    properties = fenced(text)
    if properties:
        text = _spaces(text[: properties.body_start]) + text[properties.body_start :]
    return _without_comments(_without_fences(text))


@lru_cache(maxsize=1_024)
def _masked(text: str) -> str:
    """All but headings and marks; asked for twice in a row, with headings and without."""
    masked = _without_code(text)
    for sign, pattern in _NOT_PROSE:
        if sign in masked:
            masked = pattern.sub(lambda m: _spaces(m.group()), masked)
    return _WIKILINK.sub(_visible, masked) if "[[" in masked else masked
