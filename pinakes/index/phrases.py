"""Which words of a text look like names? Capitalised phrases and katakana, found without any model."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pinakes.index.common import is_common, is_contraction, is_headline, only_opens
from pinakes.store.text import is_stop_word


@dataclass(frozen=True, slots=True)
class Found:
    """A name as it stands in a text."""

    name: str
    label: str
    start: int
    weak: bool = False
    """Its capital may be only that of a sentence's first word: it counts where a better mention is."""


_UPPER = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĖĘĚĜĞĠĢĤĦĨĪĮİĴĶĹĻĽŁŃŅŇŌŐŒŔŖŘŚŜŞŠŢŤŪŮŰŲŴŶŸŹŻŽΑ-ΩА-Я"
_WORD = rf"(?:[{_UPPER}][\w’'&.-]{{0,40}}[\w]|[{_UPPER}])"
_JOIN = r"(?:of|the|de|di|da|del|della|van|von|der|den|zu|la|le|du|&|für|no)"
_PHRASE = re.compile(
    rf"(?<![\w@#/.-]){_WORD}(?:[ \u00a0](?:{_JOIN}[ \u00a0]){{0,2}}(?:{_WORD}|\d{{1,4}}(?![\w.]\w)(?!\w))){{0,6}}"
)
_KATAKANA = re.compile("[ァ-ヺー・]{3,40}")
_WITHIN = frozenset(",'’&/)%€$£°\x1f")
"""Signs after which a sentence goes on; after any other that is no letter or digit, one may begin."""
_CALENDAR = frozenset(
    "january february march april may june july august september october november december monday tuesday wednesday "
    "thursday friday saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun "
    "januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag "
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays spring summer autumn winter "
    "easter christmas ostern weihnachten today tomorrow yesterday heute morgen gestern".split()
)
_NEVER_LAST = frozenset("i it this that the you we they if when and or but for with from some not to of".split())
_SHORTEST_OPENER = 3
_NO_NAME_ENDS_SO = ("ing", "ed", "ly", "tion", "ment", "ness", "able")
_LETTERS = re.compile(r"[^\W\d]+")
_POSSESSIVE = ("'s", "’s")
_VERSION = re.compile(r"v?\d{1,6}(?:\.(?:\d{1,6}|x)){0,6}\.?", re.IGNORECASE)
_ORDINAL = re.compile(r"\d{1,4}(?:st|nd|rd|th)?", re.IGNORECASE)
_FILE = re.compile(
    r"\.(?:md|markdown|txt|ts|tsx|jsx|mjs|css|scss|html?|json|jsonl|ya?ml|toml|xml|csv|py|rb|rs|go|sh|bat|lock|log|cfg|ini"
    r"|base|canvas|png|jpe?g|gif|svg|webp|pdf|docx?|xlsx?|pptx?|zip|tar|gz|exe|dmg|mp[34]|wav|mov|db|sql)$",
    re.IGNORECASE,
)
_GERMAN_JOIN = re.compile(r" (?:der|den|für|zu|du|no|la|le|the|of) ")
_IDENTIFIER = re.compile(
    r"[\w)]\.(?!(?:ai|app|ca|ch|co|com|de|dev|edu|eu|fr|gov|im|io|it|js|me|net|org|py|so|tv|uk|us)\b)[a-z_]\w{0,40}"
)
_LOWER_WORD = re.compile(r"(?<![\w’'.-])[^\W\d_A-Z][\w]{1,40}")


def opens_sentence(text: str, start: int) -> bool:
    """True where a capital says nothing, because every sentence, line, cell and list item begins with one."""
    i = start - 1
    while i >= 0 and text[i] in " *-+'‘“\"(":
        i -= 1
    return i < 0 or not (text[i].isalnum() or text[i] in _WITHIN)


def phrases(text: str, language: str) -> list[Found]:
    """Capitalised phrases of prose in order of appearance; the same name as often as it stands there.

    A single capitalised word that opens a sentence counts only where it stands capitalised
    inside a sentence too, else it is weak (English); in German, which capitalises every noun,
    a single word never counts.
    """
    candidates = [part for m in _PHRASE.finditer(text) for part in _possessor(m.group(), m.start())]
    if language == "de":  # what trimming leaves of a noun is one too, and dropped below; most candidates are one
        candidates = [(name, start) for name, start in candidates if " " in name or name[1:] != name[1:].lower()]
    trimmed = [trim(name, start, language, opens=opens_sentence(text, start)) for name, start in candidates]
    inside = {name for name, start in trimmed if not opens_sentence(text, start)}
    found: list[Found] = []
    lower: frozenset[str] | None = None
    for name, start in trimmed:
        if language == "de" and ((" " not in name and name[1:] == name[1:].lower()) or _GERMAN_JOIN.search(name)):
            continue  # a noun, or nouns with an article between; most of a German text's capitals are
        if not name or says_nothing(name) or _is_only_capitals(name.split(), opens=opens_sentence(text, start)):
            continue
        weak = False
        if len(_LETTERS.findall(name)) < 2 and not _stands_alone(name, name in inside, language):
            if language != "en" or not _may_be_a_name(text, name, start):
                continue
            lower = lower_words(text) if lower is None else lower
            if name.lower() in lower:
                continue
            weak = True
        found.append(Found(name, "", start, weak))
    found.extend(Found(m.group().strip("・ー"), "", m.start()) for m in _KATAKANA.finditer(text))
    return sorted((f for f in found if f.name), key=lambda f: f.start)


def _is_only_capitals(words: list[str], *, opens: bool) -> bool:
    """Everyday words with a capital each, where a name need not be meant."""
    return is_headline(words) or (opens and all(map(is_common, words)))


def _possessor(name: str, start: int) -> list[tuple[str, int]]:
    """`Ada Quill's Salt Ledger` names two things; `Moore's Law` is one."""
    for mark in _POSSESSIVE:
        owner, found, owned = name.partition(f"{mark} ")
        if found and " " in owned:
            return [(owner, start), (owned, start + len(owner) + len(found))]
    return [(name, start)]


def is_date(name: str) -> bool:
    """Days and months are times, not topics."""
    words = [word.strip(",.") for word in name.split()]
    return all(word.casefold() in _CALENDAR or _ORDINAL.fullmatch(word) for word in words)


def says_nothing(name: str) -> bool:
    """A version, a date, a file's name, or everyday words alone."""
    if _VERSION.fullmatch(name) or is_date(name) or _FILE.search(name) or _IDENTIFIER.search(name):
        return True
    words = [word for word in name.split() if not word.isdigit()]
    if all(len(word.strip(".")) < 2 for word in words):
        return True
    return len(words) == 1 and (is_common(words[0]) or _is_half_common(words[0]))


def _is_half_common(word: str) -> bool:
    """`Foam-like` and `Bi-directional` are no names; `Jean-Luc` is."""
    tail = word.rpartition("-")
    return bool(tail[1]) and tail[2].islower() and len(tail[2]) > 2


def trim(name: str, start: int, language: str, *, opens: bool) -> tuple[str, int]:
    """Without words that only open the sentence, without a version behind, and without marks at the ends."""
    while True:
        first, blank, rest = name.partition(" ")
        only_opens_it = opens or is_contraction(first) or rest[:4] == "the "
        if not blank or not (first.islower() or (only_opens_it and _only_opens(first, language))):
            break
        name, start = rest, start + len(first) + 1
    while (last := name.rpartition(" "))[1] and _is_another(last[2], last[0]):
        name = last[0]
    name = name.rstrip(".,'’-& ")
    return name[:-2] if name.endswith(_POSSESSIVE) else name, start


def _is_another(word: str, before: str) -> bool:
    """What follows a name and is no part of it: a version, a day, a small word, `I`.

    "Apollo 11" is a name; in "Ada Quill 40" the number is another thing.
    """
    if word.isdigit():
        return " " in before
    small = word.islower() or is_contraction(word) or word.casefold() in _NEVER_LAST
    return small or word.casefold() in _CALENDAR or _VERSION.fullmatch(word) is not None


def _only_opens(word: str, language: str) -> bool:
    if word.casefold() in _CALENDAR:
        return True
    return is_stop_word(word, (language, "en")) or (word[1:] == word[1:].lower() and only_opens(word))


def _stands_alone(name: str, inside: bool, language: str) -> bool:
    """Whether one capitalised word is likely a name."""
    if len(name) < 2 or is_stop_word(name, (language, "en")) or name.isdigit():
        return False
    if name[1:] != name[1:].lower() and len(name) <= 24:
        return True  # an acronym or CamelCase, with a number or without
    return inside and language != "de"


def _may_be_a_name(text: str, word: str, start: int) -> bool:
    """Whether a word that opens a sentence could be who it is about: `Mary took it`, not `Boiled, it keeps`."""
    end = start + len(word)
    goes_on = text[end : end + 1] == " " and text[end + 1 : end + 2].islower()
    return (
        goes_on
        and len(word) >= _SHORTEST_OPENER
        and word.isalpha()
        and not word.endswith(_NO_NAME_ENDS_SO)
        and not is_common(word)
        and not is_stop_word(word, ("en",))
    )


def lower_words(text: str) -> frozenset[str]:
    """The words that stand in the text without a capital: a capital on one of them says nothing."""
    return frozenset(_LOWER_WORD.findall(text))
