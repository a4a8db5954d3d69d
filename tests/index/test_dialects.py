"""The program that a vault is written with decides how its notes are read; another one, and they are read again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule

from pinakes.config import Config
from pinakes.library import Library
from tests.index.test_histories import Histories

Write = Callable[[str, str], Path]
ID = "0a1b2c3d-0000-4000-8000-00000000000f"
MARKERS = [
    "logseq/config.edn", "dendron.yml", ".obsidian/app.json", "sub/logseq/config.edn", "sub/.zk/config.toml",
    "sub/.foam/x",
]  # fmt: skip
PATHS = ["pages/Tea.md", "pages/A___B.md", "journals/2024_05_01.md", "sub/tea.green.md", "sub/pages/Tea.md", "root.md"]
TEXTS = [
    "title:: Leaves\nalias:: Herb\n\n- [[A/B]] #Tea [[May 1st, 2024]]\n",
    f"- ## Kettle\n  id:: {ID}\n- tags:: Tea, a/b\n",
    f"- (({ID})) {{{{embed [[Leaves]]}}}} [[Herb]]\n",
    "[[Green|tea.green]] [[tea.green|Green]] ![[tea.green#one:#two]] #hot @ida\n",
    "# Leaves\n\n[[Leaves]] [t](pages/Tea.md) :a:b: %% [[Tea]] %%\n\n## One\n\n## Two\n",
    "[[Tea]] [[Leaves]]\n\n[tea]: sub/pages/Tea.md\n[leaves]: ../root.md\n",
    '{"nodes": [{"type": "text", "text": "[[Tea]]", "x": 0, "y": 0}]}',
]


def targets(library: Library, note: str) -> list[str | None]:
    return [link.target for link in library.around.links(note).items]


def test_a_marker_that_comes_or_goes_has_all_notes_read_again(vault: Path, library: Library, write: Write) -> None:
    write("pages/A___B.md", "- x\n")
    write("start.md", "[[A/B]]\n")
    library.sync()
    assert targets(library, "start.md") == [None]

    write("logseq/config.edn", "{}")
    report = library.sync()
    assert targets(library, "start.md") == ["pages/A___B.md"]
    assert report.changed == 2
    assert library.sync().changed == 0

    shutil.rmtree(vault / "logseq")
    library.sync()
    assert targets(library, "start.md") == [None]


def test_the_configured_dialect_is_what_counts(config: Config, write: Write) -> None:
    write("pages/A___B.md", "- x\n")
    write("start.md", "[[A/B]]\n")
    with Library.open(config._replace(vault=config.vault._replace(dialect="logseq"))) as library:
        library.sync()
        assert targets(library, "start.md") == ["pages/A___B.md"]
        assert library.note("pages/A___B.md").title == "A/B"


def test_a_note_that_moves_while_its_dialect_changes_keeps_its_id(vault: Path, library: Library, write: Write) -> None:
    write("graph/logseq/config.edn", "{}")
    write("graph/pages/Tea.md", "- a drink, as long as it is hot\n")
    write("a.md", "[[Tea]]")
    library.sync()
    (vault / "graph").rename(vault / "leaves")
    report = library.sync()
    assert (report.moved, report.added, report.removed) == (1, 0, 0)
    assert targets(library, "a.md") == ["leaves/pages/Tea.md"]


def test_a_canvas_is_found_by_what_its_cards_say(library: Library, write: Write) -> None:
    card = '{"nodes": [{"type": "text", "text": "the quokka smiles\\n\\n[[Tea]]", "x": 0, "y": 0}], "edges": []}'
    write("Board.canvas", card)
    write("Tea.md", "see [[Board.canvas]]\n")
    library.sync()
    assert [hit.path for hit in library.search("quokka").hits][:1] == ["Board.canvas"]
    assert targets(library, "Board.canvas") == ["Tea.md"]
    assert targets(library, "Tea.md") == ["Board.canvas"]


class DialectHistories(Histories):
    """The vault's markers come and go as well."""

    @rule(path=st.sampled_from(PATHS), text=st.sampled_from(TEXTS))
    def write_in_a_dialect(self, path: str, text: str) -> None:
        self.write_file(path, text)

    @rule(text=st.sampled_from(TEXTS))
    def draw(self, text: str) -> None:
        self.write_file("sub/Board.canvas", text)

    @rule(marker=st.sampled_from(MARKERS))
    def mark(self, marker: str) -> None:
        self.write_file(marker, "")

    @rule(marker=st.sampled_from(MARKERS))
    def unmark(self, marker: str) -> None:
        (self.vault / marker).unlink(missing_ok=True)
        folder = (self.vault / marker).parent
        if folder.name in ("logseq", ".zk", ".obsidian", ".foam"):
            shutil.rmtree(folder, ignore_errors=True)

    def write_file(self, path: str, text: str) -> None:
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


TestDialectHistories = DialectHistories.TestCase
TestDialectHistories.settings = settings(
    max_examples=max(12, settings().max_examples // 100),
    stateful_step_count=20,
    suppress_health_check=[HealthCheck.too_slow],
)
