"""Where do sentences begin and end, in markdown of any language?

Line structure comes first: a heading, a table row, a list item or a blank line ends a sentence
whatever its punctuation. Inside such a stretch the terminators decide, with a short list of
abbreviations of the languages that write them with a full stop.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NEWLINE = re.compile(r"\r\n|\n|\r")
_FENCE = re.compile(r"[ \t>]{0,40}(?:```|~~~)")
_LEAD = re.compile(
    r"[ \t]{0,40}(?:>[ \t]{0,4}){0,16}"  # block quotes
    r"(?:(?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]{1,16}){0,4}"  # headings and list markers
    r"(?:\[[^\[\]\n]\][ \t]{1,16})?"  # the box of a task
)
_STARTS_ANEW = re.compile(r"[ \t]{0,40}(?:>[ \t]{0,4}){0,16}(?:#{1,6}[ \t]|[-*+][ \t]|\d{1,9}[.)][ \t]|\||:[ \t]{2})")
_STANDS_ALONE = re.compile(r"[ \t]{0,40}(?:>[ \t]{0,4}){0,16}(?:#{1,6}[ \t]|\|)")
_CANDIDATE = re.compile(
    r"\[\[[^\[\]\n]{1,200}\]\]|`[^`\n]{1,200}`"  # names and code are no prose
    r"|[.!?…‽؟۔]{1,8}[\"'”’»«“)\]}*_~]{0,16}(?=\s|\Z)"
    r"|[。！？｡．।։።။។]{1,64}[」』”’）】》〉\"')\]*_]{0,16}"
)
_LAST_TOKEN = re.compile(r"[^\s(\[{\"'„“‚‘«»*_]{1,40}\Z")
_WORD_BEFORE = re.compile(r"(\w{1,20})\s{1,8}\Z")
_ONLY_MARKS = re.compile(r"[\s!-/:-@\[-`{-~–—·•]*\Z")

_NEVER_AN_END = frozenset(
    "dr mr mrs ms mx prof st sts gen col sgt lt capt cmdr rev hon gov sen rep pres messrs mme mlle sra sr "
    "vs cf viz approx ca bzw vgl evtl ggf gem inkl exkl insb sog zzgl usf resp hrsg hg dipl ing med phil "
    "abb anm begr bspw ehem geb gest jh jhdt kath ev mind mio mrd nachf od tgl urspr verh wiss zit "
    "eg ie al zb ua dh uä oä".split()
)
_BEFORE_A_NUMBER = frozenset(
    "no nr nos art abs fig figs tab eq p pp s vol ch chap sec sect kap bd rn rdnr ziff bl lfd pos par "
    "ref op ex str tel jan feb mar apr jun jul aug sep sept oct okt nov dec dez".split()
)
_BEFORE_AN_ORDINAL = frozenset(
    "der die das den dem des am vom im zum zur beim ein eine einen einem einer eines seit bis ab und "
    "ihr ihre sein seine jeder jede jedes".split()
)


def sentences(text: str) -> list[tuple[int, int]]:
    """The spans (start, end) of the sentences of a piece of markdown, in order."""
    spans: list[tuple[int, int]] = []
    for start, end in _stretches(text):
        spans.extend(_split(text, start, end))
    return spans


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Runs of lines that punctuation may divide further, their markers left out."""
    open_start = open_end = -1
    fence = front = False
    for number, (start, end) in enumerate(_lines(text)):
        line = text[start:end]
        blank = not line.strip()
        if front or (number == 0 and line.rstrip() == "---"):
            # Front matter is a list of facts, a line each.
            front = number == 0 or line.rstrip() not in ("---", "...")
            if front and number:
                yield start, end
            continue
        delimiter = _FENCE.match(line) is not None
        if blank or delimiter or fence or _STARTS_ANEW.match(line):
            if open_start >= 0:
                yield open_start, open_end
            open_start = -1
        if delimiter:
            fence = not fence
        elif fence:
            yield start, end
        elif not blank:
            if open_start < 0:
                lead = _LEAD.match(line)
                open_start = start + (lead.end() if lead else 0)
            open_end = end
            if _STANDS_ALONE.match(line):
                yield open_start, open_end
                open_start = -1
    if open_start >= 0:
        yield open_start, open_end


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for newline in _NEWLINE.finditer(text):
        yield start, newline.start()
        start = newline.end()
    if start < len(text):
        yield start, len(text)


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    begin = start
    for match in _CANDIDATE.finditer(text, start, end):
        if match[0][0] in "[`" or not _ends(text, begin, match.start(), match.end(), end):
            continue
        span = _strip(text, begin, match.end())
        if span:
            yield span
        begin = match.end()
    span = _strip(text, begin, end)
    if span:
        yield span


def _strip(text: str, start: int, end: int) -> tuple[int, int] | None:
    piece = text[start:end]
    if _ONLY_MARKS.match(piece):
        return None
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _ends(text: str, begin: int, mark: int, after: int, end: int) -> bool:
    """Does the terminator at `mark` end the sentence that began at `begin`?"""
    following = text[after : min(end, after + 24)].lstrip()
    sign = text[mark]
    if not following:
        return True
    if sign == "．":
        return not following[0].isdigit()
    if sign != "." or text.startswith("..", mark):
        return sign not in "!….." or not following[0].islower()
    return not _is_abbreviation(text[max(begin, mark - 64) : mark], following)


def _is_abbreviation(before: str, following: str) -> bool:
    found = _LAST_TOKEN.search(before)
    if not found:
        return False
    token = found[0].casefold()
    if token.isdigit():
        return len(token) <= 2 and _is_ordinal(before[: found.start()], following)
    word = token.rpartition("-")[2].replace(".", "")
    if len(token) == 1 and token.isalpha():
        return True  # an initial, or half of "z. B."
    if "." in token and all(len(part) <= 2 for part in token.split(".")):
        return token.replace(".", "").isalpha()  # e.g., U.S., i.V.m.
    if word in _NEVER_AN_END:
        return True
    if word in _BEFORE_A_NUMBER:
        return following[0].isdigit() or following[0] in "§IVX"
    return len(word) <= 3 and following[0].islower()


def _is_ordinal(before: str, following: str) -> bool:
    """German writes "am 9. März"; a number that opens a line counts it."""
    if following[0].islower() or not before.strip():
        return True
    word = _WORD_BEFORE.search(before)
    return word is not None and word[1].casefold() in _BEFORE_AN_ORDINAL
