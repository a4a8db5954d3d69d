"""How is the choice of a vault kept? As one line of config.toml; every other line stays as it is."""

from __future__ import annotations

import json
import os
from pathlib import Path

from pinakes.errors import UsageError


def choose_vault(file: Path, vault: Path) -> None:
    """Write `vault_dir` into the settings; the file is made where there is none.

    Raises UsageError when it can't be written.
    """
    line = f"vault_dir = {_quoted(str(vault))}"
    file = Path(os.path.realpath(file))  # a link into a folder of dotfiles stays a link
    try:
        before = file.read_text("utf-8") if file.exists() else ""
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_name(file.name + ".part")
        part.write_text(with_vault(before, line), "utf-8")
        if file.exists():
            part.chmod(file.stat().st_mode & 0o777)
        part.replace(file)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} can't be written: {error}.", f"Start with: pinakes --vault {vault}") from error


def with_vault(toml: str, line: str) -> str:
    """`toml` with this line: in place of the one it has, else at the top, before any table begins."""
    lines = toml.splitlines()
    for at, old in enumerate(lines):
        if old.lstrip().startswith("["):
            break
        if old.partition("=")[0].strip() == "vault_dir":
            lines[at] = line
            return "\n".join(lines) + "\n"
    return "\n".join([line, *lines]) + "\n"


def _quoted(text: str) -> str:
    """A TOML string: JSON's escapes are among TOML's, and DEL is the one letter that only TOML escapes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
