"""The command line: one module a command. stdout is data, stderr is talk, exit codes mean something."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module

from pinakes import __version__
from pinakes.errors import PinakesError, StoreError

COMMANDS = (
    "tui", "sync", "watch", "search", "ask", "answers", "related", "links", "backlinks", "mentions", "outline",
    "bridges", "entities", "entity", "communities", "tags", "properties", "broken", "orphans", "duplicates", "check",
    "pin", "unpin", "pins", "saved", "history", "status", "doctor", "setup", "model", "config", "index", "eval",
    "serve", "help",
)  # fmt: skip
"""Each is a module here with `add` for its parser, whose `run` takes the parsed arguments and returns the exit code."""

INTERRUPTED = 130

_TAKE_A_QUERY = ("search", "saved")
_LEFT_OUT = re.compile(r"-(?![qh]{0,2}(?:n\d{0,9})?\Z)[^\W\d_(\[\"/]|-[(\[\"/]")
"""What is no option in a query, but something to leave out."""
_MARK = "\0"
"""Before such a word while the options are read; no argument holds this character."""


def build_parser(commands: Sequence[str] = COMMANDS) -> argparse.ArgumentParser:
    """The commands with their options; `run` of the parsed arguments is the command's function."""
    parser = argparse.ArgumentParser(
        prog="pinakes",
        description="Search, join up and ask the markdown notes you already keep. Nothing leaves this machine.",
        epilog="Without a command: the terminal UI.",
    )
    parser.add_argument("--version", action="version", version=f"pinakes {__version__}")
    shared = _shared()
    for action in shared._actions:
        parser._add_action(action)
    chosen = parser.add_subparsers(title="commands", metavar="COMMAND", dest="command", prog=parser.prog)
    # Options may stand before the command or behind it; behind, a missing one must not undo one before.
    behind = _shared(default=argparse.SUPPRESS)
    for name in commands:
        import_module(f"pinakes.cli.{name}").add(chosen, behind)
    return parser


def _shared(default: object = None) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(add_help=False)
    flag = False if default is None else default
    parser.add_argument("--vault", metavar="DIR", default=default, help="the folder of notes (else PINAKES_VAULT)")
    parser.add_argument("--config", metavar="FILE", default=default, help="a config.toml")
    parser.add_argument("--json", action="store_true", default=flag, help="one JSON document on stdout")
    parser.add_argument("--quiet", "-q", action="store_true", default=flag, help="no talk on stderr")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Returns its exit code; errors become words here and nowhere else."""
    if argv is None:
        _in_utf8()
    typed = sys.argv[1:] if argv is None else argv
    # A search need not know how an evaluation is spelt: only commands that were typed are imported.
    parser = build_parser([name for name in COMMANDS if name in typed] or COMMANDS)
    try:
        args = _parsed(parser, typed)
    except SystemExit as stop:  # argparse has printed what is wrong: 2, as everywhere
        return int(stop.code or 0)
    try:
        return int(args.run(args) if args.command else import_module("pinakes.cli.tui").run(args))
    except PinakesError as error:
        _tell(error, as_json=args.json)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `pinakes search x | head`: nobody reads any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        what = f"{error.filename!s} can't be used" if error.filename else "The system refused"
        fault = StoreError(f"{what}: {error.strerror}.", "Check the disk and the folder's permissions.")
        _tell(fault, as_json=args.json)
        return fault.exit_code


def _in_utf8() -> None:
    """Names of notes are UTF-8 whatever the locale says: under another one, start anew so that they can be read."""
    if os.name == "posix" and sys.getfilesystemencoding().lower().replace("-", "") != "utf8":
        environ = {**os.environ, "PYTHONUTF8": "1"}
        os.execve(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]], environ)  # noqa: S606


def _parsed(parser: argparse.ArgumentParser, typed: Sequence[str]) -> argparse.Namespace:
    """The arguments; in a query, `-word` is a word to leave out and no option."""
    if any(name in typed for name in _TAKE_A_QUERY):
        typed = [f"{_MARK}{word}" if _LEFT_OUT.match(word) else word for word in typed]
    args = parser.parse_args(typed)
    if args.command in _TAKE_A_QUERY and "query" in args:
        args.query = [word.removeprefix(_MARK) for word in args.query]
    if args.command == "saved" and "name" in args:
        args.name = args.name.removeprefix(_MARK)
    return args


def _tell(error: PinakesError, *, as_json: bool) -> None:
    from pinakes.cli.output import emit, hint, warn

    if as_json:
        emit({"error": str(error), "hint": error.hint, "exit_code": error.exit_code})

    warn(str(error))
    if error.hint:
        hint(error.hint)
