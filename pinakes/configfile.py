"""How is a setting kept? As one line of config.toml; every other line, comments too, stays as it is.

The line is put where it seems to belong, and the outcome read: only where that says what was
meant, and nothing else has changed, is it written.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from pathlib import Path

from pinakes.config import load
from pinakes.errors import PinakesError, UsageError

Value = bool | int | float | str | list[str]


def choose_vault(file: Path, vault: Path) -> None:
    """Write `vault_dir` into the settings; the file is made where there is none.

    Raises UsageError when it can't be written.
    """
    try:
        put(file, "", "vault_dir", str(vault))
    except UsageError as error:
        raise UsageError(str(error), f"Start with: pinakes --vault {vault}") from error


def put(file: Path, section: str, key: str, value: Value | None) -> None:
    """Set a key of a table (`""`: of none); None takes it out, so that its default holds.

    Raises UsageError when the file can't be written, or would not be read as it was meant.
    """
    file = Path(os.path.realpath(file))  # a link into a folder of dotfiles stays a link
    part = file.with_name(f"{file.name}.part")
    try:
        before = file.read_text("utf-8") if file.exists() else ""
        after = with_setting(before, section, key, value)
        if after is None:
            raise UsageError(f"{file} is written in a way that can't be changed here.", f"Set `{key}` in it by hand.")
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(after, "utf-8")
        load(config_file=str(part))  # refuses what the next start would refuse
        if file.exists():
            part.chmod(file.stat().st_mode & 0o777)
        part.replace(file)
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file} can't be written: {error}.", "Check the folder and the file.") from error
    except PinakesError as error:
        part.unlink(missing_ok=True)
        raise UsageError(str(error).replace(part.name, file.name), error.hint) from error


def with_setting(toml: str, section: str, key: str, value: Value | None) -> str | None:
    """`toml` with the key set, its other lines untouched; None where no such change says what is meant."""
    try:
        wanted = tomllib.loads(toml)
    except tomllib.TOMLDecodeError:
        return None
    table = wanted.setdefault(section, {}) if section else wanted
    if not isinstance(table, dict):
        return None
    if value is None:
        table.pop(key, None)
    else:
        table[key] = value
    return next((text for text in _changed(toml, section, key, value) if _says(text, wanted, section)), None)


def _says(text: str, wanted: dict[str, object], section: str) -> bool:
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    if section:
        found.setdefault(section, {})
    return found == wanted


def _changed(toml: str, section: str, key: str, value: Value | None) -> Iterator[str]:
    """What the file may look like with the change, the likeliest first."""
    lines = toml.splitlines()
    name = key if key.replace("_", "").isalnum() else _quoted(key)
    line = [] if value is None else [f"{name} = {_toml(value)}"]
    begin, end = _table(lines, section)
    for at in range(begin, end):
        if lines[at].partition("=")[0].strip().strip("\"'") == key:
            for last in range(at + 1, end + 1):  # a list may go on for some lines
                kept = _comment(lines[at]) if last == at + 1 and line else ""
                yield _joined([*lines[:at], *(part + kept for part in line), *lines[last:]])
                yield _joined([*lines[:at], *line, *lines[last:]])
            return
    if not section:
        yield _joined([*line, *lines])
    elif begin:
        while end > begin and not lines[end - 1].strip():
            end -= 1
        yield _joined([*lines[:end], *line, *lines[end:]])
    else:
        yield _joined([*lines, *([""] if lines else []), f"[{section}]", *line])
    yield toml  # nothing to take out


def _table(lines: list[str], section: str) -> tuple[int, int]:
    """The lines of a table, without its head; (0, 0) where there is none."""
    heads = [at for at, line in enumerate(lines) if line.lstrip().startswith("[")]
    if not section:
        return 0, heads[0] if heads else len(lines)
    for at in heads:
        if lines[at].partition("#")[0].strip().strip("[]").strip() == section:
            return at + 1, next((head for head in heads if head > at), len(lines))
    return 0, 0


def _comment(line: str) -> str:
    """What stands behind the value of a line: the first `#` before which the line is whole."""
    for at, letter in enumerate(line):
        if letter == "#":
            try:
                tomllib.loads(line[:at])
            except tomllib.TOMLDecodeError:
                continue
            return line[len(line[:at].rstrip()) :]
    return ""


def _joined(lines: list[str]) -> str:
    return "\n".join(lines) + "\n"


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_quoted, value)) + "]"
    return _quoted(value) if isinstance(value, str) else str(value)


def _quoted(text: str) -> str:
    """A TOML string: JSON's escapes are among TOML's, and DEL is the one letter that only TOML escapes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
