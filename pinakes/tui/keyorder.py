"""In which order do keys work that come faster than they are handled? In the order in which they were pressed.

Textual hands each key at once to what has the focus. When one key moves the focus, those behind it
in the same burst still go to where it was: `/soup`, sent in one go, would run the commands s, o, u
and p of the list. Here a key waits until the one before it has gone its whole way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from textual import events
from textual.app import App
from textual.dom import DOMNode
from textual.timer import Timer

GIVE_UP_S = 0.5
"""A key that is not done by then holds up no other."""


class OrderedKeys(App[None]):
    """An app in which one key works at a time."""

    def __init__(self) -> None:
        super().__init__()
        self._key_queue: deque[events.Key | events.Paste] = deque()
        self._key_turn = 0
        """Counts the keys that were taken up."""
        self._key_under_way = False
        self._key_patience: Timer | None = None

    async def on_event(self, event: events.Event) -> None:
        """Keys and pasted text wait for their turn; all else is Textual's."""
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
            return
        self._key_queue.append(event)
        if not self._key_under_way:
            await self._next_key(self._key_turn)

    async def _next_key(self, turn: int) -> None:
        """Take up the next key; `turn` is the one that is over, which may have been given up meanwhile."""
        if turn != self._key_turn:
            return
        if self._key_patience is not None:
            self._key_patience.stop()
        self._key_under_way = bool(self._key_queue)
        if not self._key_queue:
            return
        self._key_turn += 1
        self._key_patience = self.set_timer(GIVE_UP_S, lambda: self._next_key(turn + 1))
        way = self._key_way()
        await super().on_event(self._key_queue.popleft())
        await self._follow_key(self._key_turn, way, way)

    def _key_way(self) -> list[DOMNode]:
        """What a key passes: from what has the focus up to the app."""
        if not self.screen_stack:
            return [self]
        # Twice through the app: what a key does there may be to ask the app for more, such as another focus.
        return [*(self.focused or self.screen).ancestors_with_self, self]

    async def _follow_key(self, turn: int, ahead: Sequence[DOMNode], way: Sequence[DOMNode]) -> None:
        """Wait behind the key in the queue of each that it passes, then in those of the place that it led to."""
        for at, node in enumerate(ahead, 1):
            if node.call_later(self._follow_key, turn, ahead[at:], way):
                return
        there = self._key_way()
        if there[0] is not way[0]:
            await self._follow_key(turn, there, there)
        else:
            await self._next_key(turn)
