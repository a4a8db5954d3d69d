"""pinakes watch: sync on change until stopped."""

from __future__ import annotations

import signal
import threading
from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import output
from pinakes.cli.opening import library
from pinakes.model.sync import SyncReport


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("watch", parents=[shared], help="follow the vault until stopped (ctrl+c)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Follow the vault; a line for each sync that changed something."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())

    def synced(report: SyncReport) -> None:
        if args.json:
            output.emit(output.document(report))
        else:
            output.talk(args, f"+{report.added} ~{report.changed} -{report.removed} →{report.moved}")

    with library(args) as opened:
        output.talk(args, f"Watching {opened.vault}. ctrl+c stops.")
        opened.watch(stop, on_sync=synced, on_trouble=lambda text: output.warn(text or "all is well again"))
    return 0
