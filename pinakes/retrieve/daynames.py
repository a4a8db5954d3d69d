"""Which day does a name tell: a file's, or a property's value? As programs and people write days. Pure.

`2024-03-05`, `2024_03_05`, `2024.03.05`, `20240305`, `5.3.2024`, `March 5th, 2024`, `5. März 2024`,
`2024年3月5日`, and folders like `2024/03/05`. A day and a month in figures before the year, with
hyphens or slashes, may be either way round and tell nothing.
"""

from __future__ import annotations

import posixpath
import re
from datetime import date
from functools import cache
from typing import NamedTuple

from pinakes.store.text import fold

_MONTHS = (
    "january jan januar janner janvier janv enero ene gennaio gen januari janeiro",
    "february feb februar fevrier fevr febrero febbraio februari fevereiro fev",
    "march mar marz mrz mars marzo maart marco",
    "april apr avril avr abril abr aprile",
    "may mai mayo maggio mag mei maio maj",
    "june jun juni juin junio giugno giu junho",
    "july jul juli juillet juil julio luglio lug julho",
    "august aug aout agosto ago augustus augusti",
    "september sep sept septembre septiembre settembre set setembro",
    "october oct oktober okt octobre octubre ottobre ott outubro out",
    "november nov novembre noviembre novembro",
    "december dec dezember dez decembre diciembre dic dicembre dezembro",
)
_WEEKDAYS = frozenset(
    "monday mon tuesday tue tues wednesday wed thursday thu thurs friday fri saturday sat sunday sun "
    "montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sa sonntag so "
    "lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim "
    "lunes martes mie miercoles jueves jue viernes vie sabado sab domingo dom "
    "lunedi martedi mercoledi giovedi gio venerdi domenica "
    "maandag ma dinsdag woensdag wo donderdag vrijdag vr zaterdag za zondag zo "
    "segunda terca quarta quinta sexta mandag mandagen tisdag onsdag torsdag fredag lordag sondag".split()
)
_LONGEST = 300

_YEAR = re.compile(r"\d{4}")
_FIGURES = re.compile(r"(?<!\d)(\d{4})([-_.])(\d{2})\2(\d{2})(?!\d)")
_LOOSE = re.compile(r"(?<!\d)(\d{4})([-_])(\d{1,2})\2(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d{2})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?!\d)")
_DAY_FIRST = re.compile(r"(?<![\d.])(\d{1,2})\.[ ]?(\d{1,2})\.[ ]?(\d{4})(?![\d.])")
_SIGNS = re.compile(r"(\d{4})[ ]?[年년][ ]?(\d{1,2})[ ]?[月월][ ]?(\d{1,2})[ ]?[日일]")
_DAY_IN_WORDS = re.compile(
    r"(?<!\w)(\d{1,2})(?:st|nd|rd|th|er|\.|º)?(?:[ ]de|[ ]of)?[ -]([^\W\d_]{3,12})[.,]?"
    r"(?:[ ]de)?[ ,-]{1,2}(\d{4})(?!\d)"
)
_MONTH_IN_WORDS = re.compile(r"(?<!\w)([^\W\d_]{3,12})\.?[ -](\d{1,2})(?:st|nd|rd|th)?(?:,[ ]?|[ -])(\d{4})(?!\d)")
_FOLDERS = re.compile(
    r"(?:\A|/)(\d{4})/(?:\d{4}[-_.])?(\d{2})(?:[-_. ][^/\d]{1,20})?"
    r"/(?:\d{4}[-_.]\d{2}[-_.])?(\d{2})(?!\d)([^/]{0,300})\Z"
)
_MONTH_FOLDER = re.compile(r"(?:\A|/)(\d{4})[-_.](\d{2})/(\d{2})(?!\d)([^/]{0,300})\Z")
_HIERARCHY = re.compile(r"(?:[^.\d][^.]{0,100}\.){1,20}\Z")
_PERIOD = re.compile(r"(?:[^.\d][^.]{0,100}\.){0,20}(\d{4})[-_.](\d{2}|[wWqQ]\d{1,2})\Z")


class Told(NamedTuple):
    """A day that a name tells."""

    day: date
    rest: str
    """What else the name says; a weekday and what only separates left out."""


@cache
def months() -> dict[str, int]:
    """Name or short form, folded → the month, in eight languages."""
    return {name: number for number, names in enumerate(_MONTHS, 1) for name in names.split()}


def in_path(path: str) -> Told | None:
    """The day that a note's file is called by, else its folder."""
    if not _YEAR.search(path):
        return None
    stem = posixpath.splitext(path)[0]
    folder, name = posixpath.split(stem)
    dated_folder = _YEAR.search(folder) is not None
    for pattern in (_FOLDERS, _MONTH_FOLDER) if dated_folder else ():
        if (match := pattern.search(stem[-_LONGEST * 2 :])) and (day := _day(match[1], match[2], match[3])):
            return Told(day, _without_weekday(match[4]))
    if told := in_name(name):
        return told
    outer = in_name(posixpath.basename(folder)) if dated_folder else None
    return Told(outer.day, name) if outer else None


def in_name(name: str) -> Told | None:
    """The first day that stands in a name."""
    name = name[:_LONGEST]
    if not _YEAR.search(name):
        return None
    for pattern, order in ((_FIGURES, (1, 3, 4)), (_LOOSE, (1, 3, 4)), (_COMPACT, (1, 2, 3)), (_DAY_FIRST, (3, 2, 1))):
        for match in pattern.finditer(name):
            if day := _day(*(match[group] for group in order)):
                return Told(day, _rest(name, *match.span()))
    return _in_words(name)


def placed(text: str) -> tuple[int, int, date] | None:
    """(start, end, day) of the first day in words that a text holds."""
    text = text[: _LONGEST * 8]
    if match := _SIGNS.search(text):
        day = _day(match[1], match[2], match[3])
        return (*match.span(), day) if day else None
    folded = "".join([low if len(low := fold(c)) == 1 else c for c in text])
    for pattern, order in ((_DAY_IN_WORDS, (1, 2, 3)), (_MONTH_IN_WORDS, (2, 1, 3))):
        for match in pattern.finditer(folded):
            number, word, year = (match[group] for group in order)
            if (month := months().get(word)) and (day := _day(year, str(month), number)):
                return (*match.span(), day)
    return None


def _in_words(name: str) -> Told | None:
    found = placed(name)
    return Told(found[2], _rest(name, found[0], found[1])) if found else None


def period_in(path: str) -> tuple[str, str] | None:
    """(year, month, week or quarter) of a file that is called by such a period alone: `2024-03`, `2024-W10`."""
    if not _YEAR.search(path):
        return None
    match = _PERIOD.match(posixpath.splitext(posixpath.basename(path))[0][:_LONGEST])
    return (match[1], match[2].lower()) if match else None


def _rest(name: str, start: int, end: int) -> str:
    before, behind = name[:start], name[end:]
    if _HIERARCHY.match(before):
        before = ""  # `daily.journal.` says where the note belongs, not what it is about
    return _without_weekday(f"{before} {behind}")


def _without_weekday(text: str) -> str:
    words = [word for word in re.split(r"[\W_]{1,300}", text) if word and fold(word) not in _WEEKDAYS]
    return " ".join(words)


def _day(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
