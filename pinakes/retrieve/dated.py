"""Of which day is a note? By its properties, else by its file's name, else by its last change.

`date` and then `created` in the properties say it; for `created:` it is the other way round,
and a last change says nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from datetime import date

from pinakes.retrieve import dates
from pinakes.store import conditions, filtering
from pinakes.store.db import Connection

_DATE_KEYS = ("date", "day")
_CREATED_KEYS = ("created", "created at", "creation date", "date created", "published")
_LEADING = re.compile(r"(?:.{0,200}\.)?(\d{4})[-_.](\d{2})[-_.](\d{2})(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6})?(?!\d)")
_ENDING = re.compile(r"(?<![\d-])(\d{4})-(\d{2})-(\d{2})\Z")
_DAILY = re.compile(r"(?:.{0,200}\.)?\d{4}[-_.]\d{2}[-_.]\d{2}\Z")


def is_daily(path: str) -> bool:
    """True for a note whose file is called by a day and nothing else, as Dendron's `daily.journal.2024.03.05` is."""
    return bool(_DAILY.match(_stem(path))) and day_of_name(path) is not None


def day_of_name(path: str) -> date | None:
    """The day that a file's name begins or ends with; a note's number may be one, as in `202403051230 Tides`."""
    stem = _stem(path)
    match = _LEADING.match(stem) or _COMPACT.match(stem) or _ENDING.search(stem)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0][:300]


def declared_days(db: Connection, *, created: bool = False) -> dict[int, date]:
    """Note → its day, for those whose properties or file name tell one."""
    days = {note: day for note, path in filtering.paths(db) if (day := day_of_name(path))}
    wanted = (*_CREATED_KEYS, *_DATE_KEYS) if created else (*_DATE_KEYS, *_CREATED_KEYS)
    spelt = {key: rank for key in filtering.property_keys(db) if (rank := _rank(wanted, key)) is not None}
    best: dict[int, tuple[int, date]] = {}
    for note, key, value in filtering.declared(db, spelt):
        day = dates.day_in(str(value))
        if day and (note not in best or spelt[key] < best[note][0]):
            best[note] = (spelt[key], day)
    return {**days, **{note: day for note, (_, day) in best.items()}}


def _rank(wanted: Sequence[str], key: str) -> int | None:
    plain = " ".join(re.split(r"[-_\s]{1,20}", key.casefold().strip()))
    return wanted.index(plain) if plain in wanted else None


def allowed(db: Connection, field: str, text: str, now: date) -> conditions.Matches | None:
    """The notes that `field:text` allows; None where the text is no date."""
    days = dates.days(field, text, now)
    if days is None:
        return None
    begin, end = dates.nanoseconds(days.start, dates.LONG_AGO_NS), dates.nanoseconds(days.end, dates.FAR_AHEAD_NS)
    if field == "changed":
        return conditions.changed_between(begin, end)
    known = declared_days(db, created=field == "created")
    told = conditions.given("note", [note for note, day in known.items() if day in days])
    if field == "created":
        return told
    return conditions.any_of([told, conditions.changed_between(begin, end, apart_from=known)])
