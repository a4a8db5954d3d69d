"""What may a query ask for? The tree of its conditions, in writing and in words. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeGuard

from pinakes.retrieve import fields
from pinakes.store import text

SHORTEST_BEGINNING = 2
"""Letters: what begins with a single one is half the vault."""


class Term(NamedTuple):
    """A word, words that must stand together, or the beginning of a word."""

    kind: Literal["word", "phrase", "prefix"]
    text: str
    """As it was typed, without quotes."""

    @property
    def words(self) -> tuple[str, ...]:
        """What a text is searched for."""
        return tuple(text.words(self.text))


class Regex(NamedTuple):
    """A regular expression."""

    pattern: str


class Field(NamedTuple):
    """What a field says of a note or a passage."""

    name: str
    value: Node | None
    choice: str = ""
    """Of a task: todo, done or any."""


class Property(NamedTuple):
    """What a note declares at its top."""

    key: str
    sign: str
    value: Node | None
    """None: the property need only be there."""


class Not(NamedTuple):
    """What must not hold."""

    node: Node


class All(NamedTuple):
    """What must hold together."""

    nodes: tuple[Node, ...]


class Either(NamedTuple):
    """Of which one must hold."""

    nodes: tuple[Node, ...]


Node = Term | Regex | Field | Property | Not | All | Either


def is_plain(node: Node) -> TypeGuard[Term]:
    """True for a word that stands by itself."""
    return isinstance(node, Term) and node.kind == "word"


def unfinished(node: Node, last: str) -> Node:
    """The same where its last word, which is still being typed, stands for all that begin with it as well."""
    if isinstance(node, All | Either):
        *before, end = node.nodes
        return type(node)((*before, unfinished(end, last)))
    if is_plain(node) and node.text == last and sum(map(len, node.words)) >= SHORTEST_BEGINNING:
        return Either((node, Term("prefix", last)))
    return node


def leaves(node: Node) -> Iterator[Node]:
    """All that stands at the ends of the tree."""
    if isinstance(node, All | Either):
        for inner in node.nodes:
            yield from leaves(inner)
    elif isinstance(node, Not):
        yield from leaves(node.node)
    else:
        yield node


def texts_only(node: Node) -> bool:
    """True for a value: words and expressions, but no field."""
    return all(isinstance(leaf, Term | Regex) for leaf in leaves(node))


def renamed(node: Node, names: dict[Node, Node]) -> Node:
    """The same tree with other leaves."""
    if isinstance(node, All | Either):
        return type(node)(tuple(renamed(inner, names) for inner in node.nodes))
    return Not(renamed(node.node, names)) if isinstance(node, Not) else names[node]


def words_of(node: Node) -> tuple[str, ...]:
    """The words of a leaf that has some."""
    return node.words if isinstance(node, Term) else ()


def written_in(node: Node) -> str:
    """The text of a leaf that has one."""
    return node.text if isinstance(node, Term) else ""


def positive(node: Node) -> Iterator[Node]:
    """The leaves that a match may have, without those that it must not have."""
    if isinstance(node, All | Either):
        for inner in node.nodes:
            yield from positive(inner)
    elif not isinstance(node, Not):
        yield node


# ── in writing ───────────────────────────────────────────────────────────────────────────


def written(node: Node) -> str:
    """The condition as it might have been typed; parsed again it is the same."""
    if isinstance(node, All):
        return " ".join(f"({written(n)})" if isinstance(n, Either) else written(n) for n in node.nodes)
    if isinstance(node, Either):
        return " OR ".join(written(inner) for inner in node.nodes)
    if isinstance(node, Not):
        inner = written(node.node)
        return f"-({inner})" if isinstance(node.node, All | Either | Not) or inner.startswith("-") else f"-{inner}"
    if isinstance(node, Term):
        return {"word": node.text, "prefix": f"{node.text}*", "phrase": f'"{node.text}"'}[node.kind]
    if isinstance(node, Regex):
        return f"/{node.pattern}/"
    if isinstance(node, Property):
        return f"[{node.key}]" if node.value is None else f"[{node.key}:{node.sign}{_value_written(node.value)}]"
    value = "" if node.value is None else _value_written(node.value)
    if node.name == "task" and (node.choice != "any" or not value):
        return f"task:{node.choice}" + (f"({written(node.value)})" if node.value is not None else "")
    return f"{node.name}:{value}"


def _value_written(value: Node) -> str:
    return f"({written(value)})" if isinstance(value, All | Either | Not) else written(value)


def meaning(node: Node) -> str:
    """The condition in words, for a person."""
    if isinstance(node, All):
        return ", and ".join(meaning(inner) for inner in node.nodes)
    if isinstance(node, Either):
        return ", or ".join(meaning(inner) for inner in node.nodes)
    if isinstance(node, Not):
        return f"not {meaning(node.node)}" if not isinstance(node.node, All | Either) else f"not ({meaning(node.node)})"
    if isinstance(node, Term):
        if node.kind == "prefix":
            return f"a word that begins with “{node.text}”"
        return f"“{node.text}” word for word" if len(node.words) > 1 else f"“{node.text}”"
    if isinstance(node, Regex):
        return f"text like /{node.pattern}/"
    if isinstance(node, Property):
        sign = {"": "is", ">": "is more than", "<": "is less than", ">=": "is at least", "<=": "is at most"}[node.sign]
        return f"property {node.key}" + (f" {sign} {_plainly(node.value)}" if node.value is not None else "")
    if node.name == "task":
        which = {"todo": "an open task", "done": "a task that is done", "any": "a task"}[node.choice]
        return which + (f" with {_plainly(node.value)}" if node.value is not None else "")
    said = _plainly(node.value) if node.value is not None else ""
    return fields.FIELDS[node.name].meaning.format(fields.SAID.get(said, said) if node.name in ("has", "is") else said)


def _plainly(node: Node) -> str:
    """A value in words."""
    if isinstance(node, Term):
        return node.text + ("…" if node.kind == "prefix" else "")
    if isinstance(node, All | Either):
        word = " and " if isinstance(node, All) else " or "
        return word.join(_plainly(inner) for inner in node.nodes)
    return f"not {_plainly(node.node)}" if isinstance(node, Not) else written(node)
