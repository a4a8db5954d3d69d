"""How does a command get its Library? From the flags, in one place."""

from __future__ import annotations

from argparse import Namespace

from pinakes.cli.output import progress, talk, warn
from pinakes.config import Config, load
from pinakes.errors import PinakesError, VaultError
from pinakes.library import Library

_MOST = 200
"""More changed notes than this are a sync of their own; a query does not wait for it."""


def config(args: Namespace) -> Config:
    """The settings, with the flags that were typed."""
    return load(vault_dir=args.vault, config_file=args.config)


def library(args: Namespace) -> Library:
    """The library of the chosen vault."""
    return Library.open(config(args))


def fresh(args: Namespace) -> Library:
    """The library, after a look for notes that changed since the last sync: a query never answers from stale text.

    A vault that is away is searched as it was last seen, and the reader is told. An index that an
    older Pinakes made is renewed first, since nothing can be found in it.
    """
    opened = library(args)
    if not opened.index_file.is_file():
        return opened
    if opened.outdated:
        talk(args, "The index was made by an older Pinakes: reading the notes anew.")
        opened.sync(on_progress=progress(args))
        return opened
    try:
        plan = opened.plan()
        changes = len(plan.added) + len(plan.changed) + len(plan.removed)
        if changes > _MOST:
            talk(args, f"{changes:,} notes have changed since the last sync. Run `pinakes sync` to take them in.")
        elif changes:
            opened.sync(patience_s=0.5)  # whoever syncs now takes the changes in; the answer need not wait
    except VaultError as error:
        warn(f"{error} Searching the notes as they were last seen.")
    except PinakesError as error:
        warn(f"{error} Searching without the latest changes.")
    return opened
