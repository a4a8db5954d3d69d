"""Real vaults, written by others: read, searched, asked and joined without a crash or a changed byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.library import Library
from tests.conftest import isolated, shared
from tests.index.test_sync import manifest

SMALL = ["kepano", "dataview", "obsidian-export", "foam-docs"]
LARGE = ["logseq-docs", "obsidian-tasks", "js-primer-ja", "dendron-site", "oi-wiki-zh", "gesetze-de"]


def use(vault: Path, scratch: Path) -> None:
    """All that a reader would do with it, and no trace in it."""
    before = manifest(vault)
    with Library.open(load(vault_dir=str(vault), environ=isolated(scratch))) as library:
        report = library.sync()
        assert report.added == library.status().notes > 0
        assert all(problem.path and problem.message for problem in report.problems)
        titles = [note.title for note in library.recent(12)]
        for title in titles:
            assert library.search(title).hits
            if any(c.isalnum() for c in title):
                library.ask(f"What is {title}?", use_model=False)
        for a, b in zip(library.recent(6), library.recent(12)[6:], strict=False):
            library.bridges(a.path, b.path)
        for note in library.recent(6):
            assert library.note(note.path).text is not None
        assert library.sync().chunks_written == 0
    assert manifest(vault) == before


@pytest.mark.parametrize("name", SMALL)
def test_a_small_vault(name: str, tmp_path: Path) -> None:
    use(shared("vaults") / name, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", LARGE)
def test_a_large_vault(name: str, tmp_path: Path) -> None:
    use(shared("vaults") / name, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_all_ten_as_one_vault(tmp_path: Path) -> None:
    use(shared("vaults"), tmp_path)
