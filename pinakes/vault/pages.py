"""Which page is a file, where a program names pages and encodes their names for the file system? Pure."""

from __future__ import annotations

import posixpath
import re
from datetime import date
from urllib.parse import unquote

_JOURNALS = "journals"
_DAY = re.compile(r"(\d{4})[-_.](\d{2})[-_.](\d{2})\Z")
_TOKEN = re.compile(r"y{2,4}|M{1,4}|do|d{1,2}|E{1,4}|'[^']{0,20}'")
_ISO = "yyyy-MM-dd"
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def page_name(path: str, journal: str) -> str:
    """The name of the page in this file: namespaces and signs decoded; of a day, as `journal` writes it."""
    folder, file = posixpath.split(path)
    stem = posixpath.splitext(file)[0] or file
    day = _day(stem) if posixpath.basename(folder) == _JOURNALS else None
    if day and journal:
        return formatted(day, journal)
    return unquote(stem.replace("___", "/"))


def other_names(path: str, journal: str) -> tuple[str, ...]:
    """Names that lead to the page as well, when no page is called so: its file's, and its day's."""
    folder, file = posixpath.split(path)
    stem = posixpath.splitext(file)[0] or file
    day = _day(stem) if posixpath.basename(folder) == _JOURNALS else None
    return (stem, page_name(path, journal), *((formatted(day, _ISO),) if day else ()))


def formatted(day: date, pattern: str) -> str:
    """The day as a pattern like `MMM do, yyyy` or `EEEE, dd.MM.yy` writes it, in English."""
    return _TOKEN.sub(lambda match: _piece(day, match[0]), pattern)


def _day(stem: str) -> date | None:
    match = _DAY.match(stem)
    if not match:
        return None
    try:
        return date(int(match[1]), int(match[2]), int(match[3]))
    except ValueError:
        return None


def _piece(day: date, written: str) -> str:
    letter, count = written[0], len(written)
    if written == "do":
        return f"{day.day}{_ordinal(day.day)}"
    if letter == "y":
        return f"{day.year:04}"[-count:]
    if letter == "M":
        month = _MONTHS[day.month - 1]
        return {1: str(day.month), 2: f"{day.month:02}", 3: month[:3]}.get(count, month)
    if letter == "d":
        return f"{day.day:0{count}}"
    if letter == "E":
        return _DAYS[day.weekday()] if count == 4 else _DAYS[day.weekday()][:3]
    return written.strip("'")


def _ordinal(number: int) -> str:
    if 10 <= number % 100 <= 20:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
