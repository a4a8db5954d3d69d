"""What does a question mean that follows on another? Rewritten by rule, so that it can stand alone. Pure.

A follow-up points back ("who paid for it?") or leaves out what was said ("and when?"). What it
points to is taken from the last question, else from the names in its answer. A question that
stands by itself is never touched. Old turns are data like notes: only names and phrases of a
few words are taken from them, and none that speaks to a machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pinakes.answer.orders import addresses_a_machine
from pinakes.answer.pointing import GERMAN_BEHIND, NAME, SPACED, UNSPACED, Cues, UnspacedCues
from pinakes.clean import one_line
from pinakes.store import text as lexical

_LONGEST = 1_000
_LONGEST_BEFORE = 300
_LONGEST_TOPIC = 80
_MOST_WORDS = 9
_SHORT = 8
"""Words of a question that may lean on the one before by leaving something out."""
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
_SIGNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_INVERTED = re.compile(r"\b(?:did|does|do|will|would|can|could|should|must)\s\Z", re.IGNORECASE)
_BE = re.compile(r"\b(?:is|are|was|were|has|have|had)\s\Z", re.IGNORECASE)
_PARTICIPLE = re.compile(
    r"(?:\w{1,20}(?:ed|en)|built|made|sold|bought|found|held|kept|lost|paid|put|read|sent|set|shown|told|born|begun"
    r"|done|drawn|cut|hung|laid|left|lit|met|won|worn|called|open|closed)\Z",
    re.IGNORECASE,
)


class Named(NamedTuple):
    """A name that the notes know."""

    name: str
    label: str = ""
    """PERSON, GPE … as an entity's; `title` for a note's; else empty."""


class Turn(NamedTuple):
    """What was said last."""

    question: str
    """As it was understood."""
    short: str = ""
    """The few words that answered, where they were sure."""
    in_question: tuple[Named, ...] = ()
    in_answer: tuple[Named, ...] = ()
    titles: tuple[str, ...] = ()
    """Of the notes that were cited, the first first."""


def understood(question: str, before: Turn) -> str:
    """The question as one that stands alone; empty where it does so already, or where nothing tells what is meant."""
    asked = one_line(question[:_LONGEST]).strip()
    said = one_line(before.question[:_LONGEST]).strip()
    if not asked or not said or len(said) > _LONGEST_BEFORE or addresses_a_machine(said):
        return ""
    before = before._replace(question=said)
    code = _language(asked, said)
    rewritten = (
        _unspaced(asked, before, UNSPACED[code]) if code in UNSPACED else _spaced(asked, before, SPACED[code], code)
    )
    return "" if rewritten == asked else rewritten


def _language(asked: str, said: str) -> str:
    """By the script, then by the cues; a question too short to tell is in the language of the one before."""
    if len(_SIGNS.findall(asked)) * 2 > len(asked.replace(" ", "")):
        return "ja" if _HIRAGANA.search(asked) or (_HIRAGANA.search(said) and not _telling_chinese(asked)) else "zh"
    if asked[0] in "¿¡":
        return "es"
    known = {code: _score(asked, cues) for code, cues in SPACED.items()}
    best = max(known.values())
    ahead = [code for code, score in known.items() if score == best]
    guess = lexical.language(said)
    of_before = max(SPACED, key=lambda code: (_score(said, SPACED[code]), code == guess, code == "en"))
    return of_before if of_before in ahead else ahead[0]


def _telling_chinese(asked: str) -> bool:
    return any(sign in asked for sign in "吗呢什么谁哪她们")


def _score(text: str, cues: Cues) -> int:
    text = text.lstrip("¿¡ ")
    told = (cues.lead, cues.verb_first, cues.verb_first, cues.phrase, cues.who, cues.about, cues.thing, cues.owner)
    return sum(bool(pattern.search(text)) for pattern in told)


# ── languages with blanks ────────────────────────────────────────────────────────────────────


def _spaced(asked: str, before: Turn, cues: Cues, code: str) -> str:
    body = asked.lstrip("¿¡ ")
    led = cues.lead.match(body)
    if led:
        body = body[led.end() :].lstrip("¿¡ ")
    if about := cues.about.match(body):
        return _instead(about["x"], before, cues)
    if bare := cues.bare.match(body):
        return _asked_anew(bare["word"], before, cues, code)
    pointed = _pointed(body, before, cues)
    if pointed:
        return _as_question(pointed)
    words = body.rstrip(" ?!.").split()
    if not led or not words or len(words) > _SHORT:
        return ""
    if not cues.verb_first.search(body):
        return _instead(body, before, cues)
    if cues.own.search(body) or _own_name(body, before):
        return ""
    topic = _thing(before, cues) or _person(before, cues)
    return _as_question(f"{body.rstrip(' ?!.')} — {topic}") if topic else ""


def _pointed(body: str, before: Turn, cues: Cues) -> str:
    """With what its pronouns stand for; empty where it has none, or they stand for something in it."""
    hidden = cues.empty.sub(lambda found: "\0" * len(found[0]), body)
    text = body
    for pattern, kind in (
        (cues.owner, "owner"),
        (cues.person, "person"),
        (cues.persons, "persons"),
        (cues.thing, "thing"),
        (cues.place, "place"),
    ):
        found = pattern.search(hidden)
        if found is None or _own(body[: found.start("it")], kind, cues, before):
            continue
        topic = _stands_for(found["it"], kind, before, cues)
        if topic:
            return _with(text, found, kind, topic, cues)
    return ""


def _own(left: str, kind: str, cues: Cues, before: Turn) -> bool:
    """Whether what stands before a pronoun in its own question is what it stands for."""
    if cues.own.search(left):
        return True
    named = _own_name(left, before)
    people = {one.name for one in (*before.in_question, *before.in_answer) if one.label == "PERSON"}
    return bool(named) and not (kind in ("thing", "place") and named in people)


def _own_name(text: str, before: Turn) -> str:
    """A name in the question itself; its first word begins with a capital anyway."""
    for one in (*before.in_question, *before.in_answer):
        if one.name and one.name in text:
            return one.name
    found = re.search(rf"(?<=\s)[\"“„«]?({NAME})", text)
    return found[1] if found and found[1][0].isupper() and found[1] != "I" else ""


def _stands_for(pronoun: str, kind: str, before: Turn, cues: Cues) -> str:
    if kind == "place":
        return _place(before, cues)
    if kind == "thing":
        return _thing(before, cues)
    small = pronoun.lower()
    if kind == "owner" and small in ("its",):
        return _thing(before, cues)
    if kind == "persons" or small in ("their", "leur", "leurs", "ihre"):
        return _persons(before, cues)
    if cues.either and kind == "person" and not cues.who.match(before.question) and not _people(before.in_question):
        return _phrase(before.question, cues) or _person(before, cues)
    return _person(before, cues)


def _with(text: str, found: re.Match[str], kind: str, topic: str, cues: Cues) -> str:
    """The text with the topic in place of a pronoun, or behind it where grammar would not bear that."""
    start, end = found.span("it")
    pronoun = found["it"]
    if kind == "owner":
        if cues is SPACED["en"]:
            return f"{text[:start]}{topic}’s{text[end:]}"
        return f"{text.rstrip(' ?!.')} — {topic}"
    if joined := GERMAN_BEHIND.get(pronoun.lower()):
        topic = f"{joined} {topic}"
    elif kind == "place":
        topic = {"en": "in ", "de": "in ", "fr": "à ", "es": "en "}[_code(cues)] + topic
    elif pronoun.startswith("-"):
        topic = f" {topic}"
    return f"{text[:start]}{topic}{text[end:]}"


def _code(cues: Cues) -> str:
    return next(code for code, known in SPACED.items() if known is cues)


def _instead(x: str, before: Turn, cues: Cues) -> str:
    """The question before, with `x` in place of what it is like: a name, a thing, a year, a stay."""
    x = x.strip(' ?!.,"“”')
    said = before.question
    if not x or any(pattern.fullmatch(x) for pattern in (cues.person, cues.persons, cues.thing, cues.place)):
        return ""
    if (year := _YEAR.search(x)) and (old := _YEAR.search(said)):
        return f"{said[: old.start()]}{year[0]}{said[old.end() :]}"
    if preposition := cues.preposition.match(x):
        word = re.escape(preposition["word"])
        same = re.search(rf"\b{word}\s(?:{cues.phrase.pattern}|[\w'’-]{{1,40}})", said, re.IGNORECASE)
        return f"{said[: same.start()]}{x}{said[same.end() :]}" if same else _as_question(f"{_bare_end(said)} {x}")
    name = next((one.name for one in before.in_question if one.name in said and _usable(one.name)), "")
    phrase = _phrase(said, cues)
    old_words = (phrase, name) if cues.own.match(x) or not x[0].isupper() else (name, phrase)
    for old_one in old_words:
        if old_one:
            return said.replace(old_one, x, 1)
    return _as_question(f"{_bare_end(said)} — {x}")


def _asked_anew(word: str, before: Turn, cues: Cues, code: str) -> str:
    """The question before, asked with another question word."""
    said = _bare_end(before.question).lstrip("¿¡ ")
    simple = word.split()[0] if " " in word and word.split()[-1] in _TAILS else word
    begins = cues.adverb.match(said)
    if begins and cues.adverb.match(f"{simple} {_NEXT[code]}"):
        return _as_question(_capital(simple) + said[begins.end("word") :])
    if simple.casefold() == said.split()[0].casefold():
        return ""
    rest = said
    if opening := cues.asking.match(said):
        rest = said[opening.end() :].strip()
    if cues.who.match(said) and (short := _usable(before.short)):
        rest = f"{short} {said[cues.who.match(said).end() :].strip()}"  # type: ignore[union-attr]
    return _as_question(f"{_capital(word)} — {rest}") if rest else ""


_TAILS = ("exactly", "genau", "exactement", "exactamente")
_NEXT = {"en": "did", "de": "hat", "fr": "est", "es": "fue"}


# ── what is meant ────────────────────────────────────────────────────────────────────────────


def _usable(topic: str) -> str:
    """The topic, on one line and without what it was quoted in; empty for one that no name looks like."""
    topic = " ".join(topic[: _LONGEST_TOPIC * 2].split())
    if "?" in topic or one_line(topic) != topic or addresses_a_machine(topic):
        return ""
    plain = topic.strip(" \"“”„«»'`*_[](){}<>|.,;:?!—")
    long = len(plain) > _LONGEST_TOPIC or len(plain.split()) > _MOST_WORDS
    return "" if long or not any(c.isalnum() for c in plain) else plain


def _first(names: Iterable[str]) -> str:
    return next((usable for name in names if (usable := _usable(name))), "")


def _people(names: Iterable[Named]) -> list[str]:
    return [one.name for one in names if one.label == "PERSON"]


def _unlabelled(names: Iterable[Named]) -> list[str]:
    """Names that may be a person's: of two words, and of nothing else that is known."""
    return [one.name for one in names if not one.label and 2 <= len(one.name.split()) <= 3]


def _person(before: Turn, cues: Cues | UnspacedCues) -> str:
    """The person that was asked about; where it was asked who, the one that the answer gave."""
    short = [before.short] if any(one.name == before.short for one in before.in_answer) else []
    sides = [(*before.in_question,), (*before.in_answer,)]
    if cues.who.match(before.question):
        sides.reverse()
        return _first([*short, *_people(sides[0]), *_people(sides[1]), *_unlabelled(sides[0]), *_unlabelled(sides[1])])
    return _first([*_people(sides[0]), *_people(sides[1]), *_unlabelled(sides[0]), *_unlabelled(sides[1]), *short])


def _persons(before: Turn, cues: Cues) -> str:
    """Several that the answer names; else the thing that was asked about, which may be many."""
    people = list(dict.fromkeys(filter(None, map(_usable, _people((*before.in_answer, *before.in_question))))))
    if len(people) > 1:
        both = {"en": " and ", "de": " und ", "fr": " et ", "es": " y "}[_code(cues)]
        return both.join(people[:2])
    return _phrase(before.question, cues) or _first(people) or _thing(before, cues)


def _thing(before: Turn, cues: Cues) -> str:
    """What was asked about: by its article, else by its name; else the note that answered."""
    no_person = [one.name for one in before.in_question if one.label != "PERSON"]
    others = [one.name for one in before.in_answer if one.label != "PERSON"]
    return _first([_phrase(before.question, cues), *no_person, *before.titles[:1], *others])


def _place(before: Turn, cues: Cues) -> str:
    places = [one.name for one in (*before.in_answer, *before.in_question) if one.label in _PLACES]
    return _first(
        [*places, _phrase(before.question, cues), *(one.name for one in before.in_question), *before.titles[:1]]
    )


def _phrase(said: str, cues: Cues) -> str:
    """The first thing with an article in a question, without the verb behind it."""
    found = cues.phrase.search(said)
    if found is None:
        return ""
    words = found[0].split()
    if cues is SPACED["en"] and " of " not in found[0] and len(words) > 2:
        left, behind = said[: found.start()], said[found.end() :].strip(" ?!.")
        inverted = _INVERTED.search(left) is not None
        if (inverted and (not behind or _goes_on(behind))) or (_BE.search(left) and _PARTICIPLE.match(words[-1])):
            words = words[:-1]
    return _usable(" ".join(words))


def _goes_on(behind: str) -> bool:
    """Whether a verb stood before this: an object, a place or a time follows."""
    return behind.split()[0].lower() in _AFTER_A_VERB or behind[0].isupper()


_AFTER_A_VERB = frozenset(
    "the a an my our his her its their this that in on at for to from by with about after before during since when"
    " where and or as into over under near".split()
)


# ── languages without blanks ─────────────────────────────────────────────────────────────────


def _unspaced(asked: str, before: Turn, cues: UnspacedCues) -> str:
    body = asked
    if led := cues.lead.match(body):
        body = body[led.end() :]
    said = before.question
    if bare := cues.bare.match(body):
        old = cues.asking.search(said)
        if old is None:
            topic = _unspaced_thing(before, cues)
            return f"{topic}：{body}" if topic else ""
        return f"{said[: old.start()]}{bare['word']}{said[old.end() :]}" if old[0] != bare["word"] else ""
    about = cues.about.match(body)
    if about and not cues.asking.search(about["x"]) and not cues.thing.match(about["x"]):
        return _unspaced_instead(about["x"], before, cues)
    for pattern, topic in (
        (cues.person, _person(before, cues)),
        (cues.place, _first([one.name for one in (*before.in_answer, *before.in_question) if one.label in _PLACES])),
        (cues.thing, _unspaced_thing(before, cues)),
    ):
        found = pattern.search(body)
        if found and topic:
            owner = "の" if found["it"] in ("その", "この") else ""
            return f"{body[: found.start('it')]}{topic}{owner}{body[found.end('it') :]}"
    return ""


def _unspaced_thing(before: Turn, cues: UnspacedCues) -> str:
    topic = cues.topic.match(before.question)
    said = [topic["x"]] if topic and not cues.asking.search(topic["x"]) else []
    names = [one.name for one in before.in_question if one.label != "PERSON"]
    return _first([*said, *names, *before.titles[:1]])


def _unspaced_instead(x: str, before: Turn, cues: UnspacedCues) -> str:
    said = before.question
    topic = cues.topic.match(said)
    old = topic["x"] if topic and not cues.asking.search(topic["x"]) else ""
    name = next((one.name for one in before.in_question if one.name in said), "")
    for one in (old, name):
        if one:
            return said.replace(one, x, 1)
    return f"{x}：{said}"


# ── how it is written ────────────────────────────────────────────────────────────────────────


def _bare_end(text: str) -> str:
    return text.rstrip(" ?!.")


def _as_question(text: str) -> str:
    return _capital(text.rstrip(" ?!.")) + "?"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
