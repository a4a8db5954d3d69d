"""A model file small enough to make by the hundred: a real one that the engine loads, of random weights."""

from __future__ import annotations

import math
import random
import struct
from collections.abc import Mapping, Sequence

_KINDS = {bool: 7, int: 4, float: 6, str: 8}
WIDTH, HIDDEN, HEADS = 32, 64, 2
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]
TOKENS = ["<unk>", "<s>", "</s>", *BYTES, "<|im_start|>", "<|im_end|>", *"▁abcdefghijklmnopqrstuvwxyz", "▁the", "▁a"]
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6
SHAPES: Mapping[str, tuple[int, ...]] = {
    "token_embd.weight": (WIDTH, len(TOKENS)),
    "output_norm.weight": (WIDTH,),
    "blk.0.attn_norm.weight": (WIDTH,),
    "blk.0.attn_q.weight": (WIDTH, WIDTH),
    "blk.0.attn_k.weight": (WIDTH, WIDTH),
    "blk.0.attn_v.weight": (WIDTH, WIDTH),
    "blk.0.attn_output.weight": (WIDTH, WIDTH),
    "blk.0.ffn_norm.weight": (WIDTH,),
    "blk.0.ffn_gate.weight": (WIDTH, HIDDEN),
    "blk.0.ffn_up.weight": (WIDTH, HIDDEN),
    "blk.0.ffn_down.weight": (HIDDEN, WIDTH),
}

Value = bool | int | float | str | Sequence[str] | Sequence[float] | Sequence[int]


def properties(**more: Value) -> dict[str, Value]:
    """What the file says of itself; a `__` in a name stands for a dot."""
    said: dict[str, Value] = {
        "general.architecture": "llama",
        "general.name": "Tiny",
        "general.file_type": 0,
        "llama.context_length": 256,
        "llama.embedding_length": WIDTH,
        "llama.block_count": 1,
        "llama.feed_forward_length": HIDDEN,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": HEADS,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.model": "llama",
        "tokenizer.ggml.tokens": TOKENS,
        "tokenizer.ggml.scores": [0.0 if token in BYTES else -float(i) for i, token in enumerate(TOKENS)],
        "tokenizer.ggml.token_type": [_kind(i, token) for i, token in enumerate(TOKENS)],
        "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2,
    }
    return said | {name.replace("__", "."): value for name, value in more.items()}


def model(said: Mapping[str, Value] | None = None, *, seed: int = 0) -> bytes:
    """The whole file."""
    chosen = properties() if said is None else said
    offset, infos, data = 0, b"", b""
    dice = random.Random(seed)
    for name, shape in SHAPES.items():
        weights = [dice.gauss(0, 0.3) for _ in range(numbers(shape))]
        infos += _text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, offset)
        data += struct.pack(f"<{len(weights)}f", *weights)
        data += bytes(-len(data) % 32)
        offset = len(data)
    head = struct.pack("<4sIQQ", b"GGUF", 3, len(SHAPES), len(chosen))
    head += b"".join(_text(key) + _value(value) for key, value in chosen.items()) + infos
    return head + bytes(-len(head) % 32) + data


def _kind(at: int, token: str) -> int:
    if at == 0:
        return UNKNOWN
    if at < 3 or token.startswith("<|"):
        return CONTROL
    return BYTE if token in BYTES else NORMAL


def numbers(shape: Sequence[int]) -> int:
    """How many there are in a tensor."""
    return math.prod(shape)


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(value: Value) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, bool | int | float):
        return struct.pack(f"<I{_form(value)}", _KINDS[type(value)], value)
    first = value[0]
    each = b"".join(_text(one) if isinstance(one, str) else struct.pack(f"<{_form(one)}", one) for one in value)
    kind = {int: 5, float: 6, str: 8}[type(first)]
    return struct.pack("<IIQ", 9, kind, len(value)) + each


def _form(value: float | int | bool) -> str:
    return "?" if isinstance(value, bool) else "I" if isinstance(value, int) else "f"
