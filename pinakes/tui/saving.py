"""How does a search get a name? It is asked for, and where another search has it, asked once more."""

from __future__ import annotations

from textual.content import Content
from textual.screen import Screen

from pinakes.errors import PinakesError
from pinakes.library import Library
from pinakes.tui.background import beside, words
from pinakes.tui.dialogs import Confirm, Prompt
from pinakes.tui.text import flat


def ask_name(screen: Screen[None], library: Library, query: str, *, still: bool) -> None:
    """Ask for a name, and save the query by it. What can't be done is said where it was asked."""
    app = screen.app
    before: list[str] = []
    """What the name stood for, where it was another search."""

    def keep(name: str, *, replace: bool) -> str:
        try:
            library.save_search(name, query, replace=replace)
        except PinakesError as error:
            return words(error)
        return ""

    def refuse(name: str) -> str:
        taken = kept_as(library, name)
        before[:] = [taken] if taken not in (None, query) else []
        return "" if before else keep(name, replace=taken is not None)

    def named(name: str | None) -> None:
        if name is None:
            return
        if not before:
            app.notify(_saved(name), markup=False)
            return
        body = Content.assemble((f"- {flat(before[0])}\n", "$text-error"), (f"+ {flat(query)}", "$text-success"))
        app.push_screen(
            Confirm(f"{_at(name)} is saved already.", body, "replaces it"),
            lambda yes: beside(lambda: replaced(name)) if yes else None,
        )

    def replaced(name: str) -> None:
        why = keep(name, replace=True)
        app.call_from_thread(app.notify, why or _saved(name), markup=False)

    app.push_screen(Prompt("Save this search as", about=flat(query), refuse=refuse, still=still), named)


def _at(name: str) -> str:
    return f"@{flat(name.strip().removeprefix('@'))}"


def _saved(name: str) -> str:
    return f"Saved as {_at(name)}. ctrl+r lists all."


def kept_as(library: Library, name: str) -> str | None:
    """The query that is saved by this name; None where there is none."""
    try:
        return library.saved_search(name).query
    except PinakesError:
        return None
