"""The real thing in a real terminal: it starts, finds, opens, and gives the prompt back."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pinakes.config import Config
from tests.tui.conftest import NOTES, write_vault

TMUX = shutil.which("tmux")
LOOKS = 300
"""Looks at the pane before giving up."""

pytestmark = pytest.mark.skipif(TMUX is None, reason="tmux is not installed")


class Pane:
    """A terminal of its own, in a tmux server of its own."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / "tmux")

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run([str(TMUX), "-S", self._socket, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def start(self, command: str, environ: dict[str, str]) -> None:
        settings = " ".join(f"{name}={shlex.quote(value)}" for name, value in environ.items())
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "30", f"env {settings} {command}")

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def text(self) -> str:
        return self.tmux("capture-pane", "-p")

    def until(self, words: str) -> str:
        """The screen, once it shows these words."""
        for _ in range(LOOKS):
            text = self.text()
            if words in text:
                return text
            time.sleep(0.1)
        pytest.fail(f"{words!r} never came; the screen shows\n{self.text()}")


@pytest.fixture
def pane(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pane]:
    pane = Pane(tmp_path_factory.mktemp("p"))
    yield pane
    subprocess.run([str(TMUX), "-S", pane._socket, "kill-server"], capture_output=True, check=False)


@pytest.fixture
def places(tmp_path: Path, config: Config) -> dict[str, str]:
    """An environment in which nothing outside the test's folder is touched."""
    return {
        "PINAKES_DATA_DIR": str(tmp_path / "data"),
        "PINAKES_CONFIG_DIR": str(tmp_path / "config"),
        "PINAKES_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "EDITOR": str(editor(tmp_path)),
        "LC_ALL": "C.UTF-8",
    }


def editor(folder: Path) -> Path:
    """An editor that shows what it is given, adds a line, and waits for enter."""
    file = folder / "nano"
    file.write_text('#!/bin/sh\nclear\necho "edits $*"\nread answer\n', "utf-8")
    file.chmod(0o755)
    return file


def command(vault: Path) -> str:
    python = shlex.quote(sys.executable)
    return f"sh -c {shlex.quote(f'{python} -m pinakes --vault {shlex.quote(str(vault))}; echo left with $?; read x')}"


def test_it_finds_opens_edits_and_gives_the_prompt_back(pane: Pane, places: dict[str, str], vault: Path) -> None:
    pane.start(command(vault), places)
    pane.until("6 notes")
    pane.keys("chamois")
    pane.until("Lamp room › Mercury")
    pane.keys("C-e")
    assert "Lamp room.md" in pane.until("edits +").replace("\n", "")
    pane.keys("Enter")
    pane.until("Lamp room › Mercury")
    pane.keys("Enter")
    pane.until("[4 Note]")
    pane.keys("C-q")
    text = pane.until("left with 0")
    assert "Traceback" not in text


def test_an_escape_sequence_in_a_note_does_not_reach_the_terminal(
    pane: Pane, places: dict[str, str], tmp_path: Path
) -> None:
    vault = write_vault(tmp_path / "v", {"a.md": "# Eel \x1b]2;owned\x07\n\n\x1b[2Jeel\x1b]52;c;aGk=\x07\n", **NOTES})
    pane.start(command(vault), places)
    pane.until("7 notes")
    pane.keys("eel")
    pane.until("a.md")
    for key, shows in (("F3", "from"), ("F6", "to look at"), ("F7", "saved as you go"), ("F2", "a.md")):
        pane.keys(key)
        pane.until(shows)
    pane.keys("C-q")
    pane.until("left with 0")
    assert "owned" not in pane.tmux("display-message", "-p", "#{pane_title}")


def test_without_a_terminal_it_says_what_works(vault: Path, places: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pinakes", "--vault", str(vault)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **places},
    )
    assert done.returncode == 2
    assert "pinakes search WORDS" in done.stderr


def test_a_dumb_terminal_is_refused(pane: Pane, vault: Path, places: dict[str, str]) -> None:
    pane.start(command(vault), {**places, "TERM": "dumb"})
    assert "pinakes search WORDS" in pane.until("left with 2")
