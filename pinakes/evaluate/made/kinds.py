"""Which kinds of made-up sets are there?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from pinakes.evaluate.made import chains, facts, needles
from pinakes.evaluate.made.form import Made
from pinakes.evaluate.made.noise import dice

MOST = 500
"""Questions of a set: the words of the noise give no more names of things than these want."""

KINDS: Mapping[str, Callable[[Random, int], Made]] = MappingProxyType(
    {
        "hops2": partial(chains.hops, length=2),
        "hops4": partial(chains.hops, length=4),
        "needle": needles.single,
        "keys": needles.keys,
        "variables": needles.variables,
        "common": needles.common,
        "facts": facts.two,
    }
)
"""Name → what makes a set of so many questions."""


def make(kind: str, seed: int, size: int) -> Made:
    """The set of this kind, the same for the same seed and size."""
    return KINDS[kind](dice(kind, seed, size), size)
