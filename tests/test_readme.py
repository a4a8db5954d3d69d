"""The README is run, not trusted: every command in it works, and no command is missing from it."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from pinakes import config
from pinakes.cli import build_parser

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
LINES = list(dict.fromkeys(re.findall(r"^\$ pinakes ?(.*)$", README, re.MULTILINE)))
NEEDS_A_PERSON = {"", "tui", "watch"}
"""These run until they are stopped, so they are parsed only."""


def words(line: str) -> list[str]:
    return shlex.split(line, comments=True)


def command(line: str) -> str:
    return next((word for word in words(line) if not word.startswith("-")), "")


def expected_code(line: str) -> int:
    """0, or what the line says itself: `$ pinakes search xyzzy   # exit code 1`."""
    said = re.search(r"# exit code (\d)", line)
    return int(said[1]) if said else 0


def subcommands() -> set[str]:
    parser = build_parser()
    actions = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {name for action in actions for name in action.choices}


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The demo vault, indexed in a place of its own."""
    folder = tmp_path_factory.mktemp("readme")
    places = {f"PINAKES_{kind}_DIR": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE")}
    env = {**os.environ, **places, "PINAKES_VAULT": str(ROOT / "assets" / "demo-vault"), "NO_COLOR": "1"}
    subprocess.run(
        [sys.executable, "-m", "pinakes", "--quiet", "sync", "--wait-entities"], env=env, cwd=ROOT, check=True
    )
    return env


def test_the_readme_shows_commands() -> None:
    assert len(LINES) >= 5


@pytest.mark.parametrize("line", LINES)
def test_every_command_in_the_readme_parses(line: str) -> None:
    assert build_parser().parse_args(words(line))


@pytest.mark.parametrize("line", [line for line in LINES if command(line) not in NEEDS_A_PERSON])
def test_every_command_in_the_readme_runs(line: str, env: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pinakes", *words(line)],
        env=env,
        cwd=ROOT,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == expected_code(line), done.stderr


def test_every_command_is_in_the_readme() -> None:
    table = set(re.findall(r"`pinakes ([a-z]+)", README))
    assert subcommands() - table == set()
    assert table - subcommands() == set()


def test_every_setting_is_in_the_readme() -> None:
    sections = {name: kind for name, kind in vars(config).items() if name.endswith("Settings")}
    keys = {key for kind in sections.values() for key in kind._fields}
    listed = set(re.findall(r"^\| `(?:[a-z]+\.)?([a-z_]+)` \|", README, re.MULTILINE))
    assert keys - listed == set()


def test_every_file_the_readme_points_to_exists() -> None:
    targets = re.findall(r"\]\(([^)#:]{1,200})\)", README)
    assert [target for target in targets if not (ROOT / target).exists()] == []
