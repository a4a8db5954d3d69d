"""A model that says what a case tells it to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pinakes.answer.prompt import Prompt


class ScriptedModel:
    """Gives the replies in turn; the last one again when there are no more."""

    name = "scripted"

    def __init__(self, replies: Sequence[str], context_tokens: int) -> None:
        self.context_tokens = context_tokens
        self._replies = list(replies) or [""]

    def load(self, *, deadline_s: float, cancelled: Callable[[], bool]) -> None:
        pass

    def count(self, text: str) -> int:
        """About what a tokenizer makes of it: a word of four letters, or a sign of Chinese."""
        wide = sum(sign >= "\u2e80" for sign in text)
        return wide + (len(text) - wide) // 4 + 1

    def stream(
        self, prompt: Prompt, *, max_tokens: int, stop: Sequence[str], deadline_s: float, cancelled: Callable[[], bool]
    ) -> Iterator[str]:
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        for word in reply.split(" "):
            yield f"{word} "

    def close(self) -> None:
        pass


def scripts(said: Mapping[str, Any]) -> list[str]:
    """The replies of a case's `mock_llm`."""
    if "replies" in said:
        return [str(reply) for reply in said["replies"]]
    return [str(said["reply"])] if "reply" in said else []
