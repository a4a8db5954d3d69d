"""What can be set, in plain words? Each line of each section, with its value now and its key in config.toml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from rich.cells import cell_len

import pinakes
from pinakes.answer.found import FoundModel
from pinakes.config import DIALECTS, USES, Config
from pinakes.tui.keymap import KeyName
from pinakes.tui.rows import Line, Row
from pinakes.tui.text import cut_left, fit, flat

Kind = Literal["switch", "choice", "number", "text", "list", "vault", "model", "key", "act", "fact"]
SECTIONS = (
    ("vaults", "Vaults"),
    ("search", "Search"),
    ("names", "Names"),
    ("answers", "Answers"),
    ("look", "Look"),
    ("privacy", "Privacy"),
    ("keys", "Keys"),
    ("about", "About"),
)
THEMES = ("textual-dark", "textual-light", "pinakes-contrast", "pinakes-mono")
"""Dark, light, high contrast, without colour; Textual's others come behind."""


class Setting(NamedTuple):
    """One line."""

    kind: Kind
    words: str
    value: str
    about: str
    section: str = ""
    """Table of config.toml; empty for what is in none, or in no file."""
    key: str = ""
    choices: tuple[str, ...] = ()
    at: str = ""
    """What the line stands for, where that is not a key: a path, a name of a binding, an act."""


class Known(NamedTuple):
    """What was found on this machine."""

    vaults: tuple[Path, ...] = ()
    models: tuple[FoundModel, ...] = ()
    keys: tuple[KeyName, ...] = ()
    themes: tuple[str, ...] = ()
    model: str = ""
    meaning: str = ""


def lines(section: str, config: Config, known: Known) -> list[Setting]:
    """The lines of a section."""
    return {
        "vaults": _vaults,
        "search": _search,
        "names": _names,
        "answers": _answers,
        "look": _look,
        "privacy": _privacy,
        "keys": _keys,
        "about": _about,
    }[section](config, known)


def _vaults(config: Config, known: Known) -> list[Setting]:
    here = config.vault_dir.absolute() if config.vault_dir is not None else None
    paths = list(dict.fromkeys([*([here] if here else []), *known.vaults]))
    found = [
        Setting("vault", str(path), "● open" if path == here else "enter opens it", "", at=str(path)) for path in paths
    ]
    vault = config.vault
    return [
        *found,
        Setting("act", "Another folder …", "", "Looks for folders of notes, or takes any that you type", at="vault"),
        Setting("list", "Leave out", ", ".join(vault.ignore) or "nothing",
                "Patterns as in .gitignore, with commas between; besides those in .pinakesignore", "vault", "ignore"),
        Setting("choice", "Written with", vault.dialect or "found out by itself",
                "How links, tags and titles are written", "vault", "dialect", ("", *DIALECTS)),
        Setting("number", "Longest note, in bytes", f"{vault.max_note_bytes:,}", "A longer one is reported, not read",
                "vault", "max_note_bytes"),
    ]  # fmt: skip


def _search(config: Config, known: Known) -> list[Setting]:
    search, meaning = config.search, config.meaning
    return [
        Setting("switch", "Rank by links, tags and names too", _on(search.graph),
                "Off: by words alone", "search", "graph"),
        Setting("number", "Hits of a search on the command line", str(search.limit),
                "This window shows up to 50", "search", "limit"),
        Setting("choice", "Find notes that say it in other words", meaning.use,
                known.meaning or "auto: where the encoder is installed, but not on battery",
                "meaning", "use", tuple(USES)),
    ]  # fmt: skip


def _names(config: Config, known: Known) -> list[Setting]:
    return [
        Setting("switch", "Recognise people, places and things", _on(config.entities.ner),
                "With spaCy, where it is installed; titles and capitalised names are found without it",
                "entities", "ner"),
        Setting("act", "Names that may be one …", "", "Merge them or keep them apart, in Health", at="names"),
    ]  # fmt: skip


def _answers(config: Config, known: Known) -> list[Setting]:
    answer = config.answer
    unset = answer.model is None
    state = "● chosen" if unset else "enter takes it"
    models = [Setting("model", "The one that `pinakes setup` puts together", state, known.model, "answer", "model")]
    for model in known.models:
        chosen = not unset and answer.model is not None and answer.model.absolute() == model.path
        models.append(
            Setting("model", model.path.name, "● chosen" if chosen else "enter takes it",
                    f"{model.size / 1e6:,.0f} MB · {_judged(model)} · {model.path.parent}",
                    "answer", "model", at=str(model.path))
        )  # fmt: skip
    return [
        *models,
        Setting("text", "Another .gguf file …", "", "Its path; Pinakes downloads nothing", "answer", "model"),
        Setting("number", "Room for prompt and answer, in tokens", f"{answer.context_tokens:,}",
                "More takes more memory and time", "answer", "context_tokens"),
        Setting("number", "Longest answer, in tokens", f"{answer.max_answer_tokens:,}", "", "answer",
                "max_answer_tokens"),
        Setting("number", "Threads", str(answer.threads) if answer.threads else "one is left free",
                "0: prompts are read by all of them", "answer", "threads"),
        Setting("number", "Seconds until an answer is stopped", f"{answer.deadline_s:g}",
                "Then the notes' own sentences are shown", "answer", "deadline_s"),
        Setting("number", "Seconds until the model leaves memory", f"{answer.keep_warm_s:g}",
                "After its last answer; the next one has to load it again", "answer", "keep_warm_s"),
    ]  # fmt: skip


def _judged(model: FoundModel) -> str:
    """Whether it can answer here, and how quick it was."""
    if model.problem:
        return f"⚠ {model.problem}"
    quick = model.known.speed if model.known else None
    words = [model.described.quantisation] if model.described else []
    words.append("fits in memory" if model.fits else "⚠ more than the memory that is free now")
    if quick:
        words.append(f"{quick.reading:.0f} tokens a second read, {quick.writing:.0f} written")
    return " · ".join(words)


def _look(config: Config, known: Known) -> list[Setting]:
    themes = (*THEMES, *(theme for theme in known.themes if theme not in THEMES))
    return [
        Setting("choice", "Colours", config.look.theme, "Dark, light, high contrast, without colour, and others",
                "look", "theme", themes),
        Setting("switch", "Marks and lines in ASCII", _on(config.look.ascii),
                "For terminals and fonts that lack them: > * o x ! in place of ▌ ▪ ◆ ✗ ⚠", "look", "ascii"),
        Setting("text", "Editor", config.look.editor or "$VISUAL, else $EDITOR", "A command; it is opened at the line",
                "look", "editor"),
    ]  # fmt: skip


def _privacy(config: Config, known: Known) -> list[Setting]:
    return [
        Setting("fact", "Nothing leaves this machine", "✓", "Pinakes opens no connection, and sends nothing"),
        Setting("switch", "Remember what was searched for", _on(config.search.history),
                "In a file of its own on this machine", "search", "history"),
        Setting("act", "Forget what was searched for …", "", "Saved searches stay", at="forget"),
        Setting("switch", "Remember the answers that were given", _on(config.answer.history),
                "In the same file; for follow-ups, and to see what has changed since", "answer", "history"),
        Setting("fact", "Index and saved searches", str(config.data_dir), "Readable by you only; never in the vault"),
    ]  # fmt: skip


def _keys(config: Config, known: Known) -> list[Setting]:
    changed = dict(config.keys)
    return [
        Setting("key", key.does, key.shown, f"{key.where}{' · changed' if key.id in changed else ''}",
                "keys", key.id, at=key.keys)
        for key in known.keys
    ]  # fmt: skip


def _about(config: Config, known: Known) -> list[Setting]:
    return [
        Setting("fact", "Pinakes", pinakes.__version__, "Your notes, searched and joined up, on this machine only"),
        Setting("fact", "Settings", str(config.config_file), "Changes made in the file hold from the next start"),
        Setting(
            "fact", "Log", str(config.data_dir / "tui.log"), "What libraries said; reports of crashes lie beside it"
        ),
        Setting("act", "All keys …", "F1", "Type there to find one", at="help"),
    ]


def _on(value: bool) -> str:
    return "● on" if value else "○ off"


def section_rows(sections: Sequence[tuple[str, str]]) -> list[Row]:
    """The names of the sections."""

    def draw(name: str) -> Row:
        return Row("", name, 0, lambda width: [fit([(name, "title")], width)])

    return [draw(name) for _, name in sections]


def setting_rows(settings: Iterable[Setting]) -> list[Row]:
    """A line and what it is about, the value at the right."""
    return [_row(setting) for setting in settings]


def _row(setting: Setting) -> Row:
    def draw(width: int) -> list[Line]:
        said, value = flat(setting.words), flat(setting.value)
        value = cut_left(value, max(width - cell_len(said) - 2, width // 3))
        words = fit([(said, "title")], width - cell_len(value) - 2)
        left = words[0][0] if words else ""
        gap = " " * max(width - cell_len(left) - cell_len(value), 1)
        return [
            [(left, "title"), (gap, "text"), (value, "lit" if setting.kind != "fact" else "text")],
            fit([("  ", "text"), (flat(setting.about), "why")], width),
        ]

    return Row(setting.at, f"{setting.section}.{setting.key}.{setting.words}", 0, draw)
