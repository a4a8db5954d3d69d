"""Does the search find the one sentence that matters among many that don't? After RULER."""

from __future__ import annotations

from random import Random

from pinakes.evaluate.made import noise
from pinakes.evaluate.made.form import Asked, Made, Note, numbered
from pinakes.evaluate.made.noise import PLACES, around, placed

_STEPS = 4
_COMMON = 10
_OFTEN = 8
_LISTS_TO_FIND = 5
_LISTS = 60
_WORDS_OF_A_LIST = 20


def single(chance: Random, size: int) -> Made:
    """Each needle is about a thing of its own name, in five times as many notes of noise."""
    things = noise.names(chance, size, 3)
    return _needles(chance, things, things, size * 5)


def keys(chance: Random, size: int) -> Made:
    """Four needles of one form for each that is asked for; their keys are two words each, both common elsewhere."""
    pairs = [f"{adjective} {noun}" for adjective in noise.ADJECTIVES for noun in noise.NOUNS]
    things = chance.sample(pairs, min(size * 4, len(pairs)))
    return _needles(chance, things, things[:size], size * 5)


def _needles(chance: Random, things: list[str], asked: list[str], count: int) -> Made:
    numbers = chance.sample(range(1_000_000, 10_000_000), len(things))
    count = max(count, len(things))
    ids = [numbered(i, count) for i in range(count)]
    chance.shuffle(ids)
    of = dict(zip(things, zip(ids[: len(things)], numbers, strict=True), strict=True))
    notes = [
        Note(note, "", around(chance, f"The secret number of the {thing} is {number}.", 4))
        for thing, (note, number) in of.items()
    ]
    notes += [Note(note, "", " ".join(noise.sentences(chance, 5))) for note in ids[len(things) :]]
    questions = []
    for number, thing in enumerate(asked):
        place = PLACES[number % len(PLACES)]
        question = placed(chance, f"What is the secret number of the {thing}?", place)
        questions.append(Asked(f"q{number}", question, (of[thing][0],), (str(of[thing][1]),), place))
    return Made(tuple(sorted(notes)), tuple(questions))


def variables(chance: Random, size: int) -> Made:
    """A value is handed on from variable to variable, each step in a note of noise; which ones have it in the end?"""
    length = _STEPS + 1
    count = size * length * 2
    ids = [numbered(i, count) for i in range(count)]
    chance.shuffle(ids)
    called = [name.upper() for name in noise.names(chance, size * length, 3)]
    values = chance.sample(range(10_000, 100_000), size)
    notes, questions = [], []
    for number, value in enumerate(values):
        own, mine = (rows[number * length : (number + 1) * length] for rows in (ids, called))
        for step, note in enumerate(own):
            told = f"Set {mine[step]} to {mine[step - 1] if step else value}."
            notes.append(Note(note, "", around(chance, told, 3)))
        place = PLACES[number % len(PLACES)]
        question = placed(chance, f"Which variables have been set to {value}, whether at once or by others?", place)
        questions.append(Asked(f"q{number}", question, tuple(own), tuple(mine), place))
    notes += [Note(note, "", " ".join(noise.sentences(chance, 4))) for note in ids[size * length :]]
    return Made(tuple(sorted(notes)), tuple(questions))


def common(chance: Random, size: int) -> Made:
    """Lists of words, of which a few words come up again and again; which lists are most like the rest?

    Nothing in the question is a word of any list: what is asked for is what the notes have
    in common. One set of lists gives one question in each place, `size` wants ever more sets.
    """
    notes: list[Note] = []
    questions: list[Asked] = []
    sets = max(1, size // len(PLACES))
    for number in range(sets):
        often = noise.names(chance, _COMMON, 2)
        rare = iter(noise.names(chance, _LISTS * _WORDS_OF_A_LIST, 3))
        ids = [f"{numbered(number, sets)}-{numbered(i, _LISTS)}" for i in range(_LISTS)]
        series = noise.name(chance, 3)
        gold = sorted(chance.sample(ids, _LISTS_TO_FIND))
        for note in ids:
            shared = chance.sample(often, _OFTEN if note in gold else 2)
            words = shared + [next(rare) for _ in range(_WORDS_OF_A_LIST - len(shared))]
            chance.shuffle(words)
            notes.append(Note(note, f"{series} list {int(note.split('-')[1])}", ", ".join(words).lower()))
        for place in PLACES:
            question = placed(chance, f"Which words come up most often in the {series} lists?", place)
            questions.append(
                Asked(f"q{len(questions)}", question, tuple(gold), tuple(word.lower() for word in often), place)
            )
    return Made(tuple(notes), tuple(questions))
