"""When has a model said enough? Stop texts that may be spread over tokens, and text that goes round in circles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

Ended = Literal["", "stop", "repeat"]

_LONGEST_CIRCLE = 40
"""Tokens."""
_TIMES = 3
_AT_LEAST = 12
"""Tokens of repetition; fewer may be a table or a list of years."""


class Stopper:
    """Lets text through until a stop text or a circle comes up in it."""

    def __init__(self, stops: Sequence[str]) -> None:
        self._stops = [stop for stop in stops if stop]
        self._held = ""
        self._pieces: list[str] = []
        self.ended: Ended = ""

    def feed(self, piece: str) -> str:
        """The text that may be shown now; what could be the beginning of a stop text waits."""
        self._pieces.append(piece)
        self._held += piece
        found = [at for stop in self._stops if (at := self._held.find(stop)) >= 0]
        if found:
            self.ended = "stop"
            out, self._held = self._held[: min(found)], ""
            return out
        if goes_round(self._pieces):
            self.ended = "repeat"
        waiting = max((_begun(self._held, stop) for stop in self._stops), default=0)
        cut = len(self._held) - waiting
        out, self._held = self._held[:cut], self._held[cut:]
        return out

    def rest(self) -> str:
        """What was waiting, once nothing more will come."""
        out, self._held = self._held, ""
        return out


def goes_round(pieces: Sequence[str]) -> bool:
    """True where the last pieces are the same few, three times or more."""
    for length in range(1, min(_LONGEST_CIRCLE, len(pieces) // _TIMES) + 1):
        times = max(_TIMES, -(-_AT_LEAST // length))
        if len(pieces) >= length * times:
            tail = pieces[-length * times :]
            if all(tail[i] == tail[i + length] for i in range(len(tail) - length)):
                return True
    return False


def _begun(text: str, stop: str) -> int:
    """How many of the last characters of `text` are the first ones of `stop`."""
    return next((n for n in range(min(len(stop) - 1, len(text)), 0, -1) if text.endswith(stop[:n])), 0)
