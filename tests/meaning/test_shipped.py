"""Where the encoder comes from, and what is said when it is not there or not whole."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.checkup import examine
from pinakes.config import Config, load
from pinakes.errors import ModelError, UsageError
from pinakes.meaning import shipped
from pinakes.meaning.shipped import EncoderFile, Missing, find_encoder
from pinakes.verified import digest


def test_without_its_file_setup_is_what_to_run(made: Path, config: Config) -> None:
    assert find_encoder(config) == shipped.NO_MODEL


def test_switched_off_it_is_not_looked_for(config: Config) -> None:
    off = config._replace(meaning=config.meaning._replace(use="off"))

    assert find_encoder(off) == shipped.OFF


def test_a_use_that_is_not_one_is_refused_with_those_that_are(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[meaning]\nuse = "sometimes"\n', "utf-8")

    with pytest.raises(UsageError, match=r"meaning\.use.*sometimes") as caught:
        load(config_file=str(file))
    assert caught.value.hint == "It takes one of auto, always, off."


def test_what_is_missing_is_said_with_the_next_step() -> None:
    for missing in (shipped.NO_ENGINE, shipped.NO_PACKAGE, shipped.NO_MODEL):
        assert isinstance(missing, Missing)
        assert missing.state
        assert missing.advice


def test_the_file_is_the_known_one_and_nothing_is_left_beside_it(made: Path) -> None:
    assert digest(made) == shipped.SHA256
    assert sorted(file.name for file in made.parent.iterdir()) == [made.name, f"{made.name}.verified.json"]


def test_what_is_whole_stays_as_it_is(made: Path) -> None:
    before = made.stat().st_mtime_ns

    assert shipped.assemble(made.parent) == made
    assert made.stat().st_mtime_ns == before


def test_a_whole_file_is_found_with_what_it_is(put_encoder: Callable[[], Path], config: Config) -> None:
    file = put_encoder()
    found = find_encoder(config)

    assert isinstance(found, EncoderFile)
    assert found.path == file
    assert found.languages == ("en",)
    assert shipped.SHA256[:12] in found.name


@pytest.mark.parametrize("damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:-1] + b"!"])
def test_a_damaged_file_is_refused_and_made_anew(made: Path, config: Config, damage: Callable[[bytes], bytes]) -> None:
    config.models_dir.mkdir(parents=True)
    file = config.models_dir / shipped.FILE_NAME
    file.write_bytes(damage(made.read_bytes()))

    with pytest.raises(ModelError, match="damaged"):
        find_encoder(config)
    shipped.assemble(config.models_dir)
    assert isinstance(find_encoder(config), EncoderFile)


def test_weights_that_are_not_the_known_ones_are_refused(
    package: Path, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "site" / shipped.PACKAGE
    (copy / "model").mkdir(parents=True)
    (copy / "__init__.py").touch()
    shutil.copy(package / "model.safetensors", copy / "model")
    (copy / "model" / "vocab.txt").write_text("[PAD]\n", "utf-8")
    monkeypatch.syspath_prepend(str(copy.parent))

    with pytest.raises(ModelError, match=r"vocab\.txt is not the known one"):
        shipped.assemble(tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_a_folder_that_cannot_be_written_is_named(made: Path, tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file is in the way", "utf-8")

    with pytest.raises(ModelError, match="can't be written"):
        shipped.assemble(tmp_path / "models")


@pytest.fixture
def secretly_damaged(made: Path, config: Config) -> Path:
    """The encoder's file with another byte in its middle, of the size and time that it had when it was whole."""
    shutil.copytree(made.parent, config.models_dir)
    file = config.models_dir / shipped.FILE_NAME
    assert isinstance(find_encoder(config), EncoderFile)
    before = file.stat()
    with file.open("r+b") as out:
        out.seek(before.st_size // 2)
        out.write(b"damage!!")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    return file


def test_setup_mends_a_file_that_looks_whole_from_outside(secretly_damaged: Path, config: Config) -> None:
    shipped.assemble(config.models_dir)

    assert digest(secretly_damaged) == shipped.SHA256


def test_a_check_reads_the_file_and_from_then_on_nobody_takes_it_for_whole(
    secretly_damaged: Path, config: Config
) -> None:
    with pytest.raises(ModelError, match="damaged"):
        find_encoder(config, read=True)
    with pytest.raises(ModelError, match="damaged"):
        find_encoder(config)


def test_doctor_sees_a_file_that_looks_whole_from_outside(secretly_damaged: Path, config: Config) -> None:
    (check,) = [check for check in examine(config) if check.name == "meaning"]

    assert not check.ok
    assert "damaged" in check.found
    assert "pinakes setup" in check.advice
