"""How do vectors come about while nobody waits? In a process of its own: `python -m pinakes.index.vectors_worker`.

Its arguments: the index, the encoder's file, its name, and the languages that it knows. It
works until nothing waits, and ends. It can be killed at any moment, and a second one beside it
ends at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pinakes.errors import PinakesError
from pinakes.index import vectors
from pinakes.meaning.shipped import EncoderFile
from pinakes.store.db import writing
from pinakes.store.lock import only_writer


def arguments(index: Path, file: EncoderFile) -> list[str]:
    """The command line behind the interpreter."""
    return ["-m", __name__, str(index), str(file.path), file.name, *file.languages]


def main(arguments: Sequence[str]) -> int:
    """Give vectors to what waits in this index. Returns an exit code."""
    os.nice(10)  # the person at the keyboard comes first
    parent = os.getppid()
    index, path, name, *languages = arguments
    folder = Path(index).parent
    file = EncoderFile(Path(path), name, tuple(languages), 0)
    try:
        with only_writer(folder / vectors.LOCK) as mine:
            if mine:
                with writing(Path(index)) as db:
                    vectors.encode(
                        db, file, folder, on_progress=lambda _: None, cancelled=lambda: os.getppid() != parent
                    )
    except PinakesError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
