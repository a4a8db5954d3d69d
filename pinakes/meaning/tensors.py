"""Which numbers does a .safetensors file hold? A header in JSON says where each tensor lies in the bytes behind it."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]

_LENGTH = struct.Struct("<Q")
_KINDS = {"F32": "<f4", "I64": "<i8"}


def tensors(file: Path) -> dict[str, Array]:
    """Every tensor by its name. For a file whose bytes are known to be right: nothing is checked here."""
    data = file.read_bytes()
    (length,) = _LENGTH.unpack_from(data)
    behind = _LENGTH.size + length
    header = json.loads(data[_LENGTH.size : behind])
    header.pop("__metadata__", None)
    found = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        numbers = np.frombuffer(data[behind + start : behind + end], _KINDS[entry["dtype"]])
        found[name] = numbers.reshape(entry["shape"])
    return found
