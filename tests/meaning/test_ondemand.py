"""A search asks for meaning: with the real encoder, and without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pinakes.config import Config
from pinakes.library import Library
from pinakes.meaning.ondemand import OnDemand
from pinakes.store.db import reading

Write = Callable[[str, str], Path]


def put_notes(write: Write) -> None:
    write("boat.md", "The hull needs a coat of antifouling before the season begins.")
    write("rent.md", "The landlord wants his money on the first, and the account is always empty by then.")
    write("bread.md", "Flour, water, salt, and a night in the cold.")


def test_a_question_in_other_words_finds_the_note_and_says_why(understanding: Library, write: Write) -> None:
    put_notes(write)
    understanding.sync(wait_vectors=True)

    best = understanding.search("what does a tenant owe").hits[0]

    assert best.path == "rent.md"
    assert [reason.kind for reason in best.reasons] == ["meaning"]


def test_without_an_encoder_words_find_what_they_find(library: Library, write: Write) -> None:
    put_notes(write)
    library.sync(wait_vectors=True)

    assert [hit.path for hit in library.search("hull season").hits][:1] == ["boat.md"]
    assert not library.search("zzzz qqqq").hits


def test_a_question_in_a_language_that_the_encoder_does_not_know_is_left_to_words(
    understanding: Library, config: Config, write: Write
) -> None:
    put_notes(write)
    understanding.sync(wait_vectors=True)
    nearest = OnDemand(config, understanding.index_dir)

    with reading(understanding.index_file) as db:
        assert nearest(db, "what does a tenant owe", 2)
        assert not nearest(db, "Warum ist das Geld immer schon am Anfang weg, und was kann ich tun?", 2)
        assert not nearest(db, "なぜ毎月お金がないのですか", 2)


def test_what_means_nothing_is_near_to_nothing(understanding: Library, write: Write) -> None:
    put_notes(write)
    understanding.sync(wait_vectors=True)

    for noise in ("xqzzt", "asdkjh qweoiu", "😀", "quokka"):
        assert not understanding.search(noise).hits


def test_an_unfinished_word_is_not_understood(understanding: Library, write: Write) -> None:
    put_notes(write)
    understanding.sync(wait_vectors=True)

    assert [hit.path for hit in understanding.search("hul", typing=True).hits] == ["boat.md"]
