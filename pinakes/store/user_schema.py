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
    hits       INTEGER NOT NULL,        -- notes found the last time
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

_PINS = """
-- Notes that are kept at hand, as they were last seen.
CREATE TABLE pins (
    path         TEXT PRIMARY KEY,
    title        TEXT NOT NULL,
    content_hash TEXT NOT NULL,         -- after a move it is known by this
    pinned       TEXT NOT NULL          -- UTC
) WITHOUT ROWID;
"""

_ANSWERS = """
-- Answers that were given, and what they leaned on as it was then.
CREATE TABLE answers (
    id         TEXT PRIMARY KEY,
    question   TEXT NOT NULL,
    understood TEXT NOT NULL,           -- what a follow-up was read as; else empty
    follows    TEXT NOT NULL,           -- id of the answer before; else empty
    asked      TEXT NOT NULL,           -- UTC
    saved      INTEGER NOT NULL,        -- kept until it is forgotten by name
    listed     INTEGER NOT NULL,        -- 0: a program asked
    turn       INTEGER NOT NULL,        -- the newest has the highest: a clock can be set back
    route      TEXT NOT NULL,
    text       TEXT NOT NULL,
    short      TEXT NOT NULL,
    abstained  INTEGER NOT NULL,
    model      TEXT,
    sentences  TEXT NOT NULL            -- JSON list of [text, numbers, status]
) WITHOUT ROWID;
CREATE UNIQUE INDEX answers_by_turn ON answers (turn);

CREATE TABLE answer_sources (
    answer_id    TEXT NOT NULL,
    n            INTEGER NOT NULL,
    path         TEXT NOT NULL,
    title        TEXT NOT NULL,
    heading      TEXT NOT NULL,         -- JSON list
    line         INTEGER NOT NULL,
    end_line     INTEGER NOT NULL,
    quote        TEXT NOT NULL,
    content_hash TEXT NOT NULL,         -- of the note's bytes at the time
    PRIMARY KEY (answer_id, n)
) WITHOUT ROWID;
"""

STEPS: tuple[Step, ...] = (Step(_TABLES), Step(_DECISIONS), Step(_PINS), Step(_ANSWERS))
