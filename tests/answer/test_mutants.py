"""A damaged model file is refused, or runs, or its process dies; Pinakes goes on. The long run: packaging/fuzz."""

from __future__ import annotations

import importlib.util
from itertools import islice
from pathlib import Path

import pytest

from pinakes.answer.engine import ChildModel
from pinakes.answer.models import ModelFile
from pinakes.answer.prompt import Piece
from pinakes.config import AnswerSettings
from pinakes.errors import ModelError
from tests.answer import tiny
from tests.answer.mutants import Original, done_to, undone_to

MANY = 12
"""Two of each kind."""


@pytest.mark.skipif(importlib.util.find_spec("llama_cpp") is None, reason="llama_cpp is not installed")
def test_no_damage_to_a_model_is_more_than_an_error_in_words(tmp_path: Path) -> None:
    """Without a look at the header first: the engine gets them all."""
    original, path = tmp_path / "original.gguf", tmp_path / "mutant.gguf"
    original.write_bytes(tiny.model())
    path.write_bytes(original.read_bytes())
    came = []
    for mutant in islice(Original(original).mutants(3), MANY):
        done_to(path, mutant)
        model = ChildModel(ModelFile(path, "mutant", 0), AnswerSettings(context_tokens=64), tmp_path / "model.log")
        try:
            list(model.stream((Piece("the a", True),), max_tokens=3, stop=(), deadline_s=60))
            came.append("ran")
        except ModelError as error:
            came.append(str(error))
        finally:
            model.close()
        undone_to(path, original, mutant)
    assert len(came) == MANY
    assert "ran" in came
    assert any("can't be loaded" in one for one in came)


def test_a_mutant_is_another_file_and_undone_it_is_the_same_again(tmp_path: Path) -> None:
    original, path = tmp_path / "original.gguf", tmp_path / "mutant.gguf"
    whole = tiny.model()
    original.write_bytes(whole)
    path.write_bytes(whole)
    changed = 0
    for mutant in islice(Original(original).mutants(5), 120):
        done_to(path, mutant)
        changed += path.read_bytes() != whole
        undone_to(path, original, mutant)
        assert path.read_bytes() == whole
    assert changed > 100
