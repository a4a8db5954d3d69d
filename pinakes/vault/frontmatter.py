"""Which properties does a note declare at its top, and where does its body begin?

YAML is read with its base loader: every scalar stays the text that the user typed, so that
`NO`, `0.90` and `2001-13-99` mean themselves. What YAML refuses is read line by line. The
body is never lost: in doubt there is no front matter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import yaml

from pinakes.model.files import Problem
from pinakes.vault.fence import CLOSING, MAX_CHARS, OPENING, fenced

_MAX_DEPTH = 16
_TAG_KEYS = frozenset({"tag", "tags"})
_HASHED = re.compile(r"#([^\s#,\[\]'\"]{1,128})")

_BLANK_LINES = re.compile(r"[ \t\r\n]{0,1000}")
_KEY_LINE = re.compile(r"(?:#[^\r\n]{0,200}[\r\n]{1,2}){0,4}[\"']?[^\W\d][\w .\-/]{0,80}[\"']?:(?=\s|\Z)")
_PLAIN_LINE = re.compile(
    r"([A-Za-z_][\w-]{0,63}):"
    r"(?: +(?:([A-Za-z0-9/][\w ./+()-]{0,512})|'([^'\\]{0,512})'|\"([^\"\\]{0,512})\"))?[ ]{0,16}\Z",
    re.ASCII,
)
_SUSPECT = re.compile(r"(?:^|[\s,\[{])[&*][^\s,\]}]|^[ ]{17}|- - - -", re.MULTILINE)

# Strings only, by the C parser where it is there.
_Loader: type[yaml.BaseLoader | yaml.CBaseLoader] = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class _RefusedError(Exception):
    """YAML that is allowed by its grammar and not by us."""


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """The properties of a note, and where what follows them begins."""

    properties: Mapping[str, object] = field(default_factory=dict)
    """Text, lists, or mappings of these; in the order of the note."""
    body_start: int = 0
    """0 where there is no front matter."""
    markdown_start: int = 0
    """`body_start`, or the end of a misplaced block of properties, whose lines are text but no markdown."""
    problems: tuple[Problem, ...] = ()


def split(path: str, text: str) -> FrontMatter:
    """Part the properties at the top of a note from its body. Never raises."""
    begin = 1 if text.startswith("\ufeff") else 0
    opening = OPENING.match(text, begin)
    if not opening:
        return _misplaced(path, text, begin)
    top = fenced(text)
    if not top:
        return _unclosed(path, text, opening.end())
    properties, problems = _read(path, text[top.start : top.end], first_line=2)
    if properties is None:
        return FrontMatter(problems=tuple(problems))
    end = top.body_start
    markdown_start = end
    second = _block(text, end)
    if second:
        more, _ = _read(path, text[second[0] : second[1]], first_line=1)
        if more:
            line = text.count("\n", 0, second[0])
            problems.append(Problem(path, "second front matter block; merge it with the first", line))
            properties = {**more, **properties}
            markdown_start = second[2]
    return FrontMatter(properties, end, markdown_start, tuple(problems))


def property_lines(text: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """(key, start, end) of each line of a front matter; nested lines belong to the key above them."""
    lines = []
    key = ""
    at = start
    for line in text[start:end].splitlines(keepends=True):
        name = _key_of(line)
        key = key if name is None else name
        if key:
            lines.append((key, at, at + len(line)))
        at += len(line)
    return lines


def _misplaced(path: str, text: str, begin: int) -> FrontMatter:
    """Properties below blank lines: other programs don't read them either, so they are shown as a mistake."""
    found = _block(text, begin)
    if not found or found[0] == begin:
        return FrontMatter()
    line = text.count("\n", 0, found[0])
    problem = Problem(path, "front matter has to start on the first line; remove the blank lines above it", line)
    return FrontMatter(markdown_start=found[2], problems=(problem,))


def _unclosed(path: str, text: str, start: int) -> FrontMatter:
    if not _KEY_LINE.match(text, start, start + 2000):
        return FrontMatter()  # a rule, then prose
    return FrontMatter(problems=(Problem(path, "front matter is not closed; end it with a line `---`", 1),))


def _block(text: str, begin: int) -> tuple[int, int, int] | None:
    """(start, end, after) of the properties in a `---` block below blank lines."""
    blank = _BLANK_LINES.match(text, begin)
    opening = OPENING.match(text, blank.end() if blank else begin)
    if not opening or not _KEY_LINE.match(text, opening.end(), opening.end() + 2000):
        return None
    closing = CLOSING.search(text, opening.end(), opening.end() + MAX_CHARS)
    if not closing or re.search(r"\n[ \t]{0,64}\r?\n", text[opening.end() : closing.start()]):
        return None
    return opening.end(), closing.start(), closing.end()


def _read(path: str, block: str, first_line: int) -> tuple[dict[str, object] | None, list[Problem]]:
    """The block's properties; None when it holds prose between two rules."""
    plain = _read_plain(block)
    if plain is not None:
        return plain, []
    try:
        _refuse_bombs(block)
        value = yaml.load(block, Loader=_Loader)  # noqa: S506 - the base loader makes strings only
        if value is None or value == "":
            return {}, []
        if isinstance(value, str):
            return None, []
        if not isinstance(value, dict):
            raise _RefusedError("front matter is not a list of `key: value`")
        return _with_links(path, value, block, first_line)
    except Exception as error:  # noqa: BLE001 - ValueError, RecursionError …: YAML raises more than YAMLError
        return _recover(block), [_problem(path, error, first_line)]


def _read_plain(block: str) -> dict[str, object] | None:
    """`key: word` lines, which most front matter consists of, read without YAML; None for all else."""
    properties: dict[str, object] = {}
    for line in block.splitlines():
        match = _PLAIN_LINE.match(line)
        if not match:
            return None
        properties[match[1]] = (match[2] or "").rstrip() or match[3] or match[4] or ""
    return properties


def _refuse_bombs(block: str) -> None:
    if not _SUSPECT.search(block) and block.count("[") + block.count("{") <= _MAX_DEPTH:
        return
    depth = 0
    for event in yaml.parse(block, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise _RefusedError("anchors and aliases are not read")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _MAX_DEPTH:
            raise _RefusedError(f"nested deeper than {_MAX_DEPTH}")


def _with_links(
    path: str, value: dict[str, object], block: str, first_line: int
) -> tuple[dict[str, object], list[Problem]]:
    properties = {str(key): _mend(item) for key, item in value.items()}
    problems = []
    if properties != value:
        line = block.count("\n", 0, max(0, block.find("[["))) + first_line
        problems.append(Problem(path, 'a link in a property needs quotes: "[[…]]"', line))
    for key in [key for key in properties if key.casefold() in _TAG_KEYS and _has_gap(properties[key])]:
        lines = [(start, block[start:end]) for name, start, end in property_lines(block, 0, len(block)) if name == key]
        found = [tag for _, line in lines for tag in _HASHED.findall(line)]
        if found:
            known = properties[key]
            properties[key] = [*(item for item in (known if isinstance(known, list) else ()) if item), *found]
            line_number = block.count("\n", 0, lines[0][0]) + first_line
            problems.append(Problem(path, "a tag in a property needs no #: YAML reads a comment there", line_number))
    return properties, problems


def _has_gap(value: object) -> bool:
    """Is it empty, or a list with something empty in it, as a comment leaves it?"""
    return value == "" or (isinstance(value, list) and "" in value)


def _mend(value: object) -> object:
    """An unquoted `[[Note]]` is to YAML a list in a list; it was meant as a link."""
    if isinstance(value, list):
        if len(value) == 1 and isinstance(value[0], list) and all(isinstance(part, str) for part in value[0]):
            return f"[[{', '.join(value[0])}]]" if value[0] else value
        return [_mend(item) for item in value]
    if isinstance(value, dict):
        return {str(key): _mend(item) for key, item in value.items()}
    return value


def _problem(path: str, error: Exception, first_line: int) -> Problem:
    mark = getattr(error, "problem_mark", None)
    line = first_line + mark.line if mark is not None else first_line - 1
    if isinstance(error, _RefusedError):
        why = str(error)
    else:
        why = str(getattr(error, "problem", None) or error.__class__.__name__)
    return Problem(path, f"invalid YAML in the front matter, read line by line: {why[:200]}", max(line, 1))


def _recover(block: str) -> dict[str, object]:
    """`key: value`, `key:` with `- item` lines, and `key: [a, b]`, whatever stands around them."""
    properties: dict[str, object] = {}
    key = ""
    for line in block.splitlines():
        stripped = line.strip()
        name = _key_of(line)
        if name is not None:
            key = name
            properties[key] = _value(line.partition(":")[2].strip())
        elif not stripped or stripped.startswith("#") or not key:
            continue
        elif stripped.startswith("- ") or stripped == "-":
            known = properties[key]
            items = known if isinstance(known, list) else [known] if known else []
            properties[key] = [*items, _unquote(stripped[1:].strip())] if len(items) < 1000 else items
        elif line[0] in " \t" and isinstance(known := properties[key], str):
            properties[key] = " ".join(part for part in (known.strip("|>"), stripped) if part)[:MAX_CHARS]
    return properties


def _key_of(line: str) -> str | None:
    """The key of a line `key: …` that is not indented."""
    key, colon, rest = line.partition(":")
    if not colon or not key or len(key) > 128 or key[0] in " \t#-[]{}," or (rest and not rest[0].isspace()):
        return None
    return _unquote(key.strip()) or None


def _value(text: str) -> object:
    if text.startswith("[") and text.endswith("]") and not text.startswith("[["):
        return [item for part in text[1:-1].split(",") if (item := _unquote(part.strip()))]
    return _unquote(text)


def _unquote(text: str) -> str:
    if len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text
