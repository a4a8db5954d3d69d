"""Does the screen show of a note what a case expects, and nothing that a terminal would obey?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len
from textual.message import Message

from pinakes.tui.app import PinakesApp
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.note_screen import NoteScreen
from tests.conformance.world import World

_ROUNDS = 500
_ROOMY = (200, 90)
"""Columns and rows, so that a short note is seen whole where the case sets no terminal."""


@dataclass(frozen=True)
class Screen:
    """What would be written to the terminal for one note."""

    text: str
    links: tuple[str, ...]
    """Actions and addresses that a click would follow."""


def shown(world: World, path: str) -> Screen:
    """The note screen, opened at that note."""
    return asyncio.run(_shown(world, path))


async def _shown(world: World, path: str) -> Screen:
    seen: list[Message] = []
    size = world.size if any(step.get("op") == "set_terminal" for step in world.case.action) else _ROOMY
    app = PinakesApp(world.library.config, world.library, still=True)
    async with app.run_test(size=size, message_hook=seen.append) as pilot:
        try:
            await pilot.pause()
            app.post_message(PinakesScreen.NoteWanted(path))
            for _ in range(_ROUNDS):
                if any(isinstance(m, NoteScreen.Read) for m in seen):
                    break
                await pilot.pause(0.01)
            for _ in range(20):  # its parts are laid out in turn
                await pilot.pause(0.01)
            strips = app.screen._compositor.render_strips()[: size[1]]
            segments = [segment for strip in strips for segment in strip if not segment.control]
            actions = [str(s.style.meta.get("@click", "")) for s in segments if s.style is not None and s.style.meta]
            text = "\n".join("".join(s.text for s in strip if not s.control) for strip in strips)
            return Screen(text, tuple(action for action in actions if action))
        finally:
            app.close(10.0)


def _render(world: World, expected: Mapping[str, Any]) -> Iterator[str]:
    for path in _paths(world):
        screen = shown(world, path)
        for key, value in expected.items():
            yield from (f"{path}: {failure}" for failure in _failures(screen, key, value))


def _paths(world: World) -> list[str]:
    rendered = [str(step["path"]) for step in world.case.action if step.get("op") == "render"]
    opened = [str(step["path"]) for step in world.case.action if step.get("op") == "open_note"]
    return list(dict.fromkeys(rendered or opened)) or sorted(world.note_ids())[:1]


def _failures(screen: Screen, key: str, value: Any) -> Iterator[str]:
    lines = screen.text.splitlines()
    if key == "must_show":
        # A list item is known by its bullet, whichever sign that is.
        flowing = " ".join(screen.text.split()).replace("• ", "- ")
        missing = [text for text in value if text not in screen.text and " ".join(text.split()) not in flowing]
        if missing:
            yield f"expected {missing}, seen {[line.strip() for line in lines if line.strip()][:40]}"
    elif key == "must_not_show":
        there = [text for text in value if text in screen.text]
        if there:
            yield f"expected none of {there}"
    elif key == "must_not_emit":
        there = [text for text in value if _bytes(text) in screen.text.encode("utf-8", "surrogatepass")]
        if there:
            yield f"expected none of {there}"
    elif key == "max_cells_per_line":
        longest = max((cell_len(line) for line in lines), default=0)
        if longest > value:
            yield f"expected {key} {value}, seen {longest}"
    elif key == "columns_aligned":
        widths = {cell_len(line) for line in lines}
        if value and len(widths) > 1:
            yield f"expected lines of one width, seen {sorted(widths)}"
    elif key == "no_actions":
        harmful = [action for action in screen.links if not action.startswith("link(")]
        if value and harmful:
            yield f"expected no actions, seen {harmful}"
    else:
        yield f"not yet: {key}"


def _bytes(escaped: str) -> bytes:
    """`\\\\x1b[2J`, as cases write it; a control character above 7 bits is two bytes in UTF-8."""
    return escaped.encode("latin-1", "ignore").decode("unicode_escape").encode("utf-8")


CHECKS: dict[str, Callable[[World, Any], Iterator[str]]] = {"render": _render}
