"""Does this machine run on its battery? Then long work behind the screens can wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SUPPLIES = Path("/sys/class/power_supply")


def on_battery(supplies: Path = _SUPPLIES) -> bool:
    """False where it can't be known."""
    if sys.platform == "darwin":
        return _macos()
    try:
        return any(_says(supply, "type", "Battery") and _says(supply, "status", "Discharging")
                   and not _says(supply, "scope", "Device") for supply in supplies.iterdir())  # fmt: skip
    except OSError:
        return False


def _says(supply: Path, what: str, value: str) -> bool:
    try:
        return (supply / what).read_text("ascii", "replace").strip() == value
    except OSError:
        return False


def _macos() -> bool:
    try:
        said = subprocess.run(["/usr/bin/pmset", "-g", "batt"], capture_output=True, text=True, timeout=5, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "'Battery Power'" in said.stdout
