"""What is said of a search: how its words were taken, how much there is, and what to do where there is nothing?"""

from __future__ import annotations

from textual.content import Content

from pinakes.model.search import Rung, SearchResult
from pinakes.tui.state import VaultState, count
from pinakes.tui.text import flat

WARNING = "$text-warning"
_RUNGS: dict[Rung, str] = {
    "content-terms": "Small words are left out: no passage has them all.",
    "any-term": "No passage has every word; those with some of them are shown.",
    "substring": "Found inside longer words.",
    "graph": "No note has these words; these are joined to what is nearest to them.",
}


def taken(result: SearchResult | None, *, exact: bool) -> Content:
    """How the query was taken, where that is not plain from the query itself; a line each."""
    lines: list[Content] = []
    if result is not None:
        lines += [Content.styled(flat(note), WARNING) for note in result.notes]
        if result.corrected:
            said = ", ".join(f"“{flat(used)}” for “{flat(typed)}”" for typed, used in result.corrected.items())
            lines.append(Content(f"Searched {said}.   t: as typed"))
        elif result.rung in _RUNGS:
            lines.append(Content(_RUNGS[result.rung]))
        if exact:
            lines.append(Content("Words exactly as typed.   t: other spellings too"))
    return Content("\n").join(lines)


def counted(result: SearchResult, *, still: bool) -> str:
    """How much was found, and how fast."""
    shown = f"{'first ' if result.more else ''}{count(len(result.hits), 'passage')}"
    took = "" if still else f"{result.took_ms} ms"
    return " · ".join(filter(None, (count(result.notes_shown, "note"), shown, result.total_said, took)))


def no_hit(question: str, result: SearchResult | None, vault: VaultState) -> list[str]:
    """Where a query finds nothing."""
    if result is not None and result.understood:
        lines = [f"No note meets “{question}”.", "x drops the last condition; a click on one drops that one."]
    else:
        lines = [f"No note has “{question}”.", "Fewer words find more."]
    if vault.progress is not None:
        lines.insert(1, "Not everything has been read yet; the search runs again by itself.")
    lines.append("esc, then n: a new note with this title. F4 asks the notes, F1 lists the keys.")
    return lines


def no_note(vault: VaultState) -> list[str]:
    """Where there is no note to show."""
    if vault.trouble:
        return [vault.trouble]
    progress = vault.progress
    if progress is not None and progress.total:
        return [
            f"Reading your notes: {progress.done:,} of {progress.total:,}.",
            "What has been read can be searched already.",
        ]
    if not vault.synced:
        return ["Looking for notes …"]
    return ["There are no notes in this folder yet.", "Pinakes reads files that end in .md, and takes up new ones."]
