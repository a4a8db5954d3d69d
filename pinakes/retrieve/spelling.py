"""Which words of the vault may be meant by one that no note has?

A slip of the finger is most often one wrong, missing, doubled or swapped letter, seldom the
first one (Damerau 1964; Pollock and Zamora 1984), so words with the same beginning are tried
before all others. The distance is that of optimal string alignment: a swap of neighbours
counts once.
"""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4
"""Letters: a shorter word has too many neighbours."""
_TWO_SLIPS = 8
_THREE_SLIPS = 14


def slips(word: str) -> int:
    """How many slips a word of this length may hold."""
    if len(word) < SHORTEST or not word.isalpha():
        return 0
    return 1 + (len(word) >= _TWO_SLIPS) + (len(word) >= _THREE_SLIPS)


def nearest(word: str, known: Iterable[str], *, most: int = 5) -> list[tuple[str, int]]:
    """(known word, slips) of the known words within reach, the fewest slips first; both sides folded."""
    from rapidfuzz import process  # only a word that no note has asks for it
    from rapidfuzz.distance import OSA

    reach = slips(word)
    if not reach:
        return []
    found = process.extract(word, list(known), scorer=OSA.distance, score_cutoff=reach, limit=most * 8)
    near = [(str(name), int(distance)) for name, distance, _ in found if name != word]
    return sorted(near, key=lambda one: (one[1], one[0][0] != word[0], abs(len(one[0]) - len(word)), one[0]))[:most]
