"""Hits: what is found, in which order, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.errors import StoreError
from pinakes.library import Library

Write = Callable[[str, str], Path]


def found(library: Library, query: str, **options: bool) -> list[str]:
    return [hit.path for hit in library.search(query, **options).hits]  # type: ignore[arg-type]


def test_search_before_sync_says_what_to_do(library: Library) -> None:
    with pytest.raises(StoreError, match="Nothing has been indexed yet"):
        library.search("x")


def test_a_note_named_in_the_query_comes_first(library: Library, write: Write) -> None:
    write("a.md", "# Salt Ledger\n\nA book about dues.")
    write("b.md", "# Other\n\n" + "salt and ledger, salt and ledger. " * 5)
    library.sync()

    assert found(library, "salt ledger")[0] == "a.md"


def test_any_inflection_finds_any_other(library: Library, write: Write) -> None:
    write("a.md", "She repairs the clocks of the harbour and the tower.")
    write("b.md", "Wir haben die Häuser am Hafen gesehen und sind dann nach Hause gegangen, weil es kalt war.")
    library.sync()

    assert found(library, "repairing a clock") == ["a.md"]
    assert found(library, "Haus") == ["b.md"]


@pytest.mark.parametrize("query", ["検潮儀", "検潮", "東京の検潮儀について"])
def test_japanese_is_found_without_blanks(library: Library, write: Write, query: str) -> None:
    write("a.md", "昨日は東京で検潮儀を修理しました。")
    write("b.md", "今日は雨でした。")
    library.sync()

    assert found(library, query)[0] == "a.md"


def test_diacritics_and_width_do_not_matter(library: Library, write: Write) -> None:
    write("a.md", "Café Łódź at the corner")
    library.sync()

    assert found(library, "cafe") == found(library, "ＣＡＦÉ") == ["a.md"]


def test_a_note_without_any_word_of_the_query_is_reached_through_a_shared_name(library: Library, write: Write) -> None:
    write("lens.md", "# Lens\n\nThe spectacles came from Ada Quill.")
    write("address.md", "# Addresses\n\nAda Quill lives behind the old mill.")
    for number in range(8):
        write(f"other{number}.md", f"nothing {number}")
    library.sync()
    result = library.search("spectacles")

    assert [hit.path for hit in result.hits][:2] == ["lens.md", "address.md"]
    assert result.hits[1].reasons[0].kind == "entity"
    assert result.hits[1].reasons[0].label == "Ada Quill"
    assert found(library, "spectacles", graph=False) == ["lens.md"]


def test_a_word_that_is_still_being_typed_stands_for_what_begins_with_it(library: Library, write: Write) -> None:
    write("a.md", "the insurance of the house")
    write("b.md", "nothing of the kind")
    library.sync()

    assert [hit.path for hit in library.search("house ins", typing=True).hits] == ["a.md"]
    assert [hit.path for hit in library.search("insur", typing=True).hits] == ["a.md"]
    assert library.search("insu", typing=False).rung == "substring"
    assert [hit.path for hit in library.search("insu", typing=False, exact=True).hits] == []


def test_what_the_graph_leads_to_obeys_phrases_and_exclusions(library: Library, write: Write) -> None:
    write("a.md", "# Soup\n\ntomatoes from [[Garden]]")
    write("Garden.md", "beds with basil")
    write("c.md", "# Salad\n\nred tomatoes, like [[Soup]]")
    library.sync()

    assert found(library, "tomatoes -basil") == ["a.md", "c.md"]
    assert found(library, "tomatoes -soup") == []
    assert found(library, '"red tomatoes"') == ["c.md"]


def test_excluded_words_and_phrases(library: Library, write: Write) -> None:
    write("a.md", "read quorum of the leader")
    write("b.md", "quorum to read")
    library.sync()

    assert found(library, '"read quorum"', graph=False) == ["a.md"]
    assert found(library, "quorum -leader", graph=False) == ["b.md"]


def test_one_note_does_not_fill_the_list(library: Library, write: Write) -> None:
    write("long.md", "".join(f"# Part {n}\n\nkelp and more kelp, {n} times\n\n" for n in range(9)))
    write("short.md", "a walk along the shore, some kelp, wind from the north, home by five")
    library.sync()

    assert found(library, "kelp").index("short.md") <= 2


RUNGS = [
    ("read quorum", "all-terms"),
    ("the quorum of", "content-terms"),
    ("quorum zebra", "any-term"),
    ("zebra", None),
]


@pytest.mark.parametrize(("query", "rung"), RUNGS)
def test_the_result_says_how_forgiving_it_was(library: Library, write: Write, query: str, rung: str | None) -> None:
    write("a.md", "read quorum")
    library.sync()

    assert library.search(query).rung == rung


def test_shares_of_each_hit_sum_to_one(demo: Library) -> None:
    for hit in demo.search("tide gauge at Sant'Orsola").hits:
        assert sum(reason.share for reason in hit.reasons) == pytest.approx(1.0, abs=0.01)
        assert all(reason.label for reason in hit.reasons)


def test_highlights_lie_on_words_of_the_query(demo: Library) -> None:
    for query in ("the wax for brass", "検潮儀の紙", "Brief Werkstätte"):
        for hit in demo.search(query).hits:
            for start, end in hit.highlights:
                assert 0 <= start < end <= len(hit.snippet)
                assert hit.snippet[start:end].strip() == hit.snippet[start:end]


def test_a_hit_is_a_passage_of_the_note_as_it_stands_there(demo: Library) -> None:
    for hit in demo.search("door code", 20).hits:
        text = (demo.vault / hit.path).read_text("utf-8")
        assert text[hit.start : hit.start + len(hit.text)] == hit.text
        assert hit.line <= hit.end_line <= text.count("\n") + 1


def test_the_same_query_gives_the_same_answer(demo: Library) -> None:
    assert demo.search("Lena and the gauge").hits == demo.search("Lena and the gauge").hits


def test_unfinished_names_are_told(library: Library, write: Write) -> None:
    write("a.md", "we met Ada Quill")
    library.sync()
    before = library.search("quill").partial
    library.sync(wait_entities=True)

    assert before == (library.config.entities.ner and _has_spacy())
    assert library.search("quill").partial is False


def _has_spacy() -> bool:
    from pinakes.index.levels import spacy_package

    return spacy_package() is not None


@pytest.mark.parametrize(("query", "first"), [("C++", "cpp.md"), ("C#", "cs.md"), (".NET", "net.md"), ("C", "c.md")])
def test_names_that_only_their_signs_tell_apart(library: Library, write: Write, query: str, first: str) -> None:
    write("c.md", "# Three\n\nplain C only")
    write("cpp.md", "# One\n\nC++ templates")
    write("cs.md", "# Two\n\nC# records")
    write("net.md", "# Runtime\n\nwe run .NET 3.5 here")
    write("nets.md", "# Fishing\n\nnet and nets, net and nets")
    library.sync()

    assert found(library, query)[0] == first


def test_an_emoji_is_a_word(library: Library, write: Write) -> None:
    write("a.md", "We launched it 🎉 at last")
    write("b.md", "A plain party")
    write("c.md", "Due 📅 on Friday")
    library.sync()

    (hit,) = library.search("🎉", graph=False).hits
    assert (hit.path, [hit.snippet[a:b] for a, b in hit.highlights]) == ("a.md", ["🎉"])
    assert [hit.path for hit in library.search("friday 📅", graph=False).hits] == ["c.md"]


def test_a_short_beginning_orders_what_other_words_find(library: Library, write: Write) -> None:
    """`wi` begins too much to be looked for by itself beside another word; it puts `winding` first."""
    write("a.md", "The key fits the drawer.")
    write("b.md", "The key is for winding.")
    write("c.md", "Wine and wind.")
    library.sync()

    assert [hit.path for hit in library.search("key wi", typing=True, graph=False).hits] == ["b.md", "a.md"]
    assert [hit.path for hit in library.search("wi", typing=True, graph=False).hits] == ["c.md", "b.md"]


def test_a_sign_alone_is_found_inside_a_run(library: Library, write: Write) -> None:
    write("a.md", "海辺の家は寒かった。")
    write("b.md", "山の家。")
    library.sync()

    assert [hit.path for hit in library.search("海", graph=False).hits] == ["a.md"]
    assert library.search("海 家", graph=False).hits[0].path == "a.md"


def test_a_passage_with_every_word_stands_before_one_that_only_has_one_often(library: Library, write: Write) -> None:
    write("Tasks.md", "# Tasks\n\n## Tasks\n\ntasks tasks tasks")
    write("a/Tasks of the day.md", "# Tasks\n\nAll tasks, and tasks again.")
    write("habits.md", "Things that keep recurring are better kept as tasks in a list than in my head.")
    for i in range(30):
        write(f"rest/{i}.md", f"Filler {i} with tasks of no kind.")
    library.sync()

    assert library.search("recurring tasks").hits[0].path == "habits.md"
