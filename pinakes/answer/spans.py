"""Where in a sentence stand dates, sums, numbers, people and places? What questions of a kind want to hear."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pinakes.answer import facts
from pinakes.answer.asks import Kind
from pinakes.store import text as lexical

Span = tuple[int, int]

_LONGEST = 1_200
"""Characters of a sentence that are looked at."""
_MONTHS = "|".join(sorted((re.escape(name) for name in facts.MONTHS), key=len, reverse=True))
_OF = r"(?: de| di| d[’'])?"
_YEAR = r"(?:1[0-9]|20)\d{2}"
_DAYS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabends?"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo"
    r"|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag"
    r"|zondag"
    r"|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira"
)
_TIMES_OF_YEAR = (
    r"(?:early |late |mid-?)?(?:spring|summer|autumn|winter)|easter|christmas|midnight|noon|yesterday|tomorrow"
    r"|frühling|frühjahr|sommer|herbst|ostern|weihnachten|pfingsten|printemps|été|automne|hiver|pâques|noël"
    r"|primavera|verano|otoño|invierno|estate|autunno|inverno|pasqua|natale|lente|zomer|herfst|verão|outono"
)
_WHEN = re.compile(
    rf"(?<!\d){_YEAR}-\d{{2}}(?:-\d{{2}})?(?!\d)"
    rf"|(?<![\w.])\d{{1,2}}(?:st|nd|rd|th|er|\.|º)?(?: of)?{_OF} (?:{_MONTHS})\.?(?!\w)(?:,?{_OF} {_YEAR}(?!\d))?"
    rf"|(?<!\w)(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?(?![\d:])(?:,? {_YEAR}(?!\d))?"
    rf"|(?<!\w)(?:{_MONTHS})\.?,?{_OF} {_YEAR}(?!\d)"
    rf"|(?<!\d)\d{{1,2}}\. ?\d{{1,2}}\.(?: ?{_YEAR})?(?!\d)|(?<!\d)\d{{1,2}}/\d{{1,2}}/(?:\d{{4}}|\d{{2}})(?!\d)"
    r"|(?<![\d:])\d{1,2}:\d{2}(?![\d:])(?: ?[ap]\.?m\b\.?)?|(?<!\d)\d{1,2} ?(?:[ap]\.?m\b\.?|uhr\b|heures?\b|h\d{2})"
    rf"|(?<!\w)(?:{_DAYS})(?!\w)|(?<!\w)(?:{_TIMES_OF_YEAR})(?!\w)"
    rf"|(?<![\d.,€$£#-]){_YEAR}s?(?![\d.,]\d|\w)"
    r"|[〇一二三四五六七八九十百千\d０-９]{1,4}(?:年|月|日|時|时|点|號|号|년|월|일|시)(?!間|间)"
    r"(?:[〇一二三四五六七八九十\d０-９]{1,3}(?:月|日|号|號|時|时|分|월|일|시|분)){0,3}"
    r"|[月火水木金土日]曜日?|(?:星期|周|週)[一二三四五六日天]|毎[日週月年朝晩]|毎?(?:朝|晩|春|夏|秋|冬)(?=[にの、は])|[春夏秋冬][天季]",
    re.IGNORECASE,
)
_MONTH_ALONE = re.compile(rf"(?<!\w)(?:{_MONTHS})(?!\w)", re.IGNORECASE)
_AMOUNT = (
    r"\d{1,12}(?:[.,’' \u00a0\u202f]\d{2,3}){0,5}(?:[.,]\d{1,2})?(?: ?(?:million|billion|thousand|mio|mrd|k|m)\b)?"
)
_CURRENCY = r"(?:€|\$|£|¥|(?:eur(?:os?)?|dollars?|usd|chf|gbp|francs?|franken|kronen|pounds?|pesos?|reais|cents?)\b)"
_PRICE = re.compile(
    rf"(?:[€$£¥]|(?<!\w)(?:eur|usd|chf|gbp|US\$))\s?{_AMOUNT}(?:,[-–—])?|(?<![\w.,]){_AMOUNT} ?(?:-|–)? ?{_CURRENCY}"
    r"|[〇一二三四五六七八九十百千万\d,０-９]{1,14} ?(?:円|元|块|塊|원|人民币|ユーロ|ドル)",
    re.IGNORECASE,
)
_WORDS_FOR_NUMBERS = "|".join(sorted(map(re.escape, facts.NUMBER_WORDS), key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![\w.])[-+−±~≈]?\d{1,12}(?:[.,:’]\d{1,6}){0,4}(?![\w]{0,3}\d)(?: ?(?:%|°C?|[a-zµ]{1,3}²?³?\b))?"
    rf"|(?<!\w)(?:{_WORDS_FOR_NUMBERS}|once|twice|zweimal|dreimal|dozens?|half|hälfte)(?!\w)"
    r"|[〇一二三四五六七八九十百千万两兩\d０-９]{1,12}(?=[^\s\w]|[\u3040-\u9fff\uac00-\ud7a3]|\Z)",
    re.IGNORECASE,
)
_CAPITAL = "[A-ZÀ-ÖØ-ÞĀ-ŽΑ-ΩА-Я]"
_CAPITALISED = rf"(?<!\w)(?:{_CAPITAL}[\w’'-]{{0,40}}|(?:{_CAPITAL}|Dr|Mr|Mrs|St)\.)(?![\w])"
_NAME = re.compile(
    rf"{_CAPITALISED}(?: (?:(?:of|the|de|del|della|di|da|van|von|der|den|la|le|du|y|and|&) )?{_CAPITALISED}){{0,5}}"
    r"|[\u30a1-\u30fa\u30fc・=＝]{2,40}|[\u4e00-\u9fff]{1,6}(?:さん|氏|先生|君|様|博士|女士|小姐)|[가-힣]{2,4}(?:씨|님)"
)
_BEFORE_A_PLACE = re.compile(
    r"(?<!\w)(?:in|at|near|on|by|from|to|above|below|behind|beside|inside|under|towards?|into|of|bei|im|am|an|auf"
    r"|neben|nach"
    r"|aus|hinter|unter|à|au|aux|dans|chez|en|sur|a|al|nel|nella|presso|sul|sulla|op|te|bij|em|no|na)"
    r"(?: (?:the|der|dem|den|die|das|le|la|les|il|lo|el|los|las|de|het|o|a))? \Z",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?<!\w)(?:in|at|near|on|under|behind|above|below|beside|inside|from|bei|im|am|auf|neben|hinter|unter|aus|dans"
    r"|sous|sur"
    r"|derrière|en|sobre|bajo|detrás de|nel|nella|sul|sotto|dietro|op|onder|achter|naast|em|sob)"
    r" (?:(?:the|a|an|my|our|his|her|der|dem|den|einem|einer|le|la|les|un|une|el|los|las|una|il|lo|de|het|een|o)) "
    r"[\w’'-]{2,40}(?: [\w’'-]{2,40})?"
    r"|[\u4e00-\u9fff\u30a1-\u30fa\u30fc]{1,10}(?=(?:に(?:ある|いる|あり|住|置|立)|で(?:[^すしあ])|から))"
    r"|[\u4e00-\u9fff]{1,8}[県市区町村省国島山川駅府州縣區鎮]|在[\u4e00-\u9fff]{2,8}"
    r"|[\w’'-]{2,40}(?:straße|strasse|gasse|platz|weg|straat|plein)\b|via [\w’' ]{2,40}",
    re.IGNORECASE,
)
TYPED: frozenset[Kind] = frozenset({"price", "how-many", "when", "who", "where"})
"""Kinds of which the words that answer can be told by their look."""


def spans(kind: Kind, sentence: str) -> list[Span]:
    """The places in a sentence that look like what a question of this kind wants, in order."""
    sentence = sentence[:_LONGEST]
    if kind == "when":
        return _dates(sentence)
    if kind == "price":
        return [match.span() for match in _PRICE.finditer(sentence)]
    if kind == "how-many":
        return [match.span() for match in _NUMBER.finditer(sentence)]
    if kind == "who":
        return list(_names(sentence))
    if kind == "where":
        named = [span for span in _names(sentence) if _BEFORE_A_PLACE.search(sentence[max(0, span[0] - 24) : span[0]])]
        places = (match.span() for match in _PLACE.finditer(sentence))
        return sorted({*named, *(p for p in places if not any(a < p[1] and p[0] < b for a, b in named))})
    return []


def new_spans(kind: Kind, sentence: str, question: str) -> list[Span]:
    """Those that do not stand in the question already."""
    known = {word.casefold() for word in lexical.words(question)}
    found = []
    for start, end in spans(kind, sentence):
        words = [word.casefold() for word in lexical.words(sentence[start:end])]
        if any(word not in known and not _is_stop(word) for word in words):
            found.append((start, end))
    return found


def _dates(sentence: str) -> list[Span]:
    found = [match.span() for match in _WHEN.finditer(sentence)]
    for match in _MONTH_ALONE.finditer(sentence):
        word = match[0]
        everyday = word.casefold() in facts.AMBIGUOUS or word.casefold() in ("may", "mar", "mai", "set", "out", "march")
        if not (everyday and not word[0].isupper()) and not any(
            a < match.end() and match.start() < b for a, b in found
        ):
            found.append(match.span())
    return sorted(found)


def _names(sentence: str) -> Iterator[Span]:
    for match in _NAME.finditer(sentence):
        start, end = match.span()
        while sentence[end - 1] in ".'’-":
            end -= 1
        words = lexical.words(sentence[start:end])
        while words and _is_stop(words[0]):
            start = sentence.index(words[0], start) + len(words[0])
            words = words[1:]
        while start < end and not sentence[start].isalnum():
            start += 1
        if words and start < end and words[0].casefold() not in facts.MONTHS:
            yield start, end


def _is_stop(word: str) -> bool:
    return lexical.is_stop_word(word, ("en", "de", "fr", "es", "it"))
