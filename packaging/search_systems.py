"""Which systems are compared by side_by_side.py, and how does each index a vault and rank its notes?

A system's own packages are imported only where it works, in a process of its own.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from pinakes.library import Library

_HEADING = re.compile(r"(#{1,6})[ \t]+(.*)")
_WORD = re.compile(r"\w+")


class Asked(NamedTuple):
    """A question as the systems get it."""

    text: str
    words: tuple[str, ...]
    """The words that it is about, for a system that ranks by words alone."""


class Job(NamedTuple):
    """What one process does, handed over as JSON."""

    step: str
    """`index` or `query`."""
    system: str
    vault: str
    place: str
    """The folder of the index."""
    ner: bool = True
    asked: tuple[Asked, ...] = ()


Ranker = Callable[[Asked, int], Iterable[str]]
"""(question, passages wanted) → paths of the notes that they are in, best first; a note perhaps more than once."""


class Section(NamedTuple):
    """A piece of a note for the other engines."""

    path: str
    text: str


class System(NamedTuple):
    """One way to search."""

    make: Callable[[Job], float]
    """Makes the index; gives the processor seconds of what goes on while the text can be searched already."""
    open: Callable[[Job], Ranker]
    version: Callable[[], str]
    """Empty where it is not installed."""
    of_children: bool = False
    """Its work is done by processes that it starts; our own is not counted."""


# ── sections of notes ────────────────────────────────────────────────────────────────────


def notes(vault: Path) -> Iterator[Path]:
    """Markdown files that are not hidden, in order."""
    for folder, below, files in os.walk(vault):
        below[:] = sorted(name for name in below if not name.startswith(".") and name != "node_modules")
        for name in sorted(files):
            if name.lower().endswith((".md", ".markdown")) and not name.startswith("."):
                yield Path(folder, name)


def sections(path: str, text: str) -> Iterator[Section]:
    """The note at its ATX headings outside of fences; front matter goes with what follows it."""
    trail: list[str] = []
    lines: list[str] = []
    fence = ""
    for line in text.splitlines():
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if mark == fence else fence or mark
        heading = None if fence else _HEADING.match(line)
        if heading:
            yield from _section(path, trail, lines)
            level = len(heading[1])
            trail = [*(trail + [""] * level)[: level - 1], heading[2].strip(" #")]
            lines = []
        else:
            lines.append(line)
    yield from _section(path, trail, lines)


def _section(path: str, trail: Sequence[str], lines: Sequence[str]) -> Iterator[Section]:
    if trail or any(line.strip() for line in lines):
        yield Section(path, "\n".join([path, " ".join(trail), *lines]))


def all_sections(vault: str) -> list[Section]:
    """Those of every note."""
    root = Path(vault)
    texts = ((note.relative_to(root).as_posix(), note.read_text("utf-8", "replace")) for note in notes(root))
    return [section for path, text in texts for section in sections(path, text)]


def cpu(*, of_children: bool = False) -> float:
    """Seconds of this process and of those it waited for; or of the latter alone."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime + (0.0 if of_children else time.process_time())


# ── the systems ──────────────────────────────────────────────────────────────────────────


def _library(job: Job) -> Library:
    from pinakes.config import EntitySettings, load
    from pinakes.library import Library

    places = {f"PINAKES_{kind}_DIR": f"{job.place}/{kind}" for kind in ("DATA", "CONFIG", "CACHE")}
    config = load(vault_dir=job.vault, environ=places)
    return Library.open(config._replace(entities=EntitySettings(ner=job.ner)))


def index_pinakes(job: Job) -> float:
    """Text, links and phrases; then the names that spaCy finds."""
    with _library(job) as library:
        library.sync()
        begun = cpu()
        library.sync(wait_entities=True)
        return cpu() - begun


def _open_pinakes(job: Job, *, graph: bool) -> Ranker:
    library = _library(job)
    return lambda asked, limit: [hit.path for hit in library.search(asked.text, limit, graph=graph).hits]


def _version_pinakes() -> str:
    import pinakes

    return pinakes.__version__


def index_fts5(job: Job) -> float:
    """Python's own SQLite."""
    import sqlite3

    db = sqlite3.connect(f"{job.place}/index.db")
    with db:
        db.execute("CREATE VIRTUAL TABLE sections USING fts5(path UNINDEXED, text, tokenize = 'porter unicode61')")
        db.executemany("INSERT INTO sections VALUES (?, ?)", all_sections(job.vault))
    db.close()
    return 0.0


def _open_fts5(job: Job, *, content: bool) -> Ranker:
    """The question's words joined by OR: all of them, or the content words alone."""
    import sqlite3

    db = sqlite3.connect(f"{job.place}/index.db")
    query = "SELECT path FROM sections WHERE sections MATCH ? ORDER BY rank LIMIT ?"

    def rank(asked: Asked, limit: int) -> Iterable[str]:
        expression = " OR ".join(f'"{word}"' for word in (asked.words if content else _WORD.findall(asked.text)))
        return [path for (path,) in db.execute(query, (expression, limit))] if expression else []

    return rank


def _version_fts5() -> str:
    import sqlite3

    return sqlite3.sqlite_version


def _bm25s_tokens(texts: list[str], *, as_ids: bool) -> Any:
    """As its documentation has it: English stop words left out, Snowball's English stemmer."""
    import Stemmer

    tokenize = importlib.import_module("bm25s").tokenize
    stemmer = Stemmer.Stemmer("english")
    return tokenize(texts, stopwords="en", stemmer=stemmer, return_ids=as_ids, show_progress=False)


def index_bm25s(job: Job) -> float:
    """A matrix of scores, saved to disk."""
    found = all_sections(job.vault)
    engine = importlib.import_module("bm25s").BM25()
    engine.index(_bm25s_tokens([section.text for section in found], as_ids=True), show_progress=False)
    engine.save(f"{job.place}/matrix")
    Path(job.place, "paths.json").write_text(json.dumps([section.path for section in found]), "utf-8")
    return 0.0


def open_bm25s(job: Job) -> Ranker:
    """The whole matrix in memory."""
    engine = importlib.import_module("bm25s").BM25.load(f"{job.place}/matrix")
    paths = json.loads(Path(job.place, "paths.json").read_text("utf-8"))

    def rank(asked: Asked, limit: int) -> Iterable[str]:
        tokens = _bm25s_tokens([asked.text], as_ids=False)
        ids, scores = engine.retrieve(tokens, k=min(limit, len(paths)), show_progress=False)
        return [paths[i] for i, score in zip(ids[0], scores[0], strict=True) if score > 0]

    return rank


def _version_of(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def index_tantivy(job: Job) -> float:
    """One writing thread, so that ties fall the same way in every run."""
    tantivy = importlib.import_module("tantivy")
    schema = tantivy.SchemaBuilder()
    schema.add_text_field("path", stored=True, tokenizer_name="raw")
    schema.add_text_field("text", tokenizer_name="en_stem")
    writer = tantivy.Index(schema.build(), path=job.place).writer(num_threads=1)
    for section in all_sections(job.vault):
        writer.add_document(tantivy.Document(path=section.path, text=section.text))
    writer.commit()
    writer.wait_merging_threads()
    return 0.0


def _open_tantivy(job: Job, *, edits: int) -> Ranker:
    """Any word of the question; `edits`: letters in which a word may differ, for a tenth of the score."""
    tantivy = importlib.import_module("tantivy")
    index = tantivy.Index.open(job.place)
    searcher = index.searcher()

    def rank(asked: Asked, limit: int) -> Iterable[str]:
        plain = " ".join(_WORD.findall(asked.text)).lower()  # AND, NOT and `:` would be syntax
        query, _ = index.parse_query_lenient(plain, ["text"])
        if edits:
            near, _ = index.parse_query_lenient(plain, ["text"], fuzzy_fields={"text": (False, edits, True)})
            query = query.or_should_match(tantivy.Query.boost_query(near, 0.1))
        return [searcher.doc(address)["path"][0] for _, address in searcher.search(query, limit).hits]

    return rank


def open_ripgrep(job: Job) -> Ranker:
    """No index: every question reads all notes."""
    rg, root = shutil.which("rg") or "rg", Path(job.vault)
    paths = [note.relative_to(root).as_posix() for note in notes(root)]
    options = ["--no-config", "--no-ignore", "-o", "-i", "-F", "-0", "--no-line-number", "--with-filename"]
    options += ["-g", "*.md", "-g", "*.markdown"]

    def rank(asked: Asked, limit: int) -> Iterable[str]:
        words = sorted({word.lower() for word in asked.words}, key=lambda word: (-len(word), word))
        if not words:
            return []
        patterns = [part for word in words for part in ("-e", word)]
        done = subprocess.run([rg, *options, *patterns, "./"], cwd=root, capture_output=True, check=False)
        return by_words(words, paths, done.stdout.decode("utf-8", "replace"))[:limit]

    return rank


def by_words(words: Sequence[str], paths: Iterable[str], printed: str) -> list[str]:
    """Notes with the most different words first, then those with the most places; their names count as text."""
    found: dict[str, Counter[str]] = {path: Counter(w for w in words if w in path.lower()) for path in paths}
    for line in printed.splitlines():
        path, _, match = line.partition("\0")
        if (counts := found.get(path.removeprefix("./"))) is not None:
            counts.update(word for word in words if word in match.lower())
    matched = [path for path, counts in found.items() if counts]
    return sorted(matched, key=lambda path: (-len(found[path]), -found[path].total(), path))


def _version_ripgrep() -> str:
    if not (rg := shutil.which("rg")):
        return ""
    return subprocess.run([rg, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]


SYSTEMS: dict[str, System] = {
    "Pinakes": System(index_pinakes, lambda job: _open_pinakes(job, graph=True), _version_pinakes),
    "Pinakes, no graph": System(index_pinakes, lambda job: _open_pinakes(job, graph=False), _version_pinakes),
    "SQLite FTS5": System(index_fts5, lambda job: _open_fts5(job, content=False), _version_fts5),
    "SQLite FTS5, content words": System(index_fts5, lambda job: _open_fts5(job, content=True), _version_fts5),
    "bm25s": System(index_bm25s, open_bm25s, lambda: _version_of("bm25s")),
    "tantivy": System(index_tantivy, lambda job: _open_tantivy(job, edits=0), lambda: _version_of("tantivy")),
    "tantivy, 1 edit": System(index_tantivy, lambda job: _open_tantivy(job, edits=1), lambda: _version_of("tantivy")),
    "ripgrep, by words": System(lambda _: 0.0, open_ripgrep, _version_ripgrep, of_children=True),
}
