"""How much memory does a model need, and how much is there?"""

from __future__ import annotations

import os
from pathlib import Path

from pinakes.answer.described import Described

_BYTES_KEPT = 2
"""Of one number of the keys and values."""
_BATCH = 128
"""Tokens that are worked on at once."""
_WIDEST = 8
"""Times the width of the model: what stands between layers while a batch is worked on, roughly."""
_PROCESS = 80_000_000
"""Bytes of the process itself, with the engine in it."""


def needed(model: Described, context_tokens: int) -> int:
    """Bytes to answer with it: its weights, keys and values of the whole context, and room to work in."""
    context = context_tokens
    if model.context_tokens:
        context = min(context, model.context_tokens)
    kept = model.kept * context * _BYTES_KEPT
    work = 4 * (_BATCH * model.width * _WIDEST + model.vocabulary * 2)
    return model.weights + kept + work + _PROCESS


def free() -> int:
    """Bytes that a new program could have; what the machine has where that is not told."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        here = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    except (OSError, StopIteration, ValueError):
        here = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min(here, _allowed() or here)


def _allowed() -> int | None:
    """Bytes that a container leaves; None outside of one."""
    try:
        most = int(Path("/sys/fs/cgroup/memory.max").read_text("ascii"))
        used = int(Path("/sys/fs/cgroup/memory.current").read_text("ascii"))
    except (OSError, ValueError):  # `max`: there is no limit
        return None
    return max(most - used, 0)
