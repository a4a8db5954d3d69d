"""On what does the answer lean? The numbered places, each one key away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from pinakes.model.answer import Answer, Passage
from pinakes.model.ledger import KeptAnswer
from pinakes.tui.text import cut, flat


@dataclass(frozen=True, slots=True)
class Source:
    """A numbered place."""

    n: int
    path: str
    title: str
    section: str
    line: int
    end_line: int
    quote: str
    became: str = ""
    """What became of its note since, in words; empty where it is as it was."""


class Sources(OptionList):
    """The sources of one answer."""

    @dataclass
    class Chosen(Message):
        """A source was chosen."""

        source: Source

    def __init__(self) -> None:
        super().__init__(id="sources", markup=False, compact=True)
        self._sources: list[Source] = []

    def fill(self, sources: Iterable[Source]) -> None:
        self._sources = list(sources)
        width = max(self.size.width - 4, 30)
        self.set_options([Option(_words(source, width)) for source in self._sources])

    def numbered(self, n: int) -> Source | None:
        """The source with this number."""
        return next((source for source in self._sources if source.n == n), None)

    @property
    def is_empty(self) -> bool:
        return not self._sources

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Chosen(self._sources[event.option_index]))


def from_passages(passages: Iterable[Passage]) -> list[Source]:
    """Sources as they go into the prompt."""
    return [
        Source(
            passage.n,
            passage.path,
            passage.title,
            " › ".join(passage.heading),
            passage.line,
            passage.line + passage.text.rstrip().count("\n"),
            passage.text,
        )
        for passage in passages
    ]


def from_answer(answer: Answer) -> list[Source]:
    """The citations of a checked answer; the passages that were read, where nothing is cited."""
    titles = {passage.path: passage.title for passage in answer.passages}
    cited = [
        Source(
            citation.n,
            citation.path,
            titles.get(citation.path, citation.path),
            " › ".join(citation.heading),
            citation.line,
            citation.end_line,
            citation.quote,
        )
        for citation in answer.citations
    ]
    return cited or from_passages(answer.passages)


def with_what_became(sources: Iterable[Source], kept: KeptAnswer) -> list[Source]:
    """The sources, each with what became of its note, and where that is now."""
    known = {source.n: source for source in kept.sources}
    return [
        replace(source, path=known[source.n].path, became=known[source.n].became) if source.n in known else source
        for source in sources
    ]


def _words(source: Source, width: int) -> Content:
    section = f" › {flat(source.section)}" if source.section and source.section != source.title else ""
    head = cut(f"[{source.n}] {flat(source.title)}{section}:{source.line}", width)
    quote = cut("    " + " ".join(flat(source.quote[:400]).split()), width * 2 - 2)
    became = ("\n" + cut(f"    ⚠ {source.became}", width), "$text-warning") if source.became else ""
    return Content.assemble(head, "\n", (quote, "$foreground 60%"), became)
