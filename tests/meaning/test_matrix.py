"""The file of vectors beside the index: a copy that is never believed against the index."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from pinakes.meaning import matrix, rowfile
from pinakes.meaning.packed import packed
from pinakes.store import db as store
from pinakes.store import vectors as stored
from pinakes.store.db import Connection

Floats = NDArray[np.float32]


def directions(count: int, seed: int) -> Floats:
    drawn = np.random.default_rng(seed).standard_normal((count, 384)).astype(np.float32)
    return np.asarray(drawn / np.linalg.norm(drawn, axis=1, keepdims=True))


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Connection]:
    with store.writing(tmp_path / "index.db") as opened:
        with store.transaction(opened):
            stored.start_over_for(opened, "an encoder")
        yield opened


def add(db: Connection, vectors: Floats, name: str = "text") -> None:
    with store.transaction(db):
        stored.add(db, [(f"{name} {i}", packed(vector)) for i, vector in enumerate(vectors)])


def file_of(folder: Path) -> Path:
    (file,) = folder.glob("vectors-*.rows")
    return file


def ranking(found: matrix.Matrix, question: Floats) -> list[int]:
    return [number for number, _ in found.nearest(question, 7)]


@pytest.mark.parametrize("in_file", [0, 1, 2_500, 5_000])
def test_the_nearest_are_those_of_a_plain_product(db: Connection, tmp_path: Path, in_file: int) -> None:
    all_of_them = directions(5_000, seed=1)
    add(db, all_of_them[:in_file], "first")
    matrix.extend(db, tmp_path)
    add(db, all_of_them[in_file:], "then")
    question = directions(1, seed=2)[0]
    cosines = all_of_them @ question
    expected = [int(i) + 1 for i in np.argsort(-cosines)[:50]]

    found = matrix.opened(db, tmp_path).nearest(question, 50)

    assert len(set(expected) & {number for number, _ in found}) >= 48  # eight bits a number
    assert [number for number, _ in found[:3]] == expected[:3]
    assert found[0][1] == pytest.approx(float(cosines.max()), abs=0.01)


def test_what_is_in_memory_is_kept_and_only_the_new_is_read(db: Connection, tmp_path: Path) -> None:
    add(db, directions(10, seed=3))
    first = matrix.opened(db, tmp_path)
    add(db, directions(5, seed=4), "more")
    second = matrix.opened(db, tmp_path, first)

    assert second.vectors[0] is first.vectors[0]
    assert sum(map(len, second.numbers)) == 15
    assert matrix.opened(db, tmp_path, second) is second


def test_there_is_nothing_near_where_there_are_no_vectors(db: Connection, tmp_path: Path) -> None:
    matrix.extend(db, tmp_path)

    assert matrix.opened(db, tmp_path).nearest(directions(1, seed=5)[0], 3) == []


@pytest.mark.parametrize("cut", [1, 399, 400, 401, 3_000, 4_000])
def test_a_file_that_was_not_written_to_its_end_is_mended(db: Connection, tmp_path: Path, cut: int) -> None:
    add(db, directions(10, seed=6))
    matrix.extend(db, tmp_path)
    whole = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(whole[:-cut])

    assert sum(map(len, matrix.opened(db, tmp_path).numbers)) == 10
    matrix.extend(db, tmp_path)
    assert file_of(tmp_path).read_bytes() == whole


def test_a_file_that_knows_more_than_the_index_is_left_aside(db: Connection, tmp_path: Path) -> None:
    add(db, directions(10, seed=7))
    matrix.extend(db, tmp_path)
    db.execute("DELETE FROM vectors WHERE vector_id > 4")  # as after a power cut that cost the last commits
    question = directions(1, seed=8)[0]

    assert set(ranking(matrix.opened(db, tmp_path), question)) == {1, 2, 3, 4}
    add(db, directions(10, seed=9), "others")
    fresh = matrix.opened(db, tmp_path / "nowhere")
    assert ranking(matrix.opened(db, tmp_path), question) == ranking(fresh, question)
    matrix.extend(db, tmp_path)
    assert ranking(matrix.opened(db, tmp_path), question) == ranking(fresh, question)


def test_another_encoder_begins_another_file(db: Connection, tmp_path: Path) -> None:
    add(db, directions(10, seed=10))
    matrix.extend(db, tmp_path)
    old, in_memory = file_of(tmp_path), matrix.opened(db, tmp_path)
    with store.transaction(db):
        stored.start_over_for(db, "another encoder")
    add(db, directions(10, seed=11))
    matrix.extend(db, tmp_path)

    assert file_of(tmp_path) != old
    again = matrix.opened(db, tmp_path, in_memory)
    question = directions(1, seed=12)[0]
    assert ranking(again, question) == ranking(matrix.opened(db, tmp_path / "nowhere"), question)


@pytest.mark.parametrize(("unasked", "left"), [(900, 900), (1_100, 0)])
def test_what_no_chunk_asks_for_goes_once_it_outweighs_the_rest(
    db: Connection, tmp_path: Path, unasked: int, left: int
) -> None:
    add(db, directions(unasked, seed=13))
    before = stored.held(db)
    with store.transaction(db):
        stored.prune(db)

    assert sum(map(len, matrix.opened(db, tmp_path).numbers)) == left
    assert (stored.held(db).epoch == before.epoch) is (left > 0)


def test_no_file_that_another_process_may_have_mapped_is_ever_shortened(db: Connection, tmp_path: Path) -> None:
    add(db, directions(10, seed=14))
    matrix.extend(db, tmp_path)
    before = file_of(tmp_path).read_bytes()
    with file_of(tmp_path).open("rb") as as_another_process_has_it:
        db.execute("DELETE FROM vectors WHERE vector_id > 4")  # the last row no longer fits
        matrix.extend(db, tmp_path)

        assert as_another_process_has_it.read() == before
    assert file_of(tmp_path).stat().st_size == len(before) * 4 // 10


def test_who_has_the_vectors_open_is_safe_from_a_file_that_shrinks(db: Connection, tmp_path: Path) -> None:
    add(db, directions(5_000, seed=15))
    matrix.extend(db, tmp_path)
    question = directions(1, seed=16)[0]
    found = matrix.opened(db, tmp_path)
    expected = ranking(found, question)
    os.truncate(file_of(tmp_path), 0)

    assert ranking(found, question) == expected


def test_a_file_too_large_for_memory_is_mapped_and_gives_the_same(
    db: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(db, directions(50, seed=17))
    matrix.extend(db, tmp_path)
    question = directions(1, seed=18)[0]
    expected = ranking(matrix.opened(db, tmp_path), question)
    monkeypatch.setattr(matrix, "_IN_MEMORY", 0)

    assert ranking(matrix.opened(db, tmp_path), question) == expected


@given(at=st.integers(0, 20 * rowfile.ROW_BYTES - 1), change=st.integers(1, 255))
def test_a_damaged_byte_anywhere_is_seen_and_its_rows_come_from_the_index(
    damaged: tuple[Connection, Path], at: int, change: int
) -> None:
    db, folder = damaged
    matrix.extend(db, folder)
    whole = file_of(folder).read_bytes()
    file_of(folder).write_bytes(whole[:at] + bytes([whole[at] ^ change]) + whole[at + 1 :])

    found = matrix.opened(db, folder)
    assert b"".join(piece.tobytes() for piece in found.vectors) == b"".join(v for _, v in stored.after(db, 0))
    assert np.concatenate(found.numbers).tolist() == list(range(1, 21))
    matrix.extend(db, folder)
    assert file_of(folder).read_bytes() == whole


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Connection, Path]]:
    folder = tmp_path_factory.mktemp("damaged")
    with store.writing(folder / "index.db") as opened:
        with store.transaction(opened):
            stored.start_over_for(opened, "an encoder")
        add(opened, directions(20, seed=19))
        yield opened, folder


@pytest.mark.parametrize("filling", [b"\0", b"\xff", b"x"])
def test_a_file_full_of_anything_else_is_left_aside(db: Connection, tmp_path: Path, filling: bytes) -> None:
    add(db, directions(10, seed=20))
    matrix.extend(db, tmp_path)
    whole = file_of(tmp_path).read_bytes()
    file_of(tmp_path).write_bytes(filling * len(whole))

    assert np.concatenate(matrix.opened(db, tmp_path).numbers).tolist() == list(range(1, 11))
    matrix.extend(db, tmp_path)
    assert file_of(tmp_path).read_bytes() == whole


@pytest.mark.parametrize(("left", "reaches"), [(10, True), (9, False), (0, False), (9.5, False), (None, False)])
def test_whether_the_file_reaches_the_last_vector_is_known_from_its_end(
    db: Connection, tmp_path: Path, left: float | None, reaches: bool
) -> None:
    add(db, directions(10, seed=21))
    matrix.extend(db, tmp_path)
    if left is None:
        file_of(tmp_path).unlink()
    else:
        os.truncate(file_of(tmp_path), int(left * rowfile.ROW_BYTES))

    assert rowfile.reaches_the_end(tmp_path, stored.held(db)) is reaches


def test_what_an_interrupted_writer_left_is_taken_away(db: Connection, tmp_path: Path) -> None:
    rowfile.new_path(tmp_path).write_bytes(b"half")
    add(db, directions(3, seed=22))
    matrix.extend(db, tmp_path)

    assert file_of(tmp_path) == rowfile.path(tmp_path, stored.held(db))


def test_where_the_disk_takes_no_more_the_index_is_read_and_no_half_file_stays(db: Connection, tmp_path: Path) -> None:
    add(db, directions(10, seed=23))
    folder = tmp_path / "beside"
    folder.mkdir()
    matrix.extend(db, folder)
    whole = file_of(folder).read_bytes()
    file_of(folder).write_bytes(whole[:-1])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, limits[1]))
    try:
        matrix.extend(db, folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert [file.read_bytes() for file in folder.iterdir()] == [whole[:-1]]
    assert np.concatenate(matrix.opened(db, folder).numbers).tolist() == list(range(1, 11))
