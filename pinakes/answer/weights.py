"""What does each number of a sentence count for its being the answer, and each of a search for there being one?

Fitted by `packaging/train_answers.py`.
"""

from __future__ import annotations

SENTENCE = (
    2.49, 0.33, -0.19, -1.73, 0.24, 0.89, 0.39, 1.04, -1.04, 1.39, 0.40, 0.54, 1.33, 0.09, 0.60, -0.89, 0.17,
    -0.07, -0.47, 1.03, 1.13, 0.14, 0.42, -0.46, 0.01, -0.39, 0.90, -0.96,
)  # fmt: skip
"""One for each of `weigh.FEATURES`."""

CONFIDENCE_BIAS = -0.42

CONFIDENCE = (
    0.34, 0.29, -0.05, 0.09, 0.14, 0.70, -1.40, 0.85, -0.03, -0.20, -0.20, -0.40, 1.05, 0.91, 0.18, -0.18,
    -0.56, 0.63, 0.14, -0.13, -0.64, -0.53, -0.56, -1.00, -0.68,
)  # fmt: skip
"""One for each of `confidence.FEATURES`."""

ENOUGH = 0.44
"""Confidence below which nothing is said."""

SURE = 0.8
"""Confidence from which the notes' own sentences answer even if the model sees no answer."""
