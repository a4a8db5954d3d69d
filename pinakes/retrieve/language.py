"""How is a query understood? Its text becomes a tree of conditions; what is no syntax stays words. Pure.

    query   = all { "OR" all }              OR, or |, binds less than standing side by side
    all     = part { ["AND"] part }
    part    = ["-" | "NOT"] ( "(" query ")" | field | property | regex | phrase | prefix | word )
    field   = name ":" ( word | prefix | phrase | regex | "(" query ")" )
    property = "[" key [ ":" [ "<" | ">" | "<=" | ">=" ] value ] "]"

Words that stand by themselves are not conditions: they are looked for in a forgiving way, and
rank what meets the conditions.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from pinakes.retrieve import dates, fields
from pinakes.retrieve.tokens import OPERATORS, Token, tokens
from pinakes.retrieve.tree import (
    SHORTEST_BEGINNING,
    All,
    Either,
    Field,
    Node,
    Not,
    Property,
    Regex,
    Term,
    is_plain,
    leaves,
    renamed,
    texts_only,
    unfinished,
    words_of,
    written_in,
)
from pinakes.store import text

_LONGEST = 2_000
_MOST_PARTS = 64


class Part(NamedTuple):
    """A part of the query with where it stands in it."""

    node: Node
    start: int
    end: int


class Order(NamedTuple):
    """How the hits are sorted."""

    by: str
    turned: bool
    """Against its natural direction: newest first, A to Z, the best first."""
    start: int = 0
    end: int = 0


class Parsed(NamedTuple):
    """A query, understood."""

    parts: tuple[Part, ...] = ()
    """What must hold together, in the order of the query; plain words among it."""
    order: Order | None = None
    notes: tuple[str, ...] = ()
    """What could not be understood, in words."""
    open_end: bool = False
    """The last word is still being typed and stands for all that begin with it."""
    preferred: tuple[Term, ...] = ()
    """Phrases that make a passage better and need not stand in it."""

    @property
    def plain(self) -> tuple[str, ...]:
        """The words that stand by themselves."""
        return tuple(word for node, _, _ in self.parts if is_plain(node) for word in node.words)

    @property
    def conditions(self) -> tuple[Part, ...]:
        """All parts that are no plain words."""
        return tuple(part for part in self.parts if not is_plain(part.node))


def parse(raw: str, *, typing: bool = False, now: date | None = None) -> Parsed:
    """Understand a query. Never raises; `typing`: its last part may go on."""
    raw = raw[:_LONGEST]
    found = tokens(raw)
    if typing and raw[-1:] == ":" and found and found[-1].kind == "word" and fields.known(found[-1].text[:-1]):
        found.pop()  # its value is still to come
    going_on = typing and bool(found) and found[-1].end == len(raw) and found[-1].kind in ("word", "prefix")
    parser = _Parser(raw, found, now or dates.today(), len(raw) if going_on else -1)
    parts = parser.all_parts()
    last = parts[-1] if parts else None
    open_end = going_on and last is not None and last.end == len(raw) and is_plain(last.node)
    if going_on and last is not None and not open_end:
        parts[-1] = last._replace(node=unfinished(last.node, found[-1].text))
    preferred: list[Term] = []
    if raw.rstrip().endswith("?"):
        parts, preferred = _asked(parts)
    return Parsed(tuple(parts), parser.order, tuple(dict.fromkeys(parser.notes)), open_end, tuple(preferred))


def _asked(parts: Sequence[Part]) -> tuple[list[Part], list[Term]]:
    """A question's quotes hold a title more often than words to be found as they stand: (parts, its phrases)."""
    loose: list[Part] = []
    phrases: list[Term] = []
    for part in parts:
        if isinstance(part.node, Term) and part.node.kind == "phrase":
            phrases.append(part.node)
            loose += [part._replace(node=Term("word", word)) for word in part.node.words]
        else:
            loose.append(part)
    return loose, phrases


class _Parser:
    """Reads tokens into parts. Each method takes what it can and never fails."""

    def __init__(self, raw: str, found: list[Token], now: date, unfinished: int) -> None:
        self.raw = raw
        self.tokens = found
        self.now = now
        self.unfinished = unfinished
        """Where the part ends that is still being typed; −1: none is."""
        self.at = 0
        self.room = _MOST_PARTS
        self.order: Order | None = None
        self.notes: list[str] = []

    def all_parts(self) -> list[Part]:
        """The whole query as parts that must hold together."""
        parts: list[Part] = []
        while self.at < len(self.tokens):
            before = self.at
            parts += self._either()
            self.at += self.at == before  # what a part left behind that came to nothing
        return parts

    def _peek(self) -> str:
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def _either(self) -> list[Part]:
        found = [parts for parts in (self._all(),) if parts]
        while self._peek() == "or":
            self.at += 1
            if parts := self._all():
                found.append(parts)
        if len(found) < 2:
            return found[0] if found else []
        return [_one(Either, [_one(All, parts) for parts in found])]

    def _all(self) -> list[Part]:
        found: list[Part] = []
        while self._peek() not in ("", "or", "close"):
            found += self._part()
        return found

    def _part(self) -> list[Part]:
        """The next part; several where a pair of brackets holds several, none where there is nothing in it."""
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "minus":
            inner = self._part() if self._peek() not in ("", "or", "close") else []
            whole = _one(All, inner) if inner else None
            return [Part(Not(whole.node), token.start, whole.end)] if whole else []
        if token.kind == "open":
            inner = self._either()
            self.at += self._peek() == "close"
            return inner
        if self.room <= 0:
            self.notes.append(f"Only the first {_MOST_PARTS} parts of the query are looked at.")
            return []
        self.room -= 1
        if token.kind == "field":
            return self._field(token)
        if token.kind == "regex":
            return self._regex(token)
        node = self._property(token) if token.kind == "property" else self._leaf(token)
        return [Part(node, token.start, token.end)] if node else []

    def _words(self, start: int, end: int) -> list[Part]:
        """What stands there, as words; an operator in it is none."""
        found = text.words(self.raw[start:end])
        return [Part(Term("word", word), start, end) for word in found if word not in OPERATORS]

    def _leaf(self, token: Token) -> Node | None:
        """A word, phrase or beginning; None where there is nothing to look for."""
        if token.kind == "phrase":
            return Term("phrase", token.text) if text.words(token.text) else None
        if token.kind == "prefix":
            if sum(map(len, text.words(token.text))) >= SHORTEST_BEGINNING or text.is_unspaced(token.text):
                return Term("prefix", token.text.rstrip("*"))
            self.notes.append(f"`{token.text}` needs two letters at least before the `*`; searched as a word.")
        self._unknown_field(token)
        # A slash in front would begin an expression, were another one to follow.
        return Term("word", token.text.lstrip("/")) if text.words(token.text) else None

    def _regex(self, token: Token) -> list[Part]:
        from pinakes.retrieve.regexes import fault

        why = fault(token.text)
        if not why:
            return [Part(Regex(token.text), token.start, token.end)]
        self.notes.append(f"`/{token.text}/` is no regular expression ({why}); searched as words.")
        return self._words(token.start, token.end)

    def _unknown_field(self, token: Token) -> None:
        name, colon, rest = token.text.partition(":")
        follows = self.raw[token.end : token.end + 1]
        if not colon or not (rest or follows in ('"', "(")) or rest[:1] in (":", "/", "\\") or not name.isalpha():
            return
        if len(name) > 1 and token.end != self.unfinished and not fields.known(name):
            near = fields.nearest(name)
            meant = f" Did you mean `{near}:`?" if near else ""
            self.notes.append(f"`{name}:` is no field; searched as words.{meant}")

    # ── fields ───────────────────────────────────────────────────────────────────────────

    def _field(self, token: Token) -> list[Part]:
        name = fields.known(token.text) or token.text
        value = self._value(token)
        end = value.end if value else token.end
        if value is None:
            return self._words(token.start, end)
        if name == "sort":
            why = self._sorted(value.node, token.start, end)
            return self._no_field(why, token.start, end) if why else []
        if name == "task" and texts_only(value.node) and _has_words(value.node):
            return [self._task(value.node, token.start, end)]
        node, why = self._checked(name, value.node, unfinished=end == self.unfinished)
        return [Part(node, token.start, end)] if node else self._no_field(why, token.start, end)

    def _no_field(self, why: str, start: int, end: int) -> list[Part]:
        """As words, and said so; while it is still being typed, as nothing yet."""
        if end == self.unfinished:
            self.notes.append(why)
            return []
        self.notes.append(f"`{self.raw[start:end]}`: {why}; searched as words.")
        return self._words(start, end)

    def _value(self, token: Token) -> Part | None:
        """What stands right behind the colon."""
        if self.at >= len(self.tokens) or self.tokens[self.at].start != token.end:
            return None
        behind = self.tokens[self.at]
        if behind.kind in ("minus", "property", "field", "or"):
            self.at += 1  # no operator there: `sort:-title`, `tag:OR`
            end = behind.end
            while self.at < len(self.tokens) and self.tokens[self.at].start == end and end > behind.start:
                end = self.tokens[self.at].end
                self.at += 1
                if self.tokens[self.at - 1].kind != "field":
                    break
            return Part(Term("word", self.raw[behind.start : end]), behind.start, end)
        if behind.kind in ("word", "prefix", "phrase"):
            self.at += 1
            kind = behind.kind
            whole = behind.text.rstrip("*") if kind == "prefix" else behind.text
            if behind.end == self.unfinished and kind == "word":
                kind = "prefix"
            return Part(Term(kind, whole), behind.start, behind.end) if whole.strip() else None
        parts = self._part()
        return Part(_one(All, parts).node, behind.start, self.tokens[self.at - 1].end) if parts else None

    def _checked(self, name: str, value: Node, *, unfinished: bool) -> tuple[Node | None, str]:
        """The field with its value; else why it is none."""
        kind = fields.FIELDS[name]
        found = list(leaves(value))
        if not texts_only(value):
            return None, "there is no room in it for another field"
        if name not in fields.WITH_REGEX and any(isinstance(leaf, Regex) for leaf in found):
            return None, "it takes no regular expression"
        if kind.takes == "choice":
            named = {leaf: fields.choice(name, written_in(leaf), unfinished=unfinished) for leaf in found}
            if not all(named.values()):
                return None, f"`{name}:` knows {', '.join(kind.choices)}"
            return Field(name, renamed(value, {leaf: Term("word", str(to)) for leaf, to in named.items()})), ""
        if kind.takes == "date" and not all(dates.days(name, written_in(leaf), self.now) for leaf in found):
            return None, "dates are written like 2024-03-05, 2024-03, 7d or today"
        if kind.takes in ("words", "task") and not _has_words(value):
            return None, "there is no word in it"
        return Field(name, value), ""

    def _task(self, value: Node, start: int, end: int) -> Part:
        """`task:todo`, `task:todo(words)`, `task:words`."""
        named = value.text if isinstance(value, Term) and value.kind != "phrase" else ""
        which = fields.choice("task", named, unfinished=end == self.unfinished) if named else None
        if which is None:
            return Part(Field("task", value, "any"), start, end)
        if self._peek() == "open" and self.tokens[self.at].start == end and (inner := self._part()):
            return Part(Field("task", _one(All, inner).node, which), start, self.tokens[self.at - 1].end)
        return Part(Field("task", None, which), start, end)

    def _sorted(self, value: Node, start: int, end: int) -> str:
        """Take note of the order; returns why it is none."""
        name, _, direction = written_in(value).casefold().partition(":")
        by = fields.choice("sort", name.removeprefix("-"), unfinished=end == self.unfinished)
        if by is None or direction not in ("", "asc", "desc"):
            return f"hits are sorted by {', '.join(fields.ORDERS)}"
        turned = name.startswith("-")
        if direction:
            turned = (direction == "desc") == (by in ("title", "path"))
        self.order = Order(by, turned, start, end)
        return ""

    def _property(self, token: Token) -> Node:
        if not token.value:
            return Property(token.text, "", None)
        bare = token.value.strip('"“”„ ')
        if not bare:
            return Property(token.text, token.sign, Term("phrase", ""))
        if token.value[0] in '("/“„' and not token.sign:
            parts = _Parser(token.value, tokens(token.value), self.now, -1).all_parts()
            if parts and texts_only(whole := _one(All, parts).node):
                return Property(token.text, "", whole)
        prefix = bare.endswith("*") and len(bare) > 1
        return Property(token.text, token.sign, Term("prefix" if prefix else "word", bare.rstrip("*") or bare))


def _has_words(value: Node) -> bool:
    return any(isinstance(leaf, Regex) or words_of(leaf) for leaf in leaves(value))


def _one(kind: type[All] | type[Either], parts: Sequence[Part]) -> Part:
    """The parts as one."""
    if len(parts) == 1:
        return parts[0]
    nodes: list[Node] = []
    for part in parts:
        nodes.extend(part.node.nodes if isinstance(part.node, kind) else (part.node,))
    return Part(kind(tuple(nodes)), parts[0].start, parts[-1].end)
