"""Which tables are there? An append-only list of steps, and `migrate`.

The index is derived from the vault, so a step that changes the shape of derived rows does
not transform them: it empties the tables and says `reindex`, and the next sync fills them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import apsw

from pinakes.errors import StoreError


class Step(NamedTuple):
    """One change of the schema, applied in one transaction with its version number."""

    sql: str
    reindex: bool = False
    """The rows there can't be used any more; forget all notes, so that the next sync reads them again."""


_TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', '0'), ('names', '0');  -- both are counters

CREATE TABLE notes (
    note_id      INTEGER PRIMARY KEY,
    path         TEXT NOT NULL UNIQUE,
    title        TEXT NOT NULL,
    size         INTEGER NOT NULL,      -- bytes; -1: too young to be trusted, read it again
    mtime_ns     INTEGER NOT NULL,
    ctime_ns     INTEGER NOT NULL,
    inode        INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    language     TEXT NOT NULL,
    words        INTEGER NOT NULL,
    properties   TEXT NOT NULL          -- JSON
);
CREATE INDEX notes_by_content_hash ON notes (content_hash);
CREATE INDEX notes_by_mtime_ns ON notes (mtime_ns);

-- What a link can call a note: its file name, its path, its aliases, its title.
CREATE TABLE names (
    key     TEXT NOT NULL,
    note_id INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    name    TEXT NOT NULL,
    PRIMARY KEY (key, note_id, kind)
) WITHOUT ROWID;
CREATE INDEX names_by_note_id ON names (note_id);

-- `of`: 'note' for what a note's text has wrong with it; 'file' for what a scan could not take in.
CREATE TABLE problems (path TEXT NOT NULL, line INTEGER, message TEXT NOT NULL, of TEXT NOT NULL);
CREATE INDEX problems_by_path ON problems (path);

CREATE TABLE chunks (
    chunk_id      INTEGER PRIMARY KEY,
    note_id       INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
    ordinal       INTEGER NOT NULL,
    parent_id     INTEGER REFERENCES chunks ON DELETE SET NULL,  -- the chunk that opens the enclosing section
    heading_path  TEXT NOT NULL,        -- JSON list
    start         INTEGER NOT NULL,     -- characters, in the note's text
    "end"         INTEGER NOT NULL,
    line          INTEGER NOT NULL,
    end_line      INTEGER NOT NULL,
    text          TEXT NOT NULL,
    text_hash     TEXT NOT NULL,
    recognised    INTEGER NOT NULL DEFAULT 0   -- 0: no names yet; 1: titles and phrases; 2: all
);
CREATE UNIQUE INDEX chunks_by_note_id ON chunks (note_id, ordinal);
CREATE INDEX chunks_by_parent_id ON chunks (parent_id);
CREATE INDEX chunks_by_text_hash ON chunks (text_hash);
CREATE INDEX chunks_by_recognised ON chunks (recognised);

-- Given terms, not text (see text.py): blanks separate them, and the tokenizer has nothing left to decide.
CREATE VIRTUAL TABLE chunks_fts USING fts5 (
    title, heading, text,
    content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
);

CREATE TABLE headings (
    note_id INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    level   INTEGER NOT NULL,
    text    TEXT NOT NULL,
    start   INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    PRIMARY KEY (note_id, ordinal)
) WITHOUT ROWID;

CREATE TABLE blocks (
    note_id INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
    block   TEXT NOT NULL,
    line    INTEGER NOT NULL,
    PRIMARY KEY (note_id, block)
) WITHOUT ROWID;

CREATE TABLE links (
    link_id        INTEGER PRIMARY KEY,
    note_id        INTEGER NOT NULL REFERENCES notes ON DELETE CASCADE,
    chunk_id       INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    kind           TEXT NOT NULL,
    rel            TEXT NOT NULL,
    raw            TEXT NOT NULL,
    target         TEXT NOT NULL,       -- as written
    sub            TEXT NOT NULL,
    label          TEXT NOT NULL,
    start          INTEGER NOT NULL,
    line           INTEGER NOT NULL,
    stale          INTEGER NOT NULL DEFAULT 1,  -- 1: look for the target (again)
    target_note_id INTEGER REFERENCES notes ON DELETE SET NULL,
    attachment     TEXT,                -- path of a file that is not a note
    target_line    INTEGER,             -- where `sub` is; NULL: the note as a whole
    ambiguous      INTEGER NOT NULL DEFAULT 0,
    via            TEXT NOT NULL DEFAULT ''
);
CREATE INDEX links_by_note_id ON links (note_id);
CREATE INDEX links_by_chunk_id ON links (chunk_id);
CREATE INDEX links_by_target_note_id ON links (target_note_id);
CREATE INDEX links_stale ON links (link_id) WHERE stale = 1;

-- The keys in `names` that may answer a link: when one comes or goes, the link is looked at again.
CREATE TABLE link_keys (
    key     TEXT NOT NULL,
    link_id INTEGER NOT NULL REFERENCES links ON DELETE CASCADE,
    PRIMARY KEY (key, link_id)
) WITHOUT ROWID;
CREATE INDEX link_keys_by_link_id ON link_keys (link_id);

CREATE TABLE tags (tag_id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE taggings (
    tag_id   INTEGER NOT NULL REFERENCES tags ON DELETE CASCADE,
    chunk_id INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    line     INTEGER NOT NULL,
    PRIMARY KEY (tag_id, chunk_id)
) WITHOUT ROWID;
CREATE INDEX taggings_by_chunk_id ON taggings (chunk_id);

CREATE TABLE entities (
    entity_id   INTEGER PRIMARY KEY,
    key         TEXT NOT NULL UNIQUE,   -- its normalised spelling
    name        TEXT NOT NULL DEFAULT '',   -- the spelling that most mentions have
    label       TEXT NOT NULL DEFAULT '',
    chunk_count INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE mentions (
    entity_id INTEGER NOT NULL REFERENCES entities ON DELETE CASCADE,
    chunk_id  INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    source    TEXT NOT NULL,            -- title, phrase, ner; self: the note's own name
    name      TEXT NOT NULL,            -- as it is spelt there
    label     TEXT NOT NULL,
    tf        INTEGER NOT NULL,
    start     INTEGER NOT NULL,         -- of the first one, in the chunk's text
    PRIMARY KEY (entity_id, chunk_id, source)
) WITHOUT ROWID;
CREATE INDEX mentions_by_chunk_id ON mentions (chunk_id);

-- What the extractor found in a text: moving or re-reading a note recognises nothing anew.
CREATE TABLE mention_cache (
    text_hash TEXT NOT NULL,
    extractor TEXT NOT NULL,
    found     TEXT NOT NULL,            -- JSON
    PRIMARY KEY (text_hash, extractor)
) WITHOUT ROWID;
"""

_SPELLINGS = """
-- Every word that was ever read, folded but not stemmed: what a misspelt one may mean.
CREATE TABLE words (word TEXT PRIMARY KEY) WITHOUT ROWID;

-- Which chunk opens the note that has this name?
CREATE INDEX mentions_own ON mentions (entity_id) WHERE source = 'self';
"""

_ONE_NAME_MANY_SPELLINGS = """
DROP TABLE mentions;
DROP TABLE entities;

CREATE TABLE entities (
    entity_id   INTEGER PRIMARY KEY,    -- that of the spelling which names it
    key         TEXT NOT NULL UNIQUE,   -- of that spelling
    name        TEXT NOT NULL,
    label       TEXT NOT NULL,
    called      TEXT NOT NULL,          -- the key of a name that the user gave it; mostly empty
    chunk_count INTEGER NOT NULL
);
CREATE INDEX entities_by_called ON entities (called) WHERE called != '';

CREATE TABLE spellings (
    spelling_id INTEGER PRIMARY KEY,
    key         TEXT NOT NULL UNIQUE,       -- folded: case, accents, punctuation, possessive, article
    entity_id   INTEGER REFERENCES entities ON DELETE SET NULL,  -- NULL: hidden, weak, or not looked at yet
    name        TEXT NOT NULL DEFAULT '',   -- as most mentions have it
    label       TEXT NOT NULL DEFAULT '',
    person      INTEGER NOT NULL DEFAULT 0, -- most of what was recognised in its mentions is one
    own         INTEGER NOT NULL DEFAULT 0, -- a note is called so
    weak        INTEGER NOT NULL DEFAULT 0, -- it may be no name: no entity, unless one of its other spellings is
    chunk_count INTEGER NOT NULL DEFAULT 0,
    bare        TEXT NOT NULL DEFAULT '',   -- spellings with the same may be one
    family      TEXT NOT NULL DEFAULT ''    -- the last word of what may be a person's name
);
CREATE INDEX spellings_by_entity_id ON spellings (entity_id);
CREATE INDEX spellings_by_bare ON spellings (bare);
CREATE INDEX spellings_by_family ON spellings (family) WHERE family != '';

CREATE TABLE occurrences (
    spelling_id INTEGER NOT NULL REFERENCES spellings ON DELETE CASCADE,
    chunk_id    INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    source      TEXT NOT NULL,          -- title, phrase, ner, weak, link; self: the note's own name
    name        TEXT NOT NULL,          -- as it is spelt there
    label       TEXT NOT NULL,
    tf          INTEGER NOT NULL,
    start       INTEGER NOT NULL,       -- of the first one, in the chunk's text
    PRIMARY KEY (spelling_id, chunk_id, source)
) WITHOUT ROWID;
CREATE INDEX occurrences_by_chunk_id ON occurrences (chunk_id);
CREATE INDEX occurrences_own ON occurrences (spelling_id) WHERE source = 'self';

-- What is read: occurrences as those of entities.
CREATE VIEW mentions AS
    SELECT s.entity_id, o.chunk_id, o.source, o.name, o.label, o.tf, o.start
    FROM occurrences AS o JOIN spellings AS s USING (spelling_id) WHERE s.entity_id IS NOT NULL;

-- Acronyms beside what they stand for, as notes have them; both are keys of spellings.
CREATE TABLE expansions (
    short    TEXT NOT NULL,
    long     TEXT NOT NULL,
    chunk_id INTEGER NOT NULL REFERENCES chunks ON DELETE CASCADE,
    PRIMARY KEY (short, long, chunk_id)
) WITHOUT ROWID;
CREATE INDEX expansions_by_long ON expansions (long);
CREATE INDEX expansions_by_chunk_id ON expansions (chunk_id);

-- Spellings to look at again: which entity are they?
CREATE TABLE unsettled (spelling_id INTEGER PRIMARY KEY REFERENCES spellings ON DELETE CASCADE);

-- The user's decisions, as their own database last had them.
CREATE TABLE decided (
    number INTEGER PRIMARY KEY,
    kind   TEXT NOT NULL,
    key    TEXT NOT NULL,
    name   TEXT NOT NULL,
    others TEXT NOT NULL,               -- JSON
    said   TEXT NOT NULL,
    made   TEXT NOT NULL
);

UPDATE chunks SET recognised = 0;       -- their names are found again, from the cache
"""

_VECTORS = """
-- Which way a text points, by the text alone: moving or re-reading a note computes nothing anew.
CREATE TABLE vectors (vector_id INTEGER PRIMARY KEY, text_hash TEXT NOT NULL UNIQUE, vector BLOB NOT NULL);
CREATE INDEX chunks_by_note_id_text_hash ON chunks (note_id, text_hash);    -- which texts have none?
"""

_SPOKEN = """
CREATE INDEX notes_by_language ON notes (language);     -- which languages does the vault speak?
"""

_TALLIES = """
-- How often each spelling is written so, by label and source: what is known of a name is never counted anew.
CREATE TABLE tallies (
    spelling_id INTEGER NOT NULL REFERENCES spellings ON DELETE CASCADE,
    name        TEXT NOT NULL,
    label       TEXT NOT NULL,
    source      TEXT NOT NULL,
    tf          INTEGER NOT NULL,
    PRIMARY KEY (spelling_id, name, label, source)
) WITHOUT ROWID;

DELETE FROM entities;
DELETE FROM spellings;
UPDATE chunks SET recognised = 0;       -- their names are found again, from the cache
"""

_TERMS = "-- The text index has the parts of identifiers and the last signs of runs without blanks."

STEPS: tuple[Step, ...] = (
    Step(_TABLES),
    Step(_SPELLINGS, reindex=True),
    Step(_ONE_NAME_MANY_SPELLINGS),
    Step(_VECTORS),
    Step(_SPOKEN, reindex=True),
    Step(_TALLIES),
    Step(_TERMS, reindex=True),
)


def migrate(db: apsw.Connection) -> None:
    """Bring the file to the newest version, a transaction a step.

    Raises StoreError for a file that a newer Pinakes wrote; it is not touched.
    """
    refuse_newer(int(db.pragma("user_version")))
    advance(db, STEPS)


def refuse_newer(version: int) -> None:
    """Raises StoreError for the version of a file that a newer Pinakes wrote."""
    if version > len(STEPS):
        raise StoreError(
            f"The index was made by a newer Pinakes (version {version}; this one knows {len(STEPS)}).",
            "Use that Pinakes, or make the index anew with `pinakes index rebuild`.",
        )


def _forget_names(db: apsw.Connection) -> None:
    """Spellings stand nowhere then, and nothing that comes later would say so of all of them."""
    if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'spellings'").fetchone():
        db.execute("DELETE FROM entities; DELETE FROM spellings")


def advance(db: apsw.Connection, steps: Sequence[Step]) -> None:
    """Take those of the steps that the file has not seen, a transaction each."""
    version = int(db.pragma("user_version"))
    for number, step in enumerate(steps[version:], version + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            if int(db.pragma("user_version")) < number:  # another process may have been quicker
                db.execute(step.sql)
                if step.reindex and number > 1:
                    db.execute("DELETE FROM notes")
                    _forget_names(db)
                db.execute(f"PRAGMA user_version = {number}")
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise
