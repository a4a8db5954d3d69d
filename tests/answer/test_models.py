"""Which model answers, and what is said when there is none."""

from __future__ import annotations

import importlib.util
import os
import struct
from pathlib import Path

import pytest

from pinakes.answer.known import record
from pinakes.answer.models import (
    NO_ENGINE,
    NO_MODEL,
    PACKAGE,
    SHIPPED,
    Missing,
    ModelFile,
    assemble_shipped,
    check_file,
    engine_available,
    find_model,
)
from pinakes.config import AnswerSettings, Config
from pinakes.errors import ModelError
from pinakes.verified import digest
from tests.answer import tiny

needs_package = pytest.mark.skipif(importlib.util.find_spec(PACKAGE) is None, reason=f"{PACKAGE} is not installed")
needs_engine = pytest.mark.skipif(not engine_available(), reason="llama_cpp is not installed")
HEADER = struct.Struct("<4sIQQ")


def config(tmp_path: Path, model: Path | None = None) -> Config:
    return Config(data_dir=tmp_path)._replace(answer=AnswerSettings(model=model))


def test_a_file_that_is_no_model_is_not_passed_over_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(b"# A note\n")
    with pytest.raises(ModelError, match="not a GGUF model file") as caught:
        find_model(config(tmp_path, path))
    assert str(path) in str(caught.value)
    assert caught.value.hint


def test_a_folder_a_pipe_and_nothing_at_all_are_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="a folder, not a model"):
        check_file(tmp_path)
    with pytest.raises(ModelError, match="no such model file"):
        check_file(tmp_path / "gone.gguf")
    os.mkfifo(tmp_path / "pipe.gguf")
    with pytest.raises(ModelError, match="not a regular file"):
        check_file(tmp_path / "pipe.gguf")


@needs_engine
def test_a_model_that_was_recorded_and_is_another_now_does_not_answer(tmp_path: Path) -> None:
    path = tmp_path / "mine.gguf"
    path.write_bytes(tiny.model())
    settings = config(tmp_path, path)
    record(settings.models_dir, path, digest(path))
    assert isinstance(find_model(settings), ModelFile)
    os.utime(path, ns=(1, 1))
    assert isinstance(find_model(settings), ModelFile)

    path.write_bytes(tiny.model(seed=1))
    with pytest.raises(ModelError, match="its content is another") as caught:
        find_model(settings)
    assert "pinakes model use" in caught.value.hint


def test_without_a_model_the_remedy_is_one_line(tmp_path: Path) -> None:
    found = find_model(config(tmp_path))
    assert isinstance(found, Missing)
    for missing in (NO_ENGINE, NO_MODEL):
        assert "Run `" in missing.notice or "run `" in missing.notice
        assert "\n" not in missing.notice + missing.state
        assert missing.state.startswith(f"no {missing.what}: ")


@needs_package
@needs_engine
def test_the_shipped_model_is_found_and_checked_once(model_file: ModelFile) -> None:
    assert find_model(Config(data_dir=model_file.path.parent.parent)) == model_file


@needs_package
def test_a_model_that_is_there_and_whole_is_not_made_again(model_file: ModelFile) -> None:
    before = model_file.path.stat()
    steps: list[tuple[int, int]] = []
    assert assemble_shipped(model_file.path.parent, lambda done, total: steps.append((done, total))) == model_file.path
    assert steps == []
    assert model_file.path.stat().st_mtime_ns == before.st_mtime_ns


@needs_package
def test_a_damaged_model_is_noticed_and_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    folder.mkdir()
    target = folder / SHIPPED.file_name
    target.write_bytes(HEADER.pack(b"GGUF", 3, 5, 5) + b"half of it")
    with pytest.raises(ModelError, match="damaged") as caught:
        find_model(config(tmp_path))
    assert SHIPPED.file_name in str(caught.value)
    assert "pinakes setup" in caught.value.hint

    steps: list[tuple[int, int]] = []
    assemble_shipped(folder, lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1] == target.stat().st_size
    assert isinstance(find_model(config(tmp_path)), ModelFile | Missing)
    assert not list(folder.glob("*.part"))

    with target.open("r+b") as file:
        file.seek(100_000_000)
        file.write(b"rot")
    os.utime(target)
    with pytest.raises(ModelError, match="damaged"):
        find_model(config(tmp_path))


@needs_package
@pytest.mark.parametrize("checked_first", [True, False])
def test_a_model_that_only_looks_whole_from_outside_is_seen_by_a_check_and_mended_by_setup(
    tmp_path: Path, checked_first: bool
) -> None:
    target = assemble_shipped(tmp_path / "models")
    before = target.stat()
    with target.open("r+b") as file:
        file.seek(100_000_000)
        file.write(b"rot!")
    os.utime(target, ns=(before.st_atime_ns, before.st_mtime_ns))

    if checked_first:
        with pytest.raises(ModelError, match="damaged"):
            find_model(config(tmp_path), read=True)
        with pytest.raises(ModelError, match="damaged"):
            find_model(config(tmp_path))
    assemble_shipped(target.parent)
    assert isinstance(find_model(config(tmp_path), read=True), ModelFile | Missing)


@needs_package
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_is_said_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / (SHIPPED.file_name + ".part")).symlink_to("/dev/full")
    with pytest.raises(ModelError, match="No space left") as caught:
        assemble_shipped(tmp_path)
    assert "MB" in caught.value.hint
    assert list(tmp_path.iterdir()) == []
