"""Vectors behind the text: what waits, what costs nothing, and that a killed process loses no more than a moment."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.index import vectors, vectors_worker
from pinakes.library import Library
from pinakes.meaning.near import Meaning, meaning
from pinakes.meaning.shipped import EncoderFile, find_encoder
from pinakes.model.sync import Progress
from pinakes.store import db as store
from pinakes.store import vectors as stored

Write = Callable[[str, str], Path]

GERMAN = "Der Pegel steht bei Flut auf zwei Metern, und das ist für den Hafen nicht zu viel, sagt der Meister.\n"


def encoder_of(library: Library) -> EncoderFile:
    found = find_encoder(library.config)
    assert isinstance(found, EncoderFile)
    return found


def kept(library: Library) -> dict[str, bytes]:
    """Text hash → vector."""
    with store.reading(library.index_file) as db:
        rows = db.execute("SELECT text_hash, vector FROM vectors").fetchall()
    return {str(digest): vector for digest, vector in rows if isinstance(vector, bytes)}


def numbers(library: Library) -> dict[str, int]:
    """Text hash → number of its vector: another number, another row."""
    with store.reading(library.index_file) as db:
        return {str(digest): int(n) for digest, n in db.execute("SELECT text_hash, vector_id FROM vectors")}


def nearest(library: Library, question: str, most: int = 3) -> list[str]:
    """The paths of the nearest chunks."""
    known = meaning(library.config, library.index_dir)
    assert known is not None
    with store.reading(library.index_file) as db:
        found = known.nearest(db, question, most)
        paths = dict(db.execute("SELECT chunk_id, path FROM chunks JOIN notes USING (note_id)"))
    return [str(paths[chunk]) for chunk, _ in found]


@pytest.fixture
def workshop(understanding: Library, write: Write) -> Library:
    """Three notes, indexed, with their vectors."""
    write("rust.md", "# Corrosion\n\nVinegar overnight, then steel wool takes it off chisels.\n")
    write("sleep.md", "# Nights\n\nWhen I lie awake, warm milk and no screens make me doze off.\n")
    write("ferry.md", "# Crossing\n\nThe boat leaves at seven from the eastern pier.\n")
    understanding.sync(wait_vectors=True)
    return understanding


def test_text_is_there_before_its_meaning(understanding: Library, write: Write) -> None:
    write("a.md", "The boat leaves at seven from the eastern pier.\n")
    report = understanding.sync()

    assert report.vectors_pending == 1
    assert understanding.status().vectors_pending == 1
    assert [hit.path for hit in understanding.search("pier").hits] == ["a.md"]
    assert nearest(understanding, "ship timetable") == []


def test_a_question_in_other_words_finds_its_note(workshop: Library) -> None:
    assert workshop.status().vectors_pending == 0
    assert nearest(workshop, "insomnia", 1) == ["sleep.md"]
    assert nearest(workshop, "ship timetable", 1) == ["ferry.md"]


@pytest.mark.parametrize("left", [0, 1, 400, 401])
def test_a_file_of_vectors_that_lost_its_end_is_mended_though_nothing_waits(workshop: Library, left: int) -> None:
    (file,) = workshop.index_dir.glob("vectors-*.rows")
    whole = file.read_bytes()
    file.write_bytes(whole[:left])

    workshop.sync(wait_vectors=True)
    assert file.read_bytes() == whole


def test_without_an_encoder_nothing_waits_and_nothing_is_near(library: Library, write: Write) -> None:
    write("a.md", "The boat leaves at seven.\n")

    assert library.sync(wait_vectors=True).vectors_pending == 0
    assert meaning(library.config, library.index_dir) is None


def test_notes_in_a_language_that_the_encoder_does_not_know_do_not_wait(understanding: Library, write: Write) -> None:
    write("pegel.md", GERMAN * 3)

    assert understanding.sync().vectors_pending == 0


def test_a_note_that_is_moved_renamed_or_read_again_costs_nothing(workshop: Library, vault: Path) -> None:
    before = numbers(workshop)
    (vault / "rust.md").rename(vault / "tools.md")
    (vault / "old").mkdir()
    (vault / "ferry.md").rename(vault / "old" / "ferry.md")

    assert workshop.sync().vectors_pending == 0
    assert workshop.sync(full=True).vectors_pending == 0
    assert numbers(workshop) == before
    assert nearest(workshop, "how to remove rust", 1) == ["tools.md"]


def test_an_edited_note_costs_only_its_changed_chunks(understanding: Library, write: Write) -> None:
    sections = [
        f"## Part {n}\n\n" + f"The keeper of lighthouse {n} wrote a long report about it. " * 12 for n in range(4)
    ]
    write("a.md", "\n\n".join(sections))
    understanding.sync(wait_vectors=True)
    before = numbers(understanding)
    write("a.md", "\n\n".join([*sections[:3], sections[3] + "And one more sentence."]))

    assert understanding.sync().vectors_pending == 1
    understanding.sync(wait_vectors=True)
    assert numbers(understanding).items() >= before.items()
    assert len(numbers(understanding)) == len(before) + 1


def test_a_text_that_stands_in_two_notes_is_read_once_and_found_in_both(understanding: Library, write: Write) -> None:
    for name in ("a", "b"):
        write(f"{name}.md", "The boat leaves at seven from the eastern pier.\n")
    understanding.sync(wait_vectors=True)

    assert len(kept(understanding)) == 1
    assert nearest(understanding, "ship timetable") == ["a.md", "b.md"]


def test_what_was_deleted_is_not_found_and_hides_nothing(understanding: Library, write: Write, vault: Path) -> None:
    for n in range(40):
        write(f"gone/{n}.md", f"Boat number {n} leaves at seven from the eastern pier.\n")
    write("stays.md", "Vinegar takes corrosion off chisels.\n")
    understanding.sync(wait_vectors=True)
    for n in range(40):
        (vault / "gone" / f"{n}.md").unlink()
    understanding.sync()

    assert nearest(understanding, "ship timetable") == ["stays.md"]


def test_the_cosines_of_chosen_chunks(workshop: Library) -> None:
    known = meaning(workshop.config, workshop.index_dir)
    assert isinstance(known, Meaning)
    with store.reading(workshop.index_file) as db:
        near = known.nearest(db, "insomnia", 10)
        cosines = known.cosines(db, "insomnia", [chunk for chunk, _ in near] + [999])

    assert cosines == pytest.approx(dict(near), abs=1e-5)


def test_another_encoder_starts_over(workshop: Library) -> None:
    other = encoder_of(workshop)._replace(name="another")
    with store.writing(workshop.index_file) as db:
        assert vectors.waiting(db, other) == 3
        assert not Meaning(other, workshop.index_dir).ready(db)
        vectors.encode(db, other, workshop.index_dir, on_progress=lambda _: None, cancelled=lambda: False)
        assert vectors.waiting(db, other) == 0
        assert stored.made_by(db) == "another"
    assert workshop.status().vectors_pending == 3


def test_the_notes_changed_last_come_first(understanding: Library, write: Write) -> None:
    import os

    for n in range(70):
        file = write(f"{n:02}.md", f"Lighthouse number {n} has a keeper.\n")
        os.utime(file, ns=(1_700_000_000_000_000_000 + n * 1_000_000_000,) * 2)
    understanding.sync()
    seen: list[Progress] = []
    with store.writing(understanding.index_file) as db:
        vectors.encode(
            db,
            encoder_of(understanding),
            understanding.index_dir,
            on_progress=seen.append,
            cancelled=lambda: len(seen) > 0,
        )

    assert [(p.stage, p.done, p.total, p.path) for p in seen] == [("vectors", 32, 70, "38.md")]


def test_killed_at_any_time_it_goes_on_where_it_was(understanding: Library, write: Write) -> None:
    """The vectors of a run that was killed again and again are those of an undisturbed one."""
    for n in range(110):
        write(f"{n}.md", f"Lighthouse {n}, the keeper of which wrote {n * 7} pages.\n")
    understanding.sync()
    arguments = [sys.executable, *vectors_worker.arguments(understanding.index_file, encoder_of(understanding))]
    counts = [0]
    while understanding.status().vectors_pending:
        process = subprocess.Popen(arguments)
        while process.poll() is None and len(kept(understanding)) == counts[-1]:
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        counts.append(len(kept(understanding)))
    disturbed = kept(understanding)

    assert len(counts) > 2, "it was killed between batches"
    understanding.clear()
    assert understanding.sync(wait_vectors=True).vectors_pending == 0
    assert kept(understanding) == disturbed


def test_the_watcher_brings_vectors_behind_the_text(understanding: Library, write: Write) -> None:
    write("ferry.md", "The boat leaves at seven from the eastern pier.\n")
    stop, seen = threading.Event(), list[Progress]()
    thread = threading.Thread(
        target=lambda: understanding.watch(stop, on_sync=lambda _: None, on_progress=seen.append), daemon=True
    )
    thread.start()
    try:
        deadline = time.monotonic() + 90
        while not any(p.stage == "vectors" and p.done for p in seen) and time.monotonic() < deadline:
            time.sleep(0.1)
    finally:
        stop.set()
        thread.join(30)

    assert nearest(understanding, "ship timetable") == ["ferry.md"]


def test_a_second_process_waits_for_the_first_and_does_not_do_its_work_again(
    understanding: Library, write: Write
) -> None:
    for n in range(60):
        write(f"{n}.md", f"Lighthouse {n} has a keeper who wrote {n * 7} pages.\n" * 4)
    understanding.sync()
    arguments = [sys.executable, *vectors_worker.arguments(understanding.index_file, encoder_of(understanding))]
    first, second = subprocess.Popen(arguments), subprocess.Popen(arguments)
    report = understanding.sync(wait_vectors=True)

    assert report.vectors_pending == 0
    assert (first.wait(60), second.wait(60)) == (0, 0)
    assert len(kept(understanding)) == 60


def test_looking_for_it_loads_nothing_heavy() -> None:
    code = "import pinakes.meaning.near, sys; print([m for m in ('numpy', 'onnxruntime') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
