"""Make the README's pictures: the real app over the sample vault, drawn as SVG into assets/.

    python packaging/pictures.py

Nothing of the user's is read or written: index and settings live in a temporary folder.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import cast

from textual.pilot import Pilot
from textual.widgets import Static

from pinakes.config import Config
from pinakes.library import Library
from pinakes.tui.app import PinakesApp
from pinakes.tui.ask_screen import AskScreen
from pinakes.tui.bridges_screen import BridgesScreen
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.graph import Graph
from pinakes.tui.health_screen import HealthScreen
from pinakes.tui.note_screen import NoteScreen

ROOT = Path(__file__).resolve().parents[1]
SIZE = (120, 36)
FONTS = "ui-monospace, 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK JP', monospace"
QUERY = "zero of the staff"
ENDS = ("Lena Marchetti", "Tante Hedi")
QUESTION = "How far below bolt A is the zero of the staff?"

Step = Callable[[Pilot[None]], Awaitable[None]]


async def search(pilot: Pilot[None]) -> None:
    """A query, and its best hit in the preview."""
    await pilot.press(*("space" if character == " " else character for character in QUERY))
    await settle(pilot)


async def note(pilot: Pilot[None]) -> None:
    """The note of that hit, at the passage."""
    await search(pilot)
    await pilot.press("enter")
    while not (isinstance(pilot.app.screen, NoteScreen) and pilot.app.screen.query(".-passage")):
        await pilot.pause(0.05)
    await settle(pilot)


async def bridges(pilot: Pilot[None]) -> None:
    """How two notes are joined, and what stands near the first."""
    pilot.app.post_message(PinakesScreen.BridgesWanted(*ENDS))
    while not (isinstance(pilot.app.screen, BridgesScreen) and pilot.app.screen.query_one(Graph).near):
        await pilot.pause(0.05)
    await settle(pilot)


async def health(pilot: Pilot[None]) -> None:
    """What there is to look at."""
    await pilot.press("f6")
    while not (isinstance(pilot.app.screen, HealthScreen) and "to look at" in pilot.app.screen.state_line.words):
        await pilot.pause(0.05)
    await settle(pilot)


async def ask(pilot: Pilot[None]) -> None:
    """A question and its answer from the notes' own sentences."""
    await pilot.press("f4")
    await settle(pilot)
    screen = cast(AskScreen, pilot.app.screen)
    await screen.ask(QUESTION)
    while screen.busy:
        await pilot.pause(0.05)
    await settle(pilot)


async def settle(pilot: Pilot[None]) -> None:
    """Until nothing on the screen changes any more."""
    before, same = "", 0
    while same < 5:
        await pilot.pause(0.1)
        now = pilot.app.export_screenshot()
        before, same = now, same + 1 if still(now) == still(before) else 0


def still(svg: str) -> str:
    """Without the number that is new in every export."""
    return re.sub(r"terminal-\d+", "terminal", svg)


def portable(svg: str) -> str:
    """Without the font that Textual's export would fetch, and with the same names in every run."""
    svg = re.sub(r"@font-face\s*\{[^}]*\}", "", svg)
    return re.sub(r"\n\s*\n+", "\n", still(svg).replace("Fira Code, monospace", FONTS).replace("Fira Code", FONTS))


async def draw(name: str, step: Step, config: Config) -> None:
    """One picture: the app in step with its vault, then the step."""
    app = PinakesApp(config, Library.open(config), still=True)
    async with app.run_test(size=SIZE) as pilot:
        while not (app.vault_state.synced and app.titles and app.vault_state.progress is None):
            await pilot.pause(0.05)
        while not str(app.screen.query_one("#preview-text", Static).render()):
            await pilot.pause(0.05)
        await step(pilot)
        (ROOT / "assets" / f"{name}.svg").write_text(portable(app.export_screenshot(title="Pinakes")), "utf-8")
    app.close(10.0)


PICTURES: tuple[tuple[str, Step], ...] = (
    ("search", search),
    ("bridges", bridges),
    ("ask", ask),
    ("note", note),
    ("health", health),
)


def main() -> None:
    """All pictures."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(ROOT / "assets" / "demo-vault", place / "demo-vault")
        config = Config(
            vault_dir=place / "demo-vault",
            data_dir=place / "data",
            cache_dir=place / "cache",
            config_file=place / "config.toml",
        )
        with Library.open(config) as library:
            library.sync(wait_entities=True)
        for name, step in PICTURES:
            asyncio.run(draw(name, step, config))


if __name__ == "__main__":
    main()
