"""Where does the address of a link end: `(destination "title")` behind a label, an URL amid a text?"""

from __future__ import annotations

import re

_SIMPLE_DESTINATION = re.compile(r"\(([^\s()<>\\]{1,4096})\)")
_ANGLE_DESTINATION = re.compile(r"\([ \t\n]{0,16}<([^<>\n]{0,2048})>")
_DESTINATION_SIGN = re.compile(r"[()\s\\]")
_AFTER_DESTINATION = re.compile(r"(?:[ \t\n]{1,16}(?:\"[^\"]{0,512}\"|'[^']{0,512}'|\([^()]{0,512}\)))?[ \t\n]{0,16}\)")
_BLANK_IN_TARGET = re.compile(r"\((?=[^()<>\n]{0,200} )[^()<>\n\"']{1,200}\.(?:md|markdown)(?:#[^()<>\n]{0,200})?\)")
_SCHEME_BEFORE = re.compile(
    r"(?<![A-Za-z0-9])(?:https?|ftp|file|obsidian|zotero|logseq|message|evernote|devonthink)\Z", re.I
)
_URL_REST = re.compile(
    r"://[^\s<>\"`{}|\\^\[\]\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]{1,2048}"
)


def destination(source: str, at: int, end: int) -> tuple[str, int] | None:
    """(destination, where it ends) of `(destination "title")` at `at`; None where there is none."""
    simple = _SIMPLE_DESTINATION.match(source, at, end)
    if simple:
        return simple[1], simple.end()
    angle = _ANGLE_DESTINATION.match(source, at, end)
    if angle:
        after, text = angle.end(), angle[1]
    else:
        begin = at + 1
        while begin < end and source[begin] in " \t\n" and begin < at + 16:
            begin += 1
        after = _balanced(source, begin, end)
        text = source[begin:after]
    rest = _AFTER_DESTINATION.match(source, after, end)
    return (text, rest.end()) if rest and text else None


def has_blank(source: str, at: int, end: int) -> bool:
    """Does a note's path with a blank in it stand at `at` in parentheses, where it can be no destination?"""
    return _BLANK_IN_TARGET.match(source, at, end) is not None


def url(source: str, low: int, colon: int, end: int) -> tuple[int, int] | None:
    """Where the URL begins and ends that has its `://` at `colon`."""
    before = _SCHEME_BEFORE.search(source[max(low, colon - 12) : colon])
    rest = _URL_REST.match(source, colon, end)
    if not before or not rest:
        return None
    start = colon - len(before[0])
    return start, _trimmed(source, start, rest.end())


def _balanced(source: str, begin: int, end: int) -> int:
    """Where a destination without angle brackets ends; its parentheses are balanced, 8 deep at most."""
    depth = 0
    at = begin
    limit = min(end, begin + 4096)
    while match := _DESTINATION_SIGN.search(source, at, limit):
        sign = match[0]
        at = match.end() + (sign == "\\")
        depth += (sign == "(") - (sign == ")")
        if depth < 0 or sign.isspace():
            return match.start()
        if depth > 8:
            break
    return begin


def _trimmed(source: str, start: int, end: int) -> int:
    """Leave out the punctuation that belongs to the sentence around an URL."""
    while end > start:
        last = source[end - 1]
        if last in ".,;:!?'\"*_~" or (last == ")" and source.count("(", start, end) < source.count(")", start, end)):
            end -= 1
        else:
            break
    return end
