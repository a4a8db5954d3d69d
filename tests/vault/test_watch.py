"""A watcher wakes for changes, once, and says when it can't."""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pinakes.vault.watch import Watcher

LONG_S = 20.0
"""More than any change takes to be noticed; a test that passes never waits so long."""
QUIET_S = 0.6


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "sub").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "sub/n.md").write_text("x", encoding="utf-8")
    return folder


@pytest.fixture
def watcher(vault: Path) -> Iterator[Watcher]:
    found = Watcher(vault, settle_s=0.05, latest_s=0.5)
    found.start()
    yield found
    found.stop()


def test_many_changes_are_one(vault: Path, watcher: Watcher) -> None:
    assert watcher.healthy()
    assert watcher.trouble == ""
    for number in range(50):
        (vault / f"sub/{number}.md").write_text("x", encoding="utf-8")
    assert watcher.wait(LONG_S)
    assert not watcher.wait(QUIET_S)


def test_a_save_by_rename_and_a_deletion_are_changes(vault: Path, watcher: Watcher) -> None:
    (vault / "new.tmp").write_text("y", encoding="utf-8")
    (vault / "new.tmp").replace(vault / "sub/n.md")
    assert watcher.wait(LONG_S)
    (vault / "sub/n.md").unlink()
    assert watcher.wait(LONG_S)


def test_hidden_folders_and_our_own_reading_are_no_changes(vault: Path, watcher: Watcher) -> None:
    (vault / ".git/index").write_text("x", encoding="utf-8")
    (vault / "sub/n.md").read_text("utf-8")
    assert not watcher.wait(QUIET_S)


def test_a_folder_that_was_replaced_is_watched_anew(vault: Path, watcher: Watcher) -> None:
    vault.rename(vault.with_name("old"))
    vault.mkdir()
    assert not watcher.healthy()
    assert watcher.wait(LONG_S)
    assert "replaced" in watcher.trouble
    assert watcher.healthy()
    (vault / "n.md").write_text("x", encoding="utf-8")
    assert watcher.wait(LONG_S)


def test_a_vault_that_is_away_is_named_and_taken_up_again(vault: Path, watcher: Watcher) -> None:
    shutil.rmtree(vault)
    while watcher.wait(2.0):
        pass
    assert "not there" in watcher.trouble
    vault.mkdir()
    assert watcher.wait(LONG_S)
    assert watcher.healthy()


def test_stopping_wakes_whoever_waits(watcher: Watcher) -> None:
    answers: list[bool] = []
    waiting = threading.Thread(target=lambda: answers.append(watcher.wait(LONG_S)))
    waiting.start()
    watcher.stop()
    waiting.join(LONG_S)
    assert answers == [False]


LIMITED = """
import sys
from pathlib import Path
from pinakes.vault.watch import Watcher
watcher = Watcher(Path(sys.argv[1]), poll_s=0.3)
watcher.start()
print(watcher.healthy(), "fs.inotify.max_user_watches" in watcher.trouble)
print(watcher.wait(0.1), watcher.wait(0.1), watcher.wait(5), watcher.wait(5))
watcher.stop()
"""


@pytest.mark.parametrize("limit", ["max_inotify_watches=5", "max_inotify_instances=0"])
def test_where_the_watch_limit_is_reached_it_looks_again_every_few_seconds(vault: Path, limit: str) -> None:
    name, value = limit.split("=")
    for number in range(10):
        (vault / str(number)).mkdir()
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("needs a namespace of its own to lower the limit in")
    script = f'echo {value} > /proc/sys/user/{name} || exit 77; exec "$@"'
    done = subprocess.run(
        [unshare, "-Ur", "sh", "-c", script, "sh", sys.executable, "-c", LIMITED, str(vault)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    if done.returncode == 77 or "unshare" in done.stderr:
        pytest.skip("this system lends no namespaces")
    assert done.stdout.split("\n")[:2] == ["False True", "False False True True"], done.stderr
