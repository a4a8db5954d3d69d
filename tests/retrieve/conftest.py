"""A small vault with something of everything that a query may ask for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.library import Library
from tests.conftest import isolated

NOTES = {
    "Harbour.md": "---\ntags: [place, project/tidal]\naliases: [Mandracchio]\nstatus: Draft\nrating: 4\n---\n"
    "# Harbour\n\nA basin with a tide gauge made of brass.\n\n## Tools\n\n- [ ] oil the brass wheel\n- [x] buy wax\n\n"
    "## History\n\nBuilt of stone, see [[Float wire]] and [[Nowhere]].\n",
    "Float wire.md": "---\nstatus: [draft, new]\nrating: 3.0\ndate: 2024-03-05\n---\n"
    "# Float wire\n\nBronze wire of the gauge. Ada Quill made it.\n\n![[plan.png]]\n",
    "people/Ada Quill.md": "---\ncreated: 2025-01-02\nrating: n/a\n---\n# Ada Quill\n\n#person/maker\n\n"
    "She wrote to [[Harbour]] about insurance.\n\n```python\nprint('wax')\n```\n",
    "people/old/Wächter.md": "# Der Wächter\n\nDer Wächter hat die Häuser am Hafen gesehen und ist dann nach Hause "
    "gegangen, weil es kalt war und er noch das Wachs holen wollte. #project\n",
    "daily/2024-03-06.md": "Wind from the north. Wax\non the brass.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "検潮.md": "# 検潮\n\n昨日は東京で検潮儀を修理しました。\n",
    "Alone.md": "# Alone\n\nNobody links here. A quay, a bollard; see https://example.org/x.\n\n1. TODO paint it\n",
}
"""In order of their last change: the first one was changed last, each other a hundred days before the one above."""


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """The small vault, indexed once."""
    folder = tmp_path_factory.mktemp("small")
    now = datetime.now().astimezone().replace(hour=12)
    for number, (path, text) in enumerate(NOTES.items()):
        file = folder / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        moment = (now - timedelta(days=100 * number)).timestamp()
        os.utime(file, (moment, moment))
    (folder / "vault" / "plan.png").write_bytes(b"")
    with Library.open(load(vault_dir=str(folder / "vault"), environ=isolated(folder))) as opened:
        opened.sync(wait_entities=True)
        yield opened


def names(library: Library, query: str, limit: int = 100) -> list[str]:
    """The notes that are found, by their file names, each once, in order."""
    return list(dict.fromkeys(Path(hit.path).stem for hit in library.search(query, limit, graph=False).hits))
