"""Library: the parts, put together. What a front end holds, and all that it holds."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

import pinakes
from pinakes.answered import Answered
from pinakes.config import Config
from pinakes.errors import ModelError, UsageError, VaultError
from pinakes.meaning.ondemand import OnDemand
from pinakes.store import db as store
from pinakes.store import lock, read
from pinakes.store.keys import entity_key

if TYPE_CHECKING:
    from pinakes.answer.engine import LocalModel
    from pinakes.answered import Remember
    from pinakes.around import Around
    from pinakes.model.answer import Answer, Passage
    from pinakes.model.bridge import Bridges, Neighbourhood
    from pinakes.model.files import Problem
    from pinakes.model.search import Mode, SearchResult, Total
    from pinakes.model.sync import Progress, SyncReport
    from pinakes.model.view import EntitySummary, NoteSummary, NoteView, Status
    from pinakes.retrieve.spelled import Remembered
    from pinakes.retrieve.tuning import Tuning
    from pinakes.vault.create import NewNote

PASSAGES = 8
"""Hits that an answer may draw on."""


def _size(file: Path) -> int:
    """In bytes; 0 for a file that went away meanwhile, as SQLite's own do."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _ignore(_: object) -> None:
    pass


def _never() -> bool:
    return False


class Library(Answered):
    """One vault with its index. Every call opens its own snapshot, so any thread may call."""

    def __init__(self, config: Config, vault: Path, model: LocalModel | None = None) -> None:
        self.config = config
        self.vault = vault
        self.index_dir = config.index_dir(vault)
        self.index_file = self.index_dir / "index.db"
        self._model = model
        self._model_lock = threading.Lock()
        self._misspelt: Remembered = {}
        self._nearest = OnDemand(config, self.index_dir)

    @classmethod
    def open(cls, config: Config, model: LocalModel | None = None) -> Self:
        """The library of the configured vault. `model` takes the place of the configured one.

        Raises UsageError when no vault is chosen, and VaultError when it is not there and
        was never indexed. A vault that was indexed can be searched while its drive is away.
        """
        if config.vault_dir is None:
            raise UsageError(
                "No vault is chosen.", "Give one with --vault DIR, set PINAKES_VAULT, or run `pinakes` to choose."
            )
        library = cls(config, config.vault_dir, model)
        if not library.index_file.is_file():
            from pinakes.vault.scan import check_root

            check_root(config.vault_dir)
        return library

    def close(self) -> None:
        """Stop the model's process, if one was started."""
        with self._model_lock:
            if self._model is not None:
                self._model.close()
                self._model = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ── reading ──────────────────────────────────────────────────────────────────────────

    def search(
        self,
        query: str,
        limit: int = 10,
        *,
        graph: bool = True,
        mode: Mode = "auto",
        typing: bool = False,
        exact: bool = False,
        tuning: Tuning | None = None,
        cancelled: Callable[[], bool] = _never,
    ) -> SearchResult:
        """The best chunks for a query, each with its reasons. `typing`: its last word may go on. `exact`: its
        words are looked for as they are typed, without other spellings.

        Raises StoreError when nothing has been indexed yet.
        """
        from pinakes.retrieve.rank import search

        def once() -> SearchResult:
            with store.reading(self.index_file) as db:
                return search(
                    db,
                    query,
                    limit=limit,
                    graph=graph,
                    partial=self._pending(db) > 0,
                    mode=mode,
                    typing=typing,
                    exact=exact,
                    tuning=tuning,
                    cancelled=cancelled,
                    remembered=self._misspelt,
                    nearest=self._nearest,
                )

        begun = time.monotonic()
        result = once()
        if todo := self._differing(result):
            if self._read_again(todo):
                result = once()
            gone = set(self._differing(result).removed)  # whether the index could be told or not
            result = result._replace(hits=tuple(hit for hit in result.hits if hit.path not in gone))
        return result._replace(took_ms=int((time.monotonic() - begun) * 1000))

    def total(self, query: str, *, typing: bool = False, exact: bool = False) -> Total | None:
        """How many notes have the words of a query; None where its search says so itself, or none has any."""
        from pinakes.retrieve.rank import counted

        with store.reading(self.index_file) as db:
            return counted(db, query, typing=typing, exact=exact, remembered=self._misspelt)

    def bridges(self, source: str, target: str, *, max_hops: int = 3, limit: int = 5) -> Bridges:
        """The strongest chains between two notes or entities.

        Raises UsageError, with suggestions, for a name that is neither.
        """
        return self.around.bridges(source, target, max_hops=max_hops, limit=limit)

    def neighbourhood(self, name: str, *, hops: int = 2, limit: int = 24) -> Neighbourhood:
        """What stands near a note or an entity, laid out to be drawn.

        Raises UsageError, with suggestions, for a name that is neither.
        """
        from pinakes.graph.near import near
        from pinakes.retrieve import named

        with store.reading(self.index_file) as db:
            return near(db, named.note_or_entity(db, name)[0], hops=hops, limit=limit)

    def note(self, path: str) -> NoteView:
        """A note as it is on disk now, with the links that lead to it.

        Raises VaultError when it can't be read.
        """
        from pinakes.index.links import dialects_of
        from pinakes.model.bridge import Evidence
        from pinakes.model.files import Problem
        from pinakes.model.view import NoteView
        from pinakes.vault.document import parse
        from pinakes.vault.place import line_at
        from pinakes.vault.read import read_note

        source = read_note(self.vault, path, max_bytes=self.config.vault.max_note_bytes)
        if isinstance(source, Problem):
            raise VaultError(f"{path}: {source.message}.", "Run `pinakes sync` to see what is there now.")
        with store.reading(self.index_file) as db:
            document = parse(path, source.text, dialects_of(db).of(path))
            linking = read.backlinks(db, path)
        return NoteView(
            path=path,
            title=document.title,
            text=source.text,
            headings=document.headings,
            properties=document.properties,
            tags=tuple(dict.fromkeys(tag.name for tag in document.tags)),
            backlinks=tuple(Evidence(p, line, line_at(text, at, line).sentence) for p, line, at, text in linking),
        )

    def find_note(self, name: str) -> str:
        """The path of the note that is called so: by path, file name, title or alias.

        Raises UsageError, with suggestions, when there is none.
        """
        from pinakes.retrieve import named

        with store.reading(self.index_file) as db:
            return read.note_paths(db, [note := named.note(db, name)])[note][0]

    def recent(self, limit: int = 30) -> tuple[NoteSummary, ...]:
        """The notes changed last."""
        with store.reading(self.index_file) as db:
            return read.recent(db, limit)

    def entities(self, pattern: str = "", limit: int = 50) -> tuple[EntitySummary, ...]:
        """Entities whose name holds the pattern, those in most notes first."""
        from pinakes.model.view import EntitySummary

        with store.reading(self.index_file) as db:
            rows = read.entities_like(db, entity_key(pattern), limit)
        return tuple(EntitySummary(e.name, e.key, e.label, notes, mentions) for e, notes, mentions in rows)

    @property
    def around(self) -> Around:
        """What stands around one note, and what is wrong in the vault."""
        from pinakes.around import Around

        return Around(self.index_file)

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with notes and files."""
        with store.reading(self.index_file) as db:
            return read.problems(db)

    def status(self) -> Status:
        """The state of vault, index, model and watcher; zeros where nothing has been indexed."""
        from pinakes.index.links import dialects_by_folder
        from pinakes.model.view import FolderDialect, Status

        counts, pending, without = read.Counts(0, 0, 0, 0, 0, 0), 0, 0
        dialects: tuple[FolderDialect, ...] = ()
        if self.index_file.is_file():
            with store.reading(self.index_file) as db:
                counts, pending, dialects = read.counts(db), self._pending(db), dialects_by_folder(db)
                without = self._without_vector(db)
        size = sum(map(_size, self.index_dir.glob("index.db*"))) if self.index_dir.is_dir() else 0
        watcher = lock.holder(self.index_dir / "watch.lock")
        return Status(
            vault=str(self.vault),
            reachable=os.path.isdir(self.vault),  # noqa: PTH112 — Path's own raises for a dropped mount
            notes=counts.notes,
            chunks=counts.chunks,
            words=counts.words,
            entities=counts.entities,
            links=counts.links,
            generation=counts.generation,
            entities_pending=pending,
            index_bytes=size,
            model=self._model_name(),
            watcher="off" if watcher is None else str(watcher),
            version=pinakes.__version__,
            dialects=dialects,
            vectors_pending=without,
        )

    def watch(
        self,
        stop: threading.Event,
        *,
        on_sync: Callable[[SyncReport], None],
        on_progress: Callable[[Progress], None] = _ignore,
        on_trouble: Callable[[str], None] = _ignore,
    ) -> None:
        """Follow the vault until `stop` is set: sync, then again on every change; entities in a process behind."""
        from pinakes.index.behind import works
        from pinakes.index.follow import Follower

        behind = works(self.config, self.index_file)
        with lock.only_writer(self.index_dir / "watch.lock"):
            Follower(self, stop, on_sync, on_progress, on_trouble, behind).run()

    # ── a new note ───────────────────────────────────────────────────────────────────────

    def new_note(self, title: str) -> NewNote:
        """What `create_note` would write for this title; nothing is written yet.

        Raises UsageError for a title that no file can have.
        """
        from pinakes.vault import create

        return create.planned(title, lambda path: os.path.lexists(self.vault / path))

    def create_note(self, note: NewNote) -> None:
        """Write a note that was not there: the one thing that is ever written into a vault, and only when asked.

        Raises UsageError where the path is taken or can't be a note's, VaultError where the disk refuses.
        """
        from pinakes.vault import create

        create.create(self.vault, note)

    # ── answers ──────────────────────────────────────────────────────────────────────────

    def ask(
        self,
        question: str,
        *,
        use_model: bool = True,
        budget: int | None = None,
        follow: str | Answer = "",
        remember: Remember = "not",
        on_stage: Callable[[str], None] = _ignore,
        on_token: Callable[[str], None] = _ignore,
        on_passages: Callable[[tuple[Passage, ...]], None] = _ignore,
        cancelled: Callable[[], bool] = _never,
    ) -> Answer:
        """An answer from the notes with checked citations; without a model, their own sentences.

        `follow`: the answer that the question may point back to, or its id, as `answer` takes it. `remember`:
        whether it is kept, so that it can be followed up.
        Raises UsageError for a question without words, and for a `follow` that is not kept.
        """
        from pinakes.answer.ask import answer
        from pinakes.answer.material import gathered, passages

        read_as, follows = self._read_as(question, follow)
        asked = read_as or question
        settings = self.config.answer
        if budget is not None:
            settings = settings._replace(context_tokens=min(budget, settings.context_tokens))
        on_stage("searching")
        hits = self.search(asked, PASSAGES, cancelled=cancelled).hits
        on_passages(passages(hits))
        with store.reading(self.index_file) as db:
            given = gathered(db, asked, hits)
            hashes = read.content_hashes(db, {passage.path for passage in given.passages})
        model, missing = self._usable_model() if use_model else (None, "")
        made = answer(
            asked,
            given.passages,
            model=model,
            route=given.route,
            settings=settings,
            parts=given.parts,
            rarity=given.rarity,
            on_stage=on_stage,
            on_token=on_token,
            cancelled=cancelled,
            missing_reason=missing,
        )
        return self._remembered(made._replace(question=question, understood=read_as, follows=follows), hashes, remember)

    def check_model(self) -> None:
        """Raises ModelError for a model that is set or was put together and can't be one; having none is no error."""
        from pinakes.answer.models import find_model

        if self._model is None:
            find_model(self.config)

    def model_state(self) -> str:
        """The model in one line of words."""
        name = self._model_name()
        if name:
            return name
        from pinakes.answer.models import Missing, find_model

        try:
            found = find_model(self.config)
        except ModelError as error:
            return str(error)
        return found.state if isinstance(found, Missing) else found.name

    def meaning_state(self) -> str:
        """What finds notes in other words than the question's, in one line of words."""
        from pinakes.meaning.shipped import state

        return state(self.config)

    def _model_name(self) -> str | None:
        if self._model is not None:
            return self._model.name
        from pinakes.answer.models import Missing, find_model

        try:
            found = find_model(self.config)
        except ModelError:
            return None
        return None if isinstance(found, Missing) else found.name

    def _usable_model(self) -> tuple[LocalModel | None, str]:
        """The model, started on first use and kept; or None and the reason in words."""
        from pinakes.answer.engine import ChildModel
        from pinakes.answer.models import Missing, find_model

        with self._model_lock:
            if self._model is None:
                try:
                    found = find_model(self.config)
                except ModelError as error:
                    return None, f"{error} {error.hint}"
                if isinstance(found, Missing):
                    return None, found.notice
                self._model = ChildModel(found, self.config.answer, self.config.cache_dir / "model.log")
            return self._model, ""
