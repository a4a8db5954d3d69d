"""Which names of notes lie between two keys?"""

from __future__ import annotations

import json
from collections.abc import Sequence

import apsw


def between(db: apsw.Connection, ranges: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """(name, title of its note) of titles, aliases and file names whose key lies in one of the ranges.

    `ranges`: from … to, the end exclusive. In the order of `read.all_names`.
    """
    rows = db.execute(
        "SELECT DISTINCT name, title FROM (SELECT value ->> 0 AS low, value ->> 1 AS high FROM json_each(?))"
        " CROSS JOIN names ON key >= low AND key < high CROSS JOIN notes USING (note_id) WHERE kind != 'folder'",
        (json.dumps(ranges),),
    )
    return sorted((str(name), str(title)) for name, title in rows)
