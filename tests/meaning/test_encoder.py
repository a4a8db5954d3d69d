"""The encoder: what it computes is what the model's own numbers say, nearly; and it knows what means the same."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pinakes.errors import ModelError
from pinakes.meaning.encoder import Encoder
from pinakes.meaning.packed import packed, unpacked
from pinakes.meaning.tensors import tensors
from pinakes.meaning.wordpiece import WordPiece

Floats = NDArray[np.float32]

TEXTS = [
    "The keeper wrote down the level of the water every morning.",
    "# Rain gauge\n\nReads too little in strong wind; a shield of metal leaves helps.\n\n- [ ] buy *mesh*\n",
    "tide",
    "| port | range |\n|---|---|\n| Trieste | 0.9 m |\n| Venice | 1.0 m |\n",
    " ".join(f"In year {n} the harbour was dredged and {n * 3} barges left." for n in range(1900, 1930)),
]
IDS = ["a sentence", "a section", "a word", "a table", "more than is read"]


class Reference:
    """MiniLM in plain numpy, with the weights as they were trained."""

    def __init__(self, package: Path) -> None:
        self._w: dict[str, Any] = tensors(package / "model.safetensors")
        self._tokens = WordPiece((package / "vocab.txt").read_text("utf-8").rstrip("\n").split("\n"))

    def vector(self, text: str) -> Floats:
        numbers = self._tokens.tokens(text, 128)
        w = self._w
        flow = w["embeddings.word_embeddings.weight"][numbers] + w["embeddings.token_type_embeddings.weight"][0]
        flow = self._norm(
            flow + w["embeddings.position_embeddings.weight"][: len(numbers)], "embeddings.LayerNorm"
        )  # fmt: skip
        for layer in range(6):
            flow = self._layer(flow, f"encoder.layer.{layer}")
        mean = flow.mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean), np.float32)

    def _layer(self, flow: Floats, layer: str) -> Floats:
        attention = f"{layer}.attention"
        query, key, value = (
            self._times(flow, f"{attention}.self.{part}").reshape(-1, 12, 32).transpose(1, 0, 2)
            for part in ("query", "key", "value")
        )
        scores = np.exp(query @ key.transpose(0, 2, 1) / sqrt(32))
        seen = (scores / scores.sum(axis=-1, keepdims=True)) @ value
        joined = seen.transpose(1, 0, 2).reshape(len(flow), -1)
        flow = self._norm(flow + self._times(joined, f"{attention}.output.dense"), f"{attention}.output.LayerNorm")
        wide = self._times(flow, f"{layer}.intermediate.dense")
        bent = wide * _normal(wide)
        return self._norm(flow + self._times(bent, f"{layer}.output.dense"), f"{layer}.output.LayerNorm")

    def _times(self, flow: Floats, name: str) -> Floats:
        return np.asarray(flow @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"])

    def _norm(self, flow: Floats, name: str) -> Floats:
        centred = flow - flow.mean(axis=-1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-12)
        return np.asarray(scaled * self._w[f"{name}.weight"] + self._w[f"{name}.bias"])


def _normal(x: Floats) -> Floats:
    """The normal distribution's cumulative function."""
    from scipy.special import ndtr

    return np.asarray(ndtr(x))


@pytest.fixture(scope="module")
def reference(package: Path) -> Reference:
    return Reference(package)


@pytest.mark.parametrize("text", TEXTS, ids=IDS)
def test_rounding_to_eight_bits_hardly_turns_a_vector(encoder: Encoder, reference: Reference, text: str) -> None:
    assert float(encoder.vector(text) @ reference.vector(text)) > 0.975


@pytest.mark.parametrize("text", TEXTS, ids=IDS)
def test_a_vector_is_kept_in_whole_numbers_and_hardly_turns(encoder: Encoder, text: str) -> None:
    vector = encoder.vector(text)
    kept = unpacked(np.frombuffer(packed(vector), np.int8))

    assert len(packed(vector)) == 384
    assert float(vector @ kept) / float(np.linalg.norm(kept)) > 0.999
    assert float(np.linalg.norm(kept)) == pytest.approx(1, abs=0.01)


def test_a_vector_does_not_depend_on_what_was_read_before(encoder: Encoder, made: Path) -> None:
    before = [packed(encoder.vector(text)) for text in TEXTS]

    assert [packed(vector) for vector in Encoder(made).vectors(TEXTS[::-1])][::-1] == before


@pytest.mark.parametrize("text", ["", " \n", "x" * 100_000, "[CLS]", "潮" * 3_000, "\ud800"])
def test_any_text_has_a_direction(encoder: Encoder, text: str) -> None:
    assert float(np.linalg.norm(encoder.vector(text))) == pytest.approx(1, abs=1e-4)


ANSWERS = [
    "Vinegar overnight, then steel wool: corrosion comes off chisels easily.",
    "When I lie awake at night, warm milk and no screens make me doze off.",
    "The ferry leaves at seven from the eastern pier and takes bicycles.",
    "Invoices are paid within thirty days; after that a reminder goes out.",
    "Our cat died in spring. She was seventeen and slept most of the time.",
]
OTHER_WORDS = [
    ("How do I get rid of rust?", 0),
    ("remedies against insomnia", 1),
    ("ship timetable", 2),
    ("What happens when a customer settles a bill too late?", 3),
    ("the loss of a pet", 4),
]


@pytest.mark.parametrize(("question", "answer"), OTHER_WORDS)
def test_a_question_in_other_words_is_nearest_to_its_answer(encoder: Encoder, question: str, answer: int) -> None:
    asked = encoder.vector(question)
    cosines = [float(asked @ vector) for vector in encoder.vectors(ANSWERS)]

    assert cosines.index(max(cosines)) == answer


def test_a_file_that_is_no_network_is_refused_in_words(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    file = tmp_path / "bad.onnx"
    file.write_bytes(b"not a network")

    with pytest.raises(ModelError, match="can't be loaded"):
        Encoder(file)
