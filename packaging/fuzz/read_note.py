"""Can any text make reading a note fail, or take longer than its length? Run by hand, for as long as you like.

    pip install atheris
    python packaging/fuzz/read_note.py -max_len=4096 -runs=1000000 -timeout=5

Every input is parsed in each dialect, cut into chunks, and its links are resolved among a
few notes. An exception, or chunks that do not give the text back, ends the run.
"""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-untyped,import-not-found,unused-ignore]

with atheris.instrument_imports(include=["pinakes.vault"]):
    from pinakes.config import DIALECTS
    from pinakes.vault.anchor import locate
    from pinakes.vault.canvas import as_note
    from pinakes.vault.dialect import named
    from pinakes.vault.document import parse
    from pinakes.vault.resolve import Candidate, lookup_keys, name_keys, resolve

SPOKEN = [named(name) for name in DIALECTS]
PATHS = ("n.md", "a/index.md", "pages/A___B.md", "journals/2024_05_01.md", "b.c.md", "x.canvas")
ATTACHMENTS = frozenset({"a/p.png", "p.pdf"})


def one_input(data: bytes) -> None:
    """Read one note; the first byte chooses its path and its dialect."""
    if not data:
        return
    path = PATHS[data[0] % len(PATHS)]
    dialect = SPOKEN[data[0] // len(PATHS) % len(SPOKEN)]
    text = data[1:].decode("utf-8", "replace")
    if path.endswith(".canvas"):
        text, _ = as_note(path, text)
    note = parse(path, text, dialect)
    if "".join(chunk.text for chunk in note.chunks) != text:
        raise AssertionError("the chunks are not the text")
    keys = {key.key: key.kind for key in name_keys(path, note.title, note.aliases, dialect, note.blocks)}
    for link in note.links:
        asked = set(lookup_keys(link, dialect))

        def candidates(key: str, asked: set[str] = asked) -> list[Candidate]:
            if key not in asked:
                raise AssertionError(f"asked for a key that was not announced: {key!r}")
            return [Candidate(path, keys[key])] if key in keys else []

        resolve(link, path, candidates, ATTACHMENTS, dialect)
        locate(link.sub, note.headings, note.blocks, dialect)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one_input)
    atheris.Fuzz()
