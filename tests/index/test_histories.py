"""Any history of edits leads to the index that a first sync of the same vault makes."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from pinakes.config import load
from pinakes.library import Library
from tests.conftest import isolated
from tests.index.dump import dump

NAMES = ["Tea", "Ada Quill", "index", "Blue Darjeeling", "日記", "x", "blue_tea", "Home"]
FOLDERS = ["", "sub/", "sub/deep/"]
TEXTS = [
    "# Tea\n\nWith Ada Quill and [[Blue Darjeeling]] #green\n\n## Later\n\n[[Tea#Later]]",
    "---\naliases: [AQ, Quill]\ntags: [person]\n---\nBorn by the sea; drinks tea with AQ.",
    "see [[sub/Tea|that]] and ![[x]] and [md](../Tea.md)\n\nBlue Darjeeling again",
    "---\nbroken: [\n---\n日記を書きました。[[日記]]",
    "",
    "- cites:: [[Ada Quill]]\n- [[index]] [[nowhere]]",
    "by the Tea Gauge Office (TGO), then the TGO and Blue-Darjeelings",
    "We drank [[blue_tea]] at home, then blue_tea; Home was far, said A. Quill of Ada Quill",
    "a Town Green Orchestra (TGO) of [[Blue Darjeelings]]",
]
paths = st.builds(lambda folder, name: f"{folder}{name}.md", st.sampled_from(FOLDERS), st.sampled_from(NAMES))


class Histories(RuleBasedStateMachine):
    """A vault that is edited, moved about and synced."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.vault = self.home / "vault"
        self.vault.mkdir()
        (self.vault / "always.md").write_text("one note stays", "utf-8")
        config = load(vault_dir=str(self.vault), environ=isolated(self.home))
        self.library = Library.open(config)
        self.syncs = 0

    def teardown(self) -> None:
        self.library.close()
        shutil.rmtree(self.home)

    @rule(path=paths, text=st.sampled_from(TEXTS))
    def write(self, path: str, text: str) -> None:
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    @rule(path=paths)
    def delete(self, path: str) -> None:
        (self.vault / path).unlink(missing_ok=True)

    @rule(old=paths, new=paths)
    def rename(self, old: str, new: str) -> None:
        if (self.vault / old).is_file():
            (self.vault / new).parent.mkdir(parents=True, exist_ok=True)
            (self.vault / old).replace(self.vault / new)

    @rule(name=st.sampled_from(["pic.png", "sub/x.pdf"]))
    def attach(self, name: str) -> None:
        (self.vault / name).parent.mkdir(parents=True, exist_ok=True)
        (self.vault / name).write_bytes(b"-")

    @rule()
    def sync(self) -> None:
        self.library.sync()
        self.syncs += 1
        with Library.open(load(vault_dir=str(self.vault), environ=isolated(self.home / "anew"))) as fresh:
            fresh.sync()
            expected = self.dumped(fresh)
            fresh.clear()
        assert self.dumped(self.library) == expected

    @staticmethod
    def dumped(library: Library) -> dict[str, list[tuple[object, ...]]]:
        from pinakes.store.db import reading

        with reading(library.index_file) as db:
            return dump(db)

    @invariant()
    def nothing_of_ours_in_the_vault(self) -> None:
        assert not [p for p in self.vault.rglob("*") if "pinakes" in p.name or "index.db" in p.name]


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=max(12, settings().max_examples // 100),
    stateful_step_count=20,
    suppress_health_check=[HealthCheck.too_slow],
)
