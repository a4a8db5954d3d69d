"""When does the machine run on its battery?"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pinakes.meaning.power import on_battery

pytestmark = pytest.mark.skipif(sys.platform == "darwin", reason="reads what Linux says of its power supplies")

BATTERY = {"type": "Battery", "status": "Discharging"}
SUPPLIES = [
    ({}, False),
    ({"AC": {"type": "Mains", "online": "1"}}, False),
    ({"BAT0": BATTERY}, True),
    ({"AC": {"type": "Mains", "online": "0"}, "BAT0": BATTERY}, True),
    ({"BAT0": {**BATTERY, "status": "Charging"}}, False),
    ({"BAT0": {**BATTERY, "status": "Full"}}, False),
    ({"mouse": {**BATTERY, "scope": "Device"}}, False),
    ({"BAT0": {}}, False),
]


@pytest.mark.parametrize(("supplies", "expected"), SUPPLIES)
def test_a_battery_of_the_machine_that_discharges(
    tmp_path: Path, supplies: dict[str, dict[str, str]], expected: bool
) -> None:
    for name, facts in supplies.items():
        (tmp_path / name).mkdir()
        for what, value in facts.items():
            (tmp_path / name / what).write_text(value + "\n", "ascii")

    assert on_battery(tmp_path) is expected


def test_where_nothing_is_known_there_is_no_battery(tmp_path: Path) -> None:
    assert on_battery(tmp_path / "nowhere") is False
