"""What does a person mean who types a value? And what are the settings with it?"""

from __future__ import annotations

from pathlib import Path

from pinakes.config import Config
from pinakes.configfile import Value


def typed_value(kind: str, text: str) -> Value | None:
    """The value; None for an empty line, which means the default. Raises ValueError, in words, for what is none."""
    text = text.strip()
    if not text:
        return None
    if kind == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind == "text":
        return text
    try:
        number = float(text.replace(",", "").replace(" ", ""))
    except ValueError:
        raise ValueError("It takes a number.") from None
    if not 0 <= number < 1e12:
        raise ValueError("It takes a number, 0 or more.")
    return int(number) if number.is_integer() else number


def with_value(config: Config, section: str, key: str, value: Value | None) -> Config:
    """The settings with one value in place of another; None: with its default."""
    if section == "keys":
        keys = {name: pressed for name, pressed in config.keys if name != key}
        if isinstance(value, str):
            keys[key] = value
        return config._replace(keys=tuple(keys.items()))
    table = getattr(config, section)
    default = type(table)._field_defaults[key]
    taken: object = default if value is None else value
    if isinstance(taken, list):
        taken = tuple(taken)
    if isinstance(default, float) and isinstance(taken, int):
        taken = float(taken)
    if key == "model" and isinstance(taken, str):
        taken = Path(taken).expanduser()
    return config._replace(**{section: table._replace(**{key: taken})})
