"""What may stand in config.toml, what overrides what, and what is said about a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import Config, load
from pinakes.errors import UsageError
from tests.conftest import isolated


def settings(tmp_path: Path, toml: str) -> Config:
    folder = tmp_path / "config"
    folder.mkdir(exist_ok=True)
    (folder / "config.toml").write_text(toml, "utf-8")
    return load(environ=isolated(tmp_path))


@pytest.mark.parametrize(
    ("toml", "section", "key", "value"),
    [
        ("vault.ignore = ['a', 'b/*']", "vault", "ignore", ("a", "b/*")),
        ("vault.max_note_bytes = 0", "vault", "max_note_bytes", 0),
        ("vault.dialect = 'zk'", "vault", "dialect", "zk"),
        ("[search]\nlimit = 3", "search", "limit", 3),
        ("[search]\ngraph = false", "search", "graph", False),
        ("[answer]\nmodel = '/m/x.gguf'", "answer", "model", Path("/m/x.gguf")),
        ("[answer]\ndeadline_s = 3", "answer", "deadline_s", 3.0),
        ("[answer]\ndeadline_s = 0.5", "answer", "deadline_s", 0.5),
        ("[look]\ntheme = 'nord'", "look", "theme", "nord"),
    ],
)
def test_a_setting_of_the_file_is_taken(tmp_path: Path, toml: str, section: str, key: str, value: object) -> None:
    found = getattr(getattr(settings(tmp_path, toml), section), key)

    assert (found, type(found)) == (value, type(value)) or isinstance(value, Path)


@pytest.mark.parametrize(
    ("toml", "error", "hint"),
    [
        ("search.graph = 1", "`search.graph` can't be 1.", "true or false"),
        ("search.limit = true", "`search.limit` can't be True.", "a whole number"),
        ("search.limit = -1", "`search.limit` can't be -1.", "a whole number"),
        ("search.limit = 2.5", "`search.limit` can't be 2.5.", "a whole number"),
        ("answer.deadline_s = 0", "`answer.deadline_s` can't be 0.", "a number above 0"),
        ("answer.deadline_s = true", "`answer.deadline_s` can't be True.", "a number above 0"),
        ("answer.model = 3", "`answer.model` can't be 3.", "a path in quotes"),
        ("look.theme = 3", "`look.theme` can't be 3.", "text in quotes"),
        ("vault.ignore = 'a'", "`vault.ignore` can't be 'a'.", "a list of texts"),
        ("vault.ignore = [1]", "`vault.ignore` can't be [1].", "a list of texts"),
        ("vault.dialect = 'word'", "`vault.dialect` can't be 'word'.", "obsidian"),
        ("search.limt = 3", "unknown setting `search.limt`", "Did you mean `search.limit`?"),
        ("serach.limit = 3", "unknown setting `serach`", "Did you mean `search`?"),
        ("search = 3", "`search` can't be 3.", "below [search]"),
        ("vault_dir = ' '", "names no folder", "Give the folder"),
        ("limit =", "not valid TOML", "Mend the file"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_what_it_takes(tmp_path: Path, toml: str, error: str, hint: str) -> None:
    with pytest.raises(UsageError) as refused:
        settings(tmp_path, toml)

    assert error in str(refused.value)
    assert hint in refused.value.hint


def test_flags_win_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "config.toml").write_text("vault_dir = '/of/the/file'", "utf-8")
    plain = isolated(tmp_path)
    env = {**plain, "PINAKES_VAULT": "/of/the/environment"}

    assert load(environ=plain).vault_dir == Path("/of/the/file")
    assert load(environ=env).vault_dir == Path("/of/the/environment")
    assert load(environ=env, vault_dir="/typed").vault_dir == Path("/typed")
