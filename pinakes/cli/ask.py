"""pinakes ask: a cited answer, streamed on a terminal."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from pathlib import Path

from pinakes.clean import clean, one_line
from pinakes.cli import output
from pinakes.cli.opening import fresh
from pinakes.errors import ModelError, UsageError
from pinakes.library import Library
from pinakes.model.answer import Answer


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("ask", parents=[shared], help="ask a question about the notes")
    parser.add_argument("question", nargs="+")
    parser.add_argument("--no-model", action="store_true", help="only sentences from the notes, at once")
    parser.add_argument("--model", metavar="FILE.gguf", type=Path, default=None, help="another model for this question")
    parser.add_argument("--budget", type=int, default=None, metavar="TOKENS", help="room for prompt and answer")
    parser.add_argument(
        "--follow",
        metavar="ID",
        default="",
        help="the answer that this follows on, as `pinakes answers` lists it; or last",
    )
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Ask, and print the answer with its sources."""
    question = " ".join(args.question)
    if not any(c.isalnum() for c in question):
        raise UsageError("The question is empty.", 'Ask in words, for example: pinakes ask "Who built the dam?"')
    if args.budget is not None and args.budget < 256:
        raise UsageError(f"--budget {args.budget} leaves no room for a passage.", "Give at least 256 tokens.")
    with fresh(args) as opened:
        if args.model is not None:
            opened.config = opened.config._replace(answer=opened.config.answer._replace(model=args.model))
        fault = None if args.no_model else _fault(opened, given=args.model is not None)
        live = _Live(args)
        answer = opened.ask(
            question,
            use_model=not args.no_model,
            budget=args.budget,
            follow=args.follow,
            remember="unlisted" if args.json else "listed",
            on_stage=live.stage,
            on_token=live.token,
        )
        live.end()
    if args.json:
        output.emit(as_json(answer))
    else:
        _print(args, answer, kept=opened.config.answer.history)
    if fault is not None or answer.fault:
        return ModelError.exit_code
    return 1 if answer.abstained else 0


def _fault(opened: Library, *, given: bool) -> ModelError | None:
    """What is wrong with the model's file. One that was typed is refused; else the notes answer, and the code tells."""
    try:
        opened.check_model()
    except ModelError as error:
        if given:
            raise
        return error
    return None


def as_json(answer: Answer) -> dict[str, object]:
    """As `contracts` has it."""
    document = output.document(answer)
    document["answer"] = document.pop("text")
    document["passages"] = len(answer.passages)
    document["understood"] = answer.understood or None
    document["follows"] = answer.follows or None
    for citation in (*document["citations"], *document["nearest"]):
        del citation["start"]
    return document


def _print(args: Namespace, answer: Answer, *, kept: bool) -> None:
    if answer.understood:
        output.talk(args, f"understood as: {one_line(answer.understood)}\n")
    output.say(_said(answer))
    if answer.citations:
        output.say()
    if answer.nearest:
        output.say()
        output.say("Nearest to it:")
    for citation in answer.citations or answer.nearest:
        where = output.place(citation.path, citation.line, citation.heading)
        output.quotation(citation.n, where, citation.quote)
    unsupported = [s for s in answer.sentences if s.status == "unsupported"]
    if unsupported and answer.model:
        output.talk(args, f"{len(unsupported)} sentence(s) of the model stand in none of the notes and were left out.")
    for notice in answer.notices:
        output.talk(args, notice)
    spent = f" · {answer.tokens.prompt:,} of {answer.tokens.budget:,} tokens" if answer.tokens.budget else ""
    output.talk(
        args,
        f"{output.written_by(answer.model)}{spent} · {answer.took_ms / 1000:.1f} s"
        + (f" · {answer.id}" if kept else ""),
    )


def _said(answer: Answer) -> str:
    """The answer; of one that is the notes' own sentences the few words that answer, for they follow as quotations."""
    if answer.model is not None or answer.abstained:
        return answer.text
    from pinakes.answer import cite

    return answer.short or cite.marked(answer.sentences[0])


class _Live:
    """Shows what the model writes while it writes, on stderr of a terminal; the checked answer follows on stdout."""

    def __init__(self, args: Namespace) -> None:
        self._on = sys.stderr.isatty() and not args.quiet and not args.json
        self._written = False

    def stage(self, name: str) -> None:
        if self._on and name in ("loading", "reading"):
            sys.stderr.write(f"\r\x1b[K\x1b[2m{name} …\x1b[0m")
            sys.stderr.flush()

    def token(self, text: str) -> None:
        if self._on:
            if not self._written:
                sys.stderr.write("\r\x1b[K")
            self._written = True
            sys.stderr.write(f"\x1b[2m{clean(text)}\x1b[0m")
            sys.stderr.flush()

    def end(self) -> None:
        if self._on:
            sys.stderr.write("\n\n" if self._written else "\r\x1b[K")
            sys.stderr.flush()
