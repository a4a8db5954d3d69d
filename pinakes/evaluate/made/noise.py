"""What stands around the gold? Sentences that mean nothing, of common words, never the same for two seeds."""

from __future__ import annotations

from random import Random
from typing import Literal, get_args

Place = Literal["alone", "start", "middle", "end"]
"""Where a question stands among noise of its own."""

PLACES: tuple[Place, ...] = get_args(Place)

ADJECTIVES = (
    "amber ashen blunt brisk broad calm coarse crisp damp dim dusty early faded faint fine flat gentle grey hollow "
    "idle keen late lean little loose mild narrow odd pale patient plain quiet rough shallow sharp slow soft sour "
    "steep stern still stout tame thin tidy vast warm weary wide"
).split()
NOUNS = (
    "anvil barrel basket bell bench blanket bridge broom bucket button candle cart chimney clock cloth coil copper "
    "crate curtain ditch drum engine fence ferry flask furnace garden gate glove hammer harbour hedge hinge hook "
    "kiln ladder lamp lantern ledger lever locker loom meadow mill mirror nail needle orchard oven paddle pebble "
    "pillar plough pulley pump quarry rail ribbon river roof rope saddle sail shelf shovel shutter signal spade spool "
    "stable stove street sundial tailor tent thread tower trough tunnel valley vessel wagon wall well wheel window yard"
).split()
_VERBS = (
    "answers borrows carries covers crosses faces feeds follows guards holds joins keeps leaves lifts measures meets "
    "mends misses moves needs outlasts passes praises reaches resembles serves shades spares suits touches turns waits"
).split()
_WHEN = (
    "in autumn|before noon|on market days|after rain|once a year|as a rule|at low water|by habit|for a while|"
    "in most years|most evenings|now and then|out of season|since spring|under a full moon|without a sound"
).split("|")
_FIRST = "b br d dr f g gr h j k kl l m n p pr r s st t tr v w z".split()
_VOWEL = "a e i o u".split()
_LAST = "k l m n r s t v x".split()


def dice(*what: object) -> Random:
    """A source of chance that is the same for the same words and numbers."""
    return Random("/".join(map(str, what)))  # noqa: S311 — for texts, not for secrets


def sentence(chance: Random) -> str:
    """One sentence of noise."""
    subject, other, third = chance.sample(NOUNS, 3)
    first, second = chance.sample(ADJECTIVES, 2)
    when = chance.choice(_WHEN)
    verb = chance.choice(_VERBS)
    return chance.choice(
        (
            f"The {first} {subject} {verb} the {other} {when}.",
            f"{when[0].upper()}{when[1:]}, a {subject} {verb} every {second} {other} beside the {third}.",
            f"No {subject} {verb} the {first} {other}, and the {third} stays {second}.",
            f"Where the {subject} ends, the {second} {third} {verb} a {other}.",
        )
    )


def sentences(chance: Random, count: int) -> list[str]:
    """Several."""
    return [sentence(chance) for _ in range(count)]


def around(chance: Random, told: str, count: int) -> str:
    """A paragraph of noise with one sentence that tells something, anywhere in it."""
    said = sentences(chance, count)
    said.insert(chance.randint(0, count), told)
    return " ".join(said)


def placed(chance: Random, question: str, place: Place, count: int = 4) -> str:
    """The question among noise: it stands where `place` says."""
    said = [] if place == "alone" else sentences(chance, count)
    said.insert({"alone": 0, "start": 0, "middle": count // 2, "end": count}[place], question)
    return " ".join(said)


def name(chance: Random, syllables: int = 2) -> str:
    """A word that is none, as a name."""
    made = "".join(chance.choice(_FIRST) + chance.choice(_VOWEL) for _ in range(syllables)) + chance.choice(_LAST)
    return made.capitalize()


def names(chance: Random, count: int, syllables: int = 2) -> list[str]:
    """Several, each another one."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[name(chance, syllables)] = None
    return list(found)
