"""What was asked for? The words of a query; what else it may hold is in `language`, which most do without."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pinakes.store import text
from pinakes.vault.sentence import sentences

_SIGNS = re.compile(r"[()\[\]|/*:\"“”„]|(?<!\S)-|(?<!\S)(?:OR|AND|NOT)(?!\S)")
_SIGNED = re.compile(r"(?<![\w.])(?:\.[^\W\d]\w{0,30}|\w{1,30}(?:\+{1,2}|#))(?![\w+#])")
_JOINED = re.compile(r"\d|\w[.:@/\\>]{1,2}\w")
_LONGEST = 2_000
_LONGEST_QUERY = 200
"""Characters: what is longer is a text with a question in it."""
_LONGEST_TEXT = 100_000
_MOST_ASKED = 3
_FIELD = re.compile(r"(?<!\S)-?[a-z]{2,12}(?:-[a-z]{1,5})?:(?=[^\s/])|(?<!\S)\[\w")
_ASKS = ("?", "？")
_MOST_WORDS = 32
_SHORTEST_BEGINNING = 2
"""Letters: what begins with a single one is half the vault."""
_TELLING_BEGINNING = 4
"""Letters: beside other words, a shorter one orders what they have found."""
_NONE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


class Query(NamedTuple):
    """A query, taken apart."""

    raw: str
    words: tuple[str, ...] = ()
    """Every word to look for, in order."""

    @property
    def signed(self) -> tuple[str, ...]:
        """Names that are told from other words by their signs alone: `C++`, `C#`, `.NET`."""
        return tuple(dict.fromkeys(_SIGNED.findall(self.raw[:_LONGEST])))

    @property
    def may_be_one(self) -> bool:
        """False where no words of it can make one thing, as those of `10:15` do."""
        return _JOINED.search(self.raw[:_LONGEST]) is not None

    def __bool__(self) -> bool:
        return bool(self.words)


class InOne(NamedTuple):
    """Words of a query that make one thing: `10:15`, `March 5th, 2024`."""

    expression: str
    """They stand in a row."""
    written: str
    """A regular expression for them with the signs between; empty where it may be written in many ways."""
    share: float
    """The part of the query that it is, 0 … 1."""


class Expressions(NamedTuple):
    """A query as FTS5 expressions, from strict to forgiving."""

    all_terms: str
    """Empty, as the next one, where conditions alone decide."""
    content_terms: str
    any_term: str
    little: str = ""
    """The words that say little beside others: those that a question is made of."""
    languages: tuple[str, ...] = ("en",)
    """Those in which its words were understood, the vault's first."""
    in_one: tuple[InOne, ...] = ()
    """Also among `any_term`."""


def asked_in(raw: str) -> str:
    """Of a text too long for a query, the sentences that ask, wherever they stand; all of it where none does,
    and where a field of the query language stands in it."""
    if len(raw) <= _LONGEST_QUERY or _FIELD.search(raw):
        return raw
    found = [raw[start:end].strip() for start, end in sentences(raw[:_LONGEST_TEXT])]
    return " ".join([one for one in found if one.endswith(_ASKS)][-_MOST_ASKED:]) or raw


def has_signs(raw: str) -> bool:
    """False for a query of words alone."""
    return _SIGNS.search(raw) is not None


def parse(raw: str) -> Query:
    """The words of a query."""
    return query(raw, text.words(raw[:_LONGEST]))


def query(raw: str, words: Iterable[str]) -> Query:
    """A query for these words."""
    return Query(raw, tuple(words)[:_MOST_WORDS])


def content_words(query: Query, languages: Sequence[str]) -> tuple[str, ...]:
    """The words that the question is about; all of them where none stands out."""
    kept = tuple(word for word in query.words if not text.is_stop_word(word, languages))
    return kept or query.words


def groups(
    words: Sequence[str], languages: Sequence[str], variants: Mapping[str, tuple[str, ...]] = _NONE
) -> list[tuple[str, ...]]:
    """Each word's terms by language; a run without blanks gives a group for each of its pairs, a sign alone the pairs
    that it begins.

    `variants`: word → others that count as the same.
    """
    found: list[tuple[str, ...]] = []
    for word in words:
        if text.is_unspaced(word):
            terms = text.word_terms(word, languages[0])
            content = [term for term in terms if not text.is_function_pair(term)]
            found.extend((term, f"{term}*") if len(term) == 1 else (term,) for term in content or terms)
        else:
            same = (word, *variants.get(word, ()))
            found.append(tuple(dict.fromkeys(read for w in same for code in languages for read in _readings(w, code))))
    return list(dict.fromkeys(group for group in found if any(group)))


def _readings(word: str, code: str) -> tuple[str, ...]:
    """A word's terms in a row; of an identifier also the whole alone, as somebody may type it, and its parts."""
    terms = text.word_terms(word, code)
    row = " ".join(terms)
    if len(terms) > 1 and ("_" in word or text.humps(word)):
        return (row, terms[-1], " ".join(terms[:-1]))
    return (row,)


def _beginning(last: str) -> str:
    """What words begin with of which this one is all that is typed yet; empty where it tells nothing."""
    return "" if text.is_unspaced(last) or len(last) < _SHORTEST_BEGINNING else f"{text.fold(last)}*"


def _open_ended(
    known: list[tuple[str, ...]], last: str, beginning: str, languages: Sequence[str]
) -> list[tuple[str, ...]]:
    """The last word's group with its beginning as one more variant."""
    own = groups([last], languages)
    kept = [group for group in known if group not in own]
    return [*kept, (*(own[0] if own else ()), beginning)]


def expressions(
    query: Query,
    languages: Sequence[str],
    *,
    open_end: bool = False,
    also: Sequence[str] = (),
    in_one: tuple[InOne, ...] = (),
    variants: Mapping[str, tuple[str, ...]] = _NONE,
) -> Expressions:
    """The query for `chunks_fts`. `languages`: those of the vault, most notes first; never empty.

    `open_end`: the last word is still being typed and stands for all that begin with it.
    `also`: expressions that need not match and make a passage better, each in brackets of its own.
    `in_one`: words that make one thing; they need not stand together either.
    `variants`: word → others that count as the same.
    """
    also = [*also, *(one.expression for one in in_one)]
    every = groups(query.words, languages, variants)
    heavy = content_words(query, languages)
    content = groups(heavy, languages, variants)
    light = groups([word for word in query.words if word not in heavy], languages)
    if open_end and query.words and (beginning := _beginning(query.words[-1])):
        last = query.words[-1]
        every = _open_ended(every, last, beginning, languages)
        tells_little = len(last) < _TELLING_BEGINNING or text.is_stop_word(last, languages)
        if tells_little and any(word != last for word in heavy):
            light.append((beginning,))
        else:
            content = _open_ended(content, last, beginning, languages)
    return Expressions(
        all_terms=text.match_expression(every, "AND"),
        content_terms=text.match_expression(content, "AND"),
        any_term=" OR ".join(filter(None, (text.match_expression(content), *(f"({more})" for more in also if more)))),
        little=text.match_expression(light),
        languages=tuple(languages),
        in_one=in_one,
    )


def spans(query: Query, longest: int = 6) -> list[str]:
    """Every run of up to `longest` of the query's words, the longest first: what may name a note or an entity."""
    pieces = list(query.words)
    runs = [
        " ".join(pieces[start : start + length])
        for length in range(min(longest, len(pieces)), 0, -1)
        for start in range(len(pieces) - length + 1)
    ]
    unspaced = [run for word in pieces for run in text.unspaced_runs(word)]
    runs += [run[i:j] for run in unspaced for i in range(len(run)) for j in range(min(len(run), i + 12), i + 1, -1)]
    return list(dict.fromkeys(runs))
