"""What can stop an operation, as a tree.

PinakesError
├── UsageError      the command or the configuration is wrong          exit 2
├── VaultError      the folder of notes can't be read                  exit 3
├── StoreError     the index is missing, damaged, busy or too new     exit 4
└── ModelError      the local model is missing, damaged or has stopped exit 5

A mistake *in a note* is never one of these: it is a `pinakes.model.Problem`, a value
that is collected and shown. An error here names the thing and, in `hint`, the next step.
"""

from __future__ import annotations

from typing import ClassVar


class PinakesError(Exception):
    """An operation can't go on. `str(error)` says what happened, `hint` what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(PinakesError):
    """The command line or the configuration can't be understood."""

    exit_code = 2


class VaultError(PinakesError):
    """The vault is missing, is not a folder, or can't be read."""

    exit_code = 3


class StoreError(PinakesError):
    """The index is missing, damaged, locked by another process, or written by a newer version."""

    exit_code = 4


class ModelError(PinakesError):
    """The local model is missing, damaged, or stopped in the middle of an answer."""

    exit_code = 5
