"""What does each step of a case do? One function an op."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pinakes.errors import PinakesError, UsageError
from pinakes.library import Library
from pinakes.model.search import Hit, SearchResult
from tests.conformance.case import Step
from tests.conformance.world import World, model_of, settings

Op = Callable[[World, Step], None]
_SUBST = {"max_file_mb": ("vault.max_note_bytes", 1024 * 1024), "max_note_bytes": ("vault.max_note_bytes", 1)}


def perform(world: World, step: Step) -> None:
    """Do one step; what it refuses is a message, what it can't do yet is noted."""
    op = OPS.get(str(step.get("op")))
    if op is None:
        world.not_yet.append(f"op {step.get('op')}")
        return
    try:
        op(world, step)
    except PinakesError as error:
        world.messages.append(f"{error} {error.hint}".strip())
    except Exception as error:  # noqa: BLE001 - a crash is what the case wants to know of
        world.crashes.append(f"{step.get('op')}: {type(error).__name__}: {error}"[:400])


# ── the program ──────────────────────────────────────────────────────────────────────────


def _index(world: World, step: Step) -> None:
    world.index()


def _open(world: World, step: Step) -> None:
    """A start of the program: it catches up with the vault, as `tui` and `watch` do."""
    world.library = Library.open(world.library.config, model=model_of(world.case))
    if world.library.index_file.is_file() and world.library.plan():
        world.index()


def _close(world: World, step: Step) -> None:
    world.unwatch()
    world.library.close()


def _watch_start(world: World, step: Step) -> None:
    if "fault" not in step:
        world.watch()
        return
    import watchdog.observers

    class Refusing(watchdog.observers.Observer):  # type: ignore[misc, valid-type]
        def schedule(self, *_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, "inotify watch limit reached")

    kept = watchdog.observers.Observer
    watchdog.observers.Observer = Refusing
    try:
        world.watch()
        time.sleep(1.0)
    finally:
        watchdog.observers.Observer = kept


def _watch_stop(world: World, step: Step) -> None:
    world.unwatch()


def _wait_idle(world: World, step: Step) -> None:
    world.settle()


def _wait_ms(world: World, step: Step) -> None:
    time.sleep(float(step.get("ms", 0)) / 1000)


def _set_env(world: World, step: Step) -> None:
    given = step.get("env") if isinstance(step.get("env"), dict) else {k: v for k, v in step.items() if k != "op"}
    world.environ.update({str(key): str(value) for key, value in (given or {}).items()})


def _set_config(world: World, step: Step) -> None:
    given = {key: value for key, value in step.items() if key != "op"}
    nested = given.pop("config", None)
    given.update(nested if isinstance(nested, dict) else {})
    known = {}
    for key, value in given.items():
        name, factor = _SUBST.get(key, (key, 1))
        known[name] = int(value * factor) if name == "vault.max_note_bytes" else value
    try:
        config = settings(world.case, world.home, world.vault, known)
    except UsageError as error:
        world.not_yet.append(f"set_config {', '.join(given)} ({error})")
        settings(world.case, world.home, world.vault)
        return
    world.library.close()
    world.library = Library.open(config, model=model_of(world.case))


def _set_terminal(world: World, step: Step) -> None:
    world.size = (int(step.get("cols", 80)), int(step.get("rows", 24)))


# ── asking ───────────────────────────────────────────────────────────────────────────────


def _search(world: World, step: Step) -> None:
    search(world, str(step.get("query", world.case.query)))


def search(world: World, query: str) -> SearchResult | None:
    """Search, and remember what was found."""
    result: SearchResult | None = None
    reachable = world.vault.is_dir()
    try:
        result = _search_apart(world, query) if world.environ else world.library.search(query, 50)
    except PinakesError as error:
        world.messages.append(f"{error} {error.hint}".strip())
    finally:
        world.searches.append((query, result, reachable))
    return result


def _search_apart(world: World, query: str) -> SearchResult:
    import json

    done = world.command("search", query, "-n", "50")
    if done.returncode not in (0, 1):
        raise RuntimeError(f"search ended with {done.returncode}: {done.stderr.strip()[-300:]}")
    found = json.loads(done.stdout)
    told = ("path", "title", "line", "end_line", "snippet", "score")
    hits = tuple(
        Hit(
            **{key: hit[key] for key in told},
            heading=tuple(hit["heading"]), highlights=(), reasons=(), chunk_id=0, start=0, text="",
        )
        for hit in found["hits"]
    )  # fmt: skip
    return SearchResult(query, "auto", found["rung"], hits)


def _ask(world: World, step: Step) -> None:
    query = str(step.get("query", world.case.query))
    world.answers.append((query, None))
    runs = max(1, len(world.case.mock_llm.get("replies", ())))
    for _ in range(runs):
        answer = world.library.ask(query, use_model=bool(world.case.mock_llm))
        if world.answers[-1][1] is not None:
            world.answers.append((query, None))
        world.answers[-1] = (query, answer)


def _open_note(world: World, step: Step) -> None:
    world.library.note(str(step["path"]))


def _follow_link(world: World, step: Step) -> None:
    world.library.note(str(step["path"]))
    wanted = str(step.get("link", ""))
    for view in world.links(str(step["path"])):
        if wanted in (view.link.target, view.link.raw, view.link.label) and view.path and view.path.endswith(".md"):
            world.library.note(view.path)


def _list_entities(world: World, step: Step) -> None:
    world.library.entities("", 100_000)


def _pin(world: World, step: Step) -> None:
    world.library.pin(str(step["path"]))


def _unpin(world: World, step: Step) -> None:
    world.library.unpin(str(step["path"]))


def _nothing(world: World, step: Step) -> None:
    """Looked at when what is expected is compared."""


# ── the vault ────────────────────────────────────────────────────────────────────────────


def _at(world: World, path: object) -> Path:
    return world.vault / str(path)


def _write(world: World, step: Step) -> None:
    file = _at(world, step["path"])
    file.parent.mkdir(parents=True, exist_ok=True)
    content = step.get("content", "")
    file.write_bytes(content.encode("utf-8", "surrogatepass") if isinstance(content, str) else bytes(content))


def _delete(world: World, step: Step) -> None:
    path = _at(world, step["path"])
    shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink(missing_ok=True)


def _rename(world: World, step: Step) -> None:
    old, new = _at(world, step["from"]), _at(world, step["to"])
    new.parent.mkdir(parents=True, exist_ok=True)
    if step.get("as") == "delete+create":
        data = old.read_bytes()
        old.unlink()
        new.write_bytes(data)
    else:
        old.rename(new)
    world.moved(str(step["from"]), str(step["to"]))


def _replace_atomic(world: World, step: Step) -> None:
    file = _at(world, step["path"])
    tmp = file.parent / str(step.get("tmp", f".{file.name}.tmp"))
    tmp.write_text(str(step.get("content", "")), "utf-8")
    tmp.replace(file)


def _backup_save(world: World, step: Step) -> None:
    file = _at(world, step["path"])
    file.rename(file.parent / str(step.get("backup", f"{file.name}~")))
    file.write_text(str(step.get("content", "")), "utf-8")


def _bulk_replace(world: World, step: Step) -> None:
    source = world.vault.parent / str(step.get("from", "after"))
    files = sorted(file for file in source.rglob("*") if file.is_file())
    pause = float(step.get("over_ms", 0)) / 1000 / max(1, len(files))
    for file in files:
        target = world.vault / file.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
        time.sleep(pause)


def _vault_unavailable(world: World, step: Step) -> None:
    world.vault.rename(world.vault.parent / "vault-away")


def _vault_available(world: World, step: Step) -> None:
    (world.vault.parent / "vault-away").rename(world.vault)


def _outside(world: World) -> Path:
    folder = world.vault.parent / "outside"
    folder.mkdir(exist_ok=True)
    return folder


def _move_out(world: World, step: Step) -> None:
    target = _outside(world) / str(step.get("to") or Path(str(step["path"])).name)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(_at(world, step["path"]), target)


def _move_in(world: World, step: Step) -> None:
    target = _at(world, step.get("path") or Path(str(step["from"])).name)
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(_outside(world) / str(step["from"]), target)


def _write_outside(world: World, step: Step) -> None:
    file = _outside(world) / str(step["path"])
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(str(step.get("content", "")), "utf-8")


def _touch_all(world: World, step: Step) -> None:
    for file in world.vault.rglob("*"):
        if file.is_file() and not file.is_symlink():
            os.utime(file)


def _copy_vault_and_db(world: World, step: Step) -> None:
    """Another machine: the same notes and the same index elsewhere."""
    other = world.home / str(step.get("to", "other"))
    shutil.copytree(world.vault, other / "vault", symlinks=True)
    config = settings(world.case, other, other / "vault")
    library = Library.open(config, model=model_of(world.case))
    shutil.copytree(world.library.index_dir, library.index_dir, dirs_exist_ok=True)
    world.library.close()
    world.library, world.vault = library, other / "vault"


def _generate(world: World, step: Step) -> None:
    script = str(step.get("script", "gen.py"))
    subprocess.run([sys.executable, script], cwd=world.vault.parent, check=True, timeout=300, capture_output=True)


def _changes_vault(op: Op) -> Op:
    """Such a step is the user's doing: what it leaves is what Pinakes must not touch."""

    def done(world: World, step: Step) -> None:
        op(world, step)
        world.remember_files()

    return done


_EDITS: dict[str, Op] = {
    "write": _write,
    "delete": _delete,
    "rename": _rename,
    "replace_atomic": _replace_atomic,
    "backup_save": _backup_save,
    "bulk_replace": _bulk_replace,
    "move_out": _move_out,
    "move_in": _move_in,
    "touch_all": _touch_all,
    "copy_vault_and_db": _copy_vault_and_db,
    "generate": _generate,
}
OPS: dict[str, Op] = {
    "index": _index,
    "open": _open,
    "close": _close,
    "watch_start": _watch_start,
    "watch_stop": _watch_stop,
    "wait_idle": _wait_idle,
    "wait_poll": _wait_idle,
    "wait_ms": _wait_ms,
    "set_env": _set_env,
    "set_config": _set_config,
    "set_terminal": _set_terminal,
    "search": _search,
    "ask": _ask,
    "open_note": _open_note,
    "follow_link": _follow_link,
    "list_entities": _list_entities,
    "list_tags": _nothing,
    "pin": _pin,
    "unpin": _unpin,
    "backlinks": _nothing,
    "render": _nothing,
    "vault_unavailable": _vault_unavailable,
    "vault_available": _vault_available,
    "write_outside": _write_outside,
    **{name: _changes_vault(op) for name, op in _EDITS.items()},
}
"""`press` is not there yet, and fails as such."""
