"""Does a table of links hold? Each row is one link, written into one note of its fixture."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pinakes.config import load
from pinakes.library import Library
from pinakes.vault.markdown import plain
from pinakes.vault.naming import fold
from tests.conformance.case import Outcome
from tests.conformance.follow import Followed, followed
from tests.conformance.notation import Wanted, by_profile, wanted
from tests.conftest import isolated

_DIALECTS = ("obsidian", "logseq", "dendron", "foam", "zk")


class Fixture:
    """A vault of the table in one dialect, kept indexed while its rows are written into it."""

    def __init__(self, files: Mapping[str, str], dialect: str) -> None:
        self.files = files
        self.home = Path(tempfile.mkdtemp(prefix="links-"))
        self.vault = self.home / "vault"
        for path in files:
            self._write(path, files[path])
        environ = isolated(self.home)
        config = Path(environ["PINAKES_CONFIG_DIR"]) / "config.toml"
        config.parent.mkdir(parents=True)
        said = f'[vault]\ndialect = "{dialect}"\n' if dialect else ""
        config.write_text(f"{said}[entities]\nner = false\n", "utf-8")
        self.library = Library.open(load(vault_dir=str(self.vault), environ=environ))
        self.library.sync()

    def follow(self, source: str, link: str) -> tuple[list[Followed], list[str]]:
        """The links that this text makes in the source note, and what is wrong with the note."""
        before = self.files[source]
        top = link.startswith("---")
        begin = 0 if top else len(before) + 1
        self._write(source, f"{link}{before}" if top else f"{before}\n{link}\n")
        self.library.sync()
        views = [v for v in followed(self.library, source) if begin <= v.link.start < begin + len(link)]
        problems = [p.message for p in self.library.problems() if p.path == source]
        self._write(source, before)
        return views, problems

    def _write(self, path: str, text: str) -> None:
        file = self.vault / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def close(self) -> None:
        self.library.close()
        shutil.rmtree(self.home, ignore_errors=True)


def run_table(file: Path) -> list[Outcome]:
    """Every row of the table; a row of several profiles holds when it holds in each."""
    table = json.loads(file.read_text("utf-8"))
    fixtures: dict[tuple[str, str], Fixture] = {}
    try:
        return [_run(row, table["fixtures"], fixtures) for row in table["cases"]]
    finally:
        for fixture in fixtures.values():
            fixture.close()


def _run(row: Mapping[str, Any], files: Mapping[str, Any], opened: dict[tuple[str, str], Fixture]) -> Outcome:
    name = str(row["fixture"])
    failures: list[str] = []
    for profile, cell in by_profile(str(row["expect"].get("pinakes", ""))):
        dialect = profile or str(row.get("profile", "")) or next((d for d in _DIALECTS if name.startswith(d)), "")
        if (name, dialect) not in opened:
            opened[name, dialect] = Fixture(files[name], dialect)
        fixture = opened[name, dialect]
        try:
            views, problems = fixture.follow(str(row["source"]), str(row["link"]))
            failures.extend(_compared(fixture, str(row["source"]), cell, views, problems))
        except Exception as error:  # noqa: BLE001 - one row that fails leaves the others
            failures.append(f"{type(error).__name__}: {error}")
    return Outcome(str(row["id"]), f"{name} ({row.get('confidence', '?')})", tuple(failures))


def _compared(fixture: Fixture, source: str, cell: str, views: list[Followed], problems: list[str]) -> Iterator[str]:
    links, told = wanted(cell, fixture.files)
    left = list(views)
    alone = len(links) == 1
    wrong: dict[int, list[str]] = {}
    for number, want in enumerate(links):
        tried = [(view, list(_differences(fixture, source, view, want, alone=alone))) for view in left]
        best = min(tried, key=lambda pair: len(pair[1]), default=(None, ["no link"]))
        if best[1]:
            wrong[number] = best[1]
        elif best[0] is not None:
            left.remove(best[0])
    if wrong or left:
        yield f"expected {cell}, seen {[view.shown() for view in views]} ({wrong})"
    if told and not problems and not any(view.placed.via in ("decoded", "swapped") for view in views):
        yield f"expected a diagnostic, seen {problems}"


def _differences(fixture: Fixture, source: str, view: Followed, want: Wanted, *, alone: bool) -> Iterator[str]:
    link = view.link
    if want.external:
        if link.kind != "external" or (want.target and link.target != want.target):
            yield "external"
        return
    if view.path != want.path:
        yield "path"
    if want.path is None and want.target and want.target not in (link.target, link.raw.strip("[]")):
        yield "target"
    if want.label is not None and (link.label or link.target) != want.label:
        yield "label"
    if want.sub and not _same_place(fixture, view, want.sub):
        yield "sub"
    if not want.sub and link.sub and not want.flags.keys() & {"heading missing", "page"}:
        yield "no sub"
    if alone and view.placed.ambiguous != (want.flags.get("ambiguous") == "true"):
        yield "ambiguous"
    yield from (key for key, value in want.flags.items() if not _flag_holds(source, view, key, value))


def _flag_holds(source: str, view: Followed, key: str, value: str) -> bool:
    link = view.link
    if key == "kind":
        kind, _, rel = value.partition(":")
        return link.kind == kind and (not rel or link.rel == rel)
    if key == "via":
        return view.placed.via == value or (
            value == "vault-wide fallback" and view.placed.via in ("name", "alias", "title")
        )
    return {
        "width": link.width == value,
        "label": link.label == value or (value == "None" and not link.label),
        "alt": link.label == value,
        "page": link.sub == f"page={value}",
        "in_comment": link.in_comment,
        "rel": link.rel == value,
        "self": view.path == source,
        "heading missing": view.placed.sub_missing,
    }.get(key, True)


def _same_place(fixture: Fixture, view: Followed, sub: str) -> bool:
    """Is it the place that the table writes as `A>B`, `^id`, `A..#B` or `A+1..next heading`?"""
    anchor = view.anchor
    if sub.startswith(("^", "((")):
        return fold(view.link.sub) == fold(sub) and anchor is not None
    first, ranged, last = sub.partition("..")
    name, plus, offset = first.partition("+") if ranged else (first, "", "")
    if ranged:
        until = "*" if last == "next heading" else plain(last.lstrip("#"))
        if anchor is None or anchor.until != until or anchor.offset != (int(offset) if plus else 0):
            return False
    parts = tuple(plain(part) for part in name.split(">"))
    if anchor is not None:
        return tuple(plain(part) for part in anchor.heading[-len(parts) :]) == parts
    has_headings = any(line.startswith("#") for line in fixture.files.get(view.path or "", "").splitlines())
    return not has_headings and fold(view.link.sub) == fold(sub)
