"""What of a note does its reader never see? Comments and invisible characters: kept from the model, never quoted."""

from __future__ import annotations

import re

_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f"  # controls
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"  # zero-width, bidirectional overrides, tags
)
_COMMENTS = {"<!--": "-->", "%%": "%%"}
_NOT_A_LINE_END = re.compile(r"[^\r\n]")


def comment_spans(text: str) -> list[tuple[int, int]]:
    """Where HTML comments and `%%` comments stand. One that is never closed runs to the end, as it does on screen."""
    spans: list[tuple[int, int]] = []
    ahead = {mark: text.find(mark) for mark in _COMMENTS}
    while any(at >= 0 for at in ahead.values()):
        start, mark = min((at, mark) for mark, at in ahead.items() if at >= 0)
        close = _COMMENTS[mark]
        end = text.find(close, start + len(mark))
        if end < 0 and mark == "%%":
            ahead[mark] = -1  # a lone "%%" is a pair of per cent signs
            continue
        past = len(text) if end < 0 else end + len(close)
        spans.append((start, past))
        ahead = {m: text.find(m, past) if 0 <= at < past else at for m, at in ahead.items()}
    return spans


def blanked(text: str) -> str:
    """The text with blanks for comments: as long as before, line ends where they were."""
    kept: list[str] = []
    at = 0
    for start, end in comment_spans(text):
        kept += [text[at:start], _NOT_A_LINE_END.sub(" ", text[start:end])]
        at = end
    return "".join([*kept, text[at:]])


def strip(text: str) -> str:
    """The text as its reader sees it: no comments, no invisible characters."""
    kept: list[str] = []
    at = 0
    for start, end in comment_spans(text):
        kept.append(text[at:start])
        at = end
    kept.append(text[at:])
    return _INVISIBLE.sub("", "".join(kept))


def has_hidden(text: str) -> bool:
    """True where `strip` would take something away."""
    return bool(comment_spans(text) or _INVISIBLE.search(text))
