"""What is heavy is imported where it is used: a search must not wait for spaCy or Textual to load."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "assets" / "demo-vault"

HEAVY = ("igraph", "llama_cpp", "onnxruntime", "scipy", "sklearn", "spacy", "textual", "thinc")
NEEDED_BY_RANKING = ("numpy",)
"""Light enough for a search, too heavy for `pinakes --version`."""
NEVER_IN_A_SEARCH = ("llama_cpp", "sklearn", "spacy", "textual", "thinc")

PRINTS_MODULES = """
import sys
from pinakes.cli import main
try:
    code = main(sys.argv[1:])
finally:
    print("\\n".join(sorted(sys.modules)), file=open({report!r}, "w"))
sys.exit(code)
"""


def isolated(folder: Path) -> dict[str, str]:
    """An environment in which Pinakes reads and writes nothing outside `folder` and the demo vault."""
    places = {f"PINAKES_{kind}_DIR": str(folder / kind.lower()) for kind in ("DATA", "CONFIG", "CACHE")}
    return {**os.environ, **places, "PINAKES_VAULT": str(DEMO), "NO_COLOR": "1"}


def loaded_by(statement: str, among: tuple[str, ...]) -> list[str]:
    code = f"{statement}\nimport sys\nprint(*[name for name in {among!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout.split()


@pytest.mark.parametrize("statement", ["import pinakes", "import pinakes.cli", "import pinakes.library"])
def test_importing_it_loads_nothing_heavy(statement: str) -> None:
    assert loaded_by(statement, HEAVY) == []


@pytest.mark.parametrize("statement", ["import pinakes", "import pinakes.cli"])
def test_parsing_a_command_line_does_not_wait_for_numpy(statement: str) -> None:
    assert loaded_by(statement, NEEDED_BY_RANKING) == []


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The demo vault, indexed; the environment to search it in."""
    env = isolated(tmp_path_factory.mktemp("imports"))
    subprocess.run([sys.executable, "-m", "pinakes", "--quiet", "sync"], env=env, cwd=ROOT, check=True)
    return env


def modules_after(arguments: list[str], env: dict[str, str], report: Path) -> set[str]:
    code = PRINTS_MODULES.format(report=str(report))
    subprocess.run([sys.executable, "-c", code, *arguments], env=env, cwd=ROOT, check=True, capture_output=True)
    return set(report.read_text("utf-8").split())


def test_a_search_in_a_cold_process_loads_nothing_it_does_not_need(indexed: dict[str, str], tmp_path: Path) -> None:
    loaded = modules_after(["search", "float wire"], indexed, tmp_path / "modules")
    assert "pinakes.library" in loaded
    assert loaded & set(NEVER_IN_A_SEARCH) == set()


def test_an_answer_without_a_model_loads_no_engine(indexed: dict[str, str], tmp_path: Path) -> None:
    loaded = modules_after(["ask", "--no-model", "Who was the keeper of the gauge?"], indexed, tmp_path / "modules")
    assert loaded & set(NEVER_IN_A_SEARCH) == set()
