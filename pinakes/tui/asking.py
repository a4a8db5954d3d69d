"""How does one question run? In a thread of its own, told to the screen as it goes."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from textual.message import Message
from textual.message_pump import MessagePump

from pinakes.library import Library
from pinakes.model.answer import Answer, Passage
from pinakes.tui.background import compute, post

STAGES = {
    "searching": "◑ finding passages",
    "loading": "◐ loading the model",
    "reading": "◒ reading the passages",
    "writing": "● writing",
    "checking": "◕ checking every sentence against the notes",
}
"""What is being done, in words."""


class Asking:
    """One run of a question. Every message says which run it belongs to."""

    @dataclass
    class Staged(Message):
        """The next step has begun."""

        asking: Asking
        stage: str

    @dataclass
    class Prompted(Message):
        """These passages are given to the model."""

        asking: Asking
        passages: tuple[Passage, ...]

    @dataclass
    class Wrote(Message):
        """The model wrote on."""

        asking: Asking
        token: str

    @dataclass
    class Answered(Message):
        """The answer is there, and checked."""

        asking: Asking
        answer: Answer

    @dataclass
    class Failed(Message):
        """There will be no answer."""

        asking: Asking
        why: str

    def __init__(
        self,
        target: MessagePump,
        library: Library,
        question: str,
        *,
        follow: Answer | None = None,
        use_model: bool = True,
    ) -> None:
        self._target = target
        self._library = library
        self._question = question
        self._follow: str | Answer = follow or ""
        self._use_model = use_model
        self._stopped = threading.Event()

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def start(self) -> None:
        compute(self._target, self._run, lambda why: self.Failed(self, why))

    def stop(self) -> None:
        """Write no further; what has been written is checked and shown."""
        self._stopped.set()

    def _run(self) -> Message:
        answer = self._library.ask(
            self._question,
            follow=self._follow,
            remember="listed",
            use_model=self._use_model,
            on_stage=lambda stage: post(self._target, self.Staged(self, stage)),
            on_token=lambda token: post(self._target, self.Wrote(self, token)),
            on_passages=lambda passages: post(self._target, self.Prompted(self, passages)),
            cancelled=self._stopped.is_set,
        )
        return self.Answered(self, answer)
