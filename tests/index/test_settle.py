"""Any history of mentions and decisions leads to the entities that a first look at the last state finds."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from pinakes.index.settle import settle, take_decisions
from pinakes.model.entity import Decision, DecisionKind
from pinakes.store.db import Connection, transaction, writing
from pinakes.store.keys import entity_key
from pinakes.store.mentions import ChunkMentions, MentionRow, set_mentions
from tests.index.dump import QUERIES

CHUNKS = (1, 2, 3, 4)
NAMES = [
    "Ada Quill",
    "A. Quill",
    "Quill",
    "Bea Quill",
    "Dr. Ada Quill",
    "TGO",
    "Town Gauge Office",
    "Town-Gauge Offices",
]
LABELS = ["PERSON", "", "GPE", "title"]
SOURCES = ["ner", "phrase", "weak", "self", "title"]

rows = st.lists(st.tuples(*map(st.sampled_from, (NAMES, LABELS, SOURCES))), max_size=5)
keys = st.sampled_from([entity_key(name) for name in NAMES])
Said = list[tuple[str, str, str]]


def empty(folder: Path) -> Path:
    """An index with one note of a few passages, in which nothing was recognised."""
    file = folder / "index.db"
    with writing(file) as db:
        db.execute("INSERT INTO notes VALUES (1, 'a.md', 'a', 0, 0, 0, 0, '', 'en', 0, '{}')")
        for chunk in CHUNKS:
            db.execute(
                'INSERT INTO chunks (chunk_id, note_id, ordinal, heading_path, start, "end", line, end_line, text,'
                " text_hash) VALUES (?1, 1, ?1, '[]', 0, 0, 1, 1, '', 'h')",
                (chunk,),
            )
    return file


def put(db: Connection, chunk: int, said: Said, expanded: bool) -> None:
    mentions = [MentionRow(entity_key(name), name, label, source, 1, 0) for name, label, source in said]
    known = {row.key for row in mentions}
    pair = ("tgo", "town gauge office")
    with transaction(db):
        set_mentions(db, [ChunkMentions(chunk, "h", mentions, 1, [pair] if expanded and {*pair} <= known else [])])


def dumped(db: Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = ("mentions", "entities", "spellings", "tallies", "expansions", "unsettled")
    return {name: sorted(db.execute(QUERIES[name]).fetchall(), key=repr) for name in tables}


class Mentions(RuleBasedStateMachine):
    """Passages whose names change, a person who decides, and now and then a look."""

    def __init__(self) -> None:
        super().__init__()
        self.home = Path(tempfile.mkdtemp())
        self.file = empty(self.home)
        self.said: dict[int, tuple[Said, bool]] = {}
        self.decided: list[Decision] = []
        self.number = 0

    def teardown(self) -> None:
        shutil.rmtree(self.home)

    @rule(chunk=st.sampled_from(CHUNKS), said=rows, expanded=st.booleans())
    def write(self, chunk: int, said: Said, expanded: bool) -> None:
        self.said[chunk] = (said, expanded)
        with writing(self.file) as db:
            put(db, chunk, said, expanded)

    @rule(kind=st.sampled_from(["same", "apart", "name", "hide"]), key=keys, other=keys)
    def decide(self, kind: DecisionKind, key: str, other: str) -> None:
        others = (other,) if kind in ("same", "apart") else ()
        self.number += 1
        self.decided.append(Decision(self.number, kind, key, key, others, f"Named {self.number}", "now"))
        self._heed()

    @rule()
    def undo(self) -> None:
        if self.decided:
            del self.decided[0]
            self._heed()

    def _heed(self) -> None:
        with writing(self.file) as db:
            take_decisions(db, self.decided)

    @rule()
    def look(self) -> None:
        fresh = empty(Path(tempfile.mkdtemp(dir=self.home)))
        with writing(self.file) as db, writing(fresh) as anew:
            settle(db)
            for chunk, (said, expanded) in self.said.items():
                put(anew, chunk, said, expanded)
            take_decisions(anew, self.decided)
            settle(anew)
            assert dumped(db) == dumped(anew)
            assert not dumped(db)["unsettled"]


TestMentions = Mentions.TestCase
TestMentions.settings = settings(max_examples=max(60, settings().max_examples // 10), stateful_step_count=16)
