"""Model files are taken in, found, weighed and remembered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pinakes.answer import shelf
from pinakes.answer.found import found, used_path
from pinakes.answer.known import FILE, Speed, check_same, known, record, record_speed
from pinakes.answer.models import SHIPPED
from pinakes.config import AnswerSettings, Config
from pinakes.errors import ModelError, UsageError
from pinakes.verified import digest
from tests.answer import tiny

SPEED = Speed(1.5, 100.0, 20.0, 1, "2026-11-30")


@pytest.fixture
def config(tmp_path: Path) -> Config:
    return Config(data_dir=tmp_path / "data")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return made(tmp_path / "downloads" / "tiny.gguf")


def made(path: Path, seed: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(tiny.model(seed=seed))
    return path


def test_on_the_same_disk_a_model_is_one_file_with_two_names(config: Config, source: Path) -> None:
    added = shelf.add(config.models_dir, source)
    assert added == shelf.Added(config.models_dir / "tiny.gguf", "linked", digest(source))
    assert added.path.samefile(source)
    assert known(config.models_dir)[added.path].sha256 == added.sha256
    source.unlink()
    assert digest(added.path) == added.sha256


def test_where_it_can_not_be_linked_it_is_copied(config: Config, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_disk(source: Path, target: Path) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", other_disk)
    steps: list[tuple[int, int]] = []
    added = shelf.add(config.models_dir, source, on_progress=lambda done, total: steps.append((done, total)))
    assert added.how == "copied"
    assert not added.path.samefile(source)
    assert digest(added.path) == digest(source)
    assert steps[-1] == (source.stat().st_size, source.stat().st_size)
    assert sorted(path.name for path in config.models_dir.iterdir()) == [FILE, "tiny.gguf"]


def test_a_link_is_followed_to_the_file_itself(config: Config, source: Path, tmp_path: Path) -> None:
    """As in a cache whose files are links to blobs: the name is the link's."""
    link = tmp_path / "nice-name.gguf"
    link.symlink_to(source)
    assert shelf.add(config.models_dir, link, name="mine").path.samefile(source)
    pointed = shelf.add(config.models_dir, link, point=True)
    assert (pointed.path.name, pointed.how) == ("nice-name.gguf", "pointed")
    assert pointed.path.readlink() == source.resolve()


def test_the_same_model_twice_is_no_error_and_another_of_its_name_is(config: Config, source: Path) -> None:
    shelf.add(config.models_dir, source)
    assert shelf.add(config.models_dir, made(source.with_name("x") / "tiny.gguf")).how == "there"
    other = made(source.with_name("y") / "tiny.gguf", seed=1)
    with pytest.raises(UsageError, match="another model called tiny") as caught:
        shelf.add(config.models_dir, other)
    assert "--name" in caught.value.hint
    assert shelf.add(config.models_dir, other, name="other").path.name == "other.gguf"


@pytest.mark.parametrize("name", ["..", "a/b", "/x", SHIPPED.file_name])
def test_a_name_is_of_a_file_in_the_folder(config: Config, source: Path, name: str) -> None:
    with pytest.raises(UsageError):
        shelf.add(config.models_dir, source, name=name)


def test_what_is_no_model_is_not_taken_in(config: Config, source: Path) -> None:
    source.write_bytes(b"<html>")
    with pytest.raises(ModelError, match="a web page"):
        shelf.add(config.models_dir, source)
    assert not config.models_dir.exists()


def test_models_are_found_and_weighed_against_the_memory_that_is_free(config: Config, tmp_path: Path) -> None:
    small = made(config.models_dir / "small.gguf")
    large = made(tmp_path / "models" / "deep" / "large.gguf")
    broken = tmp_path / "models" / "broken.gguf"
    broken.write_bytes(small.read_bytes()[:-100])
    chosen = config._replace(answer=AnswerSettings(model=large))
    record(config.models_dir, small, digest(small))
    record_speed(config.models_dir, small, SPEED)

    models = {model.path: model for model in found(chosen, tmp_path, free=1 << 40)}
    assert list(models) == [large, small, broken]
    assert [model.used for model in models.values()] == [True, False, False]
    assert [model.fits for model in models.values()] == [True, True, False]
    record_of = models[small].known
    assert record_of is not None
    assert record_of.speed == SPEED
    assert "ends too early" in models[broken].problem
    assert not any(model.fits for model in found(chosen, tmp_path, free=10_000_000))


def test_without_a_setting_the_shipped_one_is_used(config: Config) -> None:
    assert used_path(config) == config.models_dir / SHIPPED.file_name


def test_what_is_known_outlives_damage_to_the_file_it_is_in(config: Config, source: Path) -> None:
    record(config.models_dir, source, digest(source))
    (config.models_dir / FILE).write_text('{"x": 3}')
    assert known(config.models_dir) == {}
    record(config.models_dir, source, digest(source))
    assert set(known(config.models_dir)) == {source}
    assert (config.models_dir / FILE).stat().st_mode & 0o777 == 0o600


def test_a_speed_is_of_the_very_file(config: Config, source: Path) -> None:
    record(config.models_dir, source, digest(source))
    record_speed(config.models_dir, source, SPEED)
    assert record(config.models_dir, source, digest(source)).speed == SPEED
    made(source, seed=1)
    assert record(config.models_dir, source, digest(source)).speed is None


def test_rot_that_leaves_size_and_time_is_seen_when_the_file_is_read(config: Config, source: Path) -> None:
    record(config.models_dir, source, digest(source))
    before = source.stat()
    with source.open("r+b") as file:
        file.seek(-40, os.SEEK_END)
        file.write(b"rot!")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    check_same(config.models_dir, source)
    with pytest.raises(ModelError, match="its content is another"):
        check_same(config.models_dir, source, read=True)
