"""What does the encoder compute? MiniLM's six layers, their weights as whole numbers of eight bits.

    tokens → embeddings → 6 × (attention, feed-forward) → mean over the tokens → length 1

A weight is rounded to one of 255 values a column, which takes a quarter of the room and, on
processors that multiply eight-bit numbers, a fraction of the time; what flows between the
layers is rounded while it runs, sums and everything else are computed as usual.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pinakes.meaning.form import MOST_TOKENS, TOKENS, VECTOR
from pinakes.meaning.onnx import FUSED, Graph
from pinakes.meaning.tensors import Array

LAYERS, HEADS = 6, 12
_EPSILON = 1e-12


def minilm(weights: Mapping[str, Array], notes: Mapping[str, str]) -> bytes:
    """The network as an ONNX file; `notes` are kept in it."""
    graph = Graph()
    flow = _embedded(graph, weights)
    for layer in range(LAYERS):
        flow = _layer(graph, weights, f"encoder.layer.{layer}", flow)
    mean = graph.step("ReduceMean", [flow], "mean", axes=(1,), keepdims=0)
    graph.step("LpNormalization", [mean], VECTOR, axis=1, p=2)
    return graph.written(TOKENS, VECTOR, notes)


def _embedded(graph: Graph, weights: Mapping[str, Array]) -> str:
    """Each token's row, and that of its place in the text. Rows are rounded too: there are thirty thousand."""
    rows, scales = _rounded(weights["embeddings.word_embeddings.weight"], axis=1)
    places = weights["embeddings.position_embeddings.weight"] + weights["embeddings.token_type_embeddings.weight"][0]
    graph.constant("rows", rows)
    graph.constant("scales", scales)
    graph.constant("places", places[:MOST_TOKENS])
    for name, value in (("0", 0), ("1", 1), ("2", 2)):
        graph.constant(name, np.array([value], "<i8"))
    graph.step("Gather", ["rows", TOKENS], "row")
    graph.step("Cast", ["row"], "row as float", to=1)
    graph.step("Gather", ["scales", TOKENS], "scale")
    graph.step("Mul", ["row as float", "scale"], "word")
    graph.step("Shape", [TOKENS], "shape")
    graph.step("Slice", ["shape", "1", "2"], "length")
    graph.step("Slice", ["places", "0", "length", "0"], "place")
    graph.step("Add", ["word", "place"], "word and place")
    norm = _constants(graph, weights, "embeddings.LayerNorm")
    return graph.step("LayerNormalization", ["word and place", *norm], "embedded", axis=-1, epsilon=_EPSILON)


def _layer(graph: Graph, weights: Mapping[str, Array], layer: str, flow: str) -> str:
    parts = [f"{layer}.attention.self.{part}" for part in ("query", "key", "value")]
    joined = np.concatenate([weights[f"{part}.weight"] for part in parts])
    bias = graph.constant(f"{layer} bias", np.concatenate([weights[f"{part}.bias"] for part in parts]))
    seen = [f"{part} seen" for part in parts]
    graph.step("Split", [_product(graph, f"{layer} joined", flow, joined, bias)], *seen, axis=2)
    graph.step("MultiHeadAttention", seen, f"{layer} attended", domain=FUSED, num_heads=HEADS)
    flow = _added(graph, weights, f"{layer}.attention.output", f"{layer} attended", flow)
    wide = f"{layer}.intermediate.dense"
    product = _product(graph, wide, flow, weights[f"{wide}.weight"])
    graph.step(
        "BiasGelu", [product, graph.constant(f"{wide}.bias", weights[f"{wide}.bias"])], f"{wide} bent", domain=FUSED
    )
    return _added(graph, weights, f"{layer}.output", f"{wide} bent", flow)


def _added(graph: Graph, weights: Mapping[str, Array], part: str, new: str, before: str) -> str:
    """A product, added to what was there before, and normalised."""
    product = _product(graph, f"{part}.dense", new, weights[f"{part}.dense.weight"])
    norm = _constants(graph, weights, f"{part}.LayerNorm")
    bias = graph.constant(f"{part}.dense.bias", weights[f"{part}.dense.bias"])
    return graph.step(
        "SkipLayerNormalization", [product, before, *norm, bias], part, domain=FUSED, epsilon=_EPSILON
    )  # fmt: skip


def _product(graph: Graph, name: str, flow: str, weight: Array, bias: str = "") -> str:
    """The flow times a matrix of rounded weights, which the file of weights has by rows of the output."""
    rounded, scales = _rounded(weight.T, axis=0)
    inputs = [flow, graph.constant(f"{name} rounded", rounded), graph.constant(f"{name} scales", scales.ravel())]
    return graph.step("DynamicQuantizeMatMul", [*inputs, "", bias], f"{name} product", domain=FUSED)


def _constants(graph: Graph, weights: Mapping[str, Array], part: str) -> list[str]:
    return [graph.constant(f"{part}.{kind}", weights[f"{part}.{kind}"]) for kind in ("weight", "bias")]


def _rounded(values: Array, axis: int) -> tuple[Array, Array]:
    """(whole numbers from −127 to 127, what each row or column of them is to be multiplied by)."""
    scales = (np.abs(values).max(axis=axis, keepdims=True) / np.float32(127)).astype("<f4")
    return np.rint(values / scales).astype("i1"), scales
