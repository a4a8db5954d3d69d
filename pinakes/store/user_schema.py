"""Which tables hold what a person adds? An append-only list of steps.

None of it can be derived again, so a step transforms rows and never empties a table.
"""

from __future__ import annotations

from pinakes.store.schema import Step

_TABLES = """
CREATE TABLE searches (
    key          TEXT PRIMARY KEY,      -- the name, whatever its case
    name         TEXT NOT NULL,
    query        TEXT NOT NULL,
    created      TEXT NOT NULL,         -- UTC
    search_limit INTEGER,               -- NULL: as the settings say
    mode         TEXT NOT NULL,
    graph        INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE history (
    query      TEXT PRIMARY KEY,
    first_used TEXT NOT NULL,           -- UTC
    last_used  TEXT NOT NULL,
    times      INTEGER NOT NULL,
    hits       INTEGER NOT NULL,        -- of the last time
    turn       INTEGER NOT NULL         -- the newest has the highest: a clock can be set back
) WITHOUT ROWID;
CREATE UNIQUE INDEX history_by_turn ON history (turn);
"""

_DECISIONS = """
-- What was decided about names: which are one, which are not, what they are called, which are hidden.
CREATE TABLE decisions (
    number INTEGER PRIMARY KEY AUTOINCREMENT,   -- never given twice: a later decision wins
    kind   TEXT NOT NULL,               -- same, apart, name, hide
    key    TEXT NOT NULL,
    name   TEXT NOT NULL,
    others TEXT NOT NULL,               -- JSON list of keys
    said   TEXT NOT NULL,
    made   TEXT NOT NULL                -- UTC
);
"""

STEPS: tuple[Step, ...] = (Step(_TABLES), Step(_DECISIONS))
