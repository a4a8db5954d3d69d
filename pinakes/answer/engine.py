"""How does Pinakes talk to a model that may hang, crash or never stop? Through a process of its own.

Native code can't be caught, so it lives in `pinakes.answer.child`. Threads move the lines of
the two pipes; nothing here waits without a deadline, and what does not obey is killed.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Protocol

import pinakes
from pinakes.answer.models import ModelFile
from pinakes.answer.prompt import Prompt
from pinakes.config import AnswerSettings
from pinakes.errors import ModelError

LOAD_S = 120.0
COUNT_S = 10.0
OBEY_S = 0.7
"""How long a cancelled child may take to stop by itself, warm, before it is killed."""
_LOOK_S = 0.05
_LOG_BYTES = 1 << 20
_LINE_BYTES = 1 << 20
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
        self._threads = settings.threads or max(1, (os.cpu_count() or 2) - 1)
        self._context_tokens = settings.context_tokens
        self.log_file = log_file
        self._child: _Child | None = None
        self._ready = False
        self._numbers = itertools.count(1)
        self._turn = threading.Lock()

    @property
    def name(self) -> str:
        return self._file.name

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

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
            pieces = [[piece.text, piece.trusted] for piece in prompt]
            child.send({"op": "generate", "id": number, "pieces": pieces, "max_tokens": max_tokens, "stop": list(stop)})
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

    def close(self) -> None:
        """End the child at once, whatever it is doing; a later call starts another."""
        child, self._child, self._ready = self._child, None, False
        if child:
            child.kill()

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
                self._turn.release()

    def _started(self, deadline: float, cancelled: Callable[[], bool] = lambda: False) -> _Child:
        """The running child; `_ready` stays False when loading was cancelled."""
        if self._child and self._child.process.poll() is None and self._ready:
            return self._child
        self.close()
        try:
            child = self._child = _Child(self._threads, self.log_file)
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
            }
        )
        message = self._receive(child, deadline, cancelled)
        if message is None:
            self._discard(child)
        else:
            self._ready = True
        return child

    def _receive(
        self, child: _Child, deadline: float, cancelled: Callable[[], bool] = lambda: False
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

    def _interrupt(self, child: _Child, number: int) -> None:
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
            if "end" in message:
                return
        self._discard(child)

    def _discard(self, child: _Child) -> None:
        if child is self._child:
            self.close()
        else:
            child.kill()

    def _hint(self) -> str:
        return _AGAIN.format(log=self.log_file)


class _Child:
    """The process and the two threads that move its lines."""

    def __init__(self, threads: int, log_file: Path) -> None:
        self.inbox: queue.Queue[dict[str, Any] | None] = queue.Queue(maxsize=1_000)
        """None: the child's output has ended."""
        self._outbox: queue.Queue[bytes | None] = queue.Queue()
        self._killed = threading.Event()
        with _open_log(log_file) as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "pinakes.answer.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=_environment(threads),
                start_new_session=True,  # ctrl+c in the terminal is for us, not for it
            )
        for target in (self._write, self._read):
            threading.Thread(target=target, daemon=True).start()

    def send(self, message: dict[str, object]) -> None:
        """Never waits: a child that does not read is noticed by what it does not answer."""
        self._outbox.put(json.dumps(message).encode("ascii") + b"\n")

    @property
    def killed(self) -> bool:
        return self._killed.is_set()

    def kill(self) -> None:
        self._killed.set()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        self.process.wait()
        self._outbox.put(None)

    def reason(self) -> str:
        """How the process ended, in words."""
        try:
            code = self.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        if code >= 0:
            return f"exit code {code}"
        name = signal.Signals(-code).name if -code in set(signal.Signals) else "unknown"
        memory = ", perhaps for want of memory" if -code == signal.SIGKILL else ""
        return f"signal {-code}, {name}{memory}"

    def _write(self) -> None:
        stdin = self.process.stdin
        if stdin is None:
            return
        with contextlib.suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                stdin.write(line)
                stdin.flush()
        with contextlib.suppress(OSError):
            stdin.close()

    def _read(self) -> None:
        stdout = self.process.stdout
        if stdout is None:
            return
        with contextlib.suppress(OSError, ValueError):
            while line := stdout.readline(_LINE_BYTES):
                if not self._put(json.loads(line)):
                    break
        self._put(None)
        stdout.close()

    def _put(self, message: dict[str, Any] | None) -> bool:
        """False once nobody reads any more."""
        while not self._killed.is_set():
            try:
                self.inbox.put(message, timeout=_LOOK_S)
            except queue.Full:
                continue
            return True
        return False


def _environment(threads: int) -> dict[str, str]:
    """Ours, with the places where numeric libraries look for a number of threads, and for a network."""
    root = Path(pinakes.__file__).resolve().parent.parent
    more = {
        "OMP_NUM_THREADS": str(threads),
        "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait for the next question sleep
        "OPENBLAS_NUM_THREADS": "1",
        "HF_HUB_OFFLINE": "1",
    }
    if root.name not in ("site-packages", "dist-packages"):
        # -P keeps the current folder, which may be the vault, out of the child's imports; a clone needs its own back.
        more["PYTHONPATH"] = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(root)]))
    return {**os.environ, **more}


def _open_log(path: Path) -> IO[bytes]:
    """Where native code may write what it likes; begun anew when it has grown large."""
    path.parent.mkdir(parents=True, exist_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, flags, 0o600)
    if os.fstat(descriptor).st_size > _LOG_BYTES:
        os.ftruncate(descriptor, 0)
    return os.fdopen(descriptor, "ab")
