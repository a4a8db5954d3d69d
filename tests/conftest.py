"""What tests of every package share: a vault that can be edited, a library over it, and where the demo vault is."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pinakes.config import Config, load
from pinakes.library import Library

ROOT = Path(__file__).resolve().parents[1]
DEMO = ROOT / "assets" / "demo-vault"
SHARED = Path(os.environ.get("PINAKES_SHARED") or ROOT.parent / "shared")

# The check is the same each time; a search for new counterexamples is asked for: --hypothesis-profile=deep
settings.register_profile("check", derandomize=True, deadline=None)
settings.register_profile("deep", max_examples=20_000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("check")


def isolated(folder: Path) -> dict[str, str]:
    """An environment in which Pinakes touches nothing outside the folder."""
    return {
        "PINAKES_DATA_DIR": str(folder / "data"),
        "PINAKES_CONFIG_DIR": str(folder / "config"),
        "PINAKES_CACHE_DIR": str(folder / "cache"),
    }


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder


@pytest.fixture
def config(tmp_path: Path, vault: Path) -> Config:
    return load(vault_dir=str(vault), environ=isolated(tmp_path))


@pytest.fixture
def write(vault: Path) -> Callable[[str, str], Path]:
    """Writes a note into the vault, with the folders above it."""

    def put(path: str, text: str) -> Path:
        file = vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    return put


@pytest.fixture
def library(config: Config) -> Iterator[Library]:
    with Library.open(config) as opened:
        yield opened


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The demo vault, indexed once, all names recognised."""
    folder = tmp_path_factory.mktemp("demo")
    with Library.open(load(vault_dir=str(DEMO), environ=isolated(folder))) as opened:
        opened.sync(wait_entities=True)
        yield opened


def shared(name: str) -> Path:
    """A folder of the shared material; skips the test where it is not there."""
    folder = SHARED / name
    if not folder.exists():
        pytest.skip(f"the shared material is not there: {name}")
    return folder


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what was seen into the golden sessions")
