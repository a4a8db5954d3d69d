"""Which way does a text point? The encoder, run by ONNX Runtime; the only import of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from pinakes.errors import ModelError
from pinakes.meaning.form import MOST_TOKENS, TOKENS, VECTOR
from pinakes.meaning.wordpiece import WordPiece

if TYPE_CHECKING:  # each of them would cost a search some milliseconds
    from pathlib import Path

    from pinakes.meaning.packed import Vector


class Encoder:
    """Texts → vectors. Any thread may call it.

    One text at a time: what flows through the network is rounded by the largest number in it,
    so a text's vector would depend on those beside it, and several at once are no faster.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Raises ModelError for a file that the engine does not take."""
        import onnxruntime as engine

        engine.disable_telemetry_events()  # some platforms' builds have any
        options = engine.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 4  # what goes wrong is raised; nothing of it belongs on a terminal
        options.enable_cpu_mem_arena = False  # it would keep the memory of the longest text for ever
        try:
            self._session: Any = engine.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
            vocabulary = self._session.get_modelmeta().custom_metadata_map["vocabulary"]
        except Exception as error:  # the engine has an exception type for each of its moods
            raise ModelError(f"{path}: the encoder can't be loaded: {error}.", "Run `pinakes setup`.") from error
        self._wordpiece = WordPiece(vocabulary.rstrip("\n").split("\n"))

    def vector(self, text: str) -> Vector:
        """Of one text; what is too long for the model is left out at the end."""
        tokens = np.array([self._wordpiece.tokens(text, MOST_TOKENS)], dtype=np.int64)
        found: Vector = self._session.run([VECTOR], {TOKENS: tokens})[0][0]
        return found

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        """Of each text, in order."""
        return [self.vector(text) for text in texts]
