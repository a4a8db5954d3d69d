"""What changes the index. Each function is called inside one `transaction`; a note is replaced whole."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from pinakes.model.files import FileStamp, Problem
from pinakes.model.note import Chunk, Document
from pinakes.store import tallies
from pinakes.store import text as terms_of
from pinakes.store.db import next_id
from pinakes.store.mentions import named_in
from pinakes.store.spellings import unsettle
from pinakes.store.text import Reader


class NameRow(NamedTuple):
    """Something that a link may call a note."""

    key: str
    kind: str
    name: str


class LinkTarget(NamedTuple):
    """Where a link leads, as the resolver found it."""

    link_id: int
    note_id: int | None = None
    attachment: str | None = None
    line: int | None = None
    ambiguous: bool = False
    via: str = ""


_JSON = json.JSONEncoder(ensure_ascii=False, default=str).encode


def text_hash(text: str) -> str:
    """What a chunk's text is known by: blake2b-128 of its UTF-8, in hexadecimal."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


class NewNote(NamedTuple):
    """A note as it was read, to be written in place of what was known of it."""

    stamp: FileStamp
    content_hash: str
    document: Document
    names: Sequence[NameRow]
    link_keys: Sequence[Sequence[str]]
    """`link_keys[i]` are the keys in `names` that may answer `document.links[i]`."""
    problems: Sequence[Problem] = ()
    moved_from: str | None = None
    """The path at which the index knows it."""


def replace_notes(db: apsw.Connection, notes: Iterable[NewNote], reader: Reader) -> None:
    """Write notes as they are now; those that are known keep their ids.

    `reader`: it remembers the words of notes written before into the same index.
    """
    terms: list[tuple[int, str, str, str]] = []
    renamed: set[tuple[str, str, str]] = set()
    for note in notes:
        path = note.stamp.path
        if note.moved_from is not None:
            rename_note(db, note.moved_from, path)
        # One pass over the text serves both: each word has its line among the terms.
        code = terms_of.language(note.document.text)
        lines = [reader.term_lines(chunk.text, code) for chunk in note.document.chunks]
        note_id = _replace_row(db, note, code, _words(note.document, lines))
        _insert_headings(db, note_id, note.document)
        chunk_ids = _insert_chunks(db, note_id, note.document)
        _insert_links(db, note_id, note.document, chunk_ids, note.link_keys)
        _insert_tags(db, note.document, chunk_ids)
        renamed |= _replace_names(db, note_id, note.names)
        set_problems(db, path, note.problems)
        terms += _term_rows(note, code, chunk_ids, lines, reader)
    _names_changed(db, renamed)
    _drop_unused_tags(db)
    # The words are kept as they are spelt, for the index holds their stems alone; none is ever taken out.
    db.executemany("INSERT OR IGNORE INTO words VALUES (?)", [(word,) for word in reader.new_spellings()])
    # Last, because FTS5 writes out all it holds whenever a statement begins that may touch several rows.
    db.executemany("INSERT INTO chunks_fts (rowid, title, heading, text) VALUES (?, ?, ?, ?)", terms)


def _words(document: Document, lines: Sequence[str]) -> int:
    """Of the whole text, from the terms of its chunks."""
    text = document.text
    before = "".join([text[chunk.start - 1] for chunk in document.chunks[1:]])
    if terms_of.INSIDE_WORD.search(before):
        return len(terms_of.words(text))  # a word may go on in the next chunk
    return sum(line.count("\n") for line in lines)


def _replace_row(db: apsw.Connection, note: NewNote, language: str, words: int) -> int:
    """The note itself, without what follows from its old text; returns its id."""
    stamp = note.stamp
    stat = (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode)
    row = (note.document.title, *stat, note.content_hash, language, words, _JSON(note.document.properties))
    known = db.execute("SELECT note_id FROM notes WHERE path = ?", (stamp.path,)).fetchone()
    if known is None:
        db.execute(
            "INSERT INTO notes (path, title, size, mtime_ns, ctime_ns, inode, content_hash, language, words,"
            " properties) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (stamp.path, *row),
        )
        return db.last_insert_rowid()
    note_id = int(known[0])
    _clear_note(db, note_id)
    db.execute(
        "UPDATE notes SET title = ?, size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, content_hash = ?,"
        " language = ?, words = ?, properties = ? WHERE note_id = ?",
        (*row, note_id),
    )
    # Links to one of its headings or blocks may find it on another line now, or not at all.
    db.execute("UPDATE links SET stale = 1 WHERE target_note_id = ? AND sub != ''", (note_id,))
    return note_id


def _clear_note(db: apsw.Connection, note_id: int) -> None:
    """Everything that follows from the note's text; the note itself, and links to it, stay."""
    chunks = [row[0] for row in db.execute("SELECT chunk_id FROM chunks WHERE note_id = ?", (note_id,))]
    named = named_in(db, chunks)
    tallies.take_out(db, chunks)
    db.execute("DELETE FROM chunks_fts WHERE rowid IN (SELECT chunk_id FROM chunks WHERE note_id = ?)", (note_id,))
    for table in ("links", "chunks", "headings", "blocks"):
        db.execute(f"DELETE FROM {table} WHERE note_id = ?", (note_id,))  # noqa: S608 — the names stand above
    unsettle(db, named)


def _drop_unused_tags(db: apsw.Connection) -> None:
    db.execute("DELETE FROM tags WHERE NOT EXISTS (SELECT 1 FROM taggings WHERE taggings.tag_id = tags.tag_id)")


def _insert_headings(db: apsw.Connection, note_id: int, document: Document) -> None:
    db.executemany(
        "INSERT INTO headings VALUES (?, ?, ?, ?, ?, ?)",
        [(note_id, i, h.level, h.text, h.start, h.line) for i, h in enumerate(document.headings)],
    )
    db.executemany("INSERT INTO blocks VALUES (?, ?, ?)", [(note_id, b, line) for b, line in document.blocks.items()])


def _insert_chunks(db: apsw.Connection, note_id: int, document: Document) -> range:
    first = next_id(db, "chunk_id", "chunks")
    ids = range(first, first + len(document.chunks))
    parents: dict[tuple[str, ...], int] = {}
    written = {path: _JSON(path) for path in {chunk.heading_path for chunk in document.chunks}}
    rows = []
    for chunk_id, chunk in zip(ids, document.chunks, strict=True):
        path = chunk.heading_path
        rows.append(
            (
                chunk_id, note_id, chunk.ordinal, _parent(parents, chunk), written[path],
                chunk.start, chunk.end, chunk.line, chunk.end_line, chunk.text, text_hash(chunk.text),
            )
        )  # fmt: skip
        parents.setdefault(path, chunk_id)
    db.executemany(
        'INSERT INTO chunks (chunk_id, note_id, ordinal, parent_id, heading_path, start, "end", line, end_line,'
        " text, text_hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    return ids


def _term_rows(
    note: NewNote, code: str, chunk_ids: Iterable[int], lines: Iterable[str], reader: Reader
) -> Iterator[tuple[int, str, str, str]]:
    """What `chunks_fts` is given: terms of the note's names, of the headings and of the text, a row a chunk."""
    title = note.document.title
    called = dict.fromkeys([title, *(n.name for n in note.names if n.kind in ("path", "alias"))])
    names = " ".join(called)
    title_terms = reader.term_lines(names, code) + terms_of.last_signs(names)
    paths = {chunk.heading_path for chunk in note.document.chunks}
    titles = {path: " ".join(path) for path in paths}
    headings = {path: reader.term_lines(title, code) + terms_of.last_signs(title) for path, title in titles.items()}
    for chunk_id, chunk, text in zip(chunk_ids, note.document.chunks, lines, strict=True):
        yield chunk_id, title_terms, headings[chunk.heading_path], text + terms_of.last_signs(chunk.text)


def _parent(opened: dict[tuple[str, ...], int], chunk: Chunk) -> int | None:
    """The chunk that opened the same section, else the one that opened the enclosing section."""
    path = chunk.heading_path
    for depth in range(len(path), -1, -1):
        if path[:depth] in opened:
            return opened[path[:depth]]
    return None


def _chunk_at(document: Document, chunk_ids: Sequence[int], start: int) -> int:
    """The chunk in which this place of the text is."""
    return chunk_ids[max(0, bisect_right(document.chunks, start, key=_start) - 1)]


def _start(chunk: Chunk) -> int:
    return chunk.start


def _insert_links(
    db: apsw.Connection, note_id: int, document: Document, chunk_ids: Sequence[int], keys: Sequence[Sequence[str]]
) -> None:
    if not document.links:
        return
    first = next_id(db, "link_id", "links")
    db.executemany(
        "INSERT INTO links (link_id, note_id, chunk_id, kind, rel, raw, target, sub, label, start, line, stale)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                link_id, note_id, _chunk_at(document, chunk_ids, link.start), link.kind, link.rel, link.raw,
                link.target, link.sub, link.label, link.start, link.line, 0 if link.kind == "external" else 1,
            )
            for link_id, link in enumerate(document.links, first)
        ],
    )  # fmt: skip
    db.executemany(
        "INSERT OR IGNORE INTO link_keys VALUES (?, ?)",
        [(key, first + i) for i, answered_by in enumerate(keys) for key in answered_by],
    )


def _insert_tags(db: apsw.Connection, document: Document, chunk_ids: Sequence[int]) -> None:
    for tag in document.tags:
        key = tag.name.casefold()
        db.execute("INSERT OR IGNORE INTO tags (key, name) VALUES (?, ?)", (key, tag.name))
        db.execute(
            "INSERT OR IGNORE INTO taggings SELECT tag_id, ?, ? FROM tags WHERE key = ?",
            (_chunk_at(document, chunk_ids, tag.start), tag.line, key),
        )


def _replace_names(db: apsw.Connection, note_id: int, names: Sequence[NameRow]) -> set[tuple[str, str, str]]:
    """What the note is called now. Returns the (key, kind, name) that came or went, for `_names_changed`."""
    before = {
        (str(key), str(kind), str(name))
        for key, kind, name in db.execute("SELECT key, kind, name FROM names WHERE note_id = ?", (note_id,))
    }
    after = {(n.key, n.kind, n.name) for n in names}
    if before == after:
        return set()
    if before:
        db.execute("DELETE FROM names WHERE note_id = ?", (note_id,))
    db.executemany("INSERT OR IGNORE INTO names VALUES (?, ?, ?, ?)", [(n.key, note_id, n.kind, n.name) for n in names])
    return before ^ after


def _names_changed(db: apsw.Connection, changed: Iterable[tuple[str, str, str]]) -> None:
    """Links and chunks that a name which came or went may concern become work to do again."""
    keys, names = {key for key, _, _ in changed}, {name for _, _, name in changed}
    if keys:
        db.execute("UPDATE meta SET value = value + 1 WHERE key = 'names'")
        _mark_stale(db, keys, names)


def _mark_stale(db: apsw.Connection, keys: Iterable[str], names: Iterable[str]) -> None:
    """Links that may lead elsewhere now, and chunks in whose text a name appears or no longer counts."""
    db.executemany(
        "UPDATE links SET stale = 1 WHERE stale = 0 AND link_id IN (SELECT link_id FROM link_keys WHERE key = ?)",
        [(key,) for key in keys],
    )
    if db.execute("SELECT 1 FROM chunks WHERE recognised > 0 LIMIT 1").fetchone() is None:
        return
    codes = [str(code) for (code,) in db.execute("SELECT DISTINCT language FROM notes")]
    for name in names:
        phrases = {terms_of.terms(name, code) for code in codes}
        if expression := terms_of.match_expression([sorted(phrases)]):
            db.execute(
                "UPDATE chunks SET recognised = 0 WHERE chunk_id IN"
                " (SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?)",
                (expression,),
            )


def read_again(db: apsw.Connection) -> None:
    """Every note is to be read and written anew; until then all that is known of it stays.

    The hashes are spoilt, not lost: a note that has moved meanwhile is still known by them.
    """
    db.execute("UPDATE notes SET size = -1, content_hash = content_hash || '!' WHERE content_hash NOT LIKE '%!'")


def touch_note(db: apsw.Connection, stamp: FileStamp) -> None:
    """The same content with another stamp: nothing else changes."""
    db.execute(
        "UPDATE notes SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE path = ?",
        (stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, stamp.path),
    )


def rename_note(db: apsw.Connection, old_path: str, new_path: str) -> None:
    """The note keeps its id; what follows from the path is written by `replace_note` in the same transaction."""
    db.execute("UPDATE notes SET path = ? WHERE path = ?", (new_path, old_path))
    # Which of several namesakes a link means depends on their folders, so all who call it by name look again.
    db.execute(
        "UPDATE links SET stale = 1 WHERE link_id IN (SELECT link_id FROM link_keys WHERE key IN"
        " (SELECT key FROM names JOIN notes USING (note_id) WHERE path = ?))",
        (new_path,),
    )
    set_problems(db, old_path, ())


def forget_note(db: apsw.Connection, path: str) -> None:
    """The note is gone from the vault; links to it become links to nothing."""
    row = db.execute("SELECT note_id FROM notes WHERE path = ?", (path,)).fetchone()
    if row is None:
        return
    note_id = int(row[0])
    _names_changed(db, _replace_names(db, note_id, ()))
    _clear_note(db, note_id)
    db.execute("UPDATE links SET stale = 1 WHERE target_note_id = ?", (note_id,))
    db.execute("DELETE FROM notes WHERE note_id = ?", (note_id,))
    _drop_unused_tags(db)
    set_problems(db, path, ())


def set_problems(db: apsw.Connection, path: str, problems: Iterable[Problem]) -> None:
    """What is wrong in this note's text now."""
    db.execute("DELETE FROM problems WHERE path = ? AND of = 'note'", (path,))
    db.executemany("INSERT INTO problems VALUES (?, ?, ?, 'note')", [(p.path, p.line, p.message) for p in problems])


def set_file_problems(db: apsw.Connection, problems: Sequence[Problem]) -> None:
    """What the last scan could not take in."""
    db.execute("DELETE FROM problems WHERE of = 'file'")
    db.executemany("INSERT INTO problems VALUES (?, ?, ?, 'file')", [(p.path, p.line, p.message) for p in problems])


def set_link_targets(db: apsw.Connection, targets: Iterable[LinkTarget]) -> None:
    """Where links lead; they are no longer stale."""
    db.executemany(
        "UPDATE links SET stale = 0, target_note_id = ?, attachment = ?, target_line = ?, ambiguous = ?, via = ?"
        " WHERE link_id = ?",
        [(t.note_id, t.attachment, t.line, int(t.ambiguous), t.via, t.link_id) for t in targets],
    )


def mark_attachment_links_stale(db: apsw.Connection) -> None:
    """Files that are no notes came or went: whatever leads to none of the notes may lead elsewhere."""
    db.execute("UPDATE links SET stale = 1 WHERE target_note_id IS NULL AND kind != 'external' AND stale = 0")


def set_meta(db: apsw.Connection, key: str, value: str) -> None:
    """Remember one fact about the index as a whole."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))
