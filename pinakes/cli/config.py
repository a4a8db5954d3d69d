"""pinakes config: where the settings are, and what they are now."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import output
from pinakes.cli.opening import config
from pinakes.config import SECTIONS


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("config", parents=[shared], help="the settings as they are now")
    parser.add_argument("what", choices=["show", "path"], nargs="?", default="show")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print the settings, as TOML that can be put into the file, or the file's path."""
    settings = config(args)
    if args.json:
        output.emit({"path": str(settings.config_file)} if args.what == "path" else output.document(settings))
        return 0
    if args.what == "path":
        output.say(str(settings.config_file))
        return 0
    if settings.vault_dir is not None:
        output.say(f"vault_dir = {_toml(settings.vault_dir)}")
    for name in SECTIONS:
        output.say(f"\n[{name}]")
        for key, value in getattr(settings, name)._asdict().items():
            output.say(f"{key} = {_toml(value)}" if value is not None else f"# {key} is not set")
    output.talk(args, f"\n# from {settings.config_file}" + ("" if settings.config_file.is_file() else " (not there)"))
    return 0


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, tuple):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
