"""What few words answer a question whose sentence is found? "12 March", in the question's language."""

from __future__ import annotations

import re

from pinakes.answer import facts, spans
from pinakes.answer.units import plain
from pinakes.answer.weigh import Question
from pinakes.store import text as lexical

_LONGEST = 80
_MONTH_NAMES = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
}
_DAY_NAMES = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo",
}
_DAYS = {name.casefold(): n for names in _DAY_NAMES.values() for n, name in enumerate(names.split())}
_EAST = {"ja": "年月日", "zh": "年月日", "ko": "년월일"}
_EAST_NUMBER = r"[〇一二三四五六七八九十\d]{1,3}"
_EAST_DATE = re.compile(
    rf"(?:(\d{{4}}|[〇一二三四五六七八九]{{4}})[年년] ?)?(?:({_EAST_NUMBER})[月월])?(?: ?({_EAST_NUMBER})[日号號일])?\Z"
)
_DIGIT = {char: n for n, char in enumerate("〇一二三四五六七八九")}
_ISO = re.compile(r"(\d{4})-(\d{2})(?:-(\d{2}))?\Z")


def short(question: Question, sentence: str, code: str) -> str:
    """The one place in a sentence that is what was asked for; empty where none is, or more than one.

    `code`: the language of the sentence. A date is written as the question's language writes it.
    """
    kind = question.kinds[0] if question.kinds else None
    if kind is None or kind not in spans.TYPED or len(question.kinds) > 1:
        return ""
    found = spans.new_spans(kind, sentence, question.text)
    if len(found) != 1:
        return ""
    said = plain(sentence[slice(*found[0])]).strip(" .,;:")
    if not said or len(said) > _LONGEST:
        return ""
    into = _language(question.text)
    return in_language(said, into) if kind == "when" and into != code else said


def in_language(date: str, code: str) -> str:
    """A date or a weekday as this language writes it; what is neither is left as it is."""
    lowered = date.casefold().rstrip(".")
    for name in (lowered, lowered.rstrip("s")):
        if name in _DAYS and code in _DAY_NAMES:
            return _DAY_NAMES[code].split()[_DAYS[name]]
    parts = _parts(date)
    if parts is None:
        return date
    year, month, day = parts
    if code in _EAST:
        signs = _EAST[code]
        return "".join(f"{n}{sign}" for n, sign in zip((year, month, day), signs, strict=True) if n)
    if code not in _MONTH_NAMES:
        return date
    name = _MONTH_NAMES[code].split()[month - 1]
    of = " de " if code in ("es", "pt") else " "
    first = f"{day}." if code == "de" else str(day)
    return of.join(part for part in (first if day else "", name, str(year) if year else "") if part)


def _parts(date: str) -> tuple[int, int, int] | None:
    """(year, month, day), 0 for one that is not said; None for what is no date with a month."""
    if match := _ISO.match(date):
        return _sound(int(match[1]), int(match[2]), int(match[3] or 0))
    if (match := _EAST_DATE.match(date)) and match[2]:
        return _sound(_year(match[1] or "0"), _number(match[2]), _number(match[3] or ""))
    month = year = day = 0
    for word in lexical.words(date):
        if word.isdecimal() and len(word) == 4:
            year = int(word)
        elif (digits := re.match(r"\d{1,2}", word)) is not None:
            day = int(digits[0])
        elif word.casefold() in facts.MONTHS:
            month = facts.MONTHS[word.casefold()]
        elif word.casefold() not in ("of", "de", "di", "d"):
            return None
    return _sound(year, month, day)


def _sound(year: int, month: int, day: int) -> tuple[int, int, int] | None:
    return (year, month, day) if 1 <= month <= 12 and day <= 31 else None


def _year(said: str) -> int:
    return int("".join(str(_DIGIT.get(sign, sign)) for sign in said))


def _number(said: str) -> int:
    """Of digits or of signs up to 99; 0 for none."""
    if not said:
        return 0
    if said.isdecimal():
        return int(said)
    tens, ten, ones = said.rpartition("十")
    if not ten:
        return _DIGIT.get(said, 0)
    return 10 * (_DIGIT.get(tens, 0) if tens else 1) + (_DIGIT.get(ones, 0) if ones else 0)


def _language(question: str) -> str:
    return "ko" if re.search("[\uac00-\ud7a3]", question) else lexical.language(question)
