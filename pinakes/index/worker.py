"""How are names recognised while nobody waits? In a process of its own: `python -m pinakes.index.worker INDEX`.

It works until nothing waits, and ends. It can be killed at any moment, and a second one
beside it ends at once.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from pinakes.errors import PinakesError
from pinakes.index import backlog
from pinakes.index.entities import extractor
from pinakes.store.db import writing
from pinakes.store.lock import only_writer

LOCK = "entities.lock"


def main(index: Path) -> int:
    """Recognise what waits in this index. Returns an exit code."""
    os.nice(10)  # the person at the keyboard comes first
    parent = os.getppid()
    try:
        with only_writer(index.with_name(LOCK)) as mine:
            if mine:
                with writing(index) as db:
                    backlog.recognise(
                        db, extractor(ner=True), on_progress=lambda _: None, cancelled=lambda: os.getppid() != parent
                    )
    except PinakesError as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
