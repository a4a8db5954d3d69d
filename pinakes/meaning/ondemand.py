"""How does a search ask for meaning that seldom needs it? Nothing of the encoder is loaded before a question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pinakes.config import Config
from pinakes.errors import ModelError
from pinakes.store.db import Connection
from pinakes.store.text import language

if TYPE_CHECKING:
    from pinakes.meaning.near import Meaning


class OnDemand:
    """Passages nearest in meaning to a question, for a search: the encoder is looked for when first asked."""

    def __init__(self, config: Config, folder: Path) -> None:
        """`folder`: where the index lies."""
        self._config = config
        self._folder = folder
        self._meaning: Meaning | None = None
        self._looked = False

    def __call__(self, db: Connection, question: str, most: int) -> list[tuple[int, float]]:
        """(chunk, cosine), the nearest first; none in a language that the encoder doesn't know, or without one."""
        if not self._looked:
            from pinakes.meaning.near import meaning

            self._meaning = meaning(self._config, self._folder)
            self._looked = True
        known = self._meaning
        if known is None or language(question) not in known.languages:
            return []
        try:
            return known.nearest(db, question, most)
        except ModelError:
            return []  # `pinakes doctor` says why; words find what they find
