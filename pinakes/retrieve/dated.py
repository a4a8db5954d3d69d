"""Of which day is a note? By its properties, else by its file's name, else by its last change.

`date` and then `created` in the properties say it; for `created:` it is the other way round,
and a last change says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import date, timedelta
from functools import lru_cache

from pinakes.retrieve import dates, daynames
from pinakes.retrieve.dates import Days
from pinakes.store import conditions, filtering
from pinakes.store.db import Connection

_LONGEST_KEY = 60
_REMEMBERED = 50_000
"""Paths, each with its day: as a query is typed, all of them are asked for again and again."""
_DATE_KEYS = ("date", "day")
_CREATED_KEYS = ("created", "created at", "creation date", "date created", "published", "publish date")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def is_daily(path: str) -> bool:
    """True for a note whose file is called by a day and nothing else, as Dendron's `daily.journal.2024.03.05` is."""
    told = daynames.in_path(path)
    return told is not None and not told.rest


def day_of_name(path: str) -> date | None:
    """The day that a file is called by; a note's number may be one, as in `202403051230 Tides`."""
    told = daynames.in_path(path)
    return told.day if told else None


@lru_cache(maxsize=_REMEMBERED)
def period_of_name(path: str) -> Days | None:
    """The day, month, week or quarter that a file is called by."""
    if day := day_of_name(path):
        return _one_day(day)
    period = daynames.period_in(path)
    return dates.days("on", "-".join(period), date.min) if period else None


def _one_day(day: date) -> Days:
    return Days(day, day + timedelta(1) if day < date.max else None)


def declared_days(db: Connection, *, created: bool = False, among: Collection[int] | None = None) -> dict[int, date]:
    """Note → its day, for those whose properties or file name tell one; of a month or a week the first.

    `among`: only these notes are looked at; without it, all.
    """
    told = _declared(db, created=created, among=among)
    return {note: period.start for note, period in told.items() if period.start is not None}


def _declared(db: Connection, *, created: bool, among: Collection[int] | None = None) -> dict[int, Days]:
    """Note → its day; that of a file which is called by a month or a week has more than one."""
    named = {note: period for note, path in filtering.paths(db, among) if (period := period_of_name(path))}
    wanted = (*_CREATED_KEYS, *_DATE_KEYS) if created else (*_DATE_KEYS, *_CREATED_KEYS)
    spelt = {key: rank for key in filtering.property_keys(db, among) if (rank := _rank(wanted, key)) is not None}
    best: dict[int, tuple[int, date]] = {}
    for note, key, value in filtering.declared(db, spelt, among):
        day = dates.day_in(str(value))
        if day and (note not in best or spelt[key] < best[note][0]):
            best[note] = (spelt[key], day)
    return {**named, **{note: _one_day(day) for note, (_, day) in best.items()}}


def _rank(wanted: Sequence[str], key: str) -> int | None:
    plain = " ".join(re.split(r"[-_\s]{1,20}", _HUMP.sub(" ", key.strip()[:_LONGEST_KEY]).casefold()))
    return wanted.index(plain) if plain in wanted else None


def allowed(db: Connection, field: str, text: str, now: date) -> conditions.Matches | None:
    """The notes that `field:text` allows; None where the text is no date."""
    days = dates.days(field, text, now)
    if days is None:
        return None
    begin, end = dates.nanoseconds(days.start, dates.LONG_AGO_NS), dates.nanoseconds(days.end, dates.FAR_AHEAD_NS)
    if field == "changed":
        return conditions.changed_between(begin, end)
    known = _declared(db, created=field == "created")
    told = conditions.given("note", [note for note, period in known.items() if _within(period, days)])
    if field == "created":
        return told
    return conditions.any_of([told, conditions.changed_between(begin, end, apart_from=known)])


def _within(period: Days, days: Days) -> bool:
    """Whether all of the period is in these days."""
    last = period.end - timedelta(1) if period.end else date.max
    return period.start in days and last in days
