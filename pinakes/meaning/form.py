"""In which form do texts enter the encoder, and vectors leave it? The few numbers that several modules share."""

from __future__ import annotations

WIDTH = 384
"""Numbers of a vector."""
MOST_TOKENS = 128
"""Of one text: as many as the model was trained with. More cost more time and find no more."""
TOKENS, VECTOR = "tokens", "vector"
"""What the network calls its input and its output."""
