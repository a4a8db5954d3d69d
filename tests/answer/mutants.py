"""Model files with something wrong: each a few bytes, or a length, that are not what they were."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pinakes.answer.gguf import read_header

EXTREMES = (0, 1, 2, 7, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 40, (1 << 63) - 1, (1 << 64) - 1)


class Mutant(NamedTuple):
    """A file as it was, with this done to it."""

    kind: str
    patches: tuple[tuple[int, bytes], ...] = ()
    """Bytes to be written, and where."""
    cut: int | None = None
    """The length that is left."""


class Original:
    """A whole model file: where in it names stand, so that what follows them can be hit."""

    def __init__(self, path: Path) -> None:
        header = read_header(path)
        self.size = path.stat().st_size
        self.data_at = header.data_at
        with path.open("rb") as file:
            head = file.read(header.data_at)
        self.properties = [_behind(head, key) for key in header.properties]
        self.tensors = [_behind(head, tensor.name) for tensor in header.tensors]
        self.dimensions = [len(tensor.shape) for tensor in header.tensors]

    def mutants(self, seed: int) -> Iterator[Mutant]:
        """Endlessly, of each kind in turn."""
        dice = random.Random(seed)
        kinds = (self._head, self._property, self._tensor, self._cut, self._bytes, self._weights)
        while True:
            for kind in kinds:
                yield kind(dice)

    def _head(self, dice: random.Random) -> Mutant:
        at, form = dice.choice(((0, "<I"), (4, "<I"), (8, "<Q"), (16, "<Q")))
        return Mutant("head", ((at, _extreme(dice, form)),))

    def _property(self, dice: random.Random) -> Mutant:
        """The kind of a value, the value, or the length of the name."""
        begin, end = dice.choice(self.properties)
        patch = dice.choice(
            (
                (end, struct.pack("<I", dice.choice((*range(14), 255)))),
                (end + 4, _extreme(dice, dice.choice(("<I", "<Q")))),
                (end + 4, dice.randbytes(8)),
                (begin - 8, _extreme(dice, "<Q")),
                (begin, dice.randbytes(2)),
            )
        )
        return Mutant("property", (patch,))

    def _tensor(self, dice: random.Random) -> Mutant:
        """The number of dimensions, a dimension, the form, where it lies, or the length of the name."""
        which = dice.randrange(len(self.tensors))
        (begin, end), dimensions = self.tensors[which], self.dimensions[which]
        behind = end + 4 + 8 * dimensions
        patch = dice.choice(
            (
                (end, _extreme(dice, "<I")),
                (end + 4 + 8 * dice.randrange(dimensions), _extreme(dice, "<Q")),
                (behind, struct.pack("<I", dice.choice((*range(45), 255)))),
                (behind + 4, _extreme(dice, "<Q")),
                (behind + 4, struct.pack("<Q", dice.randrange(self.size) // 32 * 32)),
                (begin - 8, _extreme(dice, "<Q")),
                (begin, dice.randbytes(2)),
            )
        )
        return Mutant("tensor", (patch,))

    def _cut(self, dice: random.Random) -> Mutant:
        most = dice.choice((64, self.data_at, self.size, self.size))
        return Mutant("cut", cut=dice.choice((dice.randrange(most), self.size - dice.randint(1, 4_096))))

    def _bytes(self, dice: random.Random) -> Mutant:
        places = (dice.randrange(self.data_at) for _ in range(dice.choice((1, 8, 64))))
        return Mutant("bytes", tuple((at, dice.randbytes(1)) for at in places))

    def _weights(self, dice: random.Random) -> Mutant:
        places = (dice.randrange(self.data_at, self.size - 256) for _ in range(dice.choice((1, 64, 1_024))))
        return Mutant("weights", tuple((at, dice.randbytes(256)) for at in places))


def done_to(path: Path, mutant: Mutant) -> None:
    """Make `path`, a copy of the original, the mutant."""
    with path.open("r+b") as file:
        for at, data in mutant.patches:
            file.seek(at)
            file.write(data)
        if mutant.cut is not None:
            file.truncate(mutant.cut)


def undone_to(path: Path, original: Path, mutant: Mutant) -> None:
    """Make it a copy again, by as little writing as there was."""
    with path.open("r+b") as file, original.open("rb") as whole:
        for at, data in mutant.patches:
            whole.seek(at)
            file.seek(at)
            file.write(whole.read(len(data)))
        if mutant.cut is not None:
            whole.seek(mutant.cut)
            file.seek(mutant.cut)
            while block := whole.read(1 << 20):
                file.write(block)
        file.truncate(original.stat().st_size)


def _behind(head: bytes, name: str) -> tuple[int, int]:
    """Where a name begins and ends, with its length before it."""
    written = name.encode()
    begin = head.index(struct.pack("<Q", len(written)) + written) + 8
    return begin, begin + len(written)


def _extreme(dice: random.Random, form: str) -> bytes:
    return struct.pack(form, dice.choice(EXTREMES) & (1 << 8 * struct.calcsize(form)) - 1)
