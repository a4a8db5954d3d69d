"""Is the index whole? SQLite's own checks; `integrity_check` alone does not see damaged search terms."""

from __future__ import annotations

import apsw


def faults(db: apsw.Connection) -> list[str]:
    """What is wrong with the file, in SQLite's words; empty when nothing is. Writes nothing."""
    found = [str(row[0]) for row in db.execute("PRAGMA integrity_check(10)") if row[0] != "ok"]
    found += [f"a row of {row[0]} refers to nothing" for row in db.execute("PRAGMA foreign_key_check")]
    try:
        db.execute("INSERT INTO chunks_fts (chunks_fts, rank) VALUES ('integrity-check', 1)")
    except apsw.ReadOnlyError:
        pass  # FTS5's check is spelt as a write; what can't be written can't be asked
    except apsw.Error as error:
        found.append(f"the search terms are damaged ({error})")
        return found
    row = db.execute("SELECT (SELECT count(*) FROM chunks) - (SELECT count(*) FROM chunks_fts)").fetchone()
    if row and row[0]:
        found.append(f"{abs(row[0])} passages and their search terms do not match")
    return found
