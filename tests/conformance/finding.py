"""Is what was found and answered what a case expects?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pinakes.model.answer import Answer
from pinakes.model.search import SearchResult
from pinakes.store.text import language
from tests.conformance.steps import perform, search
from tests.conformance.world import World


def _search(world: World, expected: Mapping[str, Any]) -> Iterator[str]:
    query = str(expected.get("query", world.case.query))
    if not any(q == query for q, _, _ in world.searches):
        search(world, query)
    result, reachable = [(result, here) for q, result, here in world.searches if q == query][-1]
    yield from _found(query, result, reachable, expected)


def _searches(world: World, expected: list[Mapping[str, Any]]) -> Iterator[str]:
    """The nth expectation about a query is of the nth search for it."""
    taken: dict[str, int] = {}
    for want in expected:
        query = str(want.get("query", world.case.query))
        number = taken[query] = taken.get(query, -1) + 1
        done = [(result, here) for q, result, here in world.searches if q == query]
        if number >= len(done):
            search(world, query)
            done.append(world.searches[-1][1:])
        yield from _found(query, *done[number], want)


def _found(query: str, result: SearchResult | None, reachable: bool, want: Mapping[str, Any]) -> Iterator[str]:
    hits = result.hits if result else ()
    paths = list(dict.fromkeys(hit.path for hit in hits))
    for key, value in want.items():
        good = True
        if key == "include":
            good = set(value) <= set(paths)
        elif key == "exclude":
            good = not set(value) & set(paths)
        elif key == "top":
            good = paths[: len(value)] == list(value)
        elif key == "empty":
            good = bool(value) == (not paths)
        elif key == "count":
            good = len(paths) == value
        elif key == "heading_path":
            good = any(str(value) in _trails(hit.title, hit.heading) for hit in hits)
        elif key == "status":
            good = "unavailable" not in str(value) or not reachable
        elif key not in ("query", "note"):
            yield f"not yet: {key}"
        if not good:
            yield f"{query!r}: expected {key} {value!r}, seen {paths[:10]}"


def _trails(title: str, heading: tuple[str, ...]) -> tuple[str, str]:
    return " > ".join(heading), " > ".join((title, *heading))


# ── answers ──────────────────────────────────────────────────────────────────────────────


def _answer(world: World, expected: Mapping[str, Any]) -> Iterator[str]:
    query = str(expected.get("query", world.case.query))
    if not any(q == query for q, _ in world.answers):
        perform(world, {"op": "ask", "query": query})
    for asked, answer in world.answers:
        if asked == query:
            yield from _answered(world, query, answer, expected)


def _answers(world: World, expected: list[Mapping[str, Any]]) -> Iterator[str]:
    for want in expected:
        yield from _answer(world, want)


def _answered(world: World, query: str, answer: Answer | None, want: Mapping[str, Any]) -> Iterator[str]:
    if answer is None:
        yield f"{query!r}: expected an answer, seen none"
        return
    cited = {citation.path for citation in answer.citations}
    for key, value in want.items():
        good = True
        if key == "must_contain_any":
            good = any(str(part).lower() in answer.text.lower() for part in value)
        elif key == "must_not_contain":
            good = not any(str(part).lower() in answer.text.lower() for part in value)
        elif key == "cites":
            good = cited == set(value)
        elif key == "cites_any":
            good = bool(cited & set(value))
        elif key == "abstain":
            good = answer.abstained == bool(value)
        elif key == "language":
            good = language(answer.text) == value or language(f"{query} {answer.text}") == value
        elif key == "citations_valid":
            good = all(citation.quote in world.library.note(citation.path).text for citation in answer.citations)
        elif key == "fallback":
            good = bool(answer.sentences) and all(s.status == "quoted" for s in answer.sentences)
        elif key not in ("query", "note"):
            yield f"not yet: {key}"
        if not good:
            yield f"{query!r}: expected {key} {value!r}, seen {answer.text!r} citing {sorted(cited)}"


CHECKS: dict[str, Callable[[World, Any], Iterator[str]]] = {
    "search": _search,
    "searches": _searches,
    "answer": _answer,
    "answers": _answers,
}
