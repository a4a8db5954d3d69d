"""What kind of model is in a file, and can it answer? Told from its header alone."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from pinakes.answer.gguf import Header, Items, read_header
from pinakes.answer.quantised import FORMS, MIXES
from pinakes.errors import ModelError

_NO_WRITERS = frozenset(
    "bert modern-bert nomic-bert nomic-bert-moe neo-bert jina-bert-v2 jina-bert-v3 eurobert gemma-embedding "
    "t5 t5encoder clip whisper wavtokenizer-dec".split()
)
"""Architectures that turn texts or pictures into vectors, or sounds or whole texts into other texts."""
_PARTS = {
    "adapter": "an adapter for another model, not a model by itself",
    "mmproj": "the part of a model that reads pictures, not the model",
    "imatrix": "figures for quantising a model, not a model",
    "vocab": "a vocabulary without weights",
}
"""What `general.type` may say instead of `model`."""
_ANOTHER = "Choose a .gguf file of a model that writes text."


class Described(NamedTuple):
    """A model that can write, as its file describes it."""

    architecture: str
    name: str
    """What it calls itself; may be empty."""
    quantisation: str
    parameters: int
    weights: int
    """Bytes."""
    context_tokens: int
    """That it was trained for; 0 where it doesn't say."""
    vocabulary: int
    width: int
    """Numbers that stand for one token between layers."""
    kept: int
    """Numbers that one token leaves in memory, keys and values of all layers together."""
    template: str
    """How the file says that a conversation is written; read, never executed."""
    tuned: str
    """What the file says it was made for after its first training, such as `Instruct`."""


def describe(path: Path) -> Described:
    """Raises ModelError for a file that is no whole model that writes; OSError for one that can't be read."""
    info = path.stat()
    return _described(path, info.st_size, info.st_mtime_ns)


@lru_cache(maxsize=64)
def _described(path: Path, size: int, mtime_ns: int) -> Described:
    header = read_header(path)
    _check(path, header)
    if size < header.end:
        raise ModelError(
            f"{path}: the model file ends too early, {size / 1e6:,.1f} MB of {header.end / 1e6:,.1f}; "
            "it was not copied whole.",
            "Download or copy it again.",
        )
    said = header.properties
    architecture = str(said["general.architecture"])
    return Described(
        architecture=architecture,
        name=_text(header, "general.name"),
        quantisation=_quantisation(header),
        parameters=sum(math.prod(tensor.shape) for tensor in header.tensors),
        weights=sum(tensor.size for tensor in header.tensors),
        context_tokens=_number(header, f"{architecture}.context_length"),
        vocabulary=_vocabulary(header),
        width=_number(header, f"{architecture}.embedding_length"),
        kept=_kept(header, architecture),
        template=_text(header, "tokenizer.chat_template"),
        tuned=_text(header, "general.finetune"),
    )


def _check(path: Path, header: Header) -> None:
    """Refuse what is a GGUF file and no model that writes."""
    parts = _number(header, "split.count")
    if parts > 1:
        raise ModelError(
            f"{path}: one part of a model that is split into {parts}.",
            "Put the parts together with llama.cpp's `llama-gguf-split --merge`, and choose the outcome.",
        )
    kind = _text(header, "general.type")
    if kind in _PARTS:
        raise ModelError(f"{path}: {_PARTS[kind]}.", _ANOTHER)
    architecture = _text(header, "general.architecture")
    if not architecture:
        raise ModelError(f"{path}: the header of the model file is damaged: it names no architecture.", _ANOTHER)
    if architecture in _NO_WRITERS:
        raise ModelError(f"{path}: a model of the kind {architecture}, which can't go on with a text.", _ANOTHER)
    if not header.tensors:
        raise ModelError(f"{path}: {_PARTS['vocab']}.", _ANOTHER)
    if not _vocabulary(header):
        raise ModelError(f"{path}: a model without a vocabulary.", _ANOTHER)


def _vocabulary(header: Header) -> int:
    tokens = header.properties.get("tokenizer.ggml.tokens")
    return tokens.length if isinstance(tokens, Items) else 0


def _quantisation(header: Header) -> str:
    """What the file calls it, else the form that most of its bytes have."""
    said = header.properties.get("general.file_type")
    if isinstance(said, int) and said in MIXES:
        return MIXES[said]
    sizes: dict[int, int] = {}
    for tensor in header.tensors:
        sizes[tensor.form] = sizes.get(tensor.form, 0) + tensor.size
    form = FORMS.get(max(sizes, key=lambda key: sizes[key]))
    return form.name if form else "unknown"


def _kept(header: Header, architecture: str) -> int:
    """Keys and values: for each layer, as many numbers as its heads for them have together."""
    heads = max(_number(header, f"{architecture}.attention.head_count"), 1)
    one = _number(header, f"{architecture}.embedding_length") // heads
    key = _number(header, f"{architecture}.attention.key_length") or one
    value = _number(header, f"{architecture}.attention.value_length") or one
    layers = _number(header, f"{architecture}.block_count")
    of_layers = header.properties.get(f"{architecture}.attention.head_count_kv", heads)
    if isinstance(of_layers, Items):
        total = int(sum(of_layers.numbers)) if of_layers.numbers else heads * layers
    else:
        total = int(of_layers) * layers if isinstance(of_layers, int) else heads * layers
    return total * (key + value)


def _number(header: Header, key: str) -> int:
    """0 for what is not there, or is no whole number; of a list, the largest."""
    value = header.properties.get(key, 0)
    if isinstance(value, Items):
        value = max(value.numbers, default=0)
    return max(int(value), 0) if isinstance(value, int) else 0


def _text(header: Header, key: str) -> str:
    value = header.properties.get(key, "")
    return value if isinstance(value, str) else ""
