"""The world a case happens in: a copy of its vault, a library over it, and all that was seen."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pinakes.config import Config, load
from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.model.answer import Answer
from pinakes.model.search import SearchResult
from pinakes.model.sync import SyncReport
from pinakes.store import read
from pinakes.store.db import reading
from tests.conformance.case import Case
from tests.conformance.follow import Followed, followed
from tests.conformance.scripted import ScriptedModel, scripts
from tests.conftest import isolated

PATIENCE_S = 30.0
_QUIET_S = 0.7


@dataclass
class Watching:
    """A thread that follows the vault."""

    stop: threading.Event
    thread: threading.Thread


@dataclass
class World:
    """One case, running."""

    case: Case
    home: Path
    vault: Path
    library: Library
    environ: dict[str, str] = field(default_factory=dict)
    """Variables set for the program; while there are any, it runs as a process of its own."""
    crashes: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)
    """What Pinakes said besides its results: refusals, troubles of watching."""
    not_yet: list[str] = field(default_factory=list)
    searches: list[tuple[str, SearchResult | None, bool]] = field(default_factory=list)
    """Query, result (None: refused), and whether the vault was reachable."""
    answers: list[tuple[str, Answer | None]] = field(default_factory=list)
    reports: list[SyncReport] = field(default_factory=list)
    """One for each sync that changed something, the first one included."""
    watching: Watching | None = None
    before: dict[str, str] = field(default_factory=dict)
    """Path → hash of each file of the vault, as the case's own steps leave it."""
    ids: dict[str, int] = field(default_factory=dict)
    """Path → note id, as first indexed; kept under the new path when a step moves the note."""
    size: tuple[int, int] = (100, 40)
    begun: float = field(default_factory=time.monotonic)
    index_s: float = 0.0
    rss_mb: float = 0.0

    # ── the library ──────────────────────────────────────────────────────────────────────

    @property
    def wants_entities(self) -> bool:
        return any(key.startswith(("entit", "mention")) for key in self.case.expect)

    def links(self, path: str) -> list[Followed]:
        """The links of a note, as the index knows them."""
        return followed(self.library, path)

    def note_ids(self) -> dict[str, int]:
        if not self.library.index_file.is_file():
            return {}
        with reading(self.library.index_file) as db:
            return {path: note for path in read.stamps(db) if (note := read.note_id(db, path)) is not None}

    # ── syncing and watching ─────────────────────────────────────────────────────────────

    def index(self) -> None:
        begun = time.monotonic()
        if self.environ or "perf" in self.case.expect:
            self._index_apart()
        else:
            self.take(self.library.sync(wait_entities=self.wants_entities))
        self.index_s = max(self.index_s, time.monotonic() - begun)
        if not self.ids:
            self.ids = self.note_ids()

    def take(self, report: SyncReport) -> None:
        self.reports.append(report)

    def _index_apart(self) -> None:
        arguments = ["sync", "--wait-entities"] if self.wants_entities else ["sync"]
        done = self.command(*arguments)
        if done.returncode not in (0, 1):
            self.crashes.append(f"sync ended with {done.returncode}: {done.stderr.strip()[-300:]}")

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the program itself, and note its largest size."""
        import resource
        import sys

        env = {**os.environ, **isolated(self.home), **self.environ}
        done = subprocess.run(
            [sys.executable, "-m", "pinakes", "--vault", str(self.vault), "--json", *arguments],
            env=env, cwd=Path(__file__).parents[2], capture_output=True, encoding="utf-8", errors="replace",
            check=False, timeout=300,
        )  # fmt: skip
        self.rss_mb = max(self.rss_mb, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
        return done

    def watch(self) -> None:
        stop = threading.Event()
        arguments = {"on_sync": self.take, "on_trouble": self.messages.append}

        def follow() -> None:
            try:
                self.library.watch(stop, **arguments)  # type: ignore[arg-type]
            except Exception as error:  # noqa: BLE001 - whatever ends watching is what the case asks about
                self.crashes.append(f"watching ended: {type(error).__name__}: {error}")

        thread = threading.Thread(target=follow, daemon=True)
        thread.start()
        self.watching = Watching(stop, thread)
        self.settle()

    def settle(self, patience_s: float = PATIENCE_S) -> None:
        """Wait until the index agrees with the disk, and stays so."""
        deadline = time.monotonic() + patience_s
        quiet_since: float | None = None
        while time.monotonic() < deadline:
            try:
                behind = bool(self.library.plan())
            except PinakesError:
                behind = True
            if behind:
                quiet_since = None
            elif quiet_since is None:
                quiet_since = time.monotonic()
            elif time.monotonic() - quiet_since > _QUIET_S:
                return
            time.sleep(0.05)

    def unwatch(self) -> None:
        if self.watching is not None:
            self.watching.stop.set()
            self.watching.thread.join(PATIENCE_S)
            self.watching = None

    # ── the vault's files ────────────────────────────────────────────────────────────────

    def remember_files(self) -> None:
        """What the files hold now is what the case itself did to them."""
        self.before = hashes(self.vault)

    def moved(self, old: str, new: str) -> None:
        if old in self.ids:
            self.ids[new] = self.ids.pop(old)


def hashes(vault: Path) -> dict[str, str]:
    """Relative path → hash of each regular file."""
    found = {}
    for folder, _, files in os.walk(vault):
        for name in files:
            file = Path(folder) / name
            if file.is_file() and not file.is_symlink():
                found[os.path.relpath(file, vault)] = hashlib.sha256(file.read_bytes()).hexdigest()
    return found


def create(case: Case, home: Path) -> World:
    """A world in a scratch folder; the case's own folder stays as it is."""
    place = home / "case"
    subprocess.run(["cp", "-a", str(case.folder), str(place)], check=True)
    subprocess.run(["chmod", "-R", "u+w", str(place)], check=True)
    vault = place / "vault"
    vault.mkdir(exist_ok=True)
    library = Library.open(settings(case, home, vault), model=model_of(case))
    world = World(case, home, vault, library)
    world.remember_files()
    return world


def settings(case: Case, home: Path, vault: Path, extra: Mapping[str, object] | None = None) -> Config:
    """The settings of a case, written to its own config file so that processes have them too."""
    named = any(key.startswith(("entit", "mention")) for key in case.expect)
    sections: dict[str, dict[str, object]] = {"entities": {"ner": named}}
    if case.profile:
        sections["vault"] = {"dialect": case.profile}
    for key, value in (extra or {}).items():
        section, _, name = key.rpartition(".")
        sections.setdefault(section or "vault", {})[name] = value
    file = Path(isolated(home)["PINAKES_CONFIG_DIR"]) / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(_toml(name, values) for name, values in sections.items()), "utf-8")
    return load(vault_dir=str(vault), environ=isolated(home))


def _toml(name: str, values: Mapping[str, object]) -> str:
    import json

    return "\n".join([f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in values.items()), ""])


def model_of(case: Case) -> ScriptedModel | None:
    """The stub model of the case; None where it asks for none."""
    return ScriptedModel(scripts(case.mock_llm), int(case.mock_llm.get("n_ctx", 2048))) if case.mock_llm else None


def destroy(world: World) -> None:
    world.unwatch()
    world.library.close()
    shutil.rmtree(world.home, ignore_errors=True)
