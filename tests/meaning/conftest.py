"""The real encoder, made once from its package; tests that need it are skipped where the package is absent."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from pinakes.config import Config
from pinakes.library import Library
from pinakes.meaning import shipped
from pinakes.meaning.encoder import Encoder


@pytest.fixture(scope="session")
def package() -> Path:
    """The folder of the installed weights."""
    spec = find_spec(shipped.PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        pytest.skip(f"the encoder's weights are not installed: {shipped.INSTALL}")
    return Path(spec.submodule_search_locations[0]) / "model"


@pytest.fixture(scope="session")
def made(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The encoder's file."""
    if find_spec(shipped.ENGINE) is None:
        pytest.skip("onnxruntime is not installed")
    return shipped.assemble(tmp_path_factory.mktemp("encoder"))


@pytest.fixture(scope="session")
def encoder(made: Path) -> Encoder:
    return Encoder(made)


@pytest.fixture
def put_encoder(made: Path, config: Config) -> Callable[[], Path]:
    """Puts the encoder where `pinakes setup` would."""

    def put() -> Path:
        config.models_dir.mkdir(parents=True, exist_ok=True)
        target = config.models_dir / shipped.FILE_NAME
        os.link(made, target)
        return target

    return put


@pytest.fixture
def understanding(put_encoder: Callable[[], Path], config: Config) -> Iterator[Library]:
    """A library with the encoder."""
    put_encoder()
    with Library.open(config) as opened:
        yield opened
