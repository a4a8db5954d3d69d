"""pinakes status: the state of vault and index."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import output
from pinakes.cli.opening import library


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("status", parents=[shared], help="what is indexed, and how fresh it is")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print the state."""
    with library(args) as opened:
        status = opened.status()
        state = opened.model_state()
    if args.json:
        output.emit(output.document(status))
        return 0
    output.say(f"vault     {status.vault}" + ("" if status.reachable else "   ✗ not there now"))
    output.say(f"notes     {status.notes:,} with {status.words:,} words, {status.chunks:,} passages")
    output.say(f"graph     {status.links:,} links, {status.entities:,} entities")
    if status.entities_pending:
        output.say(f"waiting   {status.entities_pending:,} passages for their names")
    output.say(f"index     {status.index_bytes / 1e6:.1f} MB, generation {status.generation}")
    output.say(f"watcher   {status.watcher if status.watcher == 'off' else 'process ' + status.watcher}")
    output.say(f"model     {state}")
    output.say(f"pinakes   {status.version}")
    return 0
