"""Does the search find the facts that still hold among those that no longer do? After BABILong.

People walk between rooms, take things and put them down, one event a dated note, in noise.
Where a thing is follows from two facts: who had it last, and where that one went last.
"""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from pinakes.evaluate.made import noise
from pinakes.evaluate.made.form import Asked, Made, Note
from pinakes.evaluate.made.noise import PLACES, around, placed

_ROOMS = "attic cellar kitchen library pantry workshop".split()
_PEOPLE = 3
_THINGS = 2
_EVENTS = 14
_BEGINNING = date(2031, 1, 1)
_TAKES = ("took", "picked up", "got hold of")
_PUTS_DOWN = ("put down", "left behind", "let go of")
_GOES = ("went to", "walked over to", "moved on to")


class _World(NamedTuple):
    """What holds now, and by which event."""

    room: dict[str, tuple[int, str]]
    """Person → (the event that brought them there, the room)."""
    held: dict[str, tuple[int, str]]
    """Thing → (the event by which it was taken, who has it)."""
    lies: dict[str, tuple[int, int, str]]
    """Thing → (the event by which it was put down, the one that had brought it to the room, the room)."""


def two(chance: Random, size: int) -> Made:
    """`size` stories, each with people and things of its own, mixed by date with as many notes of noise."""
    told: list[tuple[int, int, str]] = []
    asked = []
    people = noise.names(chance, size * _PEOPLE, 2)
    makers = noise.names(chance, size * _THINGS, 3)
    things = [f"{maker} {chance.choice(noise.NOUNS)}" for maker in makers]
    days = max(365, size * _EVENTS // 4)
    for story in range(size):
        own = people[story * _PEOPLE : (story + 1) * _PEOPLE], things[story * _THINGS : (story + 1) * _THINGS]
        events, world = _story(chance, *own)
        when = sorted(chance.sample(range(days), _EVENTS))
        told += [(day, story, around(chance, event, 3)) for day, event in zip(when, events, strict=True)]
        thing, gold, room = _last(chance, world)
        asked.append((f"Where is the {thing} now?", [(when[event], story) for event in gold], room))
    told += [(chance.randrange(days), size + i, " ".join(noise.sentences(chance, 4))) for i in range(size * _EVENTS)]
    ids = {(day, story): _named(day, story) for day, story, _ in told}
    notes = [Note(ids[day, story], (_BEGINNING + timedelta(day)).isoformat(), text) for day, story, text in told]
    questions = []
    for number, (question, events_of, room) in enumerate(asked):
        place = PLACES[number % len(PLACES)]
        gold_ids = tuple(ids[event] for event in events_of)
        questions.append(Asked(f"q{number}", placed(chance, question, place), gold_ids, (room,), place))
    return Made(tuple(sorted(notes)), tuple(questions))


def _named(day: int, story: int) -> str:
    return f"{(_BEGINNING + timedelta(day)).isoformat()}-{story}"


def _story(chance: Random, people: list[str], things: list[str]) -> tuple[list[str], _World]:
    """Sentences in the order of events, and how it ends. A thing has been taken once everybody is somewhere."""
    world = _World({}, {}, {})
    said: list[str] = []
    for event in range(_EVENTS):
        person = people[event] if event < len(people) else chance.choice(people)
        has = [thing for thing, (_, who) in world.held.items() if who == person]
        free = [thing for thing in things if thing not in world.held]
        deed = "go" if event < len(people) else chance.choice(("go", "go", "take", "put"))
        if event == len(people):
            deed = "take"
        if deed == "take" and free:
            thing = chance.choice(free)
            world.lies.pop(thing, None)
            world.held[thing] = (event, person)
            said.append(f"{person} {chance.choice(_TAKES)} the {thing}.")
        elif deed == "put" and has:
            thing = chance.choice(has)
            del world.held[thing]
            came, room = world.room[person]
            world.lies[thing] = (event, came, room)
            said.append(f"{person} {chance.choice(_PUTS_DOWN)} the {thing}.")
        else:
            here = world.room.get(person, (0, ""))[1]
            room = chance.choice([room for room in _ROOMS if room != here])
            world.room[person] = (event, room)
            said.append(f"{person} {chance.choice(_GOES)} the {room}.")
    return said, world


def _last(chance: Random, world: _World) -> tuple[str, tuple[int, int], str]:
    """A thing, the two events that tell where it is, and the room."""
    thing = chance.choice(sorted({*world.held, *world.lies}))
    if thing in world.held:
        taken, who = world.held[thing]
        came, room = world.room[who]
        return thing, (taken, came), room
    put, came, room = world.lies[thing]
    return thing, (put, came), room
