"""How are a model's weights written down, and how many bytes do they take? The forms that GGUF knows."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """Numbers are packed in blocks of the same size."""

    name: str
    numbers: int
    """In one block."""
    bytes: int
    """Of one block."""


FORMS: dict[int, Form] = {
    0: Form("F32", 1, 4),
    1: Form("F16", 1, 2),
    2: Form("Q4_0", 32, 18),
    3: Form("Q4_1", 32, 20),
    6: Form("Q5_0", 32, 22),
    7: Form("Q5_1", 32, 24),
    8: Form("Q8_0", 32, 34),
    10: Form("Q2_K", 256, 84),
    11: Form("Q3_K", 256, 110),
    12: Form("Q4_K", 256, 144),
    13: Form("Q5_K", 256, 176),
    14: Form("Q6_K", 256, 210),
    16: Form("IQ2_XXS", 256, 66),
    17: Form("IQ2_XS", 256, 74),
    18: Form("IQ3_XXS", 256, 98),
    19: Form("IQ1_S", 256, 50),
    20: Form("IQ4_NL", 32, 18),
    21: Form("IQ3_S", 256, 110),
    22: Form("IQ2_S", 256, 82),
    23: Form("IQ4_XS", 256, 136),
    24: Form("I8", 1, 1),
    25: Form("I16", 1, 2),
    26: Form("I32", 1, 4),
    27: Form("I64", 1, 8),
    28: Form("F64", 1, 8),
    29: Form("IQ1_M", 256, 56),
    30: Form("BF16", 1, 2),
    34: Form("TQ1_0", 256, 54),
    35: Form("TQ2_0", 256, 66),
    39: Form("MXFP4", 32, 17),
}
"""By the number that a tensor gives."""

MIXES: dict[int, str] = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 19: "IQ2_XXS",
    20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL", 26: "IQ3_S", 27: "IQ3_M",
    28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0", 37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip
"""What a file as a whole calls its forms, by `general.file_type`."""
