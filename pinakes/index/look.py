"""What is on disk, and what would a sync do? Asked before every query, so it imports little."""

from __future__ import annotations

from pathlib import Path

from pinakes.config import Config
from pinakes.model.files import Scan
from pinakes.model.sync import SyncPlan
from pinakes.store import read
from pinakes.store.db import Connection
from pinakes.vault import scan as scanning
from pinakes.vault.diff import diff
from pinakes.vault.ignore import IgnoreRules


def look(vault: Path, config: Config) -> Scan:
    """What is on disk now. Raises VaultError when the vault can't be listed."""
    scanning.check_root(vault)
    return scanning.scan(vault, IgnoreRules.load(vault, config.vault.ignore))


def plan(db: Connection, scan: Scan) -> SyncPlan:
    """What a sync would do."""
    return diff(scan, read.stamps(db))
