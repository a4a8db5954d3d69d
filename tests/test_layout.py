"""What a clone looks like: what lies at the top, and what no file may say."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP = {"LICENSE", "README.md", "assets", "packaging", "pinakes", "pyproject.toml", "tests"}
LEFTOVERS = {"build", "dist", "uv.lock", "snapshot_report.html"}
"""What tools leave behind and .gitignore names; asked for only where git can't be."""
REQUIREMENTS = sorted((ROOT / "packaging").glob("requirements*.txt"))

# In pieces, so that this file doesn't say them either.
REGISTRIES = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "deb" + "ian.org")
MACHINE_PATH = re.compile(r"(?<![\w./-])/(?:home|root|Users|work|opt|tmp/[a-z])/[\w.-]{1,64}")
PLACEHOLDERS = {"/home/you", "/home/user", "/Users/you"}


def tracked() -> list[str]:
    """Paths that git holds or would take; below a plain folder, everything but leftovers and dotfiles."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if listed.returncode == 0:
        names = listed.stdout.decode("utf-8").split("\0")
        return sorted(name for name in names if name and (ROOT / name).is_file())
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return sorted(
        path.as_posix()
        for path in found
        if path.parts[0] not in LEFTOVERS and not path.parts[0].startswith(".") and "__pycache__" not in path.parts
    )


def texts() -> Iterator[tuple[str, str]]:
    """Every tracked file that is text, with its name."""
    for name in tracked():
        try:
            yield name, (ROOT / name).read_text("utf-8")
        except UnicodeDecodeError:
            continue


def test_the_top_level_holds_only_what_belongs_there() -> None:
    names = {name.split("/")[0] for name in tracked()}
    assert {name for name in names if not name.startswith(".")} == TOP


def test_no_file_names_a_package_registry() -> None:
    assert [(name, host) for name, text in texts() for host in REGISTRIES if host in text.lower()] == []


def test_no_file_names_a_path_of_the_machine_it_was_written_on() -> None:
    found = [(name, path) for name, text in texts() for path in MACHINE_PATH.findall(text) if path not in PLACEHOLDERS]
    assert found == []


def test_every_dependency_says_what_it_is_for() -> None:
    lines = (ROOT / "pyproject.toml").read_text("utf-8").splitlines()
    wanted = [line.strip() for line in lines if re.match(r'    "[A-Za-z0-9_.-]+ ?(\[|[=<>~!])', line)]
    assert len(wanted) > 20
    self_evident = ("pytest", "types-pyyaml")
    silent = [line for line in wanted if "#" not in line and not line.strip('"').startswith(self_evident)]
    assert silent == []


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: str(file.name))
def test_every_pin_is_exact_and_has_a_hash(file: Path) -> None:
    entries = file.read_text("utf-8").replace("\\\n", " ").splitlines()
    pins = [line for line in entries if line and not line.startswith("#")]
    assert pins
    assert [pin for pin in pins if not re.match(r"[a-z0-9-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin)] == []


@pytest.mark.parametrize("file", REQUIREMENTS, ids=lambda file: str(file.name))
def test_no_requirements_file_chooses_where_packages_come_from(file: Path) -> None:
    text = file.read_text("utf-8")
    options = re.findall(r"^ *(--?[a-z][a-z-]*)", text, re.MULTILINE)
    assert set(options) == {"--hash"}
    assert "://" not in text


def test_everything_that_is_asked_for_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    for extra in ("nlp", "ask"):
        asked += project["project"]["optional-dependencies"][extra]
    asked += project["build-system"]["requires"]
    names = {re.split(r"[\[=<>~! ;]", line)[0].lower().replace("_", "-") for line in asked if isinstance(line, str)}
    pinned = {
        name for file in REQUIREMENTS for name in re.findall(r"^([a-z0-9-]+)==", file.read_text("utf-8"), re.MULTILINE)
    }
    assert names - pinned == set()


def test_the_test_command_is_what_ci_runs() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "packaging/dev.sh test" in script
    assert "install" not in script
