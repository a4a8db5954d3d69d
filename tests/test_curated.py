"""What a person decides about names: it wins over the rules, outlives the index, and can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinakes.errors import StoreError, UsageError
from pinakes.library import Library
from pinakes.store import db as store

Write = Callable[[str, str], Path]

DIARY = "We met Ada Quill and the Orso Board there.\n\n## More\n\nThen Quill Ada and the Harbour Board came.\n"


@pytest.fixture
def curated(library: Library, write: Write) -> Library:
    write("diary.md", DIARY)
    write("log.md", "So said Ada Quill. The Orso-Board agreed, and the Zeta Club of Rome.\n")
    write("club.md", "---\naliases: [Zetas]\n---\n# Zeta Club of Rome\n\nFounded by Ada Quill.\n")
    library.sync()
    return library


def names(library: Library) -> set[str]:
    return {entity.name for entity in library.entities("", 1_000)}


def spelt(library: Library, name: str) -> list[str]:
    return sorted(spelling.name for spelling in library.around.entity(name).spellings)


def test_spellings_of_one_name_are_one_entity_without_asking(curated: Library) -> None:
    view = curated.around.entity("orso board")

    assert spelt(curated, "Orso Board") == ["Orso Board", "Orso-Board"]
    assert {note.path for note in view.notes} == {"diary.md", "log.md"}


def test_merged_names_are_one_everywhere(curated: Library) -> None:
    made = curated.merge_entities("quill ada", "Ada Quill")

    assert (made.kind, made.name, made.said) == ("same", "Quill Ada", "Ada Quill")
    assert spelt(curated, "Quill Ada") == spelt(curated, "Ada Quill") == ["Ada Quill", "Quill Ada"]
    assert curated.around.entity("Quill Ada").name == "Ada Quill"
    assert "Quill Ada" not in names(curated)
    found = {hit.path for hit in curated.search('ent:"Quill Ada"').hits}
    assert found == {"diary.md", "log.md", "club.md"}
    (path, *_) = curated.bridges("Quill Ada", "club").paths
    assert [node.name for node in path.nodes] == ["Ada Quill", "Zeta Club of Rome"]


def test_a_merged_name_is_searched_for_by_each_of_its_spellings(curated: Library, write: Write) -> None:
    curated.merge_entities("Harbour Board", "Zeta Club of Rome")
    curated.rename_entity("Zeta Club of Rome", "The Rome Lot")
    every = {"diary.md", "log.md", "club.md"}
    for name in ("Harbour Board", "Zeta Club of Rome", "zetas", "The Rome Lot"):
        assert {hit.path for hit in curated.search(f'ent:"{name}"').hits} == every

    write("diary.md", "We met nobody.\n")  # the spelling has left the notes
    curated.sync(wait_entities=True)
    assert {hit.path for hit in curated.search('ent:"Harbour Board"').hits} == {"log.md", "club.md"}


def test_what_was_merged_can_be_split_and_merged_again(curated: Library) -> None:
    curated.merge_entities("Harbour Board", "Orso Board")
    curated.split_entity("Harbour Board")
    assert spelt(curated, "Harbour Board") == ["Harbour Board"]

    curated.merge_entities("Harbour Board", "Orso Board")
    assert spelt(curated, "Harbour Board") == ["Harbour Board", "Orso Board", "Orso-Board"]


def test_a_renamed_entity_goes_by_its_new_name_and_is_found_by_it(curated: Library) -> None:
    curated.rename_entity("Ada Quill", "A. Q. the Elder")

    assert "A. Q. the Elder" in names(curated)
    assert curated.around.entity("a. q. the elder").name == curated.around.entity("Ada Quill").name
    curated.hide_entity("A. Q. the Elder")
    assert "A. Q. the Elder" not in names(curated)


def test_a_renamed_entity_is_a_condition_of_a_search_by_its_new_name(curated: Library) -> None:
    curated.rename_entity("Ada Quill", "Clock Boss")

    for query in ('ent:"Clock Boss"', "ent:boss", "ent:clo*", 'ent:"Ada Quill"'):
        assert {hit.path for hit in curated.search(query).hits} == {"diary.md", "log.md", "club.md"}, query


def test_the_newest_name_holds_whichever_spelling_it_was_given_to(curated: Library) -> None:
    curated.merge_entities("Quill Ada", "Ada Quill")
    curated.rename_entity("Ada Quill", "First Name")
    curated.rename_entity("Quill Ada", "Second Name")
    assert curated.around.entity("Ada Quill").name == "Second Name"

    curated.rename_entity("Second Name", "Third Name")
    assert curated.around.entity("Quill Ada").name == "Third Name"


def test_a_merged_name_goes_by_the_other_though_it_was_renamed_before(curated: Library) -> None:
    curated.rename_entity("Quill Ada", "First Name")
    curated.merge_entities("Quill Ada", "Ada Quill")
    assert curated.around.entity("Quill Ada").name == "Ada Quill"

    curated.rename_entity("Ada Quill", "The Elder")
    curated.merge_entities("Harbour Board", "Ada Quill")
    assert curated.around.entity("Harbour Board").name == "The Elder"


@pytest.mark.parametrize("gone", ["diary.md", "log.md"])
def test_what_was_decided_for_an_entity_holds_when_one_of_its_spellings_is_gone(
    curated: Library, write: Write, gone: str
) -> None:
    write("diary.md", "There was Quill Ada, and the Harbour Board came.\n")
    write("log.md", "So said Ada Quill. Then the Salt Office came.\n")
    write("club.md", "Nobody.\n")
    curated.sync()
    for one, other in (("Quill Ada", "Ada Quill"), ("Harbour Board", "Salt Office")):
        curated.merge_entities(one, other)
    curated.hide_entity("Quill Ada")
    curated.rename_entity("Harbour Board", "The Office")
    write(gone, "Nothing.\n")
    curated.sync()
    grown = entities(curated)
    curated.rebuild()

    assert grown == entities(curated)
    assert "The Office" in names(curated)
    assert not {"Quill Ada", "Ada Quill"} & names(curated)
    for _ in range(2):
        curated.undo_decision()
    undone = entities(curated)
    curated.rebuild()
    assert undone == entities(curated)
    assert {"Quill Ada", "Ada Quill"} & names(curated)


def test_what_hung_together_by_a_name_that_is_gone_is_looked_at_again(curated: Library, write: Write) -> None:
    write("log.md", "So the Orso Boards agreed.\n")
    curated.sync()
    curated.merge_entities("Orso Boards", "Harbour Board")
    curated.hide_entity("Orso Board")
    assert "Harbour Board" not in names(curated)
    write("log.md", "Nothing.\n")
    curated.sync()
    grown = entities(curated)
    curated.rebuild()

    assert grown == entities(curated)
    assert "Harbour Board" in names(curated)


def test_a_decision_is_not_kept_while_the_index_is_kept_from_writing(
    curated: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = curated.rename_entity("Orso Board", "The Board")
    before = entities(curated)
    monkeypatch.setattr(store, "BUSY_MS", 50)
    with store.writing(curated.index_file) as db, store.transaction(db):
        with pytest.raises(StoreError, match="Another Pinakes is writing"):
            curated.hide_entity("Ada Quill")
        with pytest.raises(StoreError, match="Another Pinakes is writing"):
            curated.undo_decision()

    assert curated.decisions() == (first,)
    curated.sync()
    assert entities(curated) == before


def test_decisions_hold_while_their_file_is_damaged(curated: Library) -> None:
    curated.merge_entities("Quill Ada", "Ada Quill")
    curated.hide_entity("Orso Board")
    decided = entities(curated)
    curated.user_file.write_bytes(b"no database" * 1_000)

    for report in (curated.sync(), curated.sync(full=True), curated.rebuild()):
        assert entities(curated) == decided
        (told,) = [problem for problem in report.problems if problem.path == str(curated.user_file)]
        assert "decided about names" in told.message
        assert "saved set-aside" in told.message


def test_a_hidden_name_is_none(curated: Library) -> None:
    curated.hide_entity("Ada Quill")

    assert "Ada Quill" not in names(curated)
    assert not curated.search('ent:"ada quill"').hits
    with pytest.raises(UsageError, match="`Ada Quill` is hidden"):
        curated.around.entity("Ada Quill")
    with pytest.raises(UsageError, match="`Ada Quill` is hidden"):
        curated.hide_entity("Ada Quill")


DECIDED: list[Callable[[Library], object]] = [
    lambda library: library.merge_entities("Quill Ada", "Ada Quill"),
    lambda library: library.keep_entities_apart("Harbour Board", "Orso Board"),
    lambda library: library.rename_entity("Ada Quill", "The Elder"),
    lambda library: library.hide_entity("Ada Quill"),
]


def entities(library: Library) -> list[tuple[str, int, int]]:
    return sorted((entity.name, entity.notes, entity.mentions) for entity in library.entities("", 1_000))


@pytest.mark.parametrize("decide", DECIDED)
def test_a_decision_outlives_the_index_and_can_be_taken_back(
    curated: Library, decide: Callable[[Library], object]
) -> None:
    before = entities(curated)
    decide(curated)
    after = entities(curated)
    curated.clear()
    curated.sync()
    assert entities(curated) == after

    curated.sync(full=True)
    assert entities(curated) == after

    gone = curated.undo_decision()
    assert curated.decisions() == ()
    assert gone.number == 1
    assert entities(curated) == before


def test_any_decision_can_be_taken_back_by_its_number(curated: Library) -> None:
    first = curated.merge_entities("Quill Ada", "Ada Quill")
    second = curated.hide_entity("Orso Board")
    curated.undo_decision(first.number)

    assert curated.decisions() == (second,)
    assert spelt(curated, "Quill Ada") == ["Quill Ada"]
    with pytest.raises(UsageError, match="There is no decision 7"):
        curated.undo_decision(7)


def test_a_decision_waits_for_a_name_that_is_away(curated: Library, write: Write) -> None:
    curated.merge_entities("Quill Ada", "Ada Quill")
    write("diary.md", "nothing")
    curated.sync()
    assert spelt(curated, "Ada Quill") == ["Ada Quill"]

    write("diary.md", DIARY)
    curated.sync()
    assert spelt(curated, "Ada Quill") == ["Ada Quill", "Quill Ada"]


REFUSED: list[tuple[Callable[[Library], object], str]] = [
    (lambda library: library.merge_entities("Ada Quil", "Orso Board"), "No note or entity is called `Ada Quil`"),
    (lambda library: library.merge_entities("Orso-Board", "Orso Board"), "are one already"),
    (lambda library: library.split_entity("Ada Quill"), "is the only spelling"),
    (lambda library: library.keep_entities_apart("Ada Quill", "ada quill"), "one and the same spelling"),
    (lambda library: library.rename_entity("Ada Quill", "Orso Board"), "`Orso Board` is another entity"),
    (lambda library: library.rename_entity("Ada Quill", "…"), "can't be a name"),
    (lambda library: library.undo_decision(), "Nothing was decided"),
    (lambda library: library.accept_suggestion("beef"), "There is no suggestion `beef`"),
]


@pytest.mark.parametrize(("decide", "message"), REFUSED)
def test_what_can_not_be_is_refused_with_the_next_step(
    curated: Library, decide: Callable[[Library], object], message: str
) -> None:
    with pytest.raises(UsageError, match=message) as refused:
        decide(curated)

    assert refused.value.hint
    assert curated.decisions() == ()


# ── suggestions ──────────────────────────────────────────────────────────────────────────


def test_what_may_be_one_is_suggested_and_never_done(curated: Library) -> None:
    pairs = {(s.a, s.b, s.why) for s in curated.entity_suggestions()}

    assert ("Quill Ada", "Ada Quill", "the same words") in pairs
    assert {"Quill Ada", "Ada Quill"} <= names(curated)


def test_an_accepted_suggestion_is_a_merge_and_a_refused_one_never_comes_again(curated: Library, write: Write) -> None:
    write("typo.md", "He knew Zeta Klub of Rome well.\n")
    curated.sync()
    accepted, refused = (
        next(s for s in curated.entity_suggestions() if s.a == name) for name in ("Quill Ada", "Zeta Klub of Rome")
    )
    curated.accept_suggestion(accepted.id)
    curated.refuse_suggestion(refused.id)

    assert spelt(curated, "Ada Quill") == ["Ada Quill", "Quill Ada"]
    assert not {accepted.id, refused.id} & {s.id for s in curated.entity_suggestions()}
    curated.undo_decision()
    assert refused in curated.entity_suggestions()
