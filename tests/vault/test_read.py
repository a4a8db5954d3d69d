"""How a note's bytes become text, and what is never read."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from pinakes.model.files import Problem, Source
from pinakes.vault.read import decode, read_note

LIMIT = 1000


def test_text_stamp_and_hash_belong_to_the_same_bytes(tmp_path: Path) -> None:
    data = "# Tëst\r\n".encode()
    (tmp_path / "a").mkdir()
    (tmp_path / "a/n.md").write_bytes(data)
    source = read_note(tmp_path, "a/n.md", max_bytes=LIMIT)
    assert isinstance(source, Source)
    assert source.text == "# Tëst\r\n"
    assert source.content_hash == hashlib.blake2b(data, digest_size=16).hexdigest()
    assert (source.stamp.path, source.stamp.size) == ("a/n.md", len(data))
    assert source.stamp.mtime_ns == (tmp_path / "a/n.md").stat().st_mtime_ns


@pytest.mark.parametrize(
    ("data", "text", "problem"),
    [
        (b"", "", ""),
        ("é".encode(), "é", ""),
        (b"\xef\xbb\xbf# T", "# T", ""),
        ("# Té".encode("utf-16"), "# Té", ""),
        (b"\xfe\xff" + "# T".encode("utf-16-be"), "# T", ""),
        ("# T".encode("utf-32"), "# T", ""),
        (b"ok\ncaf\xe9 \x93x\x94", "ok\ncafé “x”", "Windows-1252"),
        (b"\x81\xff", "\x81ÿ", "Windows-1252"),
        (b"\xff\xfea\x00\x00\xd8", "a\ufffd", "damaged"),
        (b"a\x00b", "a\ufffdb", ""),
        (b"\xed\xa0\x80", "í\xa0€", "Windows-1252"),
    ],
)
def test_decoding(data: bytes, text: str, problem: str) -> None:
    decoded, problems = decode("n.md", data)
    assert decoded == text
    assert problem in "".join(found.message for found in problems)
    assert bool(problem) == bool(problems)


def test_a_problem_of_encoding_names_its_line() -> None:
    (problem,) = decode("n.md", b"one\ntwo\nthr\xe9e")[1]
    assert problem.line == 3


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("gone.md", "vanished"),
        ("n.md/x.md", "vanished"),
        ("gone/x.md", "vanished"),
        ("big.md", "larger than 1000 bytes"),
        ("link.md", "symbolic link"),
        ("pipe.md", "not a regular file"),
        ("folder.md", "not a regular file"),
        ("../outside.md", "out of the vault"),
        ("/etc/hostname", "out of the vault"),
        ("a/../n.md", "out of the vault"),
        ("n.md\0", "out of the vault"),
        ("", "out of the vault"),
    ],
)
def test_what_is_not_read_is_a_problem(tmp_path: Path, path: str, message: str) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (tmp_path / "outside.md").write_text("secret", encoding="utf-8")
    (vault / "n.md").write_text("x", encoding="utf-8")
    (vault / "big.md").write_text("x" * 2000, encoding="utf-8")
    (vault / "link.md").symlink_to(tmp_path / "outside.md")
    (vault / "folder.md").mkdir()
    os.mkfifo(vault / "pipe.md")
    problem = read_note(vault, path, max_bytes=LIMIT)
    assert isinstance(problem, Problem)
    assert message in problem.message


def test_a_linked_folder_on_the_way_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/n.md").write_text("secret", encoding="utf-8")
    (tmp_path / "vault/in").symlink_to(tmp_path / "outside")
    assert isinstance(read_note(tmp_path / "vault", "in/n.md", max_bytes=LIMIT), Problem)


def test_reading_leaves_no_file_open(tmp_path: Path) -> None:
    if not Path("/proc/self/fd").exists():
        pytest.skip("this system doesn't list open files")
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/n.md").write_text("x", encoding="utf-8")
    before = os.listdir("/proc/self/fd")
    for path in ("a/b/n.md", "a/b/gone.md", "a/gone/n.md"):
        read_note(tmp_path, path, max_bytes=LIMIT)
    assert len(os.listdir("/proc/self/fd")) == len(before)
