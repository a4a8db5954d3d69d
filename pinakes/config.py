"""Settings: defaults < config.toml < PINAKES_* < flags. Read once, frozen, passed down.

`Config`'s fields and their docstrings are the reference. A key that is not one of them is
refused, with the nearest known one. Below `library` nothing reads a file or a variable.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from pinakes.errors import UsageError

APP = "pinakes"
DIALECTS = ("obsidian", "logseq", "dendron", "foam", "zk", "plain")
"""The programs whose ways of writing links, tags and titles are known; `plain` is none of them."""
USES = ("auto", "always", "off")
"""When passages are understood by their meaning: but on battery, always, never."""
SECTIONS = ("vault", "search", "entities", "meaning", "answer", "look")
"""The tables of config.toml: fields of Config."""


class VaultSettings(NamedTuple):
    """`[vault]`"""

    ignore: tuple[str, ...] = ()
    """Patterns to leave out, as in a .gitignore file; besides those of `.pinakesignore`."""
    max_note_bytes: int = 16 * 1024 * 1024
    """A larger note is reported, not read."""
    dialect: str = ""
    """The program that the notes are written with, one of DIALECTS. Empty: told from what is in the vault."""


class SearchSettings(NamedTuple):
    """`[search]`"""

    limit: int = 10
    """Hits to show."""
    graph: bool = True
    """Let the ranking walk links, tags and entities."""
    history: bool = True
    """Remember the queries that were searched for."""


class EntitySettings(NamedTuple):
    """`[entities]`"""

    ner: bool = True
    """Recognise names with spaCy, where it is installed."""


class MeaningSettings(NamedTuple):
    """`[meaning]`"""

    use: str = "auto"
    """Find notes that say it in other words, one of USES. `auto`: where the encoder is installed, and
    passages are read for it while the machine is not on its battery."""


class AnswerSettings(NamedTuple):
    """`[answer]`"""

    model: Path | None = None
    """A GGUF file. None: the one that `pinakes setup` put together, if it is there."""
    context_tokens: int = 2048
    """Room for prompt and answer together."""
    max_answer_tokens: int = 160
    threads: int = 0
    """0: answers are written by one less than the machine has, at least one; prompts read by all, if it is idle."""
    deadline_s: float = 60.0
    """An answer that takes longer is stopped and the extractive one shown."""
    keep_warm_s: float = 600.0
    """So long after its last answer the model stays in memory."""
    history: bool = True
    """Remember the answers that were given, for follow-ups and to see what has changed since."""


class LookSettings(NamedTuple):
    """`[look]`"""

    theme: str = "textual-dark"
    editor: str = ""
    """Empty: $VISUAL, then $EDITOR."""
    ascii: bool = False
    """Marks and lines of the terminal UI in ASCII."""


class Config(NamedTuple):
    """Everything that can be set, and where things are kept."""

    vault_dir: Path | None = None
    """The folder of notes (`--vault`, PINAKES_VAULT, `vault_dir`); None until one is chosen."""
    vault: VaultSettings = VaultSettings()
    search: SearchSettings = SearchSettings()
    entities: EntitySettings = EntitySettings()
    meaning: MeaningSettings = MeaningSettings()
    answer: AnswerSettings = AnswerSettings()
    look: LookSettings = LookSettings()
    keys: tuple[tuple[str, str], ...] = ()
    """`[keys]`: name of a key's action in the terminal UI → the keys for it, with commas between."""
    data_dir: Path = Path()
    """Indexes, the user's own state, models."""
    config_file: Path = Path()
    cache_dir: Path = Path()

    @property
    def models_dir(self) -> Path:
        return self.data_dir / "models"

    def index_dir(self, vault: Path) -> Path:
        """One folder a vault, named so that a person can tell which; never inside the vault."""
        real = os.path.realpath(vault)
        digest = f"{zlib.crc32(os.fsencode(real)):08x}"
        name = re.sub(r"[^\w.-]+", "-", Path(real).name).strip("-.") or "vault"
        return self.data_dir / "vaults" / f"{name[:40]}-{digest}"


def load(
    *,
    vault_dir: str | None = None,
    config_file: str | None = None,
    environ: Mapping[str, str] | None = None,
) -> Config:
    """The settings of this run. Flags are given as arguments; None means "not typed".

    Raises UsageError for a file that is not TOML, an unknown key, or a value of the wrong kind.
    """
    env = os.environ if environ is None else environ
    config_dir = _place(env, "config")
    file = Path(config_file) if config_file else config_dir / "config.toml"
    if config_file and not file.is_file():
        raise UsageError(f"{file}: no such file.", "Give --config an existing TOML file, or leave it out.")
    config = Config(
        data_dir=_place(env, "data"),
        config_file=file,
        cache_dir=_place(env, "cache"),
    )
    if file.is_file():
        config = _with_file(config, file)
    chosen = vault_dir if vault_dir is not None else env.get("PINAKES_VAULT") or None
    if chosen is not None:
        config = config._replace(vault_dir=_folder(chosen, "--vault"))
    _check_places(config)
    return config


def _folder(written: str, where: str) -> Path:
    """A path that a user wrote; Raises UsageError for one that names nothing."""
    if not written.strip() or "\0" in written:
        raise UsageError(f"{where} names no folder.", "Give the folder of your notes.")
    try:
        return Path(written).expanduser()
    except RuntimeError as error:
        raise UsageError(f"{where}: there is no such user's folder: {written}.", "Write the path out.") from error


def _check_places(config: Config) -> None:
    """Raises UsageError for a place of ours inside the vault: what we write there would change it."""
    if config.vault_dir is None:
        return
    vault = os.path.realpath(config.vault_dir)
    for place, name in ((config.data_dir, "DATA"), (config.cache_dir, "CACHE")):
        if Path(os.path.realpath(place)).is_relative_to(vault):
            raise UsageError(
                f"The folder for {name.lower()} lies inside the vault: {place}.",
                f"Set PINAKES_{name}_DIR to a folder outside of it.",
            )


def _place(env: Mapping[str, str], kind: str) -> Path:
    """The folder that PINAKES_*_DIR names, else the one that the operating system has for it."""
    if named := env.get(f"PINAKES_{kind.upper()}_DIR"):
        return Path(named)
    from platformdirs import PlatformDirs

    return Path(getattr(PlatformDirs(APP, appauthor=False), f"user_{kind}_dir"))


def _with_file(config: Config, file: Path) -> Config:
    import tomllib  # most runs have no file to read

    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: not valid TOML: {error}", "Mend the file, or move it away.") from error
    except OSError as error:
        raise UsageError(
            f"{file}: {error.strerror}.", "Make the file readable, or give another by --config."
        ) from error
    sections = {name: getattr(config, name) for name in SECTIONS}
    changed: dict[str, Any] = {}
    for key, value in data.items():
        if key == "vault_dir":
            changed[key] = _convert(file, key, value, Path | None)
        elif key == "keys":
            changed[key] = _keys(file, value)
        elif key in sections and isinstance(value, dict):
            changed[key] = _section(file, key, sections[key], value)
        elif key in sections:
            raise UsageError(
                f"{file}: `{key}` can't be {value!r}.", f"It is a table: write its settings below [{key}]."
            )
        else:
            raise _unknown(file, key, ["vault_dir", "keys", *sections])
    return config._replace(**changed)


def _keys(file: Path, value: object) -> tuple[tuple[str, str], ...]:
    if isinstance(value, dict) and all(isinstance(keys, str) and keys for keys in value.values()):
        return tuple(value.items())
    raise UsageError(f"{file}: `keys` can't be {value!r}.", 'It is a table: "search.focus" = "ctrl+f" below [keys].')


def _section(file: Path, name: str, section: Any, values: Mapping[str, object]) -> Any:
    kinds = get_type_hints(type(section))
    changed = {}
    for key, value in values.items():
        if key not in kinds:
            raise _unknown(file, f"{name}.{key}", [f"{name}.{known}" for known in kinds])
        changed[key] = _convert(file, f"{name}.{key}", value, kinds[key])
    for key, choices in (("dialect", ("", *DIALECTS)), ("use", USES)):
        if key in changed and changed[key] not in choices:
            raise UsageError(
                f"{file}: `{name}.{key}` can't be {changed[key]!r}.",
                f"It takes one of {', '.join(filter(None, choices))}.",
            )
    return section._replace(**changed)


def _convert(file: Path, key: str, value: object, kind: object) -> object:
    """TOML's value as the field wants it."""
    if kind == Path | None and isinstance(value, str):
        return _folder(value, f"{file}: `{key}`")
    if kind == tuple[str, ...] and isinstance(value, list) and all(isinstance(v, str) for v in value):
        return tuple(value)
    if kind is float and type(value) in (int, float) and value > 0:  # type: ignore[operator]
        return float(value)  # type: ignore[arg-type]
    # A bool is an int to Python, but not to TOML.
    if kind in (bool, int, str) and type(value) is kind and (kind is not int or value >= 0):  # type: ignore[operator]
        return value
    raise UsageError(f"{file}: `{key}` can't be {value!r}.", f"It takes {_KINDS[kind]}.")


def _unknown(file: Path, key: str, known: list[str]) -> UsageError:
    import difflib

    near = difflib.get_close_matches(key, known, n=1)
    hint = f"Did you mean `{near[0]}`?" if near else f"Known here: {', '.join(known)}."
    return UsageError(f"{file}: unknown setting `{key}`.", hint)


_KINDS: dict[object, str] = {
    bool: "true or false",
    int: "a whole number, 0 or more",
    float: "a number above 0",
    str: "text in quotes",
    tuple[str, ...]: "a list of texts",
    Path | None: "a path in quotes",
}
