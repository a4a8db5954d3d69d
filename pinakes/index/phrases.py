"""Which words of a text look like names? Capitalised phrases and katakana, found without any model."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pinakes.store.text import is_stop_word


@dataclass(frozen=True, slots=True)
class Found:
    """A name as it stands in a text."""

    name: str
    label: str
    start: int


_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĖĘĚĜĞĠĢĤĦĨĪĮİĴĶĹĻĽŁŃŅŇŌŐŒŔŖŘŚŜŞŠŢŤŪŮŰŲŴŶŸŹŻŽΑ-ΩА-Я"
_WORD = rf"(?:[{_UPPER}][\w’'&.-]{{0,40}}[\w]|[{_UPPER}])"
_JOIN = r"(?:of|the|de|di|da|del|della|van|von|der|den|zu|la|le|du|&|für|no)"
_PHRASE = re.compile(
    rf"(?<![\w@#/.-]){_WORD}(?:[ \u00a0](?:{_JOIN}[ \u00a0]){{0,2}}(?:{_WORD}|\d{{1,4}}(?!\w))){{0,6}}"
)
_KATAKANA = re.compile("[ァ-ヺー・]{3,40}")
_SENTENCE_END = frozenset('.!?…。！？:;\n\r"“”„»«(—–•\t')
_CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
    "januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag "
    "easter christmas ostern weihnachten today tomorrow yesterday heute morgen gestern".split()
)
_LETTERS = re.compile(r"[^\W\d]+")
_POSSESSIVE = ("'s", "’s")
_VERSION = re.compile(r"v?\d+(?:\.\d+)*", re.IGNORECASE)


def _opens_sentence(text: str, start: int) -> bool:
    """True where a capital says nothing, because every sentence, line and list item begins with one."""
    i = start - 1
    while i >= 0 and text[i] in " *-+'‘“\"(":
        i -= 1
    return i < 0 or text[i] in _SENTENCE_END


def phrases(text: str, language: str) -> list[Found]:
    """Capitalised phrases of prose in order of appearance; the same name as often as it stands there.

    A single capitalised word that opens a sentence counts only where it stands capitalised
    inside a sentence too; in German, which capitalises every noun, a single word never counts.
    """
    candidates = [(m.group(), m.start()) for m in _PHRASE.finditer(text)]
    if language == "de":  # what trimming leaves of a noun is one too, and dropped below; most candidates are one
        candidates = [(name, start) for name, start in candidates if " " in name or name[1:] != name[1:].lower()]
    trimmed = [_trimmed(name, start, language, opens=_opens_sentence(text, start)) for name, start in candidates]
    inside = {name for name, start in trimmed if not _opens_sentence(text, start)}
    found: list[Found] = []
    for name, start in trimmed:
        if language == "de" and " " not in name and name[1:] == name[1:].lower():
            continue  # a noun; most of a German text's capitals are
        if not name or _VERSION.fullmatch(name) or is_date(name):
            continue
        if len(_LETTERS.findall(name)) < 2 and not _stands_alone(name, name in inside, language):
            continue
        found.append(Found(name, "", start))
    found.extend(Found(m.group().strip("・ー"), "", m.start()) for m in _KATAKANA.finditer(text))
    return sorted((f for f in found if f.name), key=lambda f: f.start)


def is_date(name: str) -> bool:
    """Days and months are times, not topics."""
    return all(word.casefold() in _CALENDAR or word.isdigit() for word in name.split())


def _trimmed(name: str, start: int, language: str, *, opens: bool) -> tuple[str, int]:
    """Without a function word that only opens the sentence, and without marks at the ends."""
    while True:
        first, blank, rest = name.partition(" ")
        if not blank or not (first.islower() or (opens and is_stop_word(first, (language, "en")))):
            break
        name, start = rest, start + len(first) + 1
    if (last := name.rpartition(" "))[2].isdigit() and " " in last[0]:
        name = last[0]  # "Apollo 11" is a name; in "Ada Quill 40" the number is another thing
    name = name.rstrip(".,'’-&")
    return name[:-2] if name.endswith(_POSSESSIVE) else name, start


def _stands_alone(name: str, inside: bool, language: str) -> bool:
    """Whether one capitalised word is likely a name."""
    if len(name) < 2 or is_stop_word(name, (language, "en")) or name.isdigit():
        return False
    if name[1:] != name[1:].lower() and len(name) <= 24:
        return True  # an acronym or CamelCase, with a number or without
    return inside and language != "de"
