"""What does the claim gate let through that the notes do not say? Sentences of notes, corrupted in known ways.

    python packaging/citation_gate.py                      the demo vault
    python packaging/citation_gate.py --vaults DIR         and every vault in DIR
    python packaging/citation_gate.py --each 200 --seed 7  as many sentences of each vault, drawn by this seed

Each sentence is said again as it stands and in harmless variants, which the gate should
accept, and in corrupted ones, which it should not. The passage that it stands in is given as
evidence, as an answer would have it. A corruption that happens to stand in the passage anyway
(its own sentence says just that) is not counted.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pinakes.answer import cite, facts, folding
from pinakes.answer.units import plain, units
from pinakes.model.answer import Passage
from pinakes.store import text as lexical
from pinakes.vault.document import parse

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "assets" / "demo-vault"
_WORDS = (6, 40)
_OF_A_NOTE = 8
"""Sentences of one note at most."""
_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_NUMBER = re.compile(r"(?<![\w.])\d{1,6}(?![\w.]*\d)")
_DENIAL = re.compile(
    r"\b(?:not|never|nicht|kein|keine|keinen|no|don't|doesn't|isn't|can't|cannot|won't)\b ?", re.IGNORECASE
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|will|should|must|may|ist|sind|war|hat|kann|wird|muss|soll|darf)\b"
)
_NOT = {"en": "not", "de": "nicht"}


class Said(NamedTuple):
    """A sentence of a note with the passage it stands in."""

    text: str
    passage: Passage
    code: str


def said(vault: Path, each: int, chance: random.Random) -> list[Said]:
    """Sentences of a vault, drawn by chance: prose and items of a middling length."""
    found: list[Said] = []
    files = sorted(vault.rglob("*.md"))
    chance.shuffle(files)
    for file in files:
        if len(found) >= each:
            break
        own: list[Said] = []
        try:
            text = file.read_text("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        path = file.relative_to(vault).as_posix()
        document = parse(path, text)
        for piece in document.chunks:
            passage = Passage(1, path, document.title, piece.heading_path, piece.line, piece.start, piece.text, 1.0)
            code = lexical.language(piece.text)
            for unit in units(passage, code):
                shown = plain(unit.text)
                n = len(shown) // 3 if lexical.is_unspaced(shown) else len(shown.split())
                if unit.kind in ("prose", "item") and _WORDS[0] <= n <= _WORDS[1] and not _odd(shown):
                    own.append(Said(shown, passage, code))
        found += chance.sample(own, min(len(own), _OF_A_NOTE))
    return found[:each]


def _odd(text: str) -> bool:
    """Code and addresses have no words to corrupt."""
    return "http" in text or sum(c in "{}<>=|$`" for c in text) > 2


def harmless(one: Said) -> Iterator[tuple[str, str]]:
    """The same in other dress."""
    yield "as it stands", one.text
    yield "lower case, no full stop", one.text.rstrip(".").lower()
    yield "other quotes and dashes", one.text.replace("'", "’").replace('"', "“").replace(" - ", " – ")
    words = one.text.split()
    if len(words) > 8:
        yield "15 % of the words dropped", " ".join(w for n, w in enumerate(words) if n % 7 != 5)


def corrupted(one: Said, others: Sequence[Said], chance: random.Random) -> Iterator[tuple[str, str]]:
    """What the note does not say, one corruption at a time."""
    other = chance.choice(others)
    words = [m for m in _WORD.finditer(one.text) if len(m[0]) > 3 and not lexical.is_stop_word(m[0], (one.code, "en"))]
    theirs = [w for w in _WORD.findall(other.text) if len(w) > 3 and not lexical.is_stop_word(w, (one.code, "en"))]
    if len(words) > 2 and theirs:
        yield "a word swapped", _put(one.text, chance.choice(words), chance.choice(theirs))
        gone = chance.choice(words)
        yield "a word dropped", one.text[: gone.start()] + one.text[gone.end() :].lstrip()
    for name, made in (
        ("negation added", _denied(one)),
        ("negation removed", _DENIAL.sub("", one.text, count=1)),
        ("number changed", _NUMBER.sub(lambda m: str(int(m[0]) + chance.randint(1, 9)), one.text, count=1)),
        ("name swapped", _renamed(one, other, chance)),
        ("roles swapped", _turned(one)),
        ("half of another note", _halved(one, other)),
        ("first half of another note", _halved(other, one)),
        ("another note", other.text),
    ):
        if made and made != one.text:
            yield name, made


def _put(text: str, match: re.Match[str], word: str) -> str:
    return text[: match.start()] + word + text[match.end() :]


def _denied(one: Said) -> str:
    if one.code not in _NOT:
        return one.text.replace("ます", "ません", 1).replace("である", "ではない", 1) if one.code == "ja" else ""
    match = _VERB.search(one.text)
    return f"{one.text[: match.end()]} {_NOT[one.code]}{one.text[match.end() :]}" if match else ""


def _names(text: str, code: str) -> list[re.Match[str]]:
    found = [m for m in _WORD.finditer(text) if facts.is_name(m[0]) and len(m[0]) > 2]
    return [m for m in found if m.start() and not lexical.is_stop_word(m[0], (code, "en"))]


def _renamed(one: Said, other: Said, chance: random.Random) -> str:
    own, theirs = _names(one.text, one.code), [m[0] for m in _names(other.text, other.code)]
    theirs = [name for name in theirs if name.casefold() not in one.text.casefold()]
    return _put(one.text, chance.choice(own), chance.choice(theirs)) if own and theirs else ""


def _turned(one: Said) -> str:
    """ "A paid B" as "B paid A": two names of the sentence in each other's place."""
    own = _names(one.text, one.code)
    if len(own) < 2 or own[0][0].casefold() == own[-1][0].casefold():
        return ""
    a, b = own[0], own[-1]
    text = one.text
    return text[: a.start()] + b[0] + text[a.end() : b.start()] + a[0] + text[b.end() :]


def _halved(first: Said, second: Said) -> str:
    a, b = first.text.split(), second.text.split()
    return " ".join([*a[: len(a) // 2], *b[len(b) // 2 :]]) if len(a) > 3 and len(b) > 3 else ""


def accepts(claim: str, one: Said) -> str:
    """ "quoted", "supported", or "" for a claim that the passage does not carry, by the gate."""
    checked = cite.check(claim, [one.passage])
    return checked.carried[0].status if checked.sentences and len(checked.carried) == len(checked.sentences) else ""


def measure(sentences: Sequence[Said], chance: random.Random) -> dict[str, list[str]]:
    """Kind of variant → what the gate said of each."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in sentences:
        for kind, made in harmless(one):
            found[f"+ {kind}"].append(accepts(made, one))
        others = [other for other in chance.sample(sentences, 20) if other.passage.path != one.passage.path]
        stands = folding.fold(one.passage.text)
        for kind, made in corrupted(one, others or [one], chance):
            if folding.find(folding.needle(made), stands) is None:
                found[f"- {kind}"].append(accepts(made, one))
    return found


def main(say: Callable[[str], None] = print) -> None:
    """Draw, corrupt, ask the gate, print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vaults", type=Path, help="a folder of vaults")
    parser.add_argument("--each", type=int, default=200, help="sentences of each vault at most")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", metavar="KIND", help="also print what was accepted of this kind")
    args = parser.parse_args()
    chance = random.Random(args.seed)  # noqa: S311 — a seeded draw, no secret
    vaults = [DEMO, *sorted(p for p in args.vaults.iterdir() if p.is_dir())] if args.vaults else [DEMO]
    sentences = [one for vault in vaults for one in said(vault, args.each, chance)]
    if args.show:
        _show(args.show, sentences, chance, say)
        return
    found = measure(sentences, chance)
    say(f"{len(sentences)} sentences of {len(vaults)} vaults, seed {args.seed}")
    say(f"{'':34}{'n':>6}{'accepted':>10}{'share':>9}   quoted")
    for kind, said_of in found.items():
        accepted = sum(bool(status) for status in said_of)
        quoted = sum(status == "quoted" for status in said_of)
        say(f"{kind:34}{len(said_of):>6}{accepted:>10}{accepted / len(said_of):>9.1%}{quoted:>9}")


def _show(kind: str, sentences: Sequence[Said], chance: random.Random, say: Callable[[str], None]) -> None:
    for one in sentences:
        others = [other for other in chance.sample(sentences, 20) if other.passage.path != one.passage.path]
        for name, made in corrupted(one, others or [one], chance):
            if name == kind and (status := accepts(made, one)):
                say(f"{status}\n  note: {one.text}\n  said: {made}")


if __name__ == "__main__":
    main()
