"""Which days a date expression means, and of which day a note is."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.retrieve.dated import day_of_name, is_daily, period_of_name
from pinakes.retrieve.dates import Days, day_in, days, nanoseconds

NOW = date(2026, 3, 18)  # a Wednesday


def d(text: str) -> date | None:
    return date.fromisoformat(text) if text else None


PERIODS = [
    ("2024-03-05", "2024-03-05", "2024-03-06"),
    ("2024/3/5", "2024-03-05", "2024-03-06"),
    ("2024-03", "2024-03-01", "2024-04-01"),
    ("2024-12", "2024-12-01", "2025-01-01"),
    ("2024", "2024-01-01", "2025-01-01"),
    ("9999", "9999-01-01", ""),
    ("2024-w01", "2024-01-01", "2024-01-08"),
    ("2024-Q2", "2024-04-01", "2024-07-01"),
    ("today", "2026-03-18", "2026-03-19"),
    ("Yesterday", "2026-03-17", "2026-03-18"),
    ("this week", "2026-03-16", "2026-03-23"),
    ("last week", "2026-03-09", "2026-03-16"),
    ("last-month", "2026-02-01", "2026-03-01"),
    ("next year", "2027-01-01", "2028-01-01"),
    ("7d", "2026-03-11", "2026-03-19"),
    ("2w", "2026-03-04", "2026-03-19"),
    ("1m", "2026-02-18", "2026-03-19"),
    ("1y", "2025-03-18", "2026-03-19"),
    ("9999y", "0001-01-01", "2026-03-19"),
    ("March 5th, 2024", "2024-03-05", "2024-03-06"),
    ("5. März 2024", "2024-03-05", "2024-03-06"),
    ("2024年3月5日", "2024-03-05", "2024-03-06"),
    ("March 2024", "2024-03-01", "2024-04-01"),
    ("2024-01..2024-03", "2024-01-01", "2024-04-01"),
    ("2024..", "2024-01-01", ""),
    ("..2024", "", "2025-01-01"),
    (">2024-03", "2024-04-01", ""),
    (">=2024-03", "2024-03-01", ""),
    ("<2024-03", "", "2024-03-01"),
    ("<=2024-03", "", "2024-04-01"),
    (">7d", "2026-03-11", ""),
    ("<7d", "", "2026-03-11"),
]


@pytest.mark.parametrize(("text", "start", "end"), PERIODS)
def test_a_period(text: str, start: str, end: str) -> None:
    assert days("on", text, NOW) == Days(d(start), d(end))


@pytest.mark.parametrize(
    "text", ["", "x", "2024-13", "2024-02-30", "24-01-01", "7", "d", "2024-w60", "..", "x..2024", "0000"]
)
def test_no_period(text: str) -> None:
    assert days("on", text, NOW) is None


SIDES = [
    ("before", "2024-03", "", "2024-03-01"),
    ("after", "2024-03", "2024-04-01", ""),
    ("before", "7d", "", "2026-03-11"),
    ("after", "7d", "2026-03-11", ""),
]


@pytest.mark.parametrize(("field", "text", "start", "end"), SIDES)
def test_before_and_after_leave_the_period_out(field: str, text: str, start: str, end: str) -> None:
    assert days(field, text, NOW) == Days(d(start), d(end))


@given(st.dates(), st.sampled_from(["2024", "2024-03", "2024-03-05", "2024-w10", "today", "last month", "1999-q4"]))
def test_each_day_is_before_in_or_after_a_period(day: date, text: str) -> None:
    found = [field for field in ("before", "on", "after") if day in (days(field, text, NOW) or ())]

    assert len(found) == 1


@given(st.text(max_size=50), st.dates())
def test_any_text_is_a_date_or_none(text: str, now: date) -> None:
    for field in ("on", "before", "after", "changed"):
        days(field, text, now)
    day_in(text)


@given(st.dates())
def test_a_day_of_any_century_is_a_number_that_sqlite_knows(day: date) -> None:
    assert -(2**63) <= nanoseconds(day, 0) < 2**63


IN_VALUES = [
    ("2024-03-05", "2024-03-05"),
    ("2024-03-05T10:00:00Z", "2024-03-05"),
    ("[[2024-03-05]]", "2024-03-05"),
    ("2024/03/05", "2024-03-05"),
    ("1598651458825", str(date(2020, 8, 28) + timedelta(0))),
    ("1598651458", "2020-08-28"),
    ("2024-3-5", "2024-03-05"),
    ("2024_03_05", "2024-03-05"),
    ("20240305", "2024-03-05"),
    ("5.3.2024", "2024-03-05"),
    ("[[March 5th, 2024]]", "2024-03-05"),
    ("5 mars 2024", "2024-03-05"),
    ("written on March 5th, 2024", ""),
    ("2024-13-05", ""),
    ("soon", ""),
    ("2024", ""),
]


@pytest.mark.parametrize(("value", "day"), IN_VALUES)
def test_the_day_in_a_property(value: str, day: str) -> None:
    found = day_in(value)

    # A moment has another day on the other side of the earth.
    assert found == d(day) or (value.isdigit() and found is not None and abs((found - (d(day) or NOW)).days) <= 1)


NAMES = [
    ("daily/2024-03-05.md", "2024-03-05", True),
    ("journals/2024_03_05.md", "2024-03-05", True),
    ("daily.journal.2024.03.05.md", "2024-03-05", True),
    ("meet.journal.2024.03.05.harbour.md", "2024-03-05", False),
    ("events.2022-07-29-tide-tables.md", "2022-07-29", False),
    ("2024-03-05 Meeting.md", "2024-03-05", False),
    ("2024-03-05 Tuesday.md", "2024-03-05", True),
    ("2024-03-05-Di.md", "2024-03-05", True),
    ("2024-3-5.md", "2024-03-05", True),
    ("202403051230 Tides.md", "2024-03-05", False),
    ("20240305.md", "2024-03-05", True),
    ("Scan_20240305.md", "2024-03-05", False),
    ("5.3.2024.md", "2024-03-05", True),
    ("05.03.2024 Sitzung.md", "2024-03-05", False),
    ("March 5th, 2024.md", "2024-03-05", True),
    ("Mar 05, 2024.md", "2024-03-05", True),
    ("Tuesday, March 5th 2024.md", "2024-03-05", True),
    ("5 March 2024 tides.md", "2024-03-05", False),
    ("5. März 2024.md", "2024-03-05", True),
    ("5 de marzo de 2024.md", "2024-03-05", True),
    ("2024年3月5日.md", "2024-03-05", True),
    ("2024/03/05.md", "2024-03-05", True),
    ("2024/03/05 Meeting.md", "2024-03-05", False),
    ("Journal/2024/03-March/05.md", "2024-03-05", True),
    ("2024-03/05.md", "2024-03-05", True),
    ("2024/2024-03/2024-03-05.md", "2024-03-05", True),
    ("meetings/2024-03-05/README.md", "2024-03-05", False),
    ("2024-13-05.md", "", False),
    ("Meeting 2024-03-05.md", "2024-03-05", False),
    ("Meeting 2024-03-05 with Ada.md", "2024-03-05", False),
    ("Order 12024-03-05.md", "", False),
    ("05-03-2024.md", "", False),
    ("Release 1.2.2024.1.md", "", False),
    ("Order 31415926.md", "", False),
    ("Room 5, 2024.md", "", False),
    ("123456.md", "", False),
    ("2024.md", "", False),
]


@pytest.mark.parametrize(("path", "day", "daily"), NAMES)
def test_the_day_in_a_file_name(path: str, day: str, daily: bool) -> None:
    assert (day_of_name(path), is_daily(path)) == (d(day), daily)


@pytest.mark.parametrize(
    ("path", "start", "end"),
    [
        ("2024-03.md", "2024-03-01", "2024-04-01"),
        ("events.office-hours.2024.03.md", "2024-03-01", "2024-04-01"),
        ("2024-W10.md", "2024-03-04", "2024-03-11"),
        ("2024-Q1.md", "2024-01-01", "2024-04-01"),
        ("2024-03-05.md", "2024-03-05", "2024-03-06"),
    ],
)
def test_a_file_may_be_called_by_a_month_a_week_or_a_quarter(path: str, start: str, end: str) -> None:
    assert period_of_name(path) == Days(d(start), d(end))


@pytest.mark.parametrize("path", ["2024.md", "2024-99.md", "2024-w99.md", "Harbour.md", "0000-00.md"])
def test_other_files_are_called_by_no_period(path: str) -> None:
    assert period_of_name(path) is None


@given(st.text(max_size=80))
def test_any_file_name_tells_a_day_or_none(name: str) -> None:
    period_of_name(name)
    is_daily(name)
