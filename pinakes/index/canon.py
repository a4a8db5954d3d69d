"""Which spellings are one entity? Rules that hold without asking, and the user's decisions, which win.

Pure: what is decided for a spelling depends on the spellings that share a block with it (the
same letters, the same family name, an acronym) and on nothing else, in no order. So a changed
note costs the blocks that its names are in, and any history leads to what a first sync finds.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from pinakes.index.common import is_common
from pinakes.model.entity import Decision


class Spelling(NamedTuple):
    """One way to write a name, as the index has it."""

    key: str
    name: str
    """As most of its mentions have it."""
    person: bool
    """Most of what was recognised in its mentions is a person."""
    own: bool
    """A note is called so."""
    chunks: int
    """That mention it."""


class Edge(NamedTuple):
    """A spelling that is another one's entity; the name of the second is the fuller one."""

    key: str
    whole: str


_TITLES = frozenset("dr mr mrs ms miss prof professor sir dame herr frau mme mlle".split())
_PARTICLES = frozenset("van von der den de del della di da la le du dos ten ter zu al el bin ibn".split())
_AND = frozenset(("und", "et", "y"))
_FAR_MORE = 20
"""Times as often as the full name: then the short one is somebody, or something, else."""
_MIN_BARE = 5
"""Letters below which a blank or a plural is no matter of spelling: `a pi` and `api`."""
_MIN_SINGULAR = 3
_NO_PLURALS = frozenset(
    "news series species canvas atlas windows kubernetes postgres redis pages texas kansas wales athens naples "
    "andes physics mathematics economics politics ethics statistics dynamics graphics analytics electronics "
    "mechanics linguistics robotics genetics aesthetics christmas lens chaos bias alias gas".split()
)
_BETWEEN_DIGITS = re.compile(r"(?<=\d) (?=\d)")


@lru_cache(maxsize=65_536)
def bare(key: str) -> str:
    """The letters of a key alone: without blanks, a person's title and the plural of its last word; `und` is `and`.

    Two spellings with the same bare letters may be one; `alike` says which are.
    """
    words = ["and" if word in _AND else word for word in key.split()]
    if len(words) > 2 and words[0] in _TITLES:
        words = words[1:]
    if not words:
        return key
    whole = _BETWEEN_DIGITS.sub("_", " ".join([*words[:-1], singular(words[-1])])).replace(" ", "")
    return whole if len(whole) >= _MIN_BARE or len(words) == 1 else key


def singular(word: str) -> str:
    """An English plural without its ending; the word itself where it is none."""
    if word in _NO_PLURALS or len(word) <= _MIN_SINGULAR or not word.endswith("s"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word if word.endswith(("ss", "us", "is", "os")) else word[:-1]


@lru_cache(maxsize=65_536)
def family(key: str, *, person: bool) -> str:
    """The last word of what may be a person's name; empty where it can't be one."""
    words = key.split()
    if len(words) > 1 and words[0] in _TITLES:
        words = words[1:]
    if not words or not words[-1].isalpha() or len(words[-1]) < 3 or len(words) > 4:
        return ""
    shortened = len(words) > 1 and all(len(word) <= 1 for word in words[:-1])
    return words[-1] if person or shortened or len(words) == 1 else ""


def edges(block: Sequence[Spelling], of: Collection[str]) -> list[Edge]:
    """What is one among spellings that share their bare letters, and among those of one family name.

    Only where `of`, keys whose blocks are whole, has a part in it.
    """
    bares = {bare(key) for key in of}
    by_bare: dict[str, list[Spelling]] = defaultdict(list)
    by_family: dict[str, list[Spelling]] = defaultdict(list)
    for spelling in sorted(block):
        by_bare[bare(spelling.key)].append(spelling)
        if name := family(spelling.key, person=spelling.person):
            by_family[name].append(spelling)
    found = [edge for name, group in by_bare.items() if name in bares and len(group) > 1 for edge in _alike(group)]
    for group in by_family.values():
        if len(group) > 1 and any(spelling.key in of for spelling in group):
            found += _relatives(group)
    return found


def _alike(group: Sequence[Spelling]) -> list[Edge]:
    """Spellings that differ by blanks or a title are one; so are a plural and its singular, save people's."""
    head = max(group, key=_weight)
    return [
        Edge(other.key, head.key)
        for other in group
        if other is not head and (_same_number(other.key, head.key) or not (other.person and head.person))
    ]


def _same_number(a: str, b: str) -> bool:
    """Neither is the other's plural."""
    return a.endswith("s") == b.endswith("s")


def _relatives(group: Sequence[Spelling]) -> list[Edge]:
    """Initials and a bare family name are the one person whose name fits, where it is one and no other.

    A family name that is a note of its own, or is not taken for a person's, stays what it is.
    """
    people = [s for s in group if s.person and _given(s.key) and may_be_person(s.key)]
    found: list[Edge] = []
    for spelling in group:
        given = _given(spelling.key)
        fitting = [p for p in people if p is not spelling and _fits(given, _given(p.key))]
        whole = _only(fitting)
        if whole is None or (not given and (spelling.own or not spelling.person)):
            continue
        if (not given or _is_initials(given)) and spelling.chunks <= _FAR_MORE * whole.chunks:
            found.append(Edge(spelling.key, whole.key))
    return found


@lru_cache(maxsize=65_536)
def may_be_person(key: str) -> bool:
    """A full name: no initials alone, and no everyday word at either end, which is a headline taken for one."""
    given = _given(key)
    everyday = bool(given) and (is_common(given[0]) or is_common(key.split()[-1]))
    return bool(given) and not _is_initials(given) and not everyday


@lru_cache(maxsize=65_536)
def _given(key: str) -> tuple[str, ...]:
    """What stands before the family name, without a title and without `van` and `de`."""
    words = key.split()[:-1]
    return tuple(word for word in words if word not in _PARTICLES and word not in _TITLES)


def _is_initials(given: Sequence[str]) -> bool:
    return bool(given) and all(len(word) == 1 for word in given)


def _fits(given: Sequence[str], whole: Sequence[str]) -> bool:
    """`l`, `l b` and `leslie` may stand for `leslie b`: the first name agrees, and middle ones may be left out."""
    if len(given) > len(whole):
        return False
    rest = list(whole)
    for at, word in enumerate(given):
        while rest and not rest[0].startswith(word) and not (len(rest[0]) == 1 and word.startswith(rest[0])):
            if at == 0:
                return False
            rest.pop(0)
        if not rest or (len(word) > 1 and len(rest[0]) > 1 and word != rest[0]):
            return False
        rest.pop(0)
    return True


def _only(people: Sequence[Spelling]) -> Spelling | None:
    """The one person there is, in the commonest of spellings that are one without asking; None for several people."""
    if len({bare(p.key) for p in people}) != 1:
        return None
    return max(people, key=_weight)


def shortened(expansions: Iterable[tuple[str, str]]) -> list[Edge]:
    """Acronyms that the notes expand in one way and no other. `expansions`: (key of the short, of the long form)."""
    meant: dict[str, set[str]] = defaultdict(set)
    for short, long in expansions:
        meant[short].add(long)
    return [
        Edge(short, min(longs, key=lambda long: (len(long), long)))
        for short, longs in sorted(meant.items())
        if len({bare(long) for long in longs}) == 1
    ]


class Group(NamedTuple):
    """Spellings that are one entity."""

    keys: frozenset[str]
    called: str
    """What the user calls it; empty where it goes by one of its spellings."""
    hidden: bool
    """By the user: it is no entity."""


def groups(keys: Iterable[str], joined: Iterable[Edge], decisions: Iterable[Decision]) -> list[frozenset[str]]:
    """The spellings that are one, of all `entities`."""
    return [group.keys for group in entities(keys, joined, decisions)]


def entities(keys: Iterable[str], joined: Iterable[Edge], decisions: Iterable[Decision]) -> list[Group]:
    """The entities among these spellings: what was decided last wins, then what was decided before, then the rules.

    A name that is given or hidden counts for all that decisions make one with it, be it in a note or not.
    """
    joined, decisions = list(joined), sorted(decisions)
    parts = _parts(joined, decisions)
    called = _called(parts, joined, decisions)
    hidden = {parts.root(decision.key) for decision in decisions if decision.kind == "hide"}
    members: dict[str, set[str]] = defaultdict(set)
    for key in keys:
        members[parts.root(key)].add(key)
    return [Group(frozenset(group), called.get(root, ""), root in hidden) for root, group in members.items()]


def _parts(joined: Iterable[Edge], decisions: Sequence[Decision]) -> _Parts:
    parts = _Parts()
    for decision in reversed(decisions):
        if decision.kind == "same":
            for other in decision.others:
                parts.join(decision.key, other)
        elif decision.kind == "apart" and not any(parts.joined(decision.key, other) for other in decision.others):
            for other in decision.others:
                parts.keep_apart(decision.key, other)
    for edge in sorted(joined):
        parts.join(edge.key, edge.whole)
    return parts


def _called(parts: _Parts, joined: Iterable[Edge], decisions: Iterable[Decision]) -> dict[str, str]:
    """Root → the name that was given last. What is merged takes the name of what it is merged into, if it has one.

    Told from the first decision to the last, since a merge asks what the two were called by then.
    """
    so_far = _Parts()
    for edge in joined:
        if parts.joined(edge.key, edge.whole):
            so_far.join(edge.key, edge.whole)
    given: dict[str, Decision] = {}
    for decision in decisions:
        if decision.kind == "name":
            given[so_far.root(decision.key)] = decision
        elif decision.kind == "same":
            for other in decision.others:
                if parts.joined(decision.key, other):
                    _merge(so_far, given, decision, other)
    last: dict[str, Decision] = {}
    for decision in sorted(given.values()):
        last[parts.root(decision.key)] = decision
    return {root: decision.said for root, decision in last.items() if decision.kind == "name"}


def _merge(so_far: _Parts, given: dict[str, Decision], merge: Decision, into: str) -> None:
    """As `given` is after a merge; a merge into what has no name of its own stands there as what takes names away."""
    one, other = so_far.root(merge.key), so_far.root(into)
    named = given.pop(other, merge)
    given.pop(one, None)
    if one == other and named.key != into:
        named = merge  # which of the two was called so can't be told: it goes by the one that was chosen
    so_far.join(one, other)
    given[so_far.root(one)] = named


class _Parts:
    """Sets of keys that are joined, save those that must stay apart."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}
        self._apart: dict[str, set[str]] = defaultdict(set)
        """Root → roots that it may not be joined to."""

    def root(self, key: str) -> str:
        while (above := self._above.get(key, key)) != key:
            key = above
        return key

    def joined(self, a: str, b: str) -> bool:
        return self.root(a) == self.root(b)

    def join(self, a: str, b: str) -> None:
        kept, gone = self.root(a), self.root(b)
        if kept == gone or gone in self._apart[kept]:
            return
        self._above[gone] = kept
        for other in self._apart.pop(gone, set()):
            self._apart[other].discard(gone)
            self._apart[other].add(kept)
            self._apart[kept].add(other)

    def keep_apart(self, a: str, b: str) -> None:
        one, other = self.root(a), self.root(b)
        if one != other:
            self._apart[one].add(other)
            self._apart[other].add(one)


def head(group: Sequence[Spelling], joined: Iterable[Edge], decisions: Iterable[Decision]) -> Spelling:
    """The spelling that names the entity: the user's choice, else a note's, else the fullest, the commonest."""
    keys = {spelling.key: spelling for spelling in group}
    for decision in sorted(decisions, key=lambda d: -d.number):
        if decision.kind == "same" and decision.key in keys:
            for other in decision.others:
                if other in keys:
                    return keys[other]
    short = {edge.key for edge in joined if edge.key in keys and edge.whole in keys and not _alike_keys(edge)}
    return max(group, key=lambda s: (s.own, s.key not in short, *_weight(s)))


def _alike_keys(edge: Edge) -> bool:
    return bare(edge.key) == bare(edge.whole)


def _weight(spelling: Spelling) -> tuple[bool, int, int, str]:
    return spelling.own, spelling.chunks, -len(spelling.key), spelling.key
