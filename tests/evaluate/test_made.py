"""Made-up sets: the gold is what the notes say, and the same seed says the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinakes.cli import main
from pinakes.cli.eval import _KINDS
from pinakes.config import load
from pinakes.errors import UsageError
from pinakes.evaluate.made.form import Made, write
from pinakes.evaluate.made.kinds import KINDS, make
from pinakes.evaluate.made.noise import Place, dice, placed
from pinakes.evaluate.questions import passages
from pinakes.evaluate.run import How, over_passages
from tests.conftest import isolated


def texts(made: Made) -> dict[str, str]:
    return {note.id: note.text for note in made.notes}


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1_000), size=st.integers(1, 12))
def test_the_same_seed_and_size_make_the_same_set(kind: str, seed: int, size: int) -> None:
    assert make(kind, seed, size) == make(kind, seed, size)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 1_000), size=st.integers(1, 12))
def test_ids_differ_and_all_gold_is_there(kind: str, seed: int, size: int) -> None:
    made = make(kind, seed, size)
    ids = [note.id for note in made.notes]

    assert len(set(ids)) == len(ids)
    assert all(asked.gold and set(asked.gold) <= set(ids) for asked in made.questions)
    assert all(len(set(asked.gold)) == len(asked.gold) for asked in made.questions)


@pytest.mark.parametrize("kind", KINDS)
def test_another_seed_makes_another_set(kind: str) -> None:
    assert make(kind, 1, 4) != make(kind, 2, 4)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "common"])
def test_a_set_has_as_many_questions_as_are_asked_for(kind: str) -> None:
    assert len(make(kind, 0, 9).questions) == 9


@pytest.mark.parametrize(("kind", "length"), [("hops2", 2), ("hops4", 4)])
def test_a_chain_leads_from_the_question_to_its_answer(kind: str, length: int) -> None:
    made = make(kind, 3, 8)
    leads = dict(text.split(" = ") for text in texts(made).values())
    for asked in made.questions:
        key = re.search(r"begins with (\w+)", asked.question)
        assert key is not None
        value = key[1]
        for _ in range(length):
            value = leads[value]
        assert value == f"'{asked.answers[0]}'"
        assert len(asked.gold) == length


@pytest.mark.parametrize("kind", ["needle", "keys"])
def test_only_the_gold_note_has_the_number(kind: str) -> None:
    made = make(kind, 5, 8)
    for asked in made.questions:
        assert [note for note, text in texts(made).items() if asked.answers[0] in text] == list(asked.gold)


def test_a_value_is_handed_on_by_the_gold_notes() -> None:
    made = make("variables", 2, 8)
    for asked in made.questions:
        set_to = [re.search(r"Set (\w+) to (\w+)\.", texts(made)[note]) for note in asked.gold]
        pairs = [(found[1], found[2]) for found in set_to if found]
        assert tuple(name for name, _ in pairs) == asked.answers
        assert pairs[0][1].isdigit()
        assert [value for _, value in pairs[1:]] == [name for name, _ in pairs[:-1]]


def test_the_gold_lists_have_most_of_the_common_words() -> None:
    made = make("common", 4, 4)
    shared = {note: len(set(text.split(", ")) & set(made.questions[0].answers)) for note, text in texts(made).items()}
    gold = set(made.questions[0].gold)

    assert min(shared[note] for note in gold) > max(n for note, n in shared.items() if note not in gold)


def test_the_gold_facts_tell_where_the_thing_is_last() -> None:
    made = make("facts", 7, 6)
    for asked in made.questions:
        thing = re.search(r"Where is the (\w+ \w+) now", asked.question)
        assert thing is not None
        about = sorted(note for note, text in texts(made).items() if f"the {thing[1]}." in text)
        last, moved = asked.gold
        assert last == about[-1]
        who = re.search(rf"(\w+) (?:\w+ ){{1,3}}the {thing[1]}\.", texts(made)[last])
        assert who is not None
        assert re.search(rf"\b{who[1]} \w+ (?:\w+ )?to the {asked.answers[0]}\.", texts(made)[moved])


@pytest.mark.parametrize(
    ("place", "there"),
    [("alone", r"^Q\?$"), ("start", r"^Q\? \w"), ("middle", r"^\w.*\. Q\? \w"), ("end", r"\. Q\?$")],
)
def test_a_question_stands_where_it_was_placed(place: Place, there: str) -> None:
    assert re.search(there, placed(dice(1), "Q?", place))


def test_a_set_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    made = make("keys", 1, 4)
    write(made, tmp_path / "set")
    corpus, questions = passages(tmp_path / "set")

    assert corpus == {note.id: (note.title, note.text) for note in made.notes}
    assert [q.gold for q in questions] == [tuple(f"{g}.md" for g in asked.gold) for asked in made.questions]


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    write(make("hops2", 1, 4), tmp_path)
    with pytest.raises(UsageError, match=r"corpus\.jsonl"):
        write(make("hops2", 2, 4), tmp_path)


def test_the_command_offers_every_kind() -> None:
    assert tuple(KINDS) == _KINDS


def test_the_command_makes_one_set_or_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "--make", "hops2", str(tmp_path / "one"), "--size", "4", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["made"][0]["questions"] == 4
    assert main(["eval", "--make", "all", str(tmp_path / "all"), "--size", "4"]) == 0
    assert sorted(folder.name for folder in (tmp_path / "all").iterdir()) == sorted(KINDS)


@pytest.mark.parametrize("line", [["--make", "hops2"], ["--make", "hops2", "x", "--size", "0"]])
def test_a_set_that_cannot_be_made_is_refused(line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert main(["eval", *line]) == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["needle", "keys", "hops2", "hops4", "variables"])
def test_needles_and_the_links_of_a_chain_are_all_found(kind: str, tmp_path: Path) -> None:
    write(make(kind, 0, 8), tmp_path / "set")

    assert over_passages(load(environ=isolated(tmp_path)), tmp_path / "set", How())["all_gold@5"] == 1.0
