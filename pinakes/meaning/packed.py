"""How is a vector kept? As whole numbers of eight bits, all of them with the same step.

One step for all makes a product of two the cosine, without a length beside each vector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from pinakes.meaning.form import WIDTH

if TYPE_CHECKING:  # its import takes a while, for names alone
    from typing import TypeAlias

    from numpy.typing import NDArray

    Vector: TypeAlias = NDArray[np.float32]
    """One, of length 1, or a table of them."""
    Packed: TypeAlias = NDArray[np.int8]
    """Rows as they are kept."""

STEPS = 320.0
"""To the length of 1. No number of a text's vector is as great as 127 of them, but for texts of a word or two."""
BYTES = WIDTH


def packed(vector: Vector) -> bytes:
    """The vector in the form in which it is kept."""
    rounded: Packed = np.clip(np.rint(vector * np.float32(STEPS)), -127, 127).astype(np.int8)
    return rounded.tobytes()


def unpacked(rows: Packed) -> Vector:
    """Vectors as they were, nearly."""
    return rows.astype(np.float32) / np.float32(STEPS)
