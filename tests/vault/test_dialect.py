"""Which program a vault is written with, by what is in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.errors import UsageError
from pinakes.vault.dialect import PLAIN, Dialect, Dialects, detect, named
from pinakes.vault.ignore import IgnoreRules
from pinakes.vault.scan import scan


def detected(root: Path, *files: str, chosen: str = "") -> Dialects:
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return detect(root, scan(root, IgnoreRules()), chosen)


@pytest.mark.parametrize(
    ("files", "name"),
    [
        (["a.md"], "plain"),
        ([".obsidian/app.json", "a.md"], "obsidian"),
        (["logseq/config.edn", "pages/a.md"], "logseq"),
        (["logseq/bak/a.md", "pages/a.md"], "logseq"),
        (["logseq/a.md"], "plain"),
        (["dendron.yml", "vault/root.md"], "dendron"),
        ([".foam/templates/x.md", "a.md"], "foam"),
        ([".vscode/settings.json", "a.md"], "plain"),
        ([".zk/config.toml", "a.md"], "zk"),
        ([".obsidian/app.json", "logseq/config.edn", "pages/a.md"], "logseq"),
        ([".obsidian/app.json", ".foam/x"], "obsidian"),
        # no marker: the names of the notes tell
        (["journals/2024_05_01.md", "pages/a.md"], "logseq"),
        (["journals/2024_05_01.md", "a.md"], "plain"),
        (["root.md", "tea.green.md"], "dendron"),
        (["root.md", "v1.2.md"], "plain"),
    ],
)
def test_a_vault_is_known_by_what_is_in_it(tmp_path: Path, files: list[str], name: str) -> None:
    assert detected(tmp_path, *files).of("note.md").name == name


def test_a_setting_of_the_editor_marks_a_foam_workspace(tmp_path: Path) -> None:
    (tmp_path / ".vscode").mkdir()
    (tmp_path / ".vscode/extensions.json").write_text('{"recommendations": ["foam.foam-vscode"]}', "utf-8")
    assert detected(tmp_path, "a.md").of("a.md").name == "foam"


def test_the_nearest_marker_above_a_note_counts(tmp_path: Path) -> None:
    found = detected(tmp_path, ".obsidian/x", "a.md", "graph/logseq/config.edn", "graph/pages/b.md", "sub/c.md")
    names = {path: found.of(path).name for path in ("a.md", "graph/pages/b.md", "sub/c.md")}
    assert names == {"a.md": "obsidian", "graph/pages/b.md": "logseq", "sub/c.md": "obsidian"}


@pytest.mark.parametrize(
    ("files", "told_by"),
    [
        (["a.md"], {}),
        ([".obsidian/app.json", ".foam/x", "a.md"], {"": ".obsidian"}),
        (["dendron.yml", "dendron.code-workspace", "a.md"], {"": "dendron.code-workspace, dendron.yml"}),
        (["journals/2024_05_01.md", "pages/a.md"], {"": "days in journals, beside pages"}),
        (["a.md", "graph/logseq/config.edn", "graph/pages/b.md"], {"graph": "logseq"}),
    ],
)
def test_what_told_the_dialect_of_a_folder_is_kept(tmp_path: Path, files: list[str], told_by: dict[str, str]) -> None:
    found = detected(tmp_path, *files)
    assert found.told_by == told_by
    assert Dialects.from_text(found.as_text()).told_by == told_by


@pytest.mark.parametrize("text", ['{"": {"name": "zk"}}', '[{"": {"name": "zk", "no_longer": 1}}, {}]'])
def test_dialects_that_another_version_kept_do_no_harm(text: str) -> None:
    assert Dialects.from_text(text).of("a.md") in (PLAIN, Dialect("zk"))


def test_the_configured_dialect_overrides_all(tmp_path: Path) -> None:
    found = detected(tmp_path, ".obsidian/x", "graph/logseq/config.edn", "graph/pages/b.md", chosen="zk")
    assert found.of("graph/pages/b.md").name == "zk"


def test_the_programs_own_settings_are_read(tmp_path: Path) -> None:
    (tmp_path / "logseq").mkdir()
    settings = '{\n ;; :journal/page-title-format "no"\n :journal/page-title-format "yyyy-MM-dd"\n}'
    (tmp_path / "logseq/config.edn").write_text(settings, "utf-8")
    (tmp_path / "zk/.zk").mkdir(parents=True)
    (tmp_path / "zk/.zk/config.toml").write_text("[format.markdown]\ncolon-tags = true\n", "utf-8")
    found = detected(tmp_path, "pages/a.md", "zk/b.md")
    assert found.of("pages/a.md").journal == "yyyy-MM-dd"
    assert (found.of("zk/b.md").colon_tags, found.of("zk/b.md").spaced_tags) == (True, False)


def test_a_marker_that_is_a_link_or_a_pipe_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "vault/.zk").mkdir(parents=True)
    (tmp_path / "outside.toml").write_text("colon-tags = true\n", "utf-8")
    (tmp_path / "vault/.zk/config.toml").symlink_to(tmp_path / "outside.toml")
    assert not detected(tmp_path / "vault", "a.md").of("a.md").colon_tags


def test_dialects_are_kept_as_text(tmp_path: Path) -> None:
    found = detected(tmp_path, ".obsidian/x", "a.md", "graph/logseq/config.edn", "graph/pages/b.md")
    assert Dialects.from_text(found.as_text()) == found
    assert Dialects.from_text(None).of("a/b.md") == PLAIN == named("plain")


def test_a_dialect_that_nobody_knows_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_text('[vault]\ndialect = "orgmode"\n', "utf-8")
    with pytest.raises(UsageError, match="orgmode"):
        load(config_file=str(file), environ={})
