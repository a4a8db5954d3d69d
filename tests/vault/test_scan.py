"""What a scan finds, leaves out, and never opens."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from pinakes.errors import VaultError
from pinakes.vault.ignore import IgnoreRules
from pinakes.vault.scan import check_root, root_identity, scan


def write(root: Path, *paths: str) -> None:
    for path in paths:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x", encoding="utf-8")


def found(root: Path, *patterns: str) -> list[str]:
    return sorted(scan(root, IgnoreRules.load(root, patterns)).stamps)


def test_notes_are_stamped_and_all_else_is_an_attachment(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "sub/B.MD", "sub/c.markdown", "pic.png", "sub/d.txt")
    result = scan(tmp_path, IgnoreRules())
    assert sorted(result.stamps) == ["a.md", "sub/B.MD", "sub/c.markdown"]
    assert result.attachments == {"pic.png", "sub/d.txt"}
    status = (tmp_path / "a.md").stat()
    stamp = result.stamps["a.md"]
    assert (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode) == (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
    )
    assert (result.problems, result.unreadable) == ((), ())


def test_hidden_files_and_programs_own_folders_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "n.md", ".hidden.md", ".obsidian/x.md", ".git/y.md", "a/node_modules/z.md", "logseq/bak/o.md")
    write(tmp_path, "logseq/pages.md", "a/logseq/bak/kept.md")
    assert found(tmp_path) == ["a/logseq/bak/kept.md", "logseq/pages.md", "n.md"]


@pytest.mark.parametrize(
    ("patterns", "expected"),
    [
        (["build/"], ["a/keep.md", "draft.md", "n.md"]),
        (["*.md", "!n.md"], ["n.md"]),
        (["/draft.md", "build"], ["a/keep.md", "n.md"]),
        (["# comment", ""], ["a/build/x.md", "a/keep.md", "draft.md", "n.md"]),
    ],
)
def test_patterns_mean_what_they_mean_to_git(tmp_path: Path, patterns: list[str], expected: list[str]) -> None:
    write(tmp_path, "n.md", "draft.md", "a/keep.md", "a/build/x.md")
    assert found(tmp_path, *patterns) == expected
    (tmp_path / ".pinakesignore").write_text("\n".join(patterns), encoding="utf-8")
    assert found(tmp_path) == expected


def test_a_pattern_that_is_none_is_a_problem_and_the_others_hold(tmp_path: Path) -> None:
    write(tmp_path, "n.md", "draft.md")
    (tmp_path / ".pinakesignore").write_text("draft.md\n!\n", encoding="utf-8")
    result = scan(tmp_path, IgnoreRules.load(tmp_path))
    assert sorted(result.stamps) == ["n.md"]
    assert [(problem.path, problem.line) for problem in result.problems] == [(".pinakesignore", 2)]


def test_links_fifos_and_sockets_are_not_opened(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    write(tmp_path, "vault/n.md", "outside/secret.md")
    (vault / "loop").symlink_to(vault)
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "link.md").symlink_to(tmp_path / "outside/secret.md")
    (vault / "gone.md").symlink_to(tmp_path / "nothing")
    os.mkfifo(vault / "pipe.md")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(vault / "s.md"))
        result = scan(vault, IgnoreRules())
    assert sorted(result.stamps) == ["n.md"]
    assert sorted(problem.path for problem in result.problems) == ["gone.md", "link.md", "pipe.md", "s.md"]


def test_a_name_that_is_not_utf8_is_a_problem(tmp_path: Path) -> None:
    write(tmp_path, "n.md")
    try:
        (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("x", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    result = scan(tmp_path, IgnoreRules())
    assert sorted(result.stamps) == ["n.md"]
    (problem,) = result.problems
    assert problem.path == "caf\ufffd.md"
    assert "UTF-8" in problem.message


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every folder")
def test_a_folder_that_cannot_be_listed_is_named(tmp_path: Path) -> None:
    write(tmp_path, "n.md", "locked/x.md")
    (tmp_path / "locked").chmod(0)
    try:
        result = scan(tmp_path, IgnoreRules())
    finally:
        (tmp_path / "locked").chmod(0o755)
    assert sorted(result.stamps) == ["n.md"]
    assert result.unreadable == ("locked",)
    assert [problem.path for problem in result.problems] == ["locked"]


def test_a_vault_that_is_gone_is_unreadable_not_empty(tmp_path: Path) -> None:
    assert scan(tmp_path / "gone", IgnoreRules()).unreadable == ("",)


def test_the_root_is_known_by_device_and_inode(tmp_path: Path) -> None:
    vault = tmp_path / "vault"
    assert root_identity(vault) is None
    vault.mkdir()
    before = root_identity(vault)
    assert before == root_identity(vault)
    vault.rename(tmp_path / "old")
    vault.mkdir()
    assert root_identity(vault) != before


def test_a_vault_that_cannot_be_read_says_what_to_do(tmp_path: Path) -> None:
    write(tmp_path, "n.md")
    check_root(tmp_path)
    for wrong in (tmp_path / "gone", tmp_path / "n.md"):
        with pytest.raises(VaultError) as caught:
            check_root(wrong)
        assert str(wrong) in str(caught.value)
        assert caught.value.hint
