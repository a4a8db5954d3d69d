"""What does a vault cost? Sync, names, search, ask and bridges over each folder given, one line each.

    python packaging/measure.py VAULT [VAULT …]

Each vault is indexed anew in a process of its own, in a scratch folder. Its files are
hashed before and after; a changed byte ends the run with an error.
"""

from __future__ import annotations

import hashlib
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path


def fingerprint(vault: Path) -> str:
    """Names, sizes, times and bytes of everything in a folder."""
    whole = hashlib.blake2b()
    for path in sorted(vault.rglob("*")):
        stat = path.lstat()
        whole.update(repr((str(path), stat.st_mode, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)).encode())
        if path.is_file():
            whole.update(path.read_bytes())
    return whole.hexdigest()


def one(vault: Path) -> dict[str, object]:
    """Index and question one vault in this process."""
    from pinakes.config import load
    from pinakes.library import Library

    before = fingerprint(vault)
    with tempfile.TemporaryDirectory() as scratch:
        environ = {f"PINAKES_{part}_DIR": f"{scratch}/{part}" for part in ("DATA", "CONFIG", "CACHE")}
        with Library.open(load(vault_dir=str(vault), environ=environ)) as library:
            wall, cpu = time.perf_counter(), time.process_time()
            report = library.sync()
            text_wall, text_cpu = time.perf_counter() - wall, time.process_time() - cpu
            cpu = time.process_time()
            library.sync(wait_entities=True)
            names_cpu = time.process_time() - cpu
            titles = [note.title for note in library.recent(40)]
            cpu = time.process_time()
            hits = [library.search(title).hits for title in titles]
            search_cpu = (time.process_time() - cpu) / len(titles)
            answers = [library.ask(f"What is {title}?", use_model=False) for title in titles if _asks(title)]
            pairs = [(a[0].path, b[-1].path) for a, b in pairwise(hits) if a and b]
            chains = [len(library.bridges(a, b).paths) for a, b in pairs[:10]]
            status = library.status()
    if fingerprint(vault) != before:
        sys.exit(f"{vault} was changed")
    return {
        "vault": vault.name, "notes": status.notes, "chunks": status.chunks, "entities": status.entities,
        "problems": len(report.problems), "text_s": round(text_wall, 1), "text_cpu_s": round(text_cpu, 1),
        "names_cpu_s": round(names_cpu, 1), "search_cpu_ms": round(search_cpu * 1000, 1),
        "empty": sum(not h for h in hits), "answered": sum(not a.abstained for a in answers),
        "bridged": sum(n > 0 for n in chains), "index_mb": round(status.index_bytes / 1e6, 1),
        "rss_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }  # fmt: skip


def _asks(title: str) -> bool:
    return any(c.isalnum() for c in title)


def main(vaults: list[str]) -> int:
    """A table, a vault a row."""
    if vaults[:1] == ["--one"]:
        print(json.dumps(one(Path(vaults[1]).resolve())))
        return 0
    for number, vault in enumerate(vaults):
        done = subprocess.run([sys.executable, __file__, "--one", vault], capture_output=True, text=True, check=False)
        if done.returncode:
            print(done.stderr, file=sys.stderr)
            return done.returncode
        row = json.loads(done.stdout)
        if not number:
            print("  ".join(f"{key:>13}" for key in row))
        print("  ".join(f"{value!s:>13}" for value in row.values()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
