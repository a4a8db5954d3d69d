"""Where do the properties at the top of a note end? Asked by every search, so it does not load YAML."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_CHARS = 64 * 1024
"""Of front matter; what goes on longer is not properties."""

OPENING = re.compile(r"---[ \t]{0,64}(?:\r\n|\n|\r)")
CLOSING = re.compile(r"(?<=[\r\n])(?:---|\.\.\.)[ \t]{0,64}(?:\r\n|\n|\r|\Z)")


class Fenced(NamedTuple):
    """Offsets of what stands between the two lines of dashes, and of what follows them."""

    start: int
    end: int
    body_start: int


def fenced(text: str) -> Fenced | None:
    """The front matter of a note; None where it has none, or none that is closed."""
    opening = OPENING.match(text, 1 if text.startswith("\ufeff") else 0)
    if not opening:
        return None
    closing = CLOSING.search(text, opening.end(), opening.end() + MAX_CHARS)
    return Fenced(opening.end(), closing.start(), closing.end()) if closing else None
