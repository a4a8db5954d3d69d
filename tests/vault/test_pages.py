"""The page in a file, where files are named by encoding."""

from __future__ import annotations

from datetime import date

import pytest

from pinakes.vault.pages import formatted, page_name

FORMAT = "MMM do, yyyy"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pages/Tea.md", "Tea"),
        ("pages/Tea___Green.md", "Tea/Green"),
        ("pages/Tea%2FGreen.md", "Tea/Green"),
        ("pages/Who%3F.md", "Who?"),
        ("pages/50% off.md", "50% off"),
        ("journals/2024_05_01.md", "May 1st, 2024"),
        ("journals/2024-12-22.md", "Dec 22nd, 2024"),
        ("pages/2024_05_01.md", "2024_05_01"),
        ("journals/2024_13_01.md", "2024_13_01"),
        ("journals/notes.md", "notes"),
    ],
)
def test_a_files_name_is_its_pages_name(path: str, name: str) -> None:
    assert page_name(path, FORMAT) == name


@pytest.mark.parametrize(
    ("pattern", "written"),
    [
        ("MMM do, yyyy", "Mar 3rd, 2024"),
        ("yyyy-MM-dd", "2024-03-03"),
        ("EEEE, d MMMM yyyy", "Sunday, 3 March 2024"),
        ("dd.MM.yy", "03.03.24"),
        ("E, M/d/yyyy", "Sun, 3/3/2024"),
        ("yyyy'w'", "2024w"),
        ("", ""),
    ],
)
def test_a_day_is_written_by_its_pattern(pattern: str, written: str) -> None:
    assert formatted(date(2024, 3, 3), pattern) == written


@pytest.mark.parametrize(
    ("day", "ordinal"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (13, "13th"), (21, "21st")]
)
def test_ordinals(day: int, ordinal: str) -> None:
    assert formatted(date(2024, 5, day), "do") == ordinal
