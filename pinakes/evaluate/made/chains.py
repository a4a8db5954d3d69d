"""Does the search follow a chain of which the question names but the first link? After Hash-Hop."""

from __future__ import annotations

from random import Random
from string import ascii_letters

from pinakes.evaluate.made.form import Asked, Made, Note, numbered
from pinakes.evaluate.made.noise import PLACES, placed

_LETTERS = 16


def hops(chance: Random, size: int, length: int) -> Made:
    """`size` chains of `length` links `a = b`, each link a note, all shuffled; the last link's value is in quotes."""
    count = size * length
    ids = [numbered(i, count) for i in range(count)]
    chance.shuffle(ids)
    notes, questions = [], []
    for number in range(size):
        keys = [_key(chance) for _ in range(length + 1)]
        own = ids[number * length : (number + 1) * length]
        for step, note in enumerate(own):
            last = step == length - 1
            notes.append(Note(note, "", f"{keys[step]} = " + (f"'{keys[step + 1]}'" if last else keys[step + 1])))
        place = PLACES[number % len(PLACES)]
        question = placed(chance, f"What does the chain that begins with {keys[0]} lead to in the end?", place)
        questions.append(Asked(f"q{number}", question, tuple(own), (keys[-1],), place))
    return Made(tuple(sorted(notes)), tuple(questions))


def _key(chance: Random) -> str:
    return "".join(chance.choices(ascii_letters, k=_LETTERS))
