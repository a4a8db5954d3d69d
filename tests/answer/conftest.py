"""The real model, put together once, and how to make passages."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pinakes.answer.engine import ChildModel
from pinakes.answer.models import PACKAGE, SHIPPED, ModelFile, assemble_shipped
from pinakes.config import AnswerSettings

SETTINGS = AnswerSettings(context_tokens=512, max_answer_tokens=32, deadline_s=120.0)


@pytest.fixture(scope="session")
def model_file(tmp_path_factory: pytest.TempPathFactory) -> ModelFile:
    """The shipped model; kept between runs where PINAKES_TEST_CACHE names a folder."""
    if importlib.util.find_spec(PACKAGE) is None:
        pytest.skip(f"the package {PACKAGE} is not installed")
    cache = os.environ.get("PINAKES_TEST_CACHE")
    path = assemble_shipped((Path(cache) if cache else tmp_path_factory.mktemp("data")) / "models")
    return ModelFile(path, SHIPPED.name, path.stat().st_size)


@pytest.fixture(scope="module")
def engine(model_file: ModelFile, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildModel]:
    """The model in its process, shared by the tests of a module."""
    if importlib.util.find_spec("llama_cpp") is None:
        pytest.skip("llama_cpp is not installed")
    model = ChildModel(model_file, SETTINGS, tmp_path_factory.mktemp("log") / "model.log")
    yield model
    model.close()
