"""What is each part of the search worth? The same questions with one part switched off at a time."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pinakes.retrieve.tuning import Tuning

_T = Tuning()
_W = _T.weights

PARTS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "graph": {"graph": False},
        "gate": {"tuning": _T._replace(gate=0.0)},
        "entities": {"tuning": _T._replace(entity_mass=0.0)},
        "mentions": {"tuning": _T._replace(weights=_W._replace(mention=1e-9))},
        "names": {"tuning": _T._replace(weights=_W._replace(name=1e-9))},
        "links": {"tuning": _T._replace(weights=_W._replace(link=1e-9, backlink=1e-9))},
        "tags": {"tuning": _T._replace(weights=_W._replace(tag=1e-9))},
        "siblings": {"tuning": _T._replace(weights=_W._replace(sibling=1e-9, heading=1e-9))},
        "titles": {"tuning": _T._replace(title_mass=0.0)},
        "fields": {"tuning": _T._replace(fields=(1.0, 1.0, 1.0))},
        "stop words": {"tuning": _T._replace(stop_words=0.0)},
        "identifiers": {"tuning": _T._replace(bounds=_T.bounds._replace(starts=0))},
        "every word": {"tuning": _T._replace(every_word=0.0)},
        "same folder": {"tuning": _T._replace(same_group=0.0)},
        "newest": {"tuning": _T._replace(newest=0.0)},
        "same note": {"tuning": _T._replace(same_note=0.0)},
        "spelling": {"exact": True},
    }
)
"""Part → what a search is told that leaves it out. An edge of no weight would leave its node without a way out."""
