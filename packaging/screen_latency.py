"""How quick is the terminal UI? It runs on a terminal of its own, is typed into, and what comes back is timed.

    python packaging/screen_latency.py VAULT [--runs N]

First paint in processor seconds, the echo of a key, hits, quitting at rest and with work under way,
and memory beyond the command line's. Figures only: a busy machine is no defect. Times are those
between writing to the terminal and the first byte that shows the thing. Index and settings lie in
a scratch folder; the vault is only read.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path

SIZE = (36, 120)
PATIENCE_S = 120.0
REST_S = 0.7
QUERIES = ("project plan", "meeting notes", "how to install", "links between notes", "table of contents")
_SEQUENCE = re.compile(rb"\x1b(?:\[[0-9;?<>=$]{0,32}[@-~]|\][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)|[@-Z\\^_=>])")
_TICK = os.sysconf("SC_CLK_TCK")


class Terminal:
    """A pinakes on a pseudo-terminal."""

    def __init__(self, vault: Path, environ: dict[str, str]) -> None:
        self.started = time.perf_counter()
        self.pid, self._end = pty.fork()
        if self.pid == 0:  # the child: nothing of this process may go on in it
            with contextlib.suppress(OSError):
                os.execve(sys.executable, [sys.executable, "-m", "pinakes", "--vault", str(vault)], environ)  # noqa: S606
            os._exit(127)
        fcntl.ioctl(self._end, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
        self._shown = b""

    def send(self, keys: bytes) -> float:
        """Type, with what was shown before forgotten; the moment of it."""
        self._shown = b""
        moment = time.perf_counter()
        os.write(self._end, keys)
        return moment

    def _read(self, wait_s: float) -> bool:
        if not select.select([self._end], [], [], wait_s)[0]:
            return False
        try:
            self._shown += os.read(self._end, 65_536)
        except OSError:  # the other end is closed
            raise EOFError from None
        return True

    def until(self, pattern: bytes) -> float:
        """The moment when the screen has shown this since the last `send`."""
        wanted, deadline = re.compile(pattern), time.perf_counter() + PATIENCE_S
        while time.perf_counter() < deadline:
            if wanted.search(_SEQUENCE.sub(b"", self._shown)):
                return time.perf_counter()
            self._read(0.5)
        raise SystemExit(f"screen_latency.py: {pattern!r} never came; the last was {self._shown[-300:]!r}")

    def rest(self, seconds: float = REST_S) -> None:
        """Read on for so long."""
        deadline = time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            self._read(left)

    @property
    def cpu_s(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICK

    @property
    def memory_mb(self) -> float:
        """Resident now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"^VmRSS:\s{1,20}(\d+)", status, re.MULTILINE)
        return int(found[1]) / 1024 if found else 0.0

    def quit(self) -> float:
        """Leave by ctrl+q; seconds until the process has ended."""
        begun = self.send(b"\x11")
        with contextlib.suppress(EOFError):
            while time.perf_counter() - begun < PATIENCE_S:
                self._read(0.05)
        if time.perf_counter() - begun >= PATIENCE_S:
            os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._end)
        return time.perf_counter() - begun


def in_step(vault: Path, environ: dict[str, str], runs: int, figures: dict[str, list[float]]) -> None:
    """Start, type, search and quit over an index that is there."""
    for run in range(runs):
        screen = Terminal(vault, environ)
        painted = screen.until(rb"Type to search")
        figures["first paint, processor s"].append(screen.cpu_s)
        figures["first paint, wall s"].append(painted - screen.started)
        screen.until(rb"in step|meaning|entities")
        screen.rest(2.0)
        for query in (QUERIES[run % len(QUERIES)], QUERIES[(run + 1) % len(QUERIES)]):
            for letter in query:
                begun = screen.send(letter.encode())
                figures["echo of a key, ms"].append(1000 * (screen.until(re.escape(letter).encode()) - begun))
                screen.rest(0.05)
            screen.rest()
            figures["hits after the last key, ms"].append(_hits(screen))
            for _ in query:
                screen.send(b"\x7f")
                screen.rest(0.02)
            screen.rest()
        figures["memory, MB"].append(screen.memory_mb)
        figures["quit at rest, s"].append(screen.quit())


def _hits(screen: Terminal) -> float:
    begun = screen.send(b"s")
    return 1000 * (screen.until(rb"\d ms ") - begun)


def at_work(vault: Path, environ: dict[str, str]) -> float:
    """Quit while the vault is being read for the first time."""
    screen = Terminal(vault, environ)
    screen.until(rb"reading|entities|looking")
    screen.rest(1.0)
    return screen.quit()


def of_command_line(vault: Path, environ: dict[str, str]) -> float:
    """MB that a search on the command line takes at most."""
    command = [sys.executable, "-m", "pinakes", "--vault", str(vault), "search", QUERIES[0]]
    child = subprocess.Popen(command, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss / 1024


def environment(folder: Path) -> dict[str, str]:
    """The machine's, with folders of its own for index and settings; names are not recognised."""
    (folder / "config").mkdir(parents=True)
    (folder / "config" / "config.toml").write_text("[entities]\nner = false\n")
    places = {f"PINAKES_{part}_DIR": str(folder / part.lower()) for part in ("DATA", "CONFIG", "CACHE")}
    return {**os.environ, **places, "TERM": "xterm-256color", "PYTHONPATH": str(Path(__file__).parents[1])}


def said(name: str, values: Sequence[float]) -> str:
    """Half of the values are at most the first figure, 19 of 20 the second."""
    ordered = sorted(values)
    high = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return f"{name:<32} {statistics.median(ordered):>9.2f} {high:>9.2f} {len(ordered):>5}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("vault", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    names = "first paint, processor s|first paint, wall s|echo of a key, ms|hits after the last key, ms|memory, MB"
    figures: dict[str, list[float]] = {name: [] for name in (*names.split("|"), "quit at rest, s")}
    with tempfile.TemporaryDirectory() as scratch:
        quit_at_work = at_work(options.vault, environment(Path(scratch) / "new"))
        environ = environment(Path(scratch) / "kept")
        command = [sys.executable, "-m", "pinakes", "--vault", str(options.vault), "--quiet", "sync"]
        subprocess.run(command, env=environ, check=True, stdout=subprocess.DEVNULL)
        in_step(options.vault, environ, options.runs, figures)
        beyond = statistics.median(figures["memory, MB"]) - of_command_line(options.vault, environ)
    print(f"{'':<32} {'p50':>9} {'p95':>9} {'of':>5}")
    for name, values in figures.items():
        print(said(name, values))
    print(said("quit with work under way, s", [quit_at_work]))
    print(said("memory over the command line, MB", [beyond]))


if __name__ == "__main__":
    main()
