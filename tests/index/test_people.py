"""Who is a person, told by given names and everyday words."""

from __future__ import annotations

import pytest

from pinakes.index.entities import PhraseExtractor
from pinakes.index.given import is_no_person, is_person


@pytest.mark.parametrize("name", ["Leslie Lamport", "Leslie B. Lamport", "José Marsh", "Lars van Beek", "Thomas Young"])
def test_a_given_name_and_a_family_name_are_a_person(name: str) -> None:
    assert is_person(name)


@pytest.mark.parametrize(
    "name", ["Maria Theresa Bridge", "Leon", "Alice Prize", "Thomas Foundation", "John API", "Rose Garden"]
)
def test_what_only_begins_like_a_person_is_none(name: str) -> None:
    assert not is_person(name)


@pytest.mark.parametrize("name", ["API Key", "Header 1 Content", "ON HOLD", "Delete Node", "Garden Blog"])
def test_everyday_words_and_numbers_are_no_person(name: str) -> None:
    assert is_no_person(name)


@pytest.mark.parametrize("name", ["Mark Bernstein", "Lamport", "J.D. Salinger", "Thomas Young", "Loïc Gerbaud"])
def test_a_word_that_is_a_given_name_too_proves_nothing(name: str) -> None:
    assert not is_no_person(name)


def test_a_person_is_told_without_any_model() -> None:
    (found,) = PhraseExtractor().extract([("and then Thomas Wolfinger met us at Kanzler Hof", "en")])

    assert [(f.name, f.label) for f in found] == [("Thomas Wolfinger", "PERSON"), ("Kanzler Hof", "")]


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("この章ではES2015で導入されたJavaScriptの話", "ja", ["ES2015", "JavaScript"]),
        ("データとリストを見て、リスボンとスターバックスコーヒーへ", "ja", ["リスボン", "スターバックスコーヒー"]),
        ("エマ・ワトソンのノート", "ja", ["エマ・ワトソン"]),
        ("然后OpenGL和WebGPU都可以", "zh", ["OpenGL", "WebGPU"]),
        ("nach Absatz 5 Satz 2 gilt es", "de", []),
        ("(1) Die Straßenbahn hat Vorrang", "de", []),
        ("a Mapping of Airtable to it", "en", ["Airtable"]),
        ("$$\nFWT(A) = Merge(FWT(B))\n$$\nthen OpenGL", "en", ["OpenGL"]),
        ("we open VS Code again", "en", ["VS Code"]),
    ],
)
def test_names_of_several_scripts_and_languages(text: str, language: str, names: list[str]) -> None:
    (found,) = PhraseExtractor().extract([(text, language)])

    assert [f.name for f in found] == names
    assert all(text[f.start : f.start + len(f.name)] == f.name for f in found)
