"""What do the commands in README.md print? Runs them and writes their output below them.

Every line `$ pinakes …` in a ```console block is run in order over assets/demo-vault, in a data
folder of its own with the local model in it, and what stood below the line is replaced by what
came out, on stdout and stderr alike. Run it by `.venv/bin/python packaging/readme.py`.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def isolated(folder: Path) -> dict[str, str]:
    """An environment that holds the demo vault and nothing of the user's."""
    places = {f"PINAKES_{kind}_DIR": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE")}
    vault = {"PINAKES_VAULT": str(ROOT / "assets" / "demo-vault")}
    return {**os.environ, **places, **vault, "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}


def run(line: str, env: dict[str, str]) -> str:
    """What `pinakes LINE` prints on a terminal."""
    command = [sys.executable, "-m", "pinakes", *shlex.split(line, comments=True)]
    done = subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode > 1:
        raise SystemExit(f"readme.py: `pinakes {line}` ended with exit code {done.returncode}")
    return done.stdout.decode("utf-8").strip("\n")


def fill(block: str, env: dict[str, str]) -> str:
    """The block with its commands' output of today."""
    lines = re.findall(r"^\$ pinakes ?(.*)$", block, re.MULTILINE)
    sessions = (f"$ pinakes {line}\n{run(line, env)}\n" for line in lines)
    return "```console\n" + "\n".join(sessions) + "```"


def main() -> None:
    """Rewrite README.md in place."""
    readme = ROOT / "README.md"
    with tempfile.TemporaryDirectory() as folder:
        env = isolated(Path(folder))
        run("setup --quiet", env)
        text = BLOCK.sub(lambda match: fill(match[1], env), readme.read_text("utf-8"))
    readme.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
