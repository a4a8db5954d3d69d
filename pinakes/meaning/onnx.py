"""How is a network written as an ONNX file? The few of its protocol-buffer messages that are needed.

The field numbers are those of onnx.proto3, which never changes them. Writing the bytes takes
these few lines; the package for it would be needed once in the life of an installation.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pinakes.meaning.tensors import Array

FUSED = "com.microsoft"
"""The domain of ONNX Runtime's own operators: several steps done in one."""
_OPSETS = (("", 17), (FUSED, 1))
_IR_VERSION = 8
_FLOAT, _INT64 = 1, 7
_KINDS = {"float32": _FLOAT, "int8": 3, "int64": _INT64}
_ATTRIBUTE_FLOAT, _ATTRIBUTE_INT, _ATTRIBUTE_INTS = 1, 2, 7

Attribute = float | int | tuple[int, ...]


@dataclass(slots=True)
class Graph:
    """A network as it is put together: constants and steps, in the order in which they are done."""

    _nodes: list[bytes] = field(default_factory=list)
    _constants: list[bytes] = field(default_factory=list)

    def constant(self, name: str, values: Array) -> str:
        """A tensor that is part of the file."""
        dims = b"".join([_number(1, size) for size in values.shape])
        kind = _number(2, _KINDS[values.dtype.name])
        self._constants.append(dims + kind + _bytes(8, name) + _bytes(9, values.tobytes()))
        return name

    def step(self, operator: str, inputs: Sequence[str], *outputs: str, domain: str = "", **how: Attribute) -> str:
        """One operation; the name of its first output."""
        self._nodes.append(
            b"".join([_bytes(1, name) for name in inputs])
            + b"".join([_bytes(2, name) for name in outputs])
            + _bytes(4, operator)
            + b"".join([_bytes(5, _attribute(name, value)) for name, value in how.items()])
            + (_bytes(7, domain) if domain else b"")
        )
        return outputs[0]

    def written(self, tokens: str, vector: str, notes: Mapping[str, str]) -> bytes:
        """The file. `tokens`: the input, numbers by text and place. `vector`: the output. `notes`: kept with it."""
        graph = (
            b"".join([_bytes(1, node) for node in self._nodes])
            + _bytes(2, "text to vector")
            + b"".join([_bytes(5, constant) for constant in self._constants])
            + _bytes(11, _described(tokens, _INT64, ("texts", "tokens")))
            + _bytes(12, _described(vector, _FLOAT, ("texts", "dimensions")))
        )
        return (
            _number(1, _IR_VERSION)
            + _bytes(7, graph)
            + b"".join([_bytes(8, _bytes(1, domain) + _number(2, version)) for domain, version in _OPSETS])
            + b"".join([_bytes(14, _bytes(1, key) + _bytes(2, text)) for key, text in notes.items()])
        )


def _attribute(name: str, value: Attribute) -> bytes:
    if isinstance(value, float):
        return _bytes(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, _ATTRIBUTE_FLOAT)
    if isinstance(value, int):
        return _bytes(1, name) + _number(3, value) + _number(20, _ATTRIBUTE_INT)
    return _bytes(1, name) + b"".join([_number(8, item) for item in value]) + _number(20, _ATTRIBUTE_INTS)


def _described(name: str, kind: int, sizes: Sequence[str]) -> bytes:
    """An input or output: its kind of number, and a name for each of its sizes."""
    shape = b"".join([_bytes(1, _bytes(2, size)) for size in sizes])
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, kind) + _bytes(2, shape)))


def _number(key: int, value: int) -> bytes:
    return _varint(key << 3) + _varint(value)


def _bytes(key: int, value: bytes | str) -> bytes:
    data = value.encode("utf-8") if isinstance(value, str) else value
    return _varint(key << 3 | 2) + _varint(len(data)) + data


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; a negative number as its two's complement of 64 bits."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)
