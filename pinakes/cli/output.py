"""How is it printed? JSON or words on stdout, talk on stderr; nothing from a note reaches a terminal uncleaned."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pinakes.clean import clean, one_line

if TYPE_CHECKING:
    from pinakes.model.search import Reason
    from pinakes.model.sync import Progress

_WORDS = {
    "bm25": "words", "tfidf": "words", "title": "title", "heading": "heading", "entity": "◆", "link": "⇄",
    "sibling": "next to", "tag": "tag", "similar": "≈", "spelling": "spelling", "filter": "meets", "named": "named in",
    "meaning": "meaning",
}  # fmt: skip


def emit(document: Mapping[str, Any]) -> None:
    """One JSON document on stdout; what the output can't say, and what a terminal would obey, as escapes."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    if clean(text) != text:
        text = json.dumps(document, indent=2)
    sys.stdout.write(text + "\n")


def document(record: NamedTuple) -> dict[str, Any]:
    """A record as JSON has it, and the records in it too."""
    return {name: _plain(value) for name, value in zip(record._fields, record, strict=True)}


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return document(value) if hasattr(value, "_fields") else [_plain(item) for item in value]  # type: ignore[arg-type]
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return str(value) if isinstance(value, Path) else value


def say(text: str = "") -> None:
    """A line of the answer to what was asked."""
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(clean(text).encode(encoding, "replace").decode(encoding) + "\n")


def warn(text: str) -> None:
    """A line that the user should read, whatever else is printed."""
    encoding = sys.stderr.encoding or "utf-8"
    print("pinakes: " + one_line(text).encode(encoding, "replace").decode(encoding), file=sys.stderr)


def hint(text: str) -> None:
    """What to do about it, below a warning."""
    encoding = sys.stderr.encoding or "utf-8"
    print("  " + one_line(text).encode(encoding, "replace").decode(encoding), file=sys.stderr)


def talk(args: Namespace, text: str) -> None:
    """A line beside the answer."""
    if not args.quiet:
        encoding = sys.stderr.encoding or "utf-8"
        print(clean(text).encode(encoding, "replace").decode(encoding), file=sys.stderr)


def styled(text: str, code: str) -> str:
    """With a terminal style, where stdout is a terminal that wants one."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return text if plain else f"\x1b[{code}m{text}\x1b[0m"


def say_styled(*parts: tuple[str, str] | str) -> None:
    """A line of pieces, each cleaned by itself and then given its style (an SGR code)."""
    encoding = sys.stdout.encoding or "utf-8"
    line = "".join(clean(p) if isinstance(p, str) else styled(clean(p[0]), p[1]) for p in parts)
    sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")


def place(path: str, line: int, heading: tuple[str, ...]) -> str:
    """`path:line` with the headings above."""
    where = f"{one_line(path)}:{line}"
    return f"{where}  § {one_line(' › '.join(heading))}" if heading else where


def quotation(n: int, where: str, quote: str, became: str = "") -> None:
    """A source of an answer, with what became of it since, and its words below."""
    say_styled((f"[{n}] ", "1"), (where, "2"), f"  {became}" if became else "")
    say_styled("    “", one_line(quote), "”")


def written_by(model: str | None) -> str:
    """Whose words an answer is in."""
    return f"written by {model}, checked" if model else "taken from the notes word for word"


def reason(r: Reason) -> str:
    """One reason in a few words: `words raft, leader 62 %`."""
    share = "" if r.kind == "filter" else f" {r.share:.0%}"  # it is met or it is not
    return f"{_WORDS[r.kind]} {one_line(r.label)}{share}".replace("  ", " ")


def progress(args: Namespace) -> Callable[[Progress], None]:
    """Draws a counting line on stderr, where that is a terminal."""
    if args.quiet or not sys.stderr.isatty():
        return lambda _: None
    words = {"scan": "Looking", "text": "Reading notes", "entities": "Recognising names", "vectors": "Understanding"}
    last = [0.0]

    def draw(p: Progress) -> None:
        import time

        now = time.monotonic()
        if p.done < p.total and now - last[0] < 0.1:
            return
        last[0] = now
        filled = 24 * p.done // p.total if p.total else 0
        bar = "█" * filled + "░" * (24 - filled)
        end = "\n" if p.total and p.done >= p.total else ""
        sys.stderr.write(f"\r\x1b[K{words[p.stage]} {bar} {p.done:,} / {p.total:,}{end}" if p.total else "")
        sys.stderr.flush()

    return draw
