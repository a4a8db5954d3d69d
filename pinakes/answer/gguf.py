"""What stands in the header of a GGUF file? Read in Python and within bounds, before any native code sees the file.

Nothing in a header is believed: each count and length is held against what is left of the file,
and what does not add up is a ModelError in words. Long lists, such as the vocabulary, are
counted and passed over.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pinakes.answer.quantised import FORMS
from pinakes.errors import ModelError

MAGIC = b"GGUF"
VERSIONS = (2, 3)
_MOST_TENSORS = 100_000
_MOST_PROPERTIES = 10_000
_MOST_HEADER = 256 << 20
"""Bytes. The largest vocabularies need a tenth of it."""
_LONGEST_KEPT = 64
"""Items; what says something for each layer is kept, a vocabulary is not."""
_STEP = 4 << 20
_STRING, _ARRAY = 8, 9
_SCALARS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")
_HEAD = struct.Struct("<4sIQQ")
_DOWNLOAD = "Download or copy it again."


class Items(NamedTuple):
    """A list: how long it is, and what is in it where it is short and of numbers."""

    length: int
    numbers: tuple[int | float, ...] = ()


Value = int | float | str | Items


class Tensor(NamedTuple):
    """Some of the weights: where they lie and how they are written."""

    name: str
    shape: tuple[int, ...]
    form: int
    """A number of `quantised.FORMS`, or of a form not known here."""
    offset: int
    """From the beginning of the data."""
    size: int
    """Bytes; 0 where the form is not known."""


class Header(NamedTuple):
    """All that a file says of itself."""

    properties: Mapping[str, Value]
    tensors: tuple[Tensor, ...]
    data_at: int
    """Where the weights begin."""

    @property
    def end(self) -> int:
        """Bytes that the file must have at least."""
        return self.data_at + max((tensor.offset + tensor.size for tensor in self.tensors), default=0)


def read_header(path: Path) -> Header:
    """Raises ModelError for a header that is cut off or makes no sense; OSError for a file that can't be read."""
    with path.open("rb") as file:
        reader = _Reader(path, file, path.stat().st_size)
        magic, version, tensors, properties = _HEAD.unpack(reader.take(_HEAD.size))
        if magic != MAGIC:
            raise ModelError(f"{path}: not a GGUF model file.", "Choose a file in GGUF form.")
        _check_version(path, version)
        if tensors > _MOST_TENSORS or properties > _MOST_PROPERTIES:
            raise reader.damaged("it announces more than any model has")
        found = _properties(reader, properties)
        read = tuple(_tensor(reader) for _ in range(tensors))
        return Header(found, read, _data_at(reader, found))


def _check_version(path: Path, version: int) -> None:
    if version in VERSIONS:
        return
    if not version & 0xFFFF:
        raise ModelError(f"{path}: a GGUF file for big-endian machines.", "Look for the little-endian one.")
    raise ModelError(
        f"{path}: GGUF version {version} is not known here (2 and 3 are).", "Look for a newer conversion of the model."
    )


class _Reader:
    """Goes through a file from its beginning, never past its end."""

    def __init__(self, path: Path, file: BinaryIO, size: int) -> None:
        self._path, self._file, self._size = path, file, size
        self._held = b""
        self._at = 0
        """In what is held."""
        self._past = 0
        """Bytes before what is held."""

    @property
    def position(self) -> int:
        return self._past + self._at

    def take(self, count: int) -> bytes:
        """The next bytes."""
        self._hold(count)
        self._at += count
        return self._held[self._at - count : self._at]

    def number(self, form: struct.Struct) -> int:
        """The next whole number."""
        return int(form.unpack(self.take(form.size))[0])

    def text(self) -> str:
        """The next string."""
        return self.take(self.number(_U64)).decode("utf-8", "replace")

    def pass_strings(self, count: int) -> None:
        """Step over strings; a quarter of a million is usual."""
        for _ in range(count):
            if self._at + 8 > len(self._held):
                self._hold(8)
            (length,) = _U64.unpack_from(self._held, self._at)
            self._at += 8 + length
            if self._at > len(self._held):
                self._at -= length
                self.take(length)

    def damaged(self, why: str) -> ModelError:
        return ModelError(f"{self._path}: the header of the model file is damaged: {why}.", _DOWNLOAD)

    def _hold(self, count: int) -> None:
        if self._at + count <= len(self._held):
            return
        if self.position + count > min(self._size, _MOST_HEADER):
            if self.position + count > _MOST_HEADER:
                raise self.damaged("it is longer than any model's")
            raise ModelError(f"{self._path}: the model file ends in its header; it was not copied whole.", _DOWNLOAD)
        self._past += self._at
        self._held = self._held[self._at :] + self._file.read(max(_STEP, count))
        self._at = 0
        if len(self._held) < count:
            raise ModelError(f"{self._path}: the model file got shorter while it was read.", _DOWNLOAD)


def _properties(reader: _Reader, count: int) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for _ in range(count):
        key = reader.text()
        if key in found:
            raise reader.damaged(f"it says `{key[:60]}` twice")
        found[key] = _value(reader, reader.number(_U32))
    return found


def _value(reader: _Reader, kind: int) -> Value:
    if kind == _STRING:
        return reader.text()
    if kind == _ARRAY:
        return _items(reader)
    return _scalar(reader, kind)


def _scalar(reader: _Reader, kind: int) -> int | float:
    form = _SCALARS.get(kind)
    if form is None:
        raise reader.damaged(f"a value is of the unknown kind {kind}")
    value: int | float = form.unpack(reader.take(form.size))[0]
    return value


def _items(reader: _Reader) -> Items:
    kind, length = reader.number(_U32), reader.number(_U64)
    if kind == _STRING:
        if length > _MOST_HEADER // 8:
            raise reader.damaged("a list is longer than the file")
        reader.pass_strings(length)
        return Items(length)
    if kind not in _SCALARS:
        raise reader.damaged(f"a list holds values of the unknown kind {kind}")
    if length <= _LONGEST_KEPT:
        return Items(length, tuple(_scalar(reader, kind) for _ in range(length)))
    reader.take(length * _SCALARS[kind].size)
    return Items(length)


def _tensor(reader: _Reader) -> Tensor:
    name = reader.text()
    dimensions = reader.number(_U32)
    if not 1 <= dimensions <= 4:
        raise reader.damaged(f"`{name[:60]}` has {dimensions} dimensions")
    shape = tuple(reader.number(_U64) for _ in range(dimensions))
    form, offset = reader.number(_U32), reader.number(_U64)
    numbers = 1
    for length in shape:
        numbers *= length
    if not 0 < numbers < 1 << 48:
        raise reader.damaged(f"`{name[:60]}` has no possible size")
    known = FORMS.get(form)
    if known is None:
        return Tensor(name, shape, form, offset, 0)
    if shape[0] % known.numbers:
        raise reader.damaged(f"`{name[:60]}` can't be written as {known.name}")
    return Tensor(name, shape, form, offset, numbers // known.numbers * known.bytes)


def _data_at(reader: _Reader, properties: Mapping[str, Value]) -> int:
    alignment = properties.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 0 < alignment <= 1 << 16 or alignment & (alignment - 1):
        raise reader.damaged("its alignment is none")
    return -(-reader.position // alignment) * alignment
