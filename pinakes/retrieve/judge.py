"""Does a text meet a condition, and what must the full-text index hold where one may? Pure.

The index answers for words and phrases. For what it can't see (one line, one section, a title
by itself) it says where to look, and the text there is judged by its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

from pinakes.retrieve.tree import All, Either, Node, Not, Regex, Term
from pinakes.store import text

_TAILS = {
    "en": "s es d ed r er ers ing ings ly al ally ance ances ence ences ation ations ate ated ates able ible ful ness "
    "ness ment ments ity ities ive ives ize ized izes izing ise ised ism ist ists ization y ies ied ion ions",
    "de": "e n en er ern em es s st t ung ungen heit heiten keit keiten lich liche lichen isch ische ischen "
    "ig ige igen",
    "fr": "s e es er ez ent ant ants ement ements ation ations eur eurs euse if ive ives ique iques ite ites ence",
    "es": "s es a as o os ar er ir ado ada ados adas ando iendo cion ciones mente idad idades encia",
    "it": "e i a o are ere ire ato ata ati ate ando endo zione zioni mente ita enza",
    "nl": "s e en er ers je jes heid heden ing ingen lijk lijke",
    "pt": "s es a as o os ar er ir ado ada ados adas ando endo cao coes mente idade idades encia",
    "sv": "a ar arna e en er erna et or orna s t het heten ning ningar lig liga",
}
"""Endings that the stemmers cut off: how a word that begins so may go on."""


_SHORT = 400
"""Characters that are folded at once; of a longer text the words, for the sake of runs of combining marks."""


class Compiled(Protocol):
    """A regular expression, ready to be asked."""

    def search(self, text: bytes) -> object: ...


class Reading:
    """A text as the conditions see it; each view of it is worked out once, where it is needed."""

    __slots__ = ("_encoded", "_folded", "_terms", "language", "raw")

    def __init__(self, raw: str, language: str) -> None:
        self.raw = raw
        self.language = language
        self._terms: str | None = None
        self._folded: str | None = None
        self._encoded: bytes | None = None

    @property
    def terms(self) -> str:
        """Its terms, a blank before and behind each."""
        if self._terms is None:
            self._terms = f" {text.terms(self.raw, self.language)} "
        return self._terms

    @property
    def folded(self) -> str:
        """Its words, folded, a blank before and behind each."""
        if self._folded is None:
            self._folded = f" {' '.join(map(text.fold, text.words(self.raw)))} "
        return self._folded

    @property
    def encoded(self) -> bytes:
        """What an expression sees."""
        if self._encoded is None:
            self._encoded = self.raw.encode("utf-8", "replace")
        return self._encoded


def meets(node: Node, reading: Reading, compiled: dict[str, Compiled]) -> bool:
    """Whether the text meets words, phrases, beginnings, expressions, and what is made of them."""
    if isinstance(node, Term):
        return _has(node, reading)
    if isinstance(node, All):
        return all(meets(inner, reading, compiled) for inner in node.nodes)
    if isinstance(node, Either):
        return any(meets(inner, reading, compiled) for inner in node.nodes)
    if isinstance(node, Not):
        return not meets(node.node, reading, compiled)
    return isinstance(node, Regex) and compiled[node.pattern].search(reading.encoded) is not None


def _has(term: Term, reading: Reading) -> bool:
    if term.kind == "prefix" or len(term.text) == 1:
        beginning = " ".join(map(text.fold, term.words))
        if text.is_unspaced(term.text):
            return beginning in reading.folded
        if term.kind == "prefix":
            return f" {beginning}" in reading.folded
    sought = _terms(term.words, reading.language)
    return bool(sought) and f" {sought} " in reading.terms


@lru_cache(maxsize=1_024)
def _terms(words: tuple[str, ...], language: str) -> str:
    return text.terms(" ".join(words), language)


def expression(term: Term, languages: Sequence[str]) -> str:
    """The term for `chunks_fts`; empty where there is nothing that it could find.

    Of the beginnings of words it misses those that a stemmer cut short: `doubtful` finds them.
    """
    if term.kind == "prefix":
        return text.match_expression([_beginnings(term, languages)])
    found = dict.fromkeys(_terms(term.words, code) for code in languages)
    if len(term.text) == 1 and text.is_unspaced(term.text):
        return text.match_expression([(f"{text.fold(term.text)}*",)])  # a run is indexed by its pairs
    return text.match_expression([tuple(found)])


def _beginnings(term: Term, languages: Sequence[str]) -> tuple[str, ...]:
    if not term.words:
        return ()
    *whole, last = term.words
    if text.is_unspaced(term.text):
        return (f"{_terms(term.words, languages[0])}*",)
    heads = dict.fromkeys(_terms(tuple(whole), code) for code in languages)
    return tuple(f"{head} {text.fold(last)}*".strip() for head in heads)


def _stems(term: Term, languages: Sequence[str]) -> tuple[str, ...]:
    """Stems of words that begin so, where the stemmer cut the beginning itself short: `insur` of `insuranc*`."""
    if len(term.words) != 1 or text.is_unspaced(term.text):
        return ()
    beginning = text.fold(term.words[0])
    grown = {
        stem
        for code in languages
        for tail in ("", *_tails(code))
        for stem in text.word_terms(beginning + tail, code)
        if not stem.startswith(beginning)
    }
    return tuple(sorted(grown))


@lru_cache(maxsize=16)
def _tails(code: str) -> tuple[str, ...]:
    """Every end of every ending: `insuranc` goes on with an `e`."""
    endings = _TAILS.get(code, "").split()
    return tuple(sorted({ending[at:] for ending in endings for at in range(len(ending))}))


def doubtful(term: Term, languages: Sequence[str]) -> str:
    """Where else a word may begin so; the texts there have to be judged. Empty: nowhere."""
    return text.match_expression([_stems(term, languages)]) if term.kind == "prefix" else ""


def needed(node: Node, languages: Sequence[str]) -> str:
    """What `chunks_fts` must match wherever a text can meet the condition; empty: that can't be told."""
    if isinstance(node, Term):
        return " OR ".join(filter(None, (expression(node, languages), doubtful(node, languages))))
    if isinstance(node, All):
        return " AND ".join(f"({inner})" for part in node.nodes if (inner := needed(part, languages)))
    if isinstance(node, Either):
        parts = [needed(part, languages) for part in node.nodes]
        return " OR ".join(f"({part})" for part in parts) if all(parts) else ""
    return ""


Glance = tuple[tuple[str, ...], ...]
"""Of each of these groups one piece stands in a text, folded, that meets the condition."""


def glance(node: Node, languages: Sequence[str]) -> Glance:
    """What to look for first, since stemming every word of a text takes its time."""
    if isinstance(node, Term):
        if node.kind == "prefix":
            return ((text.fold(node.words[0]),),) if node.words else ()
        first = {_terms(node.words, code).partition(" ")[0] for code in languages}
        return (tuple(sorted({piece for stem in first for piece in _beginnings_of(stem)})),) if all(first) else ()
    if isinstance(node, All):
        return tuple(group for inner in node.nodes for group in glance(inner, languages))
    if isinstance(node, Either):
        found = [glance(inner, languages) for inner in node.nodes]
        return (tuple(piece for groups in found for piece in groups[0]),) if all(found) else ()
    return ()


def _beginnings_of(stem: str) -> tuple[str, ...]:
    """What a stemmer leaves as it is: it may change the last letter or two (`happi` of `happy`, `die` of `dying`)."""
    if text.is_unspaced(stem):
        return (stem,)
    kept = stem[:-2] if len(stem) > 4 else stem[:-1] or stem
    return (kept, f"{kept[:-1]}y") if kept.endswith("i") else (kept,)


def seen(sought: Glance, raw: str) -> bool:
    """Whether it is worth a closer look."""
    if not sought:
        return True
    short = raw.isascii() or len(raw) < _SHORT
    folded = text.fold(raw) if short else " ".join(map(text.fold, raw.split()))
    return all(any(piece in folded for piece in group) for group in sought)


def begun(term: Term, raw: str) -> list[str]:
    """The words of a text that begin so."""
    if text.is_unspaced(term.text):
        return list(term.words)
    beginning = text.fold(term.words[-1]) if term.words else ""
    return [word for word in dict.fromkeys(text.words(raw)) if beginning and text.fold(word).startswith(beginning)]
