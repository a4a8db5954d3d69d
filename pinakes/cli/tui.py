"""pinakes tui: the terminal UI."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli.opening import config


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("tui", parents=[shared], help="the terminal UI (also: `pinakes` alone)")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Open it."""
    settings = config(args)
    from pinakes.tui.run import run as open_ui  # Textual is loaded for this command alone

    return open_ui(settings)
