"""How does Pinakes talk to a model that may hang, crash or never stop? Through a process of its own.

Native code can't be caught, so it lives in `pinakes.answer.child`. Nothing here waits without a
deadline, and what does not obey is killed.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pinakes.answer import room
from pinakes.answer.chat import as_turns, form_of
from pinakes.answer.models import ModelFile
from pinakes.answer.process import ChildProcess
from pinakes.answer.prompt import Prompt
from pinakes.config import AnswerSettings
from pinakes.errors import ModelError

LOAD_S = 120.0
COUNT_S = 10.0
OBEY_S = 0.7
"""How long a cancelled child may take to stop by itself, warm, before it is killed."""
_MEASURED = (256, 24)
"""Tokens that are read and written to find out how quick a model is."""
_TURNS_TOKENS = 128
"""Room for what makes a prompt a conversation."""
_LOOK_S = 0.05
_AGAIN = "Ask again: the model starts anew. Its log is {log}."


class LocalModel(Protocol):
    """A model on this machine, as answering sees it."""

    @property
    def name(self) -> str: ...

    @property
    def context_tokens(self) -> int:
        """Room for prompt and answer together."""
        ...

    def load(self, *, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        """Bring it into memory; at once when it is there. Raises ModelError; returns early when cancelled."""
        ...

    def count(self, text: str) -> int:
        """Tokens of a text from outside: nothing in it is a control token."""
        ...

    def stream(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: Sequence[str],
        deadline_s: float,
        cancelled: Callable[[], bool],
    ) -> Iterator[str]:
        """The continuation, as it is made. Raises ModelError when it fails or takes too long; ends when cancelled."""
        ...

    def close(self) -> None: ...


class ChildModel:
    """A GGUF model in a child process, started when first needed and kept."""

    def __init__(self, file: ModelFile, settings: AnswerSettings, log_file: Path) -> None:
        self._file = file
        model = file.described
        self._form = form_of(model) if model else None
        self._threads, self._reading_threads = threads_for(settings)
        trained = model.context_tokens if model else 0
        self._context_tokens = min(settings.context_tokens, trained or settings.context_tokens)
        self._keep_warm_s = settings.keep_warm_s
        self._used = time.monotonic()
        self.log_file = log_file
        self._child: ChildProcess | None = None
        self._ready = False
        self._numbers = itertools.count(1)
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        return self._file.name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens - (_TURNS_TOKENS if self._form else 0)

    @property
    def process_id(self) -> int | None:
        """Of the running child; None while there is none."""
        return self._child.process.pid if self._child and self._child.process.poll() is None else None

    def load(self, *, deadline_s: float = LOAD_S, cancelled: Callable[[], bool] = lambda: False) -> None:
        deadline = time.monotonic() + deadline_s
        with self._alone(deadline, cancelled) as mine:
            if mine:
                self._started(deadline, cancelled)

    def count(self, text: str) -> int:
        deadline = time.monotonic() + LOAD_S
        with self._alone(deadline):
            child = self._started(deadline)
            number = next(self._numbers)
            child.send({"op": "count", "id": number, "text": text})
            answer = self._receive(child, time.monotonic() + COUNT_S)
            return int(answer["count"]) if answer else 0

    def stream(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: Sequence[str],
        deadline_s: float,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> Iterator[str]:
        deadline = time.monotonic() + deadline_s
        with self._alone(deadline, cancelled) as mine:
            if not mine:
                return
            child = self._started(deadline, cancelled)
            if not self._ready:
                return
            number = next(self._numbers)
            request = {"op": "generate", "id": number, "max_tokens": max_tokens, "stop": list(stop)}
            child.send({**request, "pieces": _plain(as_turns(prompt, self._form))})
            ended = False
            try:
                while (message := self._receive(child, deadline, cancelled)) is not None:
                    if "end" in message:
                        ended = True
                        return
                    yield str(message["text"])
            finally:
                if not ended:
                    self._interrupt(child, number)

    def score(
        self,
        prefix: Prompt,
        continuations: Sequence[str],
        *,
        deadline_s: float,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> list[list[float]]:
        """The logarithm of each token's chance in each continuation of `prefix`, which is read once.

        Empty when cancelled. Raises ModelError as `stream` does.
        """
        request = {"op": "score", "pieces": _plain(prefix), "continuations": list(continuations)}
        answer = self._ask(request, time.monotonic() + deadline_s, cancelled)
        return list(answer["scores"]) if answer and len(answer["scores"]) == len(continuations) else []

    def measure(self, *, deadline_s: float = LOAD_S) -> tuple[float, float]:
        """Tokens a second, of reading and of writing, both threads and all as answers have them."""
        read, make = _MEASURED
        read = min(read, self._context_tokens - make - 1)
        answer = self._ask({"op": "measure", "read": read, "make": make}, time.monotonic() + deadline_s)
        return (float(answer["reading"]), float(answer["writing"])) if answer else (0.0, 0.0)

    def close(self) -> None:
        """End the child at once, whatever it is doing; a later call starts another."""
        child, self._child, self._ready = self._child, None, False
        if child:
            child.kill()

    def _ask(
        self, request: Mapping[str, object], deadline: float, cancelled: Callable[[], bool] = lambda: False
    ) -> dict[str, Any] | None:
        """The one answer to a request; None when cancelled."""
        with self._alone(deadline, cancelled) as mine:
            if not mine:
                return None
            child = self._started(deadline, cancelled)
            if not self._ready:
                return None
            number = next(self._numbers)
            child.send({**request, "id": number})
            answer = self._receive(child, deadline, cancelled)
            if answer is None:
                self._interrupt(child, number)
            return answer

    def _rest_when_idle(self, child: ChildProcess) -> None:
        """End a child that nobody has asked anything for a while: it holds the memory of the whole model."""
        while not child.killed_within(max(_LOOK_S, self._used + self._keep_warm_s - time.monotonic())):
            idle = time.monotonic() - self._used >= self._keep_warm_s
            if idle and self._turn.acquire(blocking=False):
                try:
                    if child is self._child:
                        self.close()
                finally:
                    self._turn.release()

    @contextlib.contextmanager
    def _alone(self, deadline: float, cancelled: Callable[[], bool] = lambda: False) -> Iterator[bool]:
        """One question at a time; yields False when cancelled while another one has the model."""
        while not (mine := self._turn.acquire(timeout=_LOOK_S)) and not cancelled():
            if time.monotonic() > deadline:
                raise ModelError("The model is busy with another question.", "Ask again in a moment.")
        try:
            yield mine
        finally:
            if mine:
                self._used = time.monotonic()
                self._turn.release()

    def _started(self, deadline: float, cancelled: Callable[[], bool] = lambda: False) -> ChildProcess:
        """The running child; `_ready` stays False when loading was cancelled."""
        if self._child and self._child.process.poll() is None and self._ready:
            return self._child
        self.close()
        self._check_room()
        try:
            child = self._child = ChildProcess(self._reading_threads, self.log_file)
        except OSError as error:
            where = f" ({error.filename})" if error.filename else ""
            raise ModelError(
                f"The model's process can't be started: {error.strerror}{where}.",
                f"See that {self.log_file.parent} can be written.",
            ) from error
        child.send(
            {
                "op": "load",
                "path": str(self._file.path.absolute()),
                "context_tokens": self._context_tokens,
                "threads": self._threads,
                "reading_threads": self._reading_threads,
            }
        )
        message = self._receive(child, deadline, cancelled)
        if message is None:
            self._discard(child)
        else:
            self._ready = True
            threading.Thread(target=self._rest_when_idle, args=(child,), daemon=True).start()
        return child

    def _receive(
        self, child: ChildProcess, deadline: float, cancelled: Callable[[], bool] = lambda: False
    ) -> dict[str, Any] | None:
        """The child's next message; None when cancelled. A child that failed or is late is killed."""
        while not cancelled():
            try:
                message = child.inbox.get(timeout=_LOOK_S)
            except queue.Empty:
                if child.killed:
                    raise ModelError("The model was closed in the middle of an answer.", "Ask again.") from None
                if time.monotonic() > deadline:
                    self._discard(child)
                    raise ModelError("The model took too long and was stopped.", self._hint()) from None
                continue
            if message is None:
                reason = child.reason()
                self._discard(child)
                raise ModelError(f"The model stopped by itself ({reason}).", self._hint())
            if "error" in message:
                self._discard(child)
                raise self._failed(str(message["error"]))
            if time.monotonic() > deadline:
                self._discard(child)
                raise ModelError("The model took too long and was stopped.", self._hint())
            return message
        return None

    def _check_room(self) -> None:
        """Raises ModelError for a model that would push everything else out of memory."""
        if self._file.described is None:
            return
        needed, free = room.needed(self._file.described, self._context_tokens), room.free()
        if needed > free:
            raise ModelError(
                f"{self.name} needs {needed / 1e9:,.1f} GB of memory, and {free / 1e9:,.1f} GB are free.",
                "Close other programs, choose a smaller model, or make answer.context_tokens smaller.",
            )

    def _failed(self, error: str) -> ModelError:
        if error.startswith("LoadError"):
            return ModelError(
                f"{self._file.path}: the model can't be loaded. The file is damaged, of a kind "
                "that the engine does not know, or too large for this machine's memory.",
                f"Choose another model, or run `pinakes setup`. The engine's log is {self.log_file}.",
            )
        if error.startswith(
            ("ImportError", "ModuleNotFoundError", "OSError", "FileNotFoundError", "RuntimeError: Failed")
        ):
            return ModelError("The model's engine can't be started.", f"Run `pinakes setup`. {error[:200]}")
        return ModelError(f"The model failed: {error[:200]}.", self._hint())

    def _interrupt(self, child: ChildProcess, number: int) -> None:
        """Stop an answer that nobody wants any more; keep the child if it obeys."""
        if child is not self._child:
            return
        child.send({"op": "cancel", "id": number})
        limit = time.monotonic() + OBEY_S
        while (left := limit - time.monotonic()) > 0:
            try:
                message = child.inbox.get(timeout=left)
            except queue.Empty:
                break
            if message is None or "error" in message:
                break
            if "end" in message or "scores" in message:
                return
        self._discard(child)

    def _discard(self, child: ChildProcess) -> None:
        if child is self._child:
            self.close()
        else:
            child.kill()

    def _hint(self) -> str:
        return _AGAIN.format(log=self.log_file)


def threads_for(settings: AnswerSettings) -> tuple[int, int]:
    """How many write an answer, and how many read a prompt.

    Reading is done in seconds and the user waits for it: it may have all. Writing leaves one to the user.
    """
    if settings.threads:
        return settings.threads, settings.threads
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    return max(1, here - 1), here


def _plain(prompt: Prompt) -> list[list[object]]:
    return [[piece.text, piece.trusted] for piece in prompt]
