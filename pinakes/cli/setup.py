"""pinakes setup: put the models together, and check every part."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from collections.abc import Callable
from importlib.util import find_spec

from pinakes.checkup import examine
from pinakes.cli import output
from pinakes.cli.doctor import show
from pinakes.cli.opening import config


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("setup", parents=[shared], help="put the local models together and check every part")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Assemble and verify what is not there yet. Can be run as often as one likes."""
    from pinakes.answer.models import PACKAGE, SHIPPED, assemble_shipped
    from pinakes.meaning import shipped

    settings = config(args)
    made = encoder = None
    if find_spec(PACKAGE) is not None:
        made = assemble_shipped(settings.models_dir, _counter(args, SHIPPED.name))
    if shipped.can_be_assembled():
        encoder = shipped.assemble(settings.models_dir)
    checks = examine(settings)
    if args.json:
        output.emit(
            {
                "model": str(made) if made else None,
                "encoder": str(encoder) if encoder else None,
                "checks": [output.document(check) for check in checks],
            }
        )
    elif not args.quiet:
        show(checks)
    return 0


def _counter(args: Namespace, name: str) -> Callable[[int, int], None]:
    if args.quiet or not sys.stderr.isatty():
        return lambda *_: None

    def draw(done: int, total: int) -> None:
        end = "\n" if done >= total else ""
        sys.stderr.write(f"\rputting {name} together: {done / 1e6:.0f} / {total / 1e6:.0f} MB{end}")

    return draw
