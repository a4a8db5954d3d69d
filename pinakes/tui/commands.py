"""What does the palette offer? The commands of the app, and the notes by their titles."""

from __future__ import annotations

from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from pinakes.model.view import NoteSummary
from pinakes.tui.frame import PinakesScreen
from pinakes.tui.text import flat

COMMANDS: tuple[tuple[str, str, str], ...] = (
    ("Search notes", "Find passages as you type · F2", "app.show('search')"),
    ("Show saved searches and history", "Run, filter, remove · ctrl+r", "screen.kept"),
    ("Save this search", "By a name · s", "screen.save"),
    ("Bridge two notes", "Chains between notes and names, with the sentences · F3", "app.show('bridges')"),
    ("Show the bridges of this note", "Between two marked notes, or around this one · b", "screen.bridges"),
    ("Mark this note", "Two marks and b: how they are joined · m", "screen.mark"),
    ("Ask your notes", "An answer with its sources · F4", "app.show('ask')"),
    ("Ask what stands in the query line", "a", "app.ask_query"),
    ("Show the answers given before", "And which of their sources have changed · ctrl+r", "screen.answers"),
    ("Save this answer", "It stays until it is forgotten by name · s", "screen.save_answer"),
    ("Ask again without the model", "Sentences of the notes, word for word · w", "screen.word_for_word"),
    ("Begin a new question", "That follows on nothing · n", "screen.new_talk"),
    ("Show the note", "The note that was read last · F5", "app.show('note')"),
    (
        "Show what is around this note",
        "Outline, links, properties; backlinks, mentions, related, broken · o",
        "screen.panes",
    ),
    ("Go forward", "To the note that was left by going back · alt+right", "screen.forward"),
    ("Write a new note", "Titled by the query; shown before it is written · n", "screen.new"),
    ("Check the vault", "Broken links, orphans, duplicates, messages · F6", "app.show('health')"),
    ("Review names that may be one", "Merge them, or keep them apart", "app.review_names"),
    ("Copy a report of the vault", "Plain text · c", "screen.report"),
    ("Read all notes again", "The index alone is written · R", "screen.reread"),
    ("Change settings", "Saved as you go, used at once · F7", "app.show('settings')"),
    ("Edit in your editor", "At the line that is chosen · ctrl+e", "screen.edit"),
    ("Copy place or answer", "path:line, or the answer's text · y", "screen.copy"),
    ("Copy the command line", "That gives what this screen shows · C", "screen.command_line"),
    ("Show or hide the preview", "The passage in its note · ctrl+o", "screen.preview"),
    ("Show why this note", "All reasons · w", "screen.why"),
    ("Search words as typed", "No other spelling is tried, or again · ctrl+t", "screen.exact"),
    ("Choose another vault", "Where your notes are", "app.choose_vault"),
    ("Change the theme", "Dark, light, high contrast, without colour", "app.change_theme"),
    ("Show the keys", "All keys of this screen · F1", "app.help"),
    ("Quit Pinakes", "ctrl+q", "app.quit"),
)
"""Name, help and key, action."""


class PinakesCommands(Provider):
    """The app's own commands."""

    async def discover(self) -> Hits:
        for name, about, action in COMMANDS:
            if self._possible(action):
                yield DiscoveryHit(name, partial(self.app.run_action, action, self.screen), help=about)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, about, action in COMMANDS:
            score = matcher.match(name)
            if score > 0 and self._possible(action):
                run = partial(self.app.run_action, action, self.screen)
                yield Hit(score, matcher.highlight(name), run, help=about)

    def _possible(self, action: str) -> bool:
        room, _, name = action.partition(".")
        return room == "app" or hasattr(self.screen, f"action_{name}")


class NoteCommands(Provider):
    """Notes by title. The list is the app's: the palette reads nothing when it opens."""

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        notes: tuple[NoteSummary, ...] = getattr(self.app, "titles", ())
        for note in notes:
            title = flat(note.title)
            score = matcher.match(title)
            if score > 0:
                run = partial(self.app.post_message, PinakesScreen.NoteWanted(note.path))
                # The palette reads `help` as markup, so the path goes where Content is taken as it is.
                shown = Content.assemble(title, "\n", (flat(note.path), "dim not bold"))
                yield Hit(score, shown, run, text=title)
