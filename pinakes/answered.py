"""Answered: the answers that were given, what follows on one, and what became of the notes that it leans on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pinakes.errors import StoreError, UsageError
from pinakes.pinned import Pinned
from pinakes.store import db as store
from pinakes.store import read

if TYPE_CHECKING:
    from pinakes.answer.followup import Turn
    from pinakes.model.answer import Answer
    from pinakes.model.ledger import KeptAnswer, KeptSource

Remember = Literal["not", "unlisted", "listed"]
"""`unlisted`: a program asked; it can be followed up, and is in no list."""
LAST = "last"
"""Stands for the id of the answer that was given last."""
_SHORTEST_ID = 3


class Answered(Pinned):
    """The part of a Library that remembers what was answered. Nothing of it is written into a note."""

    vault: Path
    index_file: Path

    def answers(self, limit: int = 20, *, pattern: str = "", saved: bool = False) -> tuple[KeptAnswer, ...]:
        """Those given last whose question or text holds the pattern, the newest first, and what became of their notes.

        Raises StoreError for a file that is damaged or too new.
        """
        from pinakes.store import answers, user

        if not self.user_file.exists():
            return ()
        with user.reading(self.user_file) as db:
            found = answers.recent(db, limit, pattern=pattern, saved=saved)
        return self._as_they_stand(found)

    def answer(self, wanted: str) -> KeptAnswer:
        """The one with this id, or whose id alone begins so; `last` is the one given last.

        Raises UsageError where there is none, or where it is not clear which.
        """
        from pinakes.store import answers, user

        found: tuple[KeptAnswer, ...] = ()
        if self.user_file.exists():
            with user.reading(self.user_file) as db:
                if wanted == LAST:
                    found = answers.recent(db, 1)
                elif len(wanted) >= _SHORTEST_ID:
                    found = answers.beginning(db, wanted.casefold())
        if len(found) == 1:
            return self._as_they_stand(found)[0]
        if found:
            raise UsageError(f"Several answers begin with `{wanted}`.", "Give more of the id: `pinakes answers`.")
        if wanted == LAST:
            why = "" if self.config.answer.history else " (answer.history = false keeps none)"
            raise UsageError(f"No answer is kept{why}.", "`pinakes ask QUESTION` gives one.")
        raise UsageError(f"No answer `{wanted}` is kept.", "`pinakes answers` lists those that are.")

    def save_answer(self, wanted: str) -> KeptAnswer:
        """Keep it until it is forgotten by name. Raises UsageError where there is none, StoreError on trouble."""
        from pinakes.store import answers, user

        found = self.answer(wanted)
        with user.writing(self.user_file) as db:
            answers.save(db, found.id)
        return found._replace(saved=True)

    def forget_answer(self, wanted: str) -> KeptAnswer:
        """Forget it, saved or not; as it was. Raises UsageError where there is none, StoreError on trouble."""
        from pinakes.store import answers, user

        found = self.answer(wanted)
        with user.writing(self.user_file) as db:
            answers.forget(db, found.id)
        return found

    def forget_answers(self) -> int:
        """Forget all that are not saved; how many they were. Raises StoreError when it can't be written."""
        from pinakes.store import answers, user

        if not self.user_file.exists():
            return 0
        with user.writing(self.user_file) as db:
            return answers.forget_unsaved(db)

    def _read_as(self, question: str, follow: str | Answer) -> tuple[str, str]:
        """What a follow-up is read as, empty where it is as it stands; and the id of the answer that it follows.

        Raises UsageError for a question without words, and for an answer that is not kept.
        """
        if not any(c.isalnum() for c in question):
            raise UsageError(
                "The question is empty.", 'Ask in words, for example: pinakes ask "When did I last see Ana?"'
            )
        if not follow:
            return "", ""
        from pinakes.answer.followup import understood

        before = self.answer(follow) if isinstance(follow, str) else _kept(follow, {})
        return understood(question, self._turn(before)), before.id

    def _turn(self, kept: KeptAnswer) -> Turn:
        """What was said last, with the names in it that the notes know."""
        from pinakes.answer.followup import Named, Turn
        from pinakes.retrieve.mentioned import mentioned

        asked = kept.understood or kept.question
        with store.reading(self.index_file) as db:
            of_question, of_answer = (
                tuple(Named(one.name, one.label) for one in mentioned(db, said)) for said in (asked, kept.text)
            )
        titles = tuple(dict.fromkeys(source.title for source in kept.sources))
        return Turn(asked, kept.short, of_question, of_answer, titles)

    def _remembered(self, answer: Answer, hashes: Mapping[str, str], remember: Remember) -> Answer:
        """Remember it, where that is wanted. An answer never fails for it: what can't be written is lost."""
        from pinakes.store import answers, user

        if remember == "not" or not self.config.answer.history:
            return answer
        try:
            with user.writing(self.user_file, hurried=True) as db:
                answers.add(db, _kept(answer, hashes), listed=remember == "listed")
        except StoreError:
            pass  # `pinakes doctor` says why
        return answer

    def _as_they_stand(self, kept: tuple[KeptAnswer, ...]) -> tuple[KeptAnswer, ...]:
        """With what became of each source since; as it was where there is no index to tell."""
        if not kept or not self.index_file.is_file():
            return kept
        paths = {source.path for answer in kept for source in answer.sources}
        wanted = {source.content_hash for answer in kept for source in answer.sources}
        with store.reading(self.index_file) as db:
            now = {path: digest.rstrip("!") for path, digest in read.content_hashes(db, paths).items()}
            moved = {digest: there[0] for digest in sorted(wanted) if (there := read.paths_with_hash(db, digest))}
        texts: dict[str, str] = {}

        def stands(source: KeptSource) -> KeptSource:
            if now.get(source.path) == source.content_hash:
                return source
            if source.path in now:
                if source.path not in texts:
                    texts[source.path] = self._text(source.path)
                return source._replace(state="changed", quoted_still=source.quote in texts[source.path])
            if source.content_hash in moved:
                return source._replace(state="moved", path=moved[source.content_hash])
            return source._replace(state="gone", quoted_still=False)

        return tuple(answer._replace(sources=tuple(map(stands, answer.sources))) for answer in kept)

    def _text(self, path: str) -> str:
        """The note as it is on disk; empty where it can't be read."""
        from pinakes.model.files import Problem
        from pinakes.vault.read import read_note

        source = read_note(self.vault, path, max_bytes=self.config.vault.max_note_bytes)
        return "" if isinstance(source, Problem) else source.text


def _kept(answer: Answer, hashes: Mapping[str, str]) -> KeptAnswer:
    from pinakes.model.ledger import KeptAnswer, KeptSource

    titles = {passage.path: passage.title for passage in answer.passages}
    sources = tuple(
        KeptSource(
            c.n, c.path, titles.get(c.path, c.path), c.heading, c.line, c.end_line, c.quote,
            hashes.get(c.path, "").rstrip("!"),
        )
        for c in answer.citations
    )  # fmt: skip
    return KeptAnswer(
        answer.id, answer.question, answer.understood, answer.follows, "", False, answer.route, answer.text,
        answer.short, answer.abstained, answer.model, answer.sentences, sources,
    )  # fmt: skip
