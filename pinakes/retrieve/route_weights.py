"""What does each feature of a question count for each route?

Fitted by `packaging/train_route.py` on 116 questions.
"""

from __future__ import annotations

BIAS = (-1.383, 2.168, -0.785)
"""One for each of `route.WAYS`."""

WEIGHTS = (
    (-1.674, 0.001, -2.222, -0.532, -0.785, 0.991, 0.063, 1.345, -1.522, 2.329, -0.328, 1.053, -0.619, 1.579,
     -0.583, 1.24, 0.379),
    (-2.533, -0.757, 1.544, 0.373, 1.015, -0.598, -0.035, -0.987, 1.757, -1.985, 0.725, -0.651, 0.531, -1.469,
     0.622, -1.08, -0.182),
    (4.207, 0.756, 0.677, 0.159, -0.231, -0.393, -0.028, -0.359, -0.235, -0.344, -0.396, -0.402, 0.088, -0.11,
     -0.039, -0.16, -0.197),
)  # fmt: skip
"""A row for each of `route.WAYS`, in it one for each of `route.FEATURES`."""
