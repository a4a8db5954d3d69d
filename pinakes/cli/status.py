"""pinakes status: the state of vault and index."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction
from typing import TYPE_CHECKING

from pinakes.clean import one_line
from pinakes.cli import output
from pinakes.cli.opening import library

if TYPE_CHECKING:
    from pinakes.model.view import FolderDialect


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("status", parents=[shared], help="what is indexed, and how fresh it is")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print the state."""
    with library(args) as opened:
        status = opened.status()
        state = opened.model_state()
        meaning = opened.meaning_state()
    if args.json:
        output.emit(output.document(status))
        return 0
    output.say(f"vault     {status.vault}" + ("" if status.reachable else "   ✗ not there now"))
    output.say(f"notes     {status.notes:,} with {status.words:,} words, {status.chunks:,} passages")
    if status.dialects:
        output.say(f"dialect   {'; '.join(map(_dialect, status.dialects))}")
    output.say(f"graph     {status.links:,} links, {status.entities:,} entities")
    if status.entities_pending:
        output.say(f"waiting   {status.entities_pending:,} passages for their names")
    if status.vectors_pending:
        output.say(f"waiting   {status.vectors_pending:,} passages to be found by their meaning")
    output.say(f"index     {status.index_bytes / 1e6:.1f} MB, generation {status.generation}")
    output.say(f"watcher   {status.watcher if status.watcher == 'off' else 'process ' + status.watcher}")
    output.say(f"model     {state}")
    output.say(f"meaning   {meaning}")
    output.say(f"pinakes   {status.version}")
    return 0


def _dialect(of: FolderDialect) -> str:
    """`logseq in diary/ (logseq)`: the program, the folder, and what told so."""
    from pinakes.vault.dialect import CHOSEN

    where = f" in {one_line(of.folder)}/" if of.folder else ""
    why = f"set in the configuration: {CHOSEN}" if of.told_by == CHOSEN else of.told_by
    return f"{of.name}{where}" + (f" ({why})" if why else "")
