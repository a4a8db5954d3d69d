"""When are two names the same, and which file does a name ask for? Asked by every search, so it is small."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

CANVAS_EXTENSION = ".canvas"
_EXTENSIONS = (".md", ".markdown")
_REMEMBERED_CHARS = 256
NOTE_EXTENSIONS = (*_EXTENSIONS, CANVAS_EXTENSION)


@cache
def _long_runs() -> re.Pattern[str]:
    """More than thirty combining marks in a row; compiled for the first name that is not ASCII."""
    mark = r"[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
    return re.compile(f"({mark}{{30}}){mark}{{1,1000000}}")


def fold(text: str) -> str:
    """One spelling for names that look alike: case folded, composed, blanks as one."""
    if text.isascii():
        return " ".join(text.lower().split())
    return _remembered(text) if len(text) <= _REMEMBERED_CHARS else _composed(text)


def _composed(text: str) -> str:
    # Normalising is quadratic in the length of a run of combining marks.
    capped = _long_runs().sub(r"\1", text)
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", capped).casefold())
    return " ".join(folded.split())


_remembered = lru_cache(maxsize=8192)(_composed)
"""A name is asked for by all its links."""


def link_key(target: str) -> str:
    """The key of the file that a target names: its last segment, without `.md`."""
    return fold(without_extension(target.strip().rstrip("/").rpartition("/")[2]))


def without_extension(path: str) -> str:
    """The path without `.md`."""
    lowered = path.lower()
    for extension in _EXTENSIONS:
        if lowered.endswith(extension) and len(path) > len(extension):
            return path[: -len(extension)]
    return path
