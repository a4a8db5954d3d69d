"""What works behind the text index? Names and vectors, each in a process of its own that ends when nothing waits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pinakes.config import Config
from pinakes.errors import PinakesError
from pinakes.index import vectors_worker
from pinakes.meaning.power import on_battery
from pinakes.meaning.shipped import EncoderFile, find_encoder
from pinakes.model.sync import Progress

_TRIES = 3
_POWER_EVERY_S = 15.0
_ROOMY = 4
"""With so many processors both kinds of work go on at once."""


@dataclass(slots=True)
class Work:
    """One kind of work, and its process while there is one."""

    stage: Literal["entities", "vectors"]
    arguments: Sequence[str]
    """For the interpreter."""
    trouble: str
    """What does not happen when the process fails."""
    may_run: Callable[[], bool]
    total: int = 0
    _process: subprocess.Popen[bytes] | None = None
    _failures: int = 0

    @property
    def running(self) -> bool:
        return self._process is not None

    def start(self, pending: int) -> None:
        """For this many chunks; nothing while it runs, or after it has failed often, or at the wrong time."""
        if self.running or not pending or self._failures >= _TRIES or not self.may_run():
            return
        self.total = max(self.total, pending)
        self._process = subprocess.Popen(
            [sys.executable, *self.arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def progress(self, pending: int) -> Progress:
        """How far it has come."""
        self.total = max(self.total, pending)
        return Progress(self.stage, self.total - pending, self.total)

    def ended(self) -> int | None:
        """The exit code, once; None while it runs. A process at the wrong time is stopped, which is no failure."""
        if self._process is None:
            return None
        if not self.may_run():
            self.kill()
            return 0
        code = self._process.poll()
        if code is not None:
            self._process, self.total = None, 0
            self._failures += code != 0  # search works without; the next sync starts it again, but not for ever
        return code

    def kill(self) -> None:
        """Now; what it had not written is done again by the next one."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def works(config: Config, index: Path) -> tuple[Work, ...]:
    """Those that there are for this index."""
    names = Work(
        "entities", ("-m", "pinakes.index.worker", str(index)), "Names are not recognised", may_run=lambda: True
    )
    try:
        encoder = find_encoder(config)
    except PinakesError:
        return (names,)  # `pinakes doctor` and `pinakes status` say so
    if not isinstance(encoder, EncoderFile):
        return (names,)
    drained = _Now(on_battery if config.meaning.use == "auto" else lambda: False)
    roomy = (os.cpu_count() or 1) >= _ROOMY
    return names, Work(
        "vectors",
        vectors_worker.arguments(index, encoder),
        "Passages are not read for their meaning",
        may_run=lambda: not drained() and (roomy or not names.running),
    )


class _Now:
    """Asks again every few seconds, not every time."""

    def __init__(self, ask: Callable[[], bool]) -> None:
        self._ask = ask
        self._said = False
        self._asked = -_POWER_EVERY_S

    def __call__(self) -> bool:
        if time.monotonic() - self._asked >= _POWER_EVERY_S:
            self._said, self._asked = self._ask(), time.monotonic()
        return self._said
