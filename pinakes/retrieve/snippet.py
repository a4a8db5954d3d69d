"""What of a chunk is shown? Its sentence or two with the most of the question's words, and where these stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pinakes.store.text import WORD, is_unspaced, unspaced_runs, word_terms
from pinakes.vault.fence import fenced
from pinakes.vault.sentence import sentences

_LONGEST = 240


class Snippet(NamedTuple):
    """An excerpt; `highlights` are character ranges of `text`."""

    text: str
    start: int
    """Where it begins in the chunk."""
    highlights: tuple[tuple[int, int], ...]


def snippet(text: str, words: Sequence[str], language: str) -> Snippet:
    """The best excerpt of a chunk, at most 240 characters, without line breaks."""
    wanted = {term for word in words for term in word_terms(word, language)}
    lit = _matches(text, wanted, words, language)
    properties = fenced(text)
    body = properties.body_start if properties else 0
    if not any(a >= body for a, _ in lit) and lit:
        body = 0  # what was asked for stands in the properties alone
    spans = [(a, b) for a, b in sentences(text) if a >= body] or [(body, len(text))]
    best = max(range(len(spans)), key=lambda i: (_different(text, lit, spans[i], language), -i))
    start, end = spans[best]
    for following in spans[best + 1 :]:
        if following[1] - start > _LONGEST:
            break
        end = following[1]
    if end - start > _LONGEST:
        first = next((a for a, _ in lit if start <= a < end), start)
        start = max(start, min(first - 60, end - _LONGEST))
        end = min(end, start + _LONGEST)
    return _flattened(text, start, end, lit)


def _matches(text: str, wanted: set[str], words: Sequence[str], language: str) -> list[tuple[int, int]]:
    """Where words of the question stand, inflected or not; runs without blanks by their pairs."""
    found: list[tuple[int, int]] = []
    meant = _Meant(wanted, language)
    if not is_unspaced(text):
        return [match.span() for match in WORD.finditer(text) if meant[match[0]]]
    runs = [run for word in words for run in unspaced_runs(word)]
    for match in WORD.finditer(text):
        word = match[0]
        if is_unspaced(word):
            found.extend((match.start() + a, match.start() + b) for a, b in _within(word, runs))
        elif meant[word]:
            found.append(match.span())
    return found


class _Meant(dict[str, bool]):
    """Word of a text → whether the question means it; worked out once for each."""

    def __init__(self, wanted: set[str], language: str) -> None:
        super().__init__()
        self._wanted = wanted
        self._language = language

    def __missing__(self, word: str) -> bool:
        self[word] = found = not self._wanted.isdisjoint(word_terms(word, self._language))
        return found


def _within(word: str, runs: Sequence[str]) -> list[tuple[int, int]]:
    """The longest pieces of the question's runs that stand in the word."""
    spans = []
    alone = {run for run in runs if len(run) == 1}
    i = 0
    while i < len(word):
        longest = max((_common(word, i, run) for run in runs), default=0)
        if longest >= 2 or word[i] in alone:
            spans.append((i, i + longest))
        i += max(1, longest if longest >= 2 else 1)
    return spans


def _common(word: str, at: int, run: str) -> int:
    """The longest prefix of word[at:] that stands somewhere in the run."""
    length = 0
    while at + length < len(word) and length < 16 and word[at : at + length + 1] in run:
        length += 1
    return length


def _different(text: str, lit: list[tuple[int, int]], span: tuple[int, int], language: str) -> int:
    """How many different words of the question stand in the span."""
    inside = {word_terms(text[a:b], language) for a, b in lit if span[0] <= a and b <= span[1]}
    return len(inside)


def _flattened(text: str, start: int, end: int, lit: list[tuple[int, int]]) -> Snippet:
    """Line breaks and runs of blanks become one blank; highlights move along."""
    pieces: list[str] = []
    moved: list[int] = []
    blank = True
    for char in text[start:end]:
        moved.append(len(pieces))
        if not char.isspace():
            pieces.append(char)
            blank = False
        elif not blank:
            pieces.append(" ")
            blank = True
    moved.append(len(pieces))
    marks = tuple((moved[a - start], moved[b - start]) for a, b in lit if start <= a and b <= end)
    return Snippet("".join(pieces), start, tuple((a, min(b, len(pieces))) for a, b in marks if a < b))
