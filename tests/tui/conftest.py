"""A small vault on disk, a real Library over it, and the app with its messages overheard."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from textual.message import Message
from textual.pilot import Pilot

from pinakes.answer.prompt import Prompt
from pinakes.config import Config, EntitySettings
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.hitlist import HitList
from pinakes.tui.search_screen import SearchScreen

NOTES = {
    "Lamp room.md": """---
tags: [station, light]
status: open
---
# Lamp room

The lens turns on mercury, and one push of a finger moves four tons. See [[Keeper's log]] for who cleaned it.

## Cleaning

Wipe each prism with spirit of wine, top to bottom, every Monday before the lamp is lit.

## Mercury

The bath holds 120 litres. Ida Brandt measured the loss in March: half a litre a year. ^loss

Strain it through chamois leather when it goes dull.
""",
    "Keeper's log.md": """# Keeper's log

- 3 March: Ida Brandt came about the mercury, stayed for soup.
- 9 March: fog from four to eleven, horn every ninety seconds.
- 17 March: lens cleaned, see [[Lamp room#Cleaning|the rule]].
""",
    "people/Ida Brandt.md": """---
aliases: [Ida]
---
# Ida Brandt

Instrument maker from the harbour. Repairs the clockwork in the [[Lamp room]] and the fog horn.

## Owes us

A set of brass screws, two letters.
""",
    "Fog horn.md": """# Fog horn

Compressed air, two tanks. Ida Brandt fitted a new diaphragm in 2024.

| part | state |
| --- | --- |
| diaphragm | new |
| valve | sticks |

![the tanks](tanks.png)
""",
    "kitchen/Soup.md": """# Soup

Barley, smoked eel, lovage. Feeds four keepers and one instrument maker.

- [x] more barley
- [ ] a bigger pot
""",
    "灯台.md": """# 灯台

灯台のレンズは水銀の上で回る。 [[Lamp room]]
""",
}
NOON = 1_770_000_000
"""A moment in February 2026; each note is a day older than the one before."""

ROUNDS = 800
"""Looks at the screen before giving up: no time is asserted, but a hang should say where."""

_T = TypeVar("_T", bound=Message)


def write_vault(folder: Path, notes: dict[str, str]) -> Path:
    """Notes as files, with fixed times."""
    for age, (name, text) in enumerate(notes.items()):
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        os.utime(file, (NOON - age * 86_400, NOON - age * 86_400))
    return folder


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours and editor do not depend on who runs the tests."""
    for name in ("NO_COLOR", "VISUAL", "EDITOR", "TMUX", "PINAKES_VAULT"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "lighthouse", NOTES)


@pytest.fixture
def config(tmp_path: Path, vault: Path) -> Config:
    """Settings that keep everything below the test's own folder."""
    return Config(
        vault_dir=vault,
        entities=EntitySettings(ner=False),
        data_dir=tmp_path / "data",
        cache_dir=tmp_path / "cache",
        config_file=tmp_path / "config" / "config.toml",
    )


@pytest.fixture
def library(config: Config) -> Iterator[Library]:
    """The vault, read."""
    with Library.open(config) as opened:
        opened.sync(wait_entities=True)
        yield opened


@dataclass
class ScriptedModel:
    """A model that says what it is told to. `gate` is passed once before each token after the first."""

    script: Sequence[str]
    gate: Callable[[], object] = field(default=lambda: None)
    name: str = "scripted"
    context_tokens: int = 4096

    def load(self, *, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        pass

    def count(self, text: str) -> int:
        return len(text.split())

    def stream(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: Sequence[str],
        deadline_s: float,
        cancelled: Callable[[], bool],
    ) -> Iterator[str]:
        for token in self.script:
            if cancelled():
                return
            yield token
            self.gate()

    def close(self) -> None:
        pass


class HeldLibrary(Library):
    """A Library whose searches for some words wait until they are let go."""

    held: dict[str, threading.Event]

    def search(self, query: str, *args: Any, **options: Any) -> Any:
        if query in self.held:
            self.held[query].wait()
        return super().search(query, *args, **options)


@dataclass
class Stage:
    """A running app, its pilot, and every message it has handled."""

    app: PinakesApp
    pilot: Pilot[None]
    seen: list[Message]

    async def until(self, holds: Callable[[], object]) -> None:
        """Wait for threads to answer; after very many rounds, fail with what the screen shows."""
        for _ in range(ROUNDS):
            if holds():
                await self.pilot.pause()
                return
            await self.pilot.pause(0.01)
        pytest.fail(f"nothing came; the screen shows\n{self.text}")

    def of(self, kind: type[_T]) -> list[_T]:
        """The messages of one kind, oldest first."""
        return [message for message in self.seen if isinstance(message, kind)]

    async def type(self, text: str) -> None:
        await self.pilot.press(*(KEYS.get(character, character) for character in text))

    async def search(self, text: str) -> None:
        """Type a query and wait for its hits."""
        await self.type(text)
        await self.until(lambda: any(m.result.query == text for m in self.of(SearchScreen.Searched)))

    @property
    def hits(self) -> HitList:
        """The list of the search screen."""
        return self.app.screen_of("search").query_one(HitList)

    @property
    def paths(self) -> list[str]:
        return [row.path for row in self.hits.rows]

    @property
    def text(self) -> str:
        """The screen as a person reads it."""
        return screen_text(self.app)

    @property
    def words(self) -> str:
        """The screen as one line, however it is wrapped."""
        return " ".join(self.text.split())


KEYS = {" ": "space", "/": "slash", "[": "left_square_bracket", "]": "right_square_bracket", "?": "question_mark"}


def screen_text(app: PinakesApp) -> str:
    """What the screen shows, line by line, without colours."""
    width, height = app.size
    lines = app.screen._compositor.render_strips()
    return "\n".join(strip.text for strip in lines[:height])[: (width + 1) * height]


@asynccontextmanager
async def on_stage(app: PinakesApp, size: tuple[int, int] = (100, 30)) -> AsyncIterator[Stage]:
    """The app, running, in step with its vault."""
    seen: list[Message] = []
    async with app.run_test(size=size, message_hook=seen.append, notifications=True) as pilot:
        stage = Stage(app, pilot, seen)
        try:
            if app.library is not None:
                await stage.until(lambda: app.vault_state.synced and app.vault_state.notes and app.titles)
            await pilot.pause()
            yield stage
        finally:
            app.close(10.0)
