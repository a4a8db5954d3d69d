"""How is llama.cpp driven? The only module that imports llama_cpp, and only the child process imports it.

The plain C functions are used rather than the `Llama` class: that has no keyword for
`use_extra_bufts`, compiles the chat template found in the file, and can't be stopped while it
reads a prompt.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import llama_cpp.llama_cpp as c
import numpy as np

BATCH_TOKENS = 128
_ABORTED = 2
"""What llama_decode gives when the abort callback asked it to stop."""


class LoadError(Exception):
    """llama.cpp refuses the file or has no memory for it; the reason is in its log."""


class Native:
    """One model with one conversation in memory. Not safe for use from two threads."""

    def __init__(self, path: Path, context_tokens: int, threads: int, reading_threads: int) -> None:
        c.llama_backend_init()
        self._model = c.llama_model_load_from_file(str(path).encode(), model_params())
        if not self._model:
            raise LoadError
        self._context = c.llama_init_from_model(self._model, context_params(context_tokens, threads, reading_threads))
        if not self._context:
            raise LoadError
        self._vocab = c.llama_model_get_vocab(self._model)
        self._vocabulary = c.llama_vocab_n_tokens(self._vocab)
        self._sampler = c.llama_sampler_init_greedy()
        self._memory = c.llama_get_memory(self._context)
        self._threads, self._reading_threads = threads, reading_threads
        self._cancelled: Callable[[], bool] = lambda: False
        self._abort = c.ggml_abort_callback(lambda data: self._cancelled())
        c.llama_set_abort_callback(self._context, self._abort, None)
        self._held: list[int] = []
        """The tokens whose keys and values are in memory: the worked examples are read only once."""

    def tokens(self, text: str, *, special: bool) -> list[int]:
        """Tokens of a text. Only with `special` can `<end_of_turn>` and its like become control tokens."""
        data = text.encode("utf-8", "replace")
        size = len(data) + 8
        buffer = (c.llama_token * size)()
        n = c.llama_tokenize(self._vocab, data, len(data), buffer, size, False, special)
        if n < 0:
            raise ValueError("the tokenizer needs more room than there are bytes")
        return list(buffer[:n])

    def start(self) -> list[int]:
        """The token that opens a text, where this model wants one."""
        return [c.llama_vocab_bos(self._vocab)] if c.llama_vocab_get_add_bos(self._vocab) else []

    def generate(self, prompt: Sequence[int], cancelled: Callable[[], bool]) -> Iterator[bytes]:
        """The likeliest next tokens as bytes, one after the other, until the model ends its text."""
        self._cancelled = cancelled
        piece = ctypes.create_string_buffer(256)
        going_on = self._read(prompt)
        while going_on:
            token = c.llama_sampler_sample(self._sampler, self._context, -1)
            if c.llama_vocab_is_eog(self._vocab, token):
                return
            n = c.llama_token_to_piece(self._vocab, token, piece, len(piece), 0, False)
            yield piece.raw[: max(n, 0)]
            going_on = self._decode([token])

    def scores(
        self, prefix: Sequence[int], continuations: Sequence[Sequence[int]], cancelled: Callable[[], bool]
    ) -> list[list[float]]:
        """The logarithm of each token's chance in each continuation of `prefix`; fewer lists when cancelled.

        The prefix is read once, and not at all as far as it is in memory.
        """
        self._cancelled = cancelled
        found: list[list[float]] = []
        if not self._read(prefix):
            return found
        first = self._chances(-1)
        for tokens in continuations:
            if len(tokens) > 1 and not self._decode(tokens[:-1], asked="each"):
                return found
            after = [self._chances(i) for i in range(len(tokens) - 1)]
            found.append([float(row[token]) for row, token in zip([first, *after], tokens, strict=False)])
            if not self._read(prefix):  # nothing is left of the continuation, and most of the prefix stays
                return found
        return found

    def speed(self, read: int, make: int) -> tuple[float, float]:
        """Tokens a second, of reading so many and of writing so many: of any, and whatever they say."""
        self._cancelled = lambda: False
        c.llama_memory_clear(self._memory, True)
        self._held = []
        began = time.perf_counter()
        self._read([*self.start(), *((1_000 + i % 97) % self._vocabulary for i in range(read))])
        between = time.perf_counter()
        for _ in range(make):
            self._decode([c.llama_sampler_sample(self._sampler, self._context, -1)])
        return read / (between - began), make / (time.perf_counter() - between)

    def _chances(self, i: int) -> Any:
        """Logarithms of the chance of every token, behind the i-th token of the last batch."""
        row = np.ctypeslib.as_array(c.llama_get_logits_ith(self._context, i), (self._vocabulary,)).astype(np.float64)
        row -= row.max()
        return row - np.log(np.exp(row).sum())

    def _read(self, prompt: Sequence[int]) -> bool:
        """Take the prompt in, except what is in memory already. False when cancelled on the way, or without any."""
        if not prompt:
            return False
        kept = _common(self._held, prompt[:-1])
        if not c.llama_memory_seq_rm(self._memory, 0, kept, -1):
            c.llama_memory_clear(self._memory, True)
            kept = 0
        del self._held[kept:]
        reading = self._threads if busy(self._reading_threads) else self._reading_threads
        c.llama_set_n_threads(self._context, self._threads, reading)
        slices = [prompt[i : i + BATCH_TOKENS] for i in range(kept, len(prompt), BATCH_TOKENS)]
        return all(self._decode(one, asked="last" if one is slices[-1] else "none") for one in slices)

    def _decode(self, tokens: Sequence[int], *, asked: Literal["none", "last", "each"] = "last") -> bool:
        """Take tokens in; what may follow is worked out behind those that are asked. False when cancelled before."""
        if self._cancelled():
            return False
        array = (c.llama_token * len(tokens))(*tokens)
        batch = c.llama_batch_get_one(array, len(tokens))
        flags = (ctypes.c_int8 * len(tokens))(*[asked == "each"] * (len(tokens) - 1), asked != "none")
        batch.logits = flags
        status = c.llama_decode(self._context, batch)
        if status == _ABORTED:
            return False  # what it took in all the same goes when the next prompt is read
        if status != 0:
            raise RuntimeError(f"llama_decode gave {status}")
        self._held.extend(tokens)
        return True


def model_params() -> c.llama_model_params:
    """How a model is loaded: on the processor, and without repacked weights."""
    params = c.llama_model_default_params()
    params.n_gpu_layers = 0
    # Repacking picks AMX kernels where the processor shows AMX; virtual machines that show
    # it without permitting it end such a process with SIGILL or SIGSEGV at the first batch.
    params.use_extra_bufts = False
    return params


def context_params(context_tokens: int, threads: int, reading_threads: int) -> c.llama_context_params:
    """The room for one prompt and its answer; prompts are read by more threads than answers are written by."""
    params = c.llama_context_default_params()
    params.n_ctx = context_tokens
    params.n_batch = params.n_ubatch = BATCH_TOKENS
    params.n_threads, params.n_threads_batch = threads, reading_threads
    params.swa_full = True  # a sliding window can't be wound back, and winding back is what spares re-reading
    params.no_perf = True
    return params


def busy(cores: int) -> bool:
    """More programs want to run than there are cores. Threads that wait for each other are then slower than one."""
    return hasattr(os, "getloadavg") and os.getloadavg()[0] > cores


def _common(held: Sequence[int], wanted: Sequence[int]) -> int:
    """How many tokens from the start are the same."""
    n = 0
    for a, b in zip(held, wanted, strict=False):
        if a != b:
            break
        n += 1
    return n
