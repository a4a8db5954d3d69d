"""How is a text searched by a regular expression that anybody may have written? In linear time, by RE2.

RE2 has no backtracking, so no pattern can hang it: it does without lookaround and
backreferences, and refuses a pattern that would grow too large.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

from pinakes.store.text import words

_MEMORY = 4 << 20
"""Bytes for one pattern and its states."""

_MOST_PLACES = 20
_LONGEST = 200
"""Bytes of a place that are looked at."""


class Regexes(dict[str, Any]):
    """Pattern → the pattern compiled; those that `fault` has nothing to say against."""

    def __missing__(self, pattern: str) -> object:
        self[pattern] = compiled = _compiled(pattern)
        return compiled


def fault(pattern: str) -> str:
    """Why this is no regular expression; empty for one that is."""
    try:
        _compiled(pattern)
    except ImportError:
        return "the package google-re2 is not installed"
    except Exception as error:  # noqa: BLE001 — its own class of error, known only once it is imported
        said = error.args[0] if error.args else ""
        text = said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)
        return text.replace("(?m)", "") or "it can't be read"
    return ""


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> object:
    """Whatever the case, `^` and `$` at every line; `(?-i)` asks for the case as written."""
    import re2

    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.max_mem = _MEMORY
    return re2.compile(f"(?m){pattern}".encode(), options)


def found_by(compiled: Any, text: str) -> list[str]:
    """The words in the first places of a text that the expression finds."""
    encoded = text.encode("utf-8", "replace")
    places = islice(compiled.finditer(encoded), _MOST_PLACES)
    return [word for place in places for word in words(place.group()[:_LONGEST].decode("utf-8", "replace"))]
