"""What moves between Pinakes and the process of the model? Lines of JSON, by two threads that may wait as they like."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

import pinakes

_LOOK_S = 0.05
_LOG_BYTES = 1 << 20
_LINE_BYTES = 1 << 20


class ChildProcess:
    """`pinakes.answer.child`, running."""

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

    def killed_within(self, seconds: float) -> bool:
        """Waits, no longer than that."""
        return self._killed.wait(seconds)

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
