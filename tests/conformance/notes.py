"""Is what the index knows of each note what a case expects: titles, headings, links, tags, properties, chunks?"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pinakes.store import read
from pinakes.store.db import reading
from pinakes.vault.naming import fold
from tests.conformance.follow import Followed
from tests.conformance.world import World

_MODEL_TOKENS = 1024
_FOLLOWED = frozenset({"wikilink", "markdown", "embed", "property", "block", "tag"})


def _rows(world: World, query: str, path: str) -> list[tuple[Any, ...]]:
    with reading(world.library.index_file) as db:
        return list(db.execute(query, (path,)))


def _each(seen: Callable[[World, str], object]) -> Callable[[World, Mapping[str, object]], Iterator[str]]:
    """A check of the form {note: value}."""

    def check(world: World, expected: Mapping[str, object]) -> Iterator[str]:
        for path, value in expected.items():
            found = seen(world, path)
            if found != value:
                yield f"{path}: expected {value!r}, seen {found!r}"

    return check


def title(world: World, path: str) -> object:
    rows = _rows(world, "SELECT title FROM notes WHERE path = ?", path)
    return rows[0][0] if rows else None


def headings(world: World, path: str) -> object:
    with reading(world.library.index_file) as db:
        note = read.note_id(db, path)
        return None if note is None else [f"{h.level} {h.text}" for h in read.headings(db, note)]


def tags(world: World, path: str) -> set[str]:
    rows = _rows(
        world,
        "SELECT DISTINCT name FROM taggings JOIN tags USING (tag_id) JOIN chunks USING (chunk_id)"
        " JOIN notes USING (note_id) WHERE path = ?",
        path,
    )
    return {unicodedata.normalize("NFC", str(row[0])).lower() for row in rows}


def properties(world: World, path: str) -> dict[str, Any]:
    rows = _rows(world, "SELECT properties FROM notes WHERE path = ?", path)
    return dict(json.loads(rows[0][0])) if rows else {}


def aliases(world: World, path: str) -> list[str]:
    rows = _rows(world, "SELECT name FROM names JOIN notes USING (note_id) WHERE path = ? AND kind = 'alias'", path)
    return sorted(str(row[0]) for row in rows)


def _tags(world: World, expected: Mapping[str, list[str]]) -> Iterator[str]:
    optional = world.case.expect.get("tags_optional", {})
    for path, wanted in expected.items():
        may = {str(tag).lower() for tag in optional.get(path, ())}
        found = tags(world, path)
        want = {unicodedata.normalize("NFC", str(tag)).lower() for tag in wanted}
        if found - may != want - may:
            yield f"{path}: expected {sorted(want)}, seen {sorted(found)}"


def _same_tag(world: World, expected: list[list[str]]) -> Iterator[str]:
    for *paths, tag in expected:
        want = unicodedata.normalize("NFC", tag).lower()
        for path in paths:
            rows = _rows(
                world,
                "SELECT DISTINCT tag_id, name FROM taggings JOIN tags USING (tag_id) JOIN chunks USING (chunk_id)"
                " JOIN notes USING (note_id) WHERE path = ?",
                path,
            )
            if want not in tags(world, path):
                yield f"{path}: expected {tag!r}, seen {[row[1] for row in rows]}"
        with reading(world.library.index_file) as db:
            spelt = [str(name) for (name,) in db.execute("SELECT name FROM tags") if fold(str(name)) == fold(tag)]
        if len(spelt) != 1:
            yield f"expected one tag {tag!r}, seen {spelt}"


def _aliases(world: World, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for path, wanted in expected.items():
        found = aliases(world, path)
        named = {fold(name) for name in found} | {fold(str(title(world, path)))}
        if not {fold(alias) for alias in wanted} <= named:
            yield f"{path}: expected {wanted}, seen {found}"


def _properties(world: World, expected: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for path, wanted in expected.items():
        found = properties(world, path)
        if not wanted and found:
            yield f"{path}: expected none, seen {found}"
        for key, value in wanted.items():
            if key not in found or _plain(found[key]) != _plain(value):
                yield f"{path}: {key}: expected {value!r}, seen {found.get(key)!r}"


def _plain(value: object) -> object:
    """Properties stay as the user wrote them: a number is compared as its text."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return "" if value is None else str(value)


def _properties_absent(world: World, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for path, keys in expected.items():
        there = sorted(set(keys) & properties(world, path).keys())
        if there:
            yield f"{path}: expected no {there}"


# ── links ────────────────────────────────────────────────────────────────────────────────


def _links(world: World, expected: Mapping[str, list[Mapping[str, Any]]]) -> Iterator[str]:
    for path, wanted in expected.items():
        views = [v for v in world.links(path) if v.link.kind in _FOLLOWED]
        if all(link.get("to") for link in wanted):
            views = [view for view in views if view.path]
        shown = [view.shown() for view in views]
        if len(views) != len(wanted):
            yield f"{path}: expected {list(wanted)}, seen {shown}"
            continue
        for view, want, seen in zip(views, wanted, shown, strict=True):
            wrong = [key for key, value in want.items() if not _fits(world, view, key, value)]
            if wrong:
                yield f"{path}: expected {dict(want)}, seen {seen}"


def _fits(world: World, view: Followed, key: str, value: Any) -> bool:
    if key == "to":
        return bool(view.path == value)
    if key == "sub":
        return _is_place(view, str(value))
    if key == "sub_missing":
        return bool(view.placed.sub_missing) and (value is True or fold(str(value)) == fold(view.link.sub))
    if key == "snippet":
        lines = world.library.note(view.path or "").text.splitlines()
        return view.anchor is not None and str(value) in lines[view.anchor.line - 1]
    if key == "kind":
        return bool(view.link.kind == str(value).partition(":")[0])
    if key in ("label", "rel"):
        return bool(getattr(view.link, key) == value)
    if key in ("via", "ambiguous"):
        return bool(getattr(view.placed, key) == value)
    return False


def _is_place(view: Followed, sub: str) -> bool:
    if sub.startswith("^"):
        return fold(view.link.sub) == fold(sub) and view.anchor is not None
    named = (view.anchor.heading[-1:] if view.anchor else ()) or (view.link.sub,)
    return not view.link.sub.startswith("^") and fold(named[0]) == fold(sub)


def _unresolved(world: World, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for path, wanted in expected.items():
        found = [v.link.target for v in world.links(path) if v.link.kind in _FOLLOWED - {"tag"} and v.path is None]
        if sorted(found) != sorted(wanted):
            yield f"{path}: expected {wanted}, seen {found}"


def _backlinks(world: World, expected: Mapping[str, list[str]]) -> Iterator[str]:
    for path, wanted in expected.items():
        with reading(world.library.index_file) as db:
            found = sorted({row[0] for row in read.backlinks(db, path)})
        if found != sorted(wanted):
            yield f"{path}: expected {wanted}, seen {found}"


# ── chunks ───────────────────────────────────────────────────────────────────────────────


def _chunks(world: World, expected: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for path, wanted in expected.items():
        rows = _rows(
            world, "SELECT text, heading_path FROM chunks JOIN notes USING (note_id) WHERE path = ? ORDER BY ordinal",
            path,
        )  # fmt: skip
        texts = [str(row[0]) for row in rows]
        for key, value in wanted.items():
            yield from (f"{path}: {failure}" for failure in _chunk_failures(texts, key, value))


def _chunk_failures(texts: list[str], key: str, value: Any) -> Iterator[str]:
    if key == "no_blank":
        blank = [text for text in texts if not any(c.isalnum() for line in _prose(text) for c in line)]
        if value and blank:
            yield f"expected no blank chunks, seen {blank}"
    elif key == "heading_once":
        heads = [line for text in texts for line in text.splitlines() if line.startswith("#")]
        if value and len(heads) != len(set(heads)):
            yield f"expected each heading once, seen {heads}"
    elif key in ("max_tokens", "max_chars", "max_words"):
        limit = value if isinstance(value, int) else _MODEL_TOKENS * 4
        longest = max((_size(text, key) for text in texts), default=0)
        if longest > limit:
            yield f"expected {key} {value}, seen {longest}"
    elif key in ("count", "min_count", "max_count"):
        good = {"count": len(texts) == value, "min_count": len(texts) >= value, "max_count": len(texts) <= value}[key]
        if not good:
            yield f"expected {key} {value}, seen {len(texts)}"
    elif key in ("together", "whole", "contains"):
        parts = value if isinstance(value, list) else [value]
        if not any(all(str(part) in text for part in parts) for text in texts):
            yield f"expected one chunk with {parts}, seen {[text[:80] for text in texts]}"
    else:
        yield f"not yet: {key}"


def _prose(text: str) -> list[str]:
    """The lines that are no headings, or all of them where there are no others: a heading alone is blank."""
    return [line for line in text.splitlines() if not line.startswith("#")]


def _size(text: str, unit: str) -> int:
    return len(text.split()) if unit == "max_words" else len(text)


CHECKS: dict[str, Callable[[World, Any], Iterator[str]]] = {
    "title": _each(title),
    "display_title": _each(title),
    "headings": _each(headings),
    "tags": _tags,
    "tags_optional": lambda world, expected: iter(()),
    "same_tag": _same_tag,
    "aliases": _aliases,
    "properties": _properties,
    "properties_text": _properties,
    "properties_absent": _properties_absent,
    "links": _links,
    "unresolved": _unresolved,
    "backlinks": _backlinks,
    "chunks": _chunks,
}
