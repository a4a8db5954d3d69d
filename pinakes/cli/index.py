"""pinakes index: where it is, make it anew, throw it away."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import output
from pinakes.cli.opening import library
from pinakes.cli.sync import tell_problems
from pinakes.errors import VaultError


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("index", parents=[shared], help="path, rebuild or clear the index")
    parser.add_argument("what", choices=["path", "rebuild", "clear"])
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Do one of the three. The vault is not touched by any."""
    with library(args) as opened:
        if args.what == "path":
            if args.json:
                output.emit({"path": str(opened.index_file)})
            else:
                output.say(str(opened.index_file))
            return 0
        if args.what == "rebuild" and not opened.notes_on_disk():
            raise VaultError(f"{opened.vault} holds no notes. The index was left as it is.", "Is a drive missing?")
        if args.what == "clear":
            opened.clear()
            output.talk(args, "The index is gone; `pinakes sync` makes it anew. Your notes are untouched.")
            if args.json:
                output.emit({"cleared": True})
            return 0
        report = opened.rebuild(on_progress=output.progress(args))
    if args.json:
        output.emit(output.document(report))
    else:
        output.talk(args, f"{report.added:,} notes read in {report.took_ms / 1000:.1f} s.")
        tell_problems(args, report)
    return 0
