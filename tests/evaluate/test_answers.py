"""How answers are judged, with the arithmetic written out."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinakes.config import load
from pinakes.evaluate.answers import Judged, judge, risk_coverage, stands, summary, unsupported_shown
from pinakes.evaluate.questions import Question
from pinakes.evaluate.run import How, over_folder, over_passages
from pinakes.model.answer import Answer, AnswerSentence, Citation, Passage, SentenceStatus, TokenCount
from tests.conftest import DEMO, isolated

TEXT = "The boiler was serviced on 3 May by Anton Krall. It hums."
PASSAGE = Passage(1, "boiler.md", "Boiler", (), 1, 0, TEXT, 1.0)
QUOTE = "The boiler was serviced on 3 May by Anton Krall."
ASKED = Question("q", "Who serviced the boiler?", "named", ("boiler.md",), ("Anton Krall",))
ABSENT = Question("a", "What is the wifi password?", "absent", ())


def cited(quote: str, path: str = "boiler.md") -> Citation:
    return Citation(1, path, (), 1, 1, TEXT.find(quote), quote)


def made(
    text: str = QUOTE,
    *,
    short: str = "",
    abstained: bool = False,
    confidence: float = 0.9,
    path: str = "boiler.md",
    quote: str = QUOTE,
    status: SentenceStatus = "quoted",
) -> Answer:
    sentences = () if abstained else (AnswerSentence(text, (1,) if status != "unsupported" else (), status),)
    citations = () if abstained else (cited(quote, path),)
    nearest = (cited(quote),) if abstained else ()
    return Answer(
        "?", "local", "" if abstained else f"{text} [1]", abstained, sentences, citations, (PASSAGE,), None,
        TokenCount(), 0, "id", short=short, confidence=confidence, nearest=nearest,
    )  # fmt: skip


def test_a_short_answer_is_exact_and_a_sentence_is_not() -> None:
    assert judge(ASKED, made(short="Anton Krall")).exact
    assert not judge(ASKED, made()).exact
    assert judge(ASKED, made(short="the anton krall.")).f1 == 1.0
    # 10 words without the article, of which 2 are the gold's: 2 · 2 / (9 + 2)
    assert judge(ASKED, made()).f1 == pytest.approx(4 / 11)


def test_an_abstention_misses_and_is_judged_right_by_what_was_nearest() -> None:
    judged = judge(ASKED, made(abstained=True))
    assert not judged.contains
    assert judged.right
    assert not judge(ABSENT, made(abstained=True)).right


@pytest.mark.parametrize(
    ("gold", "text", "holds"),
    [
        ("Anton Krall", "by anton  KRALL today", True),
        ("35", "in 1935", False),
        ("35", "35 stores", True),
        ("no", "the notes", False),
        ("block reference", "block references", True),
        ("6,400 €", "We asked for **6,400 €**.", True),
        ("十月", "闸门在十月更换", True),
        ("it's a lease", "It’s a lease", True),
    ],
)
def test_a_gold_string_stands_in_a_text_whatever_its_dress(gold: str, text: str, holds: bool) -> None:
    assert stands((gold,), text) is holds


def test_a_sentence_that_nothing_carries_counts_where_it_is_shown() -> None:
    assert unsupported_shown(made()) == 0
    assert unsupported_shown(made(status="unsupported")) == 1
    assert unsupported_shown(made(quote="The boiler exploded.")) == 1


def test_figures_are_shares_of_the_questions_that_can_tell() -> None:
    judged = [
        judge(ASKED, made(short="Anton Krall")),
        judge(ASKED, made(abstained=True)),
        judge(ASKED, made("It hums.", path="other.md", quote="It hums.")),
        judge(ABSENT, made(abstained=True)),
        judge(ABSENT, made("It hums.", quote="It hums.")),
    ]
    figures = summary(judged)
    assert figures["exact"] == figures["contains"] == pytest.approx(1 / 3, abs=1e-4)
    assert figures["citation_precision"] == 0.5
    assert figures["abstain_precision"] == 0.5
    assert figures["abstain_recall"] == 0.5
    assert figures["false_abstain"] == pytest.approx(1 / 3, abs=1e-4)
    assert summary([])["contains"] == 0.0


def judged(n: int, right: bool, confidence: float) -> Judged:
    return Judged(str(n), "named", True, True, True, False, right, right, float(right), 1, 1, 0, confidence, right)


def test_the_curve_takes_the_surest_first() -> None:
    curve = risk_coverage([judged(1, True, 0.9), judged(2, False, 0.2), judged(3, True, 0.5), judged(4, False, 0.1)])
    assert curve["points"] == [[0.25, 0.0, 0.9], [0.5, 0.0, 0.5], [0.75, 0.3333, 0.2], [1.0, 0.5, 0.1]]
    assert curve["area"] == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4, abs=1e-4)
    assert risk_coverage([]) == {"points": [], "area": 0.0}


def test_the_answers_of_a_passage_set_are_measured(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(
        '{"id": "p1", "title": "Kelp", "text": "Kelp was first farmed by Ito Sen in 1670."}\n'
        '{"id": "p2", "title": "Eel", "text": "The eel is a long fish."}\n', "utf-8",
    )  # fmt: skip
    (tmp_path / "queries.jsonl").write_text(
        '{"id": "q1", "question": "Who first farmed kelp?", "gold": ["p1"], "answers": ["Ito Sen"], "type": "one"}\n'
        '{"id": "q2", "question": "Quxbar zyxwv?", "gold": [], "answers": [], "type": "absent"}\n', "utf-8",
    )  # fmt: skip
    told: list[tuple[int, int]] = []
    how = How(answers=True, on_progress=lambda *at: told.append(at))
    report = over_passages(load(environ=isolated(tmp_path / "x")), tmp_path, how)

    assert (report["contains"], report["exact"], report["abstain_recall"]) == (1.0, 1.0, 1.0)
    assert report["unsupported_shown"] == 0
    assert told[-1] == (4, 4)


def test_two_runs_give_the_same_figures(tmp_path: Path) -> None:
    vault = tmp_path / "notes"
    vault.mkdir()
    for name in ("Maeve", "Tante Hedi"):
        (vault / f"{name}.md").write_text((DEMO / "people" / f"{name}.md").read_text("utf-8"), "utf-8")
    file = tmp_path / "q.jsonl"
    file.write_text(
        '{"question": "Who operated on the hip?", "gold": [{"path": "Maeve.md"}], "answer_any": ["ó laoire"]}'
    )
    runs = [over_folder(load(environ=isolated(tmp_path / n)), vault, file, How(answers=True)) for n in "ab"]
    keys = ("exact", "contains", "f1", "citation_precision", "risk_coverage", "answers")
    assert [runs[0][key] for key in keys] == [runs[1][key] for key in keys]
