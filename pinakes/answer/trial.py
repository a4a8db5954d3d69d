"""Does a model work on this machine, and how quickly? Loaded, timed, and let write a few words."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from pinakes.answer.engine import LOAD_S, ChildModel, threads_for
from pinakes.answer.known import Speed, today
from pinakes.answer.models import ModelFile
from pinakes.answer.prompt import Piece
from pinakes.config import AnswerSettings

_BEGINNING = "On Sunday it rained. On Monday the sun shone. On"
_WORDS = 12
"""Tokens that it writes."""


class Trial(NamedTuple):
    """What came of it."""

    speed: Speed
    written: str
    """How the model went on with a plain text: nonsense here is nonsense in answers."""


def try_out(file: ModelFile, settings: AnswerSettings, log_file: Path) -> Trial:
    """Raises ModelError for one that does not load, or does not answer in time."""
    model = ChildModel(file, settings, log_file)
    try:
        began = time.perf_counter()
        model.load(deadline_s=LOAD_S)
        loaded = time.perf_counter() - began
        reading, writing = model.measure(deadline_s=LOAD_S)
        begun = (Piece(_BEGINNING, True),)
        written = "".join(model.stream(begun, max_tokens=_WORDS, stop=("\n",), deadline_s=LOAD_S))
    finally:
        model.close()
    threads, _ = threads_for(settings)
    return Trial(Speed(round(loaded, 2), round(reading, 1), round(writing, 1), threads, today()), written.strip())
