"""What does a passage look like where it stands? Text round a place in a note, as Content."""

from __future__ import annotations

from textual.content import Content, Span

from pinakes.clean import clean
from pinakes.model.search import Hit
from pinakes.tui.markdown import properties_end
from pinakes.tui.rows import reason_words
from pinakes.tui.state import bar
from pinakes.tui.text import find_all, flat, lit_words

ROOM = 6 * 1024
"""Characters of a preview: what can be laid out between two key presses."""
BEFORE = 300
"""Characters of context before the passage."""

LIT = "bold $accent"
MUTED = "$foreground 60%"


def note_beginning(text: str) -> Content:
    """The beginning of a note that was not found but chosen."""
    return _styled(_whole_lines(text, properties_end(text), ROOM), ())


def round_passage(text: str, hit: Hit) -> Content:
    """The passage of a hit with what stands round it; only the passage where the note has changed since."""
    start, end = hit.start, hit.start + len(hit.text)
    words = lit_words(hit)
    if text[start:end] != hit.text:
        return _styled(hit.text[:ROOM], words)
    body = properties_end(text)
    if start < body < end and (not words or find_all(text[body:end], words)):
        start = body  # the properties are shown where the words stand in them, else they are in the way
    begin = max(_line_start(text, max(start - BEFORE, 0)), min(body, start))
    before = _styled(text[begin:start], ()).stylize_before(MUTED)
    passage = _styled(text[start : min(end, start + ROOM - (start - begin))], words)
    after = _whole_lines(text, end, max(ROOM - (end - begin), 0))
    return Content.assemble(before, passage, _styled(after, ()).stylize_before(MUTED))


def why_this(hit: Hit, width: int) -> Content:
    """The long form of a hit's reasons: a bar for each one's part."""
    parts: dict[str, float] = {}
    for reason in hit.reasons:
        said = reason_words(reason, hit.title)
        parts[said] = parts.get(said, 0.0) + reason.share
    ordered = sorted(parts.items(), key=lambda part: -part[1])
    lines = [Content(f"{bar(share, 8)}  {said}").truncate(width, ellipsis=True) for said, share in ordered]
    return Content("\n").join([Content.styled("why this note", "bold"), *lines])


def heading(hit: Hit) -> str:
    """The headings above a hit, outermost first."""
    return " › ".join(flat(part) for part in hit.heading)


def _styled(text: str, words: tuple[str, ...]) -> Content:
    spans = [Span(start, end, LIT) for start, end in find_all(text, words)]
    return Content(_same_length(text), spans + _heading_spans(text))


def _same_length(text: str) -> str:
    """Clean text, every character in its place: the spans count in the original."""
    return "".join(clean(character) or " " for character in text) if clean(text) != text else text


def _heading_spans(text: str) -> list[Span]:
    spans, at = [], 0
    for line in text.split("\n"):
        if line.startswith("#") and line.lstrip("#").startswith(" "):
            spans.append(Span(at, at + len(line), "bold"))
        at += len(line) + 1
    return spans


def _line_start(text: str, at: int) -> int:
    return text.rfind("\n", 0, at) + 1


def _whole_lines(text: str, start: int, room: int) -> str:
    part = text[start : start + room]
    if start + room >= len(text):
        return part
    return part[: part.rfind("\n") + 1] or part
