"""Which days does an expression mean? `2024-03`, `7d`, `"last week"`, `2024-01..2024-03`. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from pinakes.retrieve import daynames
from pinakes.store.text import fold

_DAY = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\Z")
_MONTH = re.compile(r"(\d{4})[-/.](\d{1,2})\Z")
_WEEK = re.compile(r"(\d{4})-?w(\d{1,2})\Z")
_QUARTER = re.compile(r"(\d{4})-?q([1-4])\Z")
_YEAR = re.compile(r"(\d{4})\Z")
_AGO = re.compile(r"(\d{1,4})([dwmy])\Z")
_RELATIVE = re.compile(r"(this|last|next)[ _-](day|week|month|quarter|year)\Z")
_COMPARED = re.compile(r"(>=|<=|>|<)?[ ]?(.{1,40})\Z", re.DOTALL)
_DATED = re.compile(r"(\d{4})[-/._](\d{1,2})[-/._](\d{1,2})(?!\d)")
_MONTH_IN_WORDS = re.compile(r"([^\W\d_]{3,12})\.?,?[ ](?:de[ ])?(\d{4})\Z")
_EPOCH = re.compile(r"\d{10}(?:\d{3})?\Z")


class Days(NamedTuple):
    """A stretch of days; `end` is the first one behind it. None: without an end on that side."""

    start: date | None
    end: date | None

    def __contains__(self, day: object) -> bool:
        return (
            isinstance(day, date) and (self.start is None or day >= self.start) and (self.end is None or day < self.end)
        )


class _Period(NamedTuple):
    """What a date expression names."""

    start: date
    end: date | None
    """None: the calendar ends."""
    ago: bool = False
    """It says how long ago something began: all since then."""


def today() -> date:
    """The day, where the user is."""
    return datetime.now(UTC).astimezone().date()


def days(field: str, text: str, now: date) -> Days | None:
    """The days that `field:text` allows; None where the text is no date.

    `before` ends where the period begins, `after` begins where it ends, all other fields
    mean the period itself. A time ago (`7d`) is the time since then: `after:7d` and `on:7d`
    mean the same.
    """
    first, dots, last = text.strip().partition("..")
    if dots:
        return _between(first, last, now) if field not in ("before", "after") else None
    match = _COMPARED.match(text.strip())
    if not match or (match[1] and field in ("before", "after")):
        return None
    period = _period(match[2], now)
    sign = {"before": "<", "after": ">"}.get(field, match[1] or "=")
    return None if period is None else _compared(sign, period)


def _between(first: str, last: str, now: date) -> Days | None:
    """`a..b`, both included; one side may be missing."""
    a, b = _period(first, now), _period(last, now)
    if (first.strip() and a is None) or (last.strip() and b is None) or (a is None and b is None):
        return None
    return Days(a.start if a else None, (b.end if not b.ago else b.start + timedelta(1)) if b else None)


def _compared(sign: str, period: _Period) -> Days:
    start, end = period.start, period.end
    if period.ago and sign in (">", ">="):
        return Days(start, None)
    return {
        "<": Days(None, start),
        "<=": Days(None, end),
        ">": Days(end or date.max, None),
        ">=": Days(start, None),
        "=": Days(start, end),
    }[sign]


def _period(text: str, now: date) -> _Period | None:
    try:
        return _named(" ".join(text.casefold().split()), now)
    except (ValueError, OverflowError):
        return None


def _named(text: str, now: date) -> _Period | None:
    """Raises ValueError for a day that no calendar has."""
    if text in ("today", "yesterday", "tomorrow"):
        return _whole("day", now + timedelta({"today": 0, "yesterday": -1, "tomorrow": 1}[text]))
    if match := _RELATIVE.match(text):
        step = {"this": 0, "last": -1, "next": 1}[match[1]]
        return _whole(match[2], _moved(match[2], now, step))
    if match := _AGO.match(text):
        unit = {"d": "day", "w": "week", "m": "month", "y": "year"}[match[2]]
        return _Period(_ago(unit, now, int(match[1])), now + timedelta(1), ago=True)
    if match := _DAY.match(text):
        return _whole("day", date(int(match[1]), int(match[2]), int(match[3])))
    if match := _WEEK.match(text):
        return _whole("week", date.fromisocalendar(int(match[1]), int(match[2]), 1))
    if match := _QUARTER.match(text):
        return _whole("quarter", date(int(match[1]), int(match[2]) * 3 - 2, 1))
    if match := _MONTH.match(text):
        return _whole("month", date(int(match[1]), int(match[2]), 1))
    if match := _YEAR.match(text):
        return _whole("year", date(int(match[1]), 1, 1))
    if (match := _MONTH_IN_WORDS.match(fold(text))) and (month := daynames.months().get(match[1])):
        return _whole("month", date(int(match[2]), month, 1))
    told = daynames.in_name(text)
    return _whole("day", told.day) if told and not told.rest else None


def _whole(unit: str, day: date) -> _Period:
    """The day, week, month, quarter or year that the day is in; weeks begin on Monday."""
    start = {
        "day": day,
        "week": day - timedelta(day.weekday()),
        "month": day.replace(day=1),
        "quarter": day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1),
        "year": day.replace(month=1, day=1),
    }[unit]
    try:
        return _Period(start, _moved(unit, start, 1))
    except (ValueError, OverflowError):
        return _Period(start, None)


def _moved(unit: str, day: date, step: int) -> date:
    if unit in ("day", "week"):
        return day + timedelta(step * (7 if unit == "week" else 1))
    months = step * {"month": 1, "quarter": 3, "year": 12}[unit]
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return _clipped(year, month + 1, day.day)


def _ago(unit: str, now: date, count: int) -> date:
    """So long ago; the beginning of the calendar where that is longer ago still."""
    try:
        return _moved(unit, now, -count)
    except (ValueError, OverflowError):
        return date.min


def _clipped(year: int, month: int, day: int) -> date:
    """The last day of a month that has no such day."""
    for last in (day, 30, 29):
        try:
            return date(year, month, min(day, last))
        except ValueError:
            continue
    return date(year, month, 28)


def day_in(text: str) -> date | None:
    """The day that a property's value begins with or is, or that it counts in seconds or milliseconds since 1970."""
    text = text.strip().strip("[]")[:40]
    try:
        if match := _DATED.match(text):
            return date(int(match[1]), int(match[2]), int(match[3]))
        if _EPOCH.match(text):
            seconds = int(text) / (1000 if len(text) == 13 else 1)
            return datetime.fromtimestamp(seconds, UTC).astimezone().date()
    except (ValueError, OverflowError, OSError):
        return None
    told = daynames.in_name(text)
    return told.day if told and not told.rest else None


LONG_AGO_NS = -(2**62)
FAR_AHEAD_NS = 2**62
"""1823 and 2116: SQLite counts no further, and no file is older or younger."""


def nanoseconds(day: date | None, otherwise: int) -> int:
    """When the day begins, where the user is; within what a file's last change may be."""
    if day is None:
        return otherwise
    try:
        begins = int(datetime(day.year, day.month, day.day).astimezone().timestamp()) * 1_000_000_000
    except (ValueError, OverflowError, OSError):
        begins = LONG_AGO_NS if day.year < 1970 else FAR_AHEAD_NS
    return max(LONG_AGO_NS, min(begins, FAR_AHEAD_NS))
