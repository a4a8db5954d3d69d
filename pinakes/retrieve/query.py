"""What was asked for? Words, "phrases" and -exclusions; any text is a query and none is an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pinakes.store import text

_PART = re.compile(r'(?P<minus>(?<!\S)-)?(?:"(?P<phrase>[^"]{0,500})"|(?P<word>[^\s"]{1,200}))')
_MOST_WORDS = 32
_MOST_PHRASES = 16
_SHORTEST_BEGINNING = 2
"""Letters: what begins with a single one is half the vault."""


class Query(NamedTuple):
    """A query, taken apart."""

    raw: str
    words: tuple[str, ...] = ()
    """Every word to look for, those of phrases too, in order."""
    phrases: tuple[tuple[str, ...], ...] = ()
    """Words that must stand together."""
    excluded: tuple[str, ...] = ()
    """Words that must not appear."""

    def __bool__(self) -> bool:
        return bool(self.words)


class Expressions(NamedTuple):
    """A query as FTS5 expressions, from strict to forgiving; all the same where every word carries it."""

    all_terms: str
    content_terms: str
    any_term: str
    groups: tuple[tuple[str, ...], ...]
    """The content words' terms: variants by language, each a phrase of terms."""
    required: str = ""
    """What every passage must match, those too that the graph leads to; empty: nothing."""
    forbidden: str = ""
    """What no passage may match."""


def parse(raw: str) -> Query:
    """Take a query apart."""
    words: list[str] = []
    phrases: list[tuple[str, ...]] = []
    excluded: list[str] = []
    for part in _PART.finditer(raw[:2_000]):
        found = text.words(part["phrase"] or part["word"] or "")
        if part["minus"]:
            excluded.extend(found)
        else:
            words.extend(found)
            if part["phrase"] and len(found) > 1:
                phrases.append(tuple(found))
    if not words:  # "-x" alone excludes from nothing: look for it
        words, excluded = excluded, []
    return Query(raw, tuple(words[:_MOST_WORDS]), tuple(phrases[:_MOST_PHRASES]), tuple(excluded[:_MOST_WORDS]))


def content_words(query: Query, languages: Sequence[str]) -> tuple[str, ...]:
    """The words that the question is about; all of them where none stands out."""
    kept = tuple(word for word in query.words if not text.is_stop_word(word, languages))
    return kept or query.words


def _groups(words: Sequence[str], languages: Sequence[str]) -> list[tuple[str, ...]]:
    """Each word's variants by language; a run without blanks gives a group for each of its pairs."""
    groups: list[tuple[str, ...]] = []
    for word in words:
        if text.is_unspaced(word):
            terms = text.word_terms(word, languages[0])
            content = [term for term in terms if not text.is_function_pair(term)]
            groups.extend((term,) for term in content or terms)
        else:
            groups.append(tuple(dict.fromkeys(" ".join(text.word_terms(word, code)) for code in languages)))
    return list(dict.fromkeys(group for group in groups if any(group)))


def _open_ended(groups: list[tuple[str, ...]], last: str, languages: Sequence[str]) -> list[tuple[str, ...]]:
    """The last word's group with its beginning as one more variant."""
    if text.is_unspaced(last) or len(last) < _SHORTEST_BEGINNING:
        return groups
    own = _groups([last], languages)
    beginning = f"{text.fold(last)}*"
    kept = [group for group in groups if group not in own]
    return [*kept, (*(own[0] if own else ()), beginning)]


def expressions(query: Query, languages: Sequence[str], *, open_end: bool = False) -> Expressions:
    """The query for `chunks_fts`. `languages`: those of the vault, most notes first; never empty.

    `open_end`: the last word is still being typed and stands for all that begin with it.
    """
    every = _groups(query.words, languages)
    content = _groups(content_words(query, languages), languages)
    if open_end and query.words and not query.raw[-1:].isspace():
        every, content = (_open_ended(groups, query.words[-1], languages) for groups in (every, content))
    required = [
        text.match_expression([tuple(dict.fromkeys(text.terms(" ".join(phrase), code) for code in languages))])
        for phrase in query.phrases
    ]
    forbidden = text.match_expression(_groups(query.excluded, languages))

    def complete(expression: str) -> str:
        for phrase in required:
            expression = f"({expression}) AND {phrase}"
        return f"({expression}) NOT ({forbidden})" if forbidden and expression else expression

    return Expressions(
        all_terms=complete(text.match_expression(every, "AND")),
        content_terms=complete(text.match_expression(content, "AND")),
        any_term=complete(text.match_expression(content)),
        groups=tuple(content),
        required=" AND ".join(required),
        forbidden=forbidden,
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
