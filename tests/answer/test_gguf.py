"""A model file is judged by its header, in Python: what can't be a whole model never reaches native code."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.answer import room
from pinakes.answer.described import describe
from pinakes.answer.gguf import read_header
from pinakes.answer.models import SHIPPED, ModelFile, check_file
from pinakes.errors import ModelError
from tests.answer import tiny

TINY = tiny.model()
DATA_AT = len(TINY) - sum(-(-4 * n // 32) * 32 for n in map(tiny.numbers, tiny.SHAPES.values()))


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gguf") / "model.gguf"


def refused(path: Path, content: bytes) -> str:
    """Why the file is refused; empty where it is taken."""
    path.write_bytes(content)
    try:
        check_file(path)
        return ""
    except ModelError as error:
        said, hint = str(error), error.hint
    assert str(path) in said
    assert hint
    return said


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "is empty"),
        (b"# A note\n", "not a GGUF model file"),
        (b"<!DOCTYPE html><html><head>", "a web page"),
        (b"\n  <html>", "a web page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0", "a pointer of Git LFS"),
        (b"PK\x03\x04rest", "a ZIP archive, or a PyTorch model"),
        (struct.pack("<Q", 600) + b'{"__metadata__":{}', "a safetensors file"),
        (b'{"error":"Repository not found"}', "a JSON file"),
        (b"\x1f\x8b\x08rest", "compressed by gzip"),
        (b"tjggrest of it", "older than GGUF"),
        (bytes(4_096), "full of zeros"),
        (b"GGUF", "ends in its header"),
        (struct.pack("<4sIQQ", b"GGUF", 3, 5, 5), "ends in its header"),
        (struct.pack("<4sIQQ", b"GGUF", 1, 5, 5) + b"rest", "version 1 is not known"),
        (struct.pack("<4sIQQ", b"GGUF", 9, 5, 5) + b"rest", "version 9 is not known"),
        (struct.pack(">4sIQQ", b"GGUF", 3, 5, 5) + b"rest", "for big-endian machines"),
        (struct.pack("<4sIQQ", b"GGUF", 3, 1 << 60, 5) + b"rest", "announces more than any model has"),
        (struct.pack("<4sIQQ", b"GGUF", 3, 5, 1 << 60) + b"rest", "announces more than any model has"),
        (struct.pack("<4sIQQQ", b"GGUF", 3, 5, 5, 1 << 63) + b"rest", "longer than any model's"),
        (TINY[:-1], "ends too early"),
        (TINY[:DATA_AT], "ends too early"),
        (TINY[: DATA_AT // 2], "ends in its header"),
        (tiny.model(tiny.properties(split__count=3)), "one part of a model that is split into 3"),
        (tiny.model(tiny.properties(general__type="adapter")), "an adapter for another model"),
        (tiny.model(tiny.properties(general__type="mmproj")), "reads pictures"),
        (tiny.model(tiny.properties(general__architecture="bert")), "which can't go on with a text"),
        (tiny.model(tiny.properties(general__architecture="")), "names no architecture"),
        (tiny.model(tiny.properties(general__alignment=3)), "its alignment is none"),
        (tiny.model({"general.architecture": "llama"}), "without a vocabulary"),
    ],
)  # fmt: skip
def test_what_can_not_be_a_model_is_refused_in_words(scratch: Path, content: bytes, words: str) -> None:
    assert words in refused(scratch, content)


def test_a_file_that_is_cut_off_anywhere_is_refused(scratch: Path) -> None:
    for length in (*range(0, 600, 7), *range(600, len(TINY), 997), len(TINY) - 1):
        assert refused(scratch, TINY[:length]), length


@given(st.lists(st.tuples(st.integers(0, DATA_AT - 1), st.integers(0, 255)), min_size=1, max_size=12))
def test_a_header_with_other_bytes_is_read_or_refused_and_nothing_else(
    scratch: Path, changes: list[tuple[int, int]]
) -> None:
    content = bytearray(TINY)
    for at, byte in changes:
        content[at] = byte
    refused(scratch, bytes(content))


def test_a_vocabulary_only_is_not_taken_for_a_model(scratch: Path) -> None:
    head = bytearray(TINY[:DATA_AT])
    struct.pack_into("<Q", head, 8, 0)
    assert "a vocabulary without weights" in refused(scratch, bytes(head))


def test_a_model_is_described_by_its_header(scratch: Path) -> None:
    scratch.write_bytes(TINY)
    about = describe(scratch)
    weights = sum(map(tiny.numbers, tiny.SHAPES.values()))
    assert (about.architecture, about.name, about.quantisation) == ("llama", "Tiny", "F32")
    assert (about.parameters, about.weights) == (weights, 4 * weights)
    assert (about.context_tokens, about.vocabulary) == (256, len(tiny.TOKENS))
    assert about.kept == 2 * tiny.WIDTH
    assert check_file(scratch) == ModelFile(scratch, "model", len(TINY), about)


def test_the_shipped_model_says_what_it_is(model_file: ModelFile) -> None:
    about = describe(model_file.path)
    assert (about.architecture, about.quantisation, about.context_tokens) == ("gemma3", "Q4_K_M", 32_768)
    assert about.template == ""
    assert read_header(model_file.path).end <= model_file.size
    assert SHIPPED.name.startswith("gemma-3-270m")


def test_memory_grows_with_the_context_up_to_what_the_model_was_trained_for(model_file: ModelFile) -> None:
    about = describe(model_file.path)
    small, large = room.needed(about, 512), room.needed(about, 4_096)
    assert about.weights < small < large
    assert room.needed(about, 40_000) == room.needed(about, 32_768)
    assert room.free() > 0


def test_sizes_of_forms_agree_with_the_reference() -> None:
    gguf = pytest.importorskip("gguf")
    from pinakes.answer.quantised import FORMS, MIXES

    for number, form in FORMS.items():
        kind = gguf.GGMLQuantizationType(number)
        assert (kind.name, gguf.GGML_QUANT_SIZES[kind]) == (form.name, (form.numbers, form.bytes))
    for number, name in MIXES.items():
        assert gguf.LlamaFileType(number).name.removeprefix("MOSTLY_").removeprefix("ALL_").removesuffix("_MOE") == name
