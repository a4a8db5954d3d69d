"""Golden sessions: what a person types, and what comes back.

`$ ` a command, `! ` its stderr, `? N` its exit code where it is not 0, everything else its
stdout. `pytest --update-golden` writes what was seen. Times and counts of milliseconds are
left out, shares are rounded away with them.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pinakes.cli import main
from tests.conftest import isolated

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))
_WAITING = re.compile(r"^! .*(without their names|not yet found by|Names are still being recognised).*\n", re.MULTILINE)


class Session:
    """A folder, an environment, and the few commands of a shell that the sessions use."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        (folder / "vault").mkdir()

    def run(self, line: str) -> str:
        name, *rest = shlex.split(line)
        if name == "pinakes":
            code = main(rest)
            out, err = self.capsys.readouterr()
            said = re.sub(r" in (\d+ ms|[\d.]+ s)", "", "".join(f"! {part}\n" for part in err.splitlines()))
            return _WAITING.sub("", out + said + (f"? {code}\n" if code else ""))
        if name == "write":
            self._placed(rest[0]).write_text(rest[1].encode().decode("unicode_escape"), "utf-8")
        elif name == "move":
            (self.folder / "vault" / rest[0]).rename(self._placed(rest[1]))
        elif name == "rm":
            (self.folder / "vault" / rest[0]).unlink()
        elif name == "mkdir":
            (self.folder / rest[0]).mkdir()
        elif name == "config":
            (self.folder / "config").mkdir(exist_ok=True)
            (self.folder / "config" / "config.toml").write_text(rest[0].encode().decode("unicode_escape"), "utf-8")
        else:
            raise AssertionError(f"no such command in a session: {name}")
        return ""

    def _placed(self, path: str) -> Path:
        """A file of the vault, with the folders above it."""
        file = self.folder / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        return file


@pytest.mark.parametrize("file", SESSIONS, ids=lambda file: file.stem)
def test_session(
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in isolated(Path()).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PINAKES_VAULT", "vault")
    session = Session(tmp_path, capsys)
    written = file.read_text("utf-8")
    played: list[str] = []
    for line in written.splitlines():
        if line.startswith("# "):
            played.append(f"{chr(10) if played else ''}{line}\n")
        elif line.startswith("$ "):
            output = session.run(line[2:]).rstrip("\n")
            played.append(f"{line}\n{output}\n" if output else f"{line}\n")
    seen = "".join(played)
    if request.config.getoption("--update-golden"):
        file.write_text(seen, "utf-8")

    assert seen == written
