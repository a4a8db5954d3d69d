"""Names are recognised behind the text: once for each text, whatever becomes of it, and in its own language."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pinakes.config import Config
from pinakes.index import levels
from pinakes.index.entities import _pipeline
from pinakes.library import Library
from pinakes.store.db import reading
from tests.index.dump import dump

Write = Callable[[str, str], Path]
TEXT = "# Of {0}\n\nIn the morning Ada Quill went from Vienna to the harbour of Trieste, where {0} waited for her.\n"

needs_model = pytest.mark.skipif(levels.spacy_package() is None, reason="spaCy or its English model is not installed")


def pending(library: Library) -> int:
    return library.status().entities_pending


CHANGES: dict[str, Callable[[Library, Path], object]] = {
    "moved": lambda library, vault: (vault / "a.md").rename(vault / "deep" / "a.md"),
    "renamed": lambda library, vault: (vault / "a.md").rename(vault / "Other.md"),
    "read again": lambda library, vault: library.sync(full=True),
    "in a new index": lambda library, vault: library.rebuild(),
    "copied": lambda library, vault: (vault / "copy.md").write_bytes((vault / "a.md").read_bytes()),
}


@needs_model
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_text_that_was_read_once_is_not_recognised_again(
    library: Library, vault: Path, write: Write, change: Callable[[Library, Path], object]
) -> None:
    write("a.md", TEXT.format("Bruno Kessler"))
    write("deep/b.md", TEXT.format("Clara Weiss"))
    library.sync(wait_entities=True)
    before = {entity.name for entity in library.entities("", 100)}
    change(library, vault)
    library.sync()

    assert pending(library) == 0
    assert before - {"a"} <= {entity.name for entity in library.entities("", 100)}


@needs_model
def test_a_changed_passage_waits_alone(library: Library, vault: Path, write: Write) -> None:
    parts = [TEXT.format(f"Clara Weiss {n}") * 12 for n in range(3)]
    write("a.md", "\n".join(parts))
    library.sync(wait_entities=True)
    (vault / "a.md").write_text("\n".join([*parts, TEXT.format("Dora Stein")]), "utf-8")
    library.sync()

    assert 0 < pending(library) < library.status().chunks


@needs_model
def test_the_worker_can_be_killed_at_any_moment(library: Library, config: Config, write: Write, tmp_path: Path) -> None:
    for n in range(200):
        write(f"{n}.md", TEXT.format(f"Bruno Kessler the {n}th"))
    library.sync()
    for moment in (0.0, 0.3, 1.2, 2.4):
        worker = subprocess.Popen([sys.executable, "-m", "pinakes.index.worker", str(library.index_file)])
        time.sleep(moment)
        worker.send_signal(signal.SIGKILL)
        worker.wait()
    library.sync(wait_entities=True)

    with Library.open(config._replace(data_dir=tmp_path / "anew")) as fresh:
        fresh.sync(wait_entities=True)
        with reading(library.index_file) as db, reading(fresh.index_file) as anew:
            assert dump(db) == dump(anew)


# ── other languages ──────────────────────────────────────────────────────────────────────


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A small German model, installed as spaCy's own are: a package with `load`."""
    spacy = pytest.importorskip("spacy")
    model = spacy.blank("de")
    model.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Wolfinger"}])
    package = tmp_path / "site" / "de_core_news_sm"
    package.mkdir(parents=True)
    model.to_disk(package / "model")
    (package / "__init__.py").write_text(
        "import pathlib\nimport spacy\n\n\ndef load(**options):\n"
        "    return spacy.load(pathlib.Path(__file__).parent / 'model', **options)\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(package.parent))
    levels.spacy_packages.cache_clear()
    yield
    _pipeline.cache_clear()
    levels.spacy_packages.cache_clear()
    sys.modules.pop("de_core_news_sm", None)


GERMAN = "Am Abend hat Wolfinger uns noch einmal besucht, und wir haben mit ihm über das Haus gesprochen.\n"


def test_a_language_has_its_own_model_where_one_is_installed(german: None, library: Library, write: Write) -> None:
    write("brief.md", GERMAN)
    library.sync(wait_entities=True)

    (entity,) = library.entities("wolfinger", 5)
    assert (entity.name, entity.label) == ("Wolfinger", "PERSON")


@needs_model
def test_a_new_model_of_one_language_costs_the_others_nothing(
    library: Library, write: Write, request: pytest.FixtureRequest
) -> None:
    write("brief.md", GERMAN)
    write("a.md", TEXT.format("Bruno Kessler"))
    library.sync(wait_entities=True)
    with reading(library.index_file) as db:
        known = db.execute("SELECT * FROM mention_cache WHERE extractor LIKE 'spacy en%'").fetchall()
    request.getfixturevalue("german")
    library.sync(wait_entities=True)

    with reading(library.index_file) as db:
        assert db.execute("SELECT * FROM mention_cache WHERE extractor LIKE 'spacy en%'").fetchall() == known
        assert db.execute("SELECT count(*) FROM mention_cache WHERE extractor LIKE 'spacy de%'").fetchall() == [(1,)]
    assert library.entities("wolfinger", 5)


def test_without_a_model_titles_and_phrases_are_all_there_is(tmp_path: Path, config: Config, write: Write) -> None:
    write("brief.md", GERMAN)
    without = config._replace(entities=config.entities._replace(ner=False), data_dir=tmp_path / "without")
    with Library.open(without) as library:
        library.sync(wait_entities=True)
        assert pending(library) == 0
        assert not library.entities("wolfinger", 5)
