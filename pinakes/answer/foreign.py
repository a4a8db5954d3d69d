"""What is a file that is no GGUF model? Told from its first bytes, so that the reader learns what to do about it."""

from __future__ import annotations

from typing import NamedTuple

LOOKED_AT = 512
"""Bytes from the beginning."""


class Foreign(NamedTuple):
    """What the file is, and what to do."""

    what: str
    advice: str


_AGAIN = "Choose a model in GGUF form."
_ELSEWHERE = "Look for the same model in GGUF form, or convert it with llama.cpp's convert_hf_to_gguf.py."
_OLD = Foreign("a GGML file, older than GGUF", "Look for a newer conversion of the model.")
_BEGINNINGS: tuple[tuple[bytes, Foreign], ...] = (
    (
        b"version https://git-lfs",
        Foreign("a pointer of Git LFS, not the model itself", "Run `git lfs pull` where it came from."),
    ),
    (b"PK\x03\x04", Foreign("a ZIP archive, or a PyTorch model", _ELSEWHERE)),
    (b"\x80\x02", Foreign("a Python pickle, as PyTorch writes them", _ELSEWHERE)),
    (b"\x89HDF", Foreign("an HDF5 file, as Keras writes them", _ELSEWHERE)),
    (b"\x1f\x8b", Foreign("compressed by gzip", "Unpack it first.")),
    (b"\xfd7zXZ", Foreign("compressed by xz", "Unpack it first.")),
    (b"(\xb5/\xfd", Foreign("compressed by zstd", "Unpack it first.")),
    (b"BZh", Foreign("compressed by bzip2", "Unpack it first.")),
    (b"7z\xbc\xaf", Foreign("a 7-Zip archive", "Unpack it first.")),
    (b"\x7fELF", Foreign("a program", _AGAIN)),
    (b"%PDF", Foreign("a PDF file", _AGAIN)),
    *((magic, _OLD) for magic in (b"lmgg", b"tjgg", b"fmgg", b"algg")),
)


def recognised(head: bytes) -> Foreign:
    """What begins so."""
    for beginning, foreign in _BEGINNINGS:
        if head.startswith(beginning):
            return foreign
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:64].lower()
    if text.startswith((b"<!doctype", b"<html", b"<?xml")):
        return Foreign("a web page, not a model", "The link led to a page about the file: download the file itself.")
    if head[8:9] == b"{" and int.from_bytes(head[:8], "little") < 1 << 30:
        return Foreign("a safetensors file", _ELSEWHERE)
    if text.startswith((b"{", b"[")):
        return Foreign("a JSON file, not a model", _AGAIN)
    if head and not any(head):
        return Foreign("full of zeros, not a model; the download may have been broken off", "Download it again.")
    return Foreign("not a GGUF model file", _AGAIN)
