"""Which files of a folder are no notes of the user's, and by which rule?"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pinakes.model.files import Problem

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

IGNORE_FILE = ".pinakesignore"
_MAX_BYTES = 256 * 1024
_NEVER = frozenset({"node_modules"})
_NEVER_AT_ROOT = frozenset({"logseq/bak"})
"""Logseq's own copies of older versions of notes."""


class IgnoreRules(NamedTuple):
    """What to leave out: hidden files and folders always, and what the user's patterns say."""

    spec: GitIgnoreSpec | None = None
    problems: tuple[Problem, ...] = ()

    @classmethod
    def load(cls, root: Path, patterns: Iterable[str] = ()) -> IgnoreRules:
        """The rules of the vault's `.pinakesignore`, then `patterns`; both as in a .gitignore file."""
        lines: list[tuple[int | None, str]] = []
        problems: list[Problem] = []
        if os.path.lexists(root / IGNORE_FILE):
            from pinakes.vault.read import read_note  # few vaults have one

            source = read_note(root, IGNORE_FILE, max_bytes=_MAX_BYTES)
            if isinstance(source, Problem):
                problems.append(source)
            else:
                lines.extend(enumerate(source.text.splitlines(), 1))
        lines.extend((None, pattern) for pattern in patterns)
        good = [(number, line) for number, line in lines if line.strip() and not line.startswith("#")]
        if not good:
            return cls(None, tuple(problems))
        return cls(_compile(good, problems), tuple(problems))

    def reason(self, path: str, name: str, is_dir: bool) -> str | None:
        """The rule that leaves this file or folder out; None where it stays."""
        if name.startswith("."):
            return "hidden"
        if is_dir and (name in _NEVER or path in _NEVER_AT_ROOT):
            return f"`{name}` is never read"
        if self.spec is not None and self.spec.match_file(f"{path}/" if is_dir else path):
            return "ignored by a pattern"
        return None


def _compile(lines: list[tuple[int | None, str]], problems: list[Problem]) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec

    kept = []
    for number, line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            problems.append(Problem(IGNORE_FILE, f"not a pattern, left out: {line[:80]}", number))
        else:
            kept.append(line)
    return GitIgnoreSpec.from_lines(kept)
