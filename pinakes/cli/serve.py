"""pinakes serve: the terminal UI in a browser of this machine."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, _SubParsersAction
from contextlib import suppress
from importlib.util import find_spec

from pinakes.cli import output
from pinakes.cli.opening import config
from pinakes.errors import UsageError


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("serve", parents=[shared], help="the terminal UI in a browser of this machine")
    parser.add_argument("--web", action="store_true", help="as a web page, which whoever has its address can use")
    parser.add_argument(
        "--host", metavar="ADDRESS", default="127.0.0.1", help="127.0.0.1, localhost or ::1; no other is taken"
    )
    parser.add_argument("--port", metavar="N", type=int, default=0, help="else one that is free")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print the address and serve until ctrl+c."""
    if not args.web:
        raise UsageError("What is to be served has not been said.", "In a browser: `pinakes serve --web`.")
    config(args)  # what is wrong with the settings is said here rather than in the browser
    if find_spec("textual_serve") is None:
        raise UsageError(
            "The browser's view needs one more part, which is not installed.",
            'Install it with `pip install "pinakes[web]"`. The terminal UI works without: `pinakes`.',
        )
    from pinakes.tui import web  # loads a web server, for this command alone

    options = [f"--{name}={getattr(args, name)}" for name in ("vault", "config") if getattr(args, name)]
    server = web.WebServer(web.command(options), web.listen(args.host, args.port))
    if args.json:
        output.emit({"url": server.address})
    else:
        output.say(server.address)
        output.talk(args, "Open this address in a browser of this machine. Whoever has it can read your notes.")
        output.talk(args, "ctrl+c ends it.")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):  # before the server has taken the key over
        server.run()
    return 0
