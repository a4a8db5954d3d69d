"""What must not change between a note and a claim about it? Its numbers, its names, and whether it denies."""

from __future__ import annotations

import re
import unicodedata

from pinakes.store import text as lexical

_ISO_DATE = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_NUMBER = re.compile(r"\d{1,30}(?:[.,:]\d{1,30}){0,6}")
_THOUSANDS = re.compile(r"\d{1,3}(?:[.,]\d{3}){1,6}\Z")
_SPACED_THOUSANDS = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_IDEOGRAPHIC = re.compile("[〇一二三四五六七八九十百千万]{1,12}")
_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]{3,64}")

_MONTHS = (
    "january januar janvier gennaio enero januari janeiro jan jän jänner",
    "february februar février febbraio febrero februari fevereiro feb",
    "march märz mars marzo maart março mar",
    "april avril aprile abril apr",
    "may mai maggio mayo mei maio",
    "june juni juin giugno junio junho jun",
    "july juli juillet luglio julio julho jul",
    "august août agosto augustus aug",
    "september septembre settembre septiembre setembro sep sept",
    "october oktober octobre ottobre octubre outubro oct okt",
    "november novembre noviembre novembro nov",
    "december dezember décembre dicembre diciembre dezembro dec dez",
)
MONTHS = {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}

NUMBER_WORDS = {
    word: str(number)
    for number, words in {
        2: "two zwei deux due dos", 3: "three drei trois tre tres", 4: "four vier quatre quattro cuatro",
        5: "five fünf cinq cinque cinco", 6: "six sechs sei seis", 7: "seven sieben sept sette siete",
        8: "eight acht huit otto ocho", 9: "nine neun neuf nove nueve", 10: "ten zehn dix dieci diez",
        11: "eleven elf onze undici once", 12: "twelve zwölf douze dodici doce", 13: "thirteen dreizehn",
        14: "fourteen vierzehn", 15: "fifteen fünfzehn quinze", 16: "sixteen sechzehn", 17: "seventeen siebzehn",
        18: "eighteen achtzehn", 19: "nineteen neunzehn", 20: "twenty zwanzig vingt venti veinte",
        24: "vierundzwanzig", 30: "thirty dreißig trente trenta treinta", 40: "forty vierzig quarante",
        50: "fifty fünfzig cinquante", 60: "sixty sechzig soixante", 70: "seventy siebzig", 80: "eighty achtzig",
        90: "ninety neunzig", 100: "hundred hundert cent cento cien", 1000: "thousand tausend mille mil",
    }.items()
    for word in words.split()
}  # fmt: skip
AMBIGUOUS = frozenset("sei once sept mar cent mil dos due elf acht".split())
"""Number words and months that are everyday words of another of these languages."""

_DENIALS = re.compile(
    r"\b(?:not|never|none|nobody|nothing|neither|nor|without|cannot|nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand|"
    r"nichts|ohne|weder|nessun[oa]?|senza|jamais|aucune?|sans|nunca|ning[uú]n[oa]?)\b"
    r"|\w{2,12}n't\b"
    r"|\bno\b(?![.:]? ?\d)"
    r"|[不没沒未無无非]|(?:ない|なかった|なく|ません|ぬ)",
    re.IGNORECASE,
)
_DENIALS_BY_LANGUAGE = {
    "fr": re.compile(r"\b(?:pas|plus|personne|rien)\b", re.IGNORECASE),
    "it": re.compile(r"\b(?:non|mai|nulla|niente)\b", re.IGNORECASE),
    "es": re.compile(r"\b(?:nada|nadie|sin)\b", re.IGNORECASE),
}


def numbers(text: str) -> frozenset[str]:
    """Numbers in one spelling: `1,117` and `1 117` are one, `four` is 4, a month is `m4` in words and in a date."""
    text = unicodedata.normalize("NFKC", text[:20_000])
    found = {f"m{int(match[2])}" for match in _ISO_DATE.finditer(text)}
    text = _SPACED_THOUSANDS.sub("", _ISO_DATE.sub(r"\1 \3", text))
    found.update(_number(match[0]) for match in _NUMBER.finditer(text))
    found.update(_IDEOGRAPHIC.findall(text))
    for word in lexical.words(text):
        lowered = word.casefold()
        if lowered in AMBIGUOUS:
            continue
        if number := NUMBER_WORDS.get(lowered):
            found.add(number)
        elif (month := MONTHS.get(lowered)) and word[0].isupper():
            found.add(f"m{month}")
    return frozenset(found)


def names(text: str, code: str) -> frozenset[str]:
    """The stems of capitalised words and identifiers; a sentence's first word too, unless it is a function word."""
    found: set[str] = set(_KATAKANA.findall(unicodedata.normalize("NFKC", text[:20_000])))
    for word in lexical.words(text):
        if is_name(word) and not lexical.is_stop_word(word, (code, "en")):
            found.update(lexical.word_terms(word, code))
    return frozenset(found)


def is_name(word: str) -> bool:
    """A capital, or letters with digits, or an underscore inside; months and number words are `numbers`."""
    lowered = word.casefold()
    if lowered in NUMBER_WORDS or (lowered in MONTHS and lowered not in AMBIGUOUS):
        return False
    letters = any(c.isalpha() for c in word)
    return letters and (any(c.isupper() for c in word) or any(c.isdigit() for c in word) or "_" in word.strip("_"))


_PASSIVE = re.compile(
    r"(?<!\w)(?:by|von|vom|durch|wurden?|worden|par|por|da|dal|dalla|door|werd(?:en)?)(?!\w)|によって|により|られ|され|由|被|에게|의해",
    re.IGNORECASE,
)


def turned(claim: str, evidence: str, code: str) -> bool:
    """True where names that both have stand in another order, and no passive voice accounts for it."""
    said, there = _in_order(claim, code), _in_order(evidence, code)
    shared = [name for name in said if name in there]
    if len(shared) < 2 or shared == sorted(shared, key=there.index):
        return False
    return len(_PASSIVE.findall(claim)) == len(_PASSIVE.findall(evidence))


def _in_order(text: str, code: str) -> list[tuple[str, ...]]:
    """The names of a text as they come, each once."""
    found = [
        lexical.word_terms(w, code)
        for w in lexical.words(text)
        if is_name(w) and not lexical.is_stop_word(w, (code, "en"))
    ]
    return list(dict.fromkeys(found))


def denials(text: str, code: str) -> int:
    """How often a text denies; what counts is whether that is odd or even."""
    text = text.replace("’", "'")
    more = _DENIALS_BY_LANGUAGE.get(code)
    return len(_DENIALS.findall(text)) + (len(more.findall(text)) if more else 0)


def _number(digits: str) -> str:
    if _THOUSANDS.match(digits) and not digits.startswith("0"):
        return digits.replace(",", "").replace(".", "")
    if ":" in digits:
        return digits.lstrip("0") or "0"
    whole, _, fraction = digits.replace(",", ".").partition(".")
    return (whole.lstrip("0") or "0") + ("." + fraction if fraction else "")
