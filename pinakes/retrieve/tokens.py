"""Where do the parts of a query begin and end? Any text has some; none is an error. Pure.

An operator that stands where it can't be one (`OR` at an end, a bracket without its other
half, `NOT` before nothing or in `MUST NOT`) comes out as the word that it is too, or not at all
where it is no word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from pinakes.retrieve import fields

Kind = Literal["word", "phrase", "prefix", "regex", "property", "field", "minus", "open", "close", "or", "and", "not"]

_BLANKS = re.compile(r"\s{1,2000}")
_QUOTE = '"“”„'
_PHRASE = re.compile(rf"[{_QUOTE}]([^{_QUOTE}]{{0,500}})[{_QUOTE}]")
_REGEX = re.compile(r"/((?:[^/\\\n]|\\.){1,500})/(?=[\s()|]|\Z)")
_BRACKETED = re.compile(r"\[([^\[\]\n]{1,300})\](?=[\s)|]|\Z)")
_DECLARED = re.compile(r"([^()\"“”„:<>=/|]{1,64})(?:[:=]?[ ]{0,8}(>=|<=|>|<)|[:=])?", re.DOTALL)
_FIELD = re.compile(r"([A-Za-z][A-Za-z_-]{0,20}):(?=[^\s)|])")
_BARE = re.compile(r"[^\s()|]{1,2000}")
_NO_REGEX = frozenset({"folder"})
OPERATORS: dict[str, Kind] = {"OR": "or", "AND": "and", "NOT": "not"}
"""In capitals; in small letters they are words."""
_BEFORE_NOT = frozenset(
    "DO DOES DID IS ARE WAS WERE MUST SHALL SHOULD MAY MIGHT CAN COULD WILL WOULD HAS HAVE HAD".split()
)
"""Behind one of these, `NOT` is what a text in capitals says, and no operator."""
DEEPEST = 20
"""Brackets within brackets; deeper ones are no longer read as any."""


class Token(NamedTuple):
    """A part of the query. `text`: its value, without quotes, slashes or colon."""

    kind: Kind
    text: str
    start: int
    end: int
    sign: str = ""
    """Of a property: how its value is compared."""
    value: str = ""
    """Of a property: what stands behind the sign; empty for a property that need only be there."""


def tokens(raw: str) -> list[Token]:
    """The query's parts in order."""
    return _operators(_brackets(list(_scan(raw))))


def _scan(raw: str) -> Iterator[Token]:
    at = 0
    opened = True
    """A new part may begin here: at the start, behind a blank, a bracket, a minus or a colon."""
    while at < len(raw):
        if blank := _BLANKS.match(raw, at):
            at, opened = blank.end(), True
            continue
        token = _at(raw, at, opened=opened)
        if token is None:
            at += 1
            continue
        yield token
        at, opened = token.end, token.kind not in ("word", "prefix")


def _at(raw: str, at: int, *, opened: bool) -> Token | None:
    """The part that begins here; None for a sign that is none."""
    char = raw[at]
    if char in "()|":
        return Token({"(": "open", ")": "close", "|": "or"}[char], char, at, at + 1)  # type: ignore[arg-type]
    if opened:
        if char == "-" and re.match(r"[^\s\-)|]", raw[at + 1 : at + 2]):
            return Token("minus", "-", at, at + 1)
        if char in _QUOTE:
            phrase = _PHRASE.match(raw, at)
            return Token("phrase", phrase[1], at, phrase.end()) if phrase else None
        if char == "/" and (regex := _REGEX.match(raw, at)) and not _field_of(raw, at) & _NO_REGEX:
            return Token("regex", regex[1], at, regex.end())
        if char == "[" and (token := _property(raw, at)):
            return token
        if (field := _FIELD.match(raw, at)) and fields.known(field[1]) and not raw.startswith("//", field.end()):
            return Token("field", field[1], at, field.end())
    bare = _BARE.match(raw, at)
    return _word(bare[0], at) if bare else None


def _field_of(raw: str, at: int) -> set[str]:
    """The field whose colon stands right before."""
    name = re.search(r"([A-Za-z][A-Za-z_-]{0,20}):\Z", raw[max(0, at - 24) : at])
    found = fields.known(name[1]) if name else None
    return {found} if found else set()


def _property(raw: str, at: int) -> Token | None:
    """`[key]`, `[key:value]` or `[key>value]`; other brackets are none."""
    bracketed = _BRACKETED.match(raw, at)
    inside = bracketed and _DECLARED.match(bracketed[1])
    if not bracketed or not inside or not any(c.isalnum() for c in inside[1]):
        return None
    compared = inside.end() > inside.end(1)
    value = bracketed[1][inside.end() :].strip()
    if value and not compared:
        return None
    return Token(
        "property", inside[1].strip(), at, bracketed.end(), inside[2] or "", value or ('""' if compared else "")
    )


def _word(text: str, at: int) -> Token:
    kind: Kind = "word"
    if text in OPERATORS:
        kind = OPERATORS[text]
    elif text.endswith("*") and any(c.isalnum() for c in text):
        kind = "prefix"
    return Token(kind, text, at, at + len(text))


def _brackets(found: list[Token]) -> list[Token]:
    """Without brackets that have no other half, and without those that are too deep to be meant."""
    opened: list[int] = []
    kept: set[int] = set()
    for index, token in enumerate(found):
        if token.kind == "open":
            opened.append(index)
        elif token.kind == "close" and opened:
            begin = opened.pop()
            if len(opened) < DEEPEST:
                kept |= {begin, index}
    return [token for i, token in enumerate(found) if token.kind not in ("open", "close") or i in kept]


_BEGINS = frozenset({"word", "phrase", "prefix", "regex", "property", "field", "minus", "open"})
_ENDS = frozenset({"word", "phrase", "prefix", "regex", "property", "field", "close"})


def _operators(found: list[Token]) -> list[Token]:
    """`OR` and `AND` between two parts; anywhere else they are words, `|` is nothing, and so is a lone minus."""
    kept: list[Token] = []
    found = _without_idle([_denial(found, index) for index in range(len(found))])
    for index, token in enumerate(found):
        between = _between(found, index)
        if token.kind == "and" and between:
            continue
        idle = token.kind in ("or", "and") and not between
        kept.append(token._replace(kind="word") if idle else token)
    return kept


def _denial(found: list[Token], index: int) -> Token:
    """`NOT` before a part is a minus; anywhere else it is a word."""
    token = found[index]
    if token.kind != "not":
        return token
    said = index > 0 and found[index - 1].kind == "word" and found[index - 1].text in _BEFORE_NOT
    denies = not said and bool(_next(found, index) & (_BEGINS - {"minus"}))
    return token._replace(kind="minus" if denies else "word")


def _without_idle(found: list[Token]) -> list[Token]:
    """Without signs that are no words and join nothing; taking one away may leave another one idle."""
    while True:
        kept = [token for index, token in enumerate(found) if not _is_idle(found, index)]
        if len(kept) == len(found):
            return kept
        found = kept


def _is_idle(found: list[Token], index: int) -> bool:
    token = found[index]
    if token.kind == "minus":
        return not _next(found, index) & (_BEGINS - {"minus"})
    return token.text == "|" and token.kind == "or" and not _between(found, index)


def _between(found: list[Token], index: int) -> bool:
    """Whether the operator stands between two parts."""
    before = found[index - 1].kind if index else "open"
    return before in _ENDS and bool(_next(found, index) & _BEGINS)


def _next(found: list[Token], index: int) -> set[str]:
    return {found[index + 1].kind if index + 1 < len(found) else "close"}
