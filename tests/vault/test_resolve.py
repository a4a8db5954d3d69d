"""Where links lead: the rules, as a table over a small vault."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinakes.vault.document import parse
from pinakes.vault.naming import link_key
from pinakes.vault.resolve import Candidate, NameKey, Resolution, lookup_keys, name_keys, resolve

NFD_CAFE = "Cafe\u0301.md"
VAULT = {
    "Start.md": "",
    "Tea.md": "",
    "Garden/Roses.md": "",
    "Garden/Tea.md": "",
    "Garden/Beds/North.md": "",
    "Garden/Beds/Tea.md": "",
    "Old/Roses.md": "",
    "Old/Big Plan.md": "---\naliases: [Former Plan, Tea, a/b]\n---\n",
    "Old/z5mj.md": "---\ntitle: Tide pools\n---\n",
    "Old/k2.md": "---\ntitle: Former Plan\n---\n",
    "Log/3.5 Notes.md": "",
    "Old/202401021530 Storm.md": "",
    "Tools/C++.md": "",
    "Tools/not-todo.md": "",
    "Tools/50% Off.md": "",
    "Guides/index.md": "",
    "Guides/README.md": "",
    "Guides/one.md": "",
    "Case.md": "",
    "case.md": "",
    NFD_CAFE: "",
    "🗂️ Box.md": "",
    "Files/map.png": "",
    "Files/Roses.png": "",
    "Garden/map.png": "",
}


def looked_up(files: Mapping[str, str]) -> tuple[Callable[[str], Sequence[Candidate]], frozenset[str]]:
    index: dict[str, list[Candidate]] = {}
    for path, text in files.items():
        if path.endswith(".md"):
            note = parse(path, text)
            for key in name_keys(path, note.title, note.aliases):
                index.setdefault(key.key, []).append(Candidate(path, key.kind))
    return lambda key: index.get(key, ()), frozenset(path for path in files if not path.endswith(".md"))


def follow(source: str, text: str, files: Mapping[str, str] = VAULT) -> list[Resolution]:
    candidates, attachments = looked_up(files)
    return [resolve(link, source, candidates, attachments) for link in parse(source, text).links]


@pytest.mark.parametrize(
    ("source", "link", "path", "via", "ambiguous"),
    [
        # a full path wins; written elsewhere than at the root, another may have been meant
        ("Start.md", "[[Tea]]", "Tea.md", "path", False),
        ("Garden/Roses.md", "[[Tea]]", "Tea.md", "path", True),
        ("Start.md", "[[Garden/Roses]]", "Garden/Roses.md", "path", False),
        # then a file of that name: the source's folder and below it, then the shortest path
        ("Garden/Tea.md", "[[Roses]]", "Garden/Roses.md", "name", True),
        ("Garden/Beds/North.md", "[[Roses]]", "Old/Roses.md", "name", True),
        ("Start.md", "[[Roses]]", "Old/Roses.md", "name", True),
        ("Garden/Tea.md", "[[roses]]", "Garden/Roses.md", "name", True),
        ("Start.md", "[[Beds/Tea]]", "Garden/Beds/Tea.md", "name", False),
        ("Start.md", "[[ds/Tea]]", None, "", False),
        # slashes and dots
        ("Garden/Roses.md", "[[/Tea]]", "Tea.md", "path", False),
        ("Start.md", "[[/Beds/Tea]]", None, "", False),
        ("Garden/Roses.md", "[[./Tea]]", "Garden/Tea.md", "path", False),
        ("Garden/Roses.md", "[[../Start]]", "Start.md", "path", False),
        ("Garden/Beds/Tea.md", "[[../../Old/Roses]]", "Old/Roses.md", "path", False),
        ("Start.md", "[[../Start]]", None, "", False),
        ("Garden/Roses.md", "[[../../Start]]", None, "", False),
        # names are literal
        ("Start.md", "[[Tea.md]]", "Tea.md", "path", False),
        ("Start.md", "[[3.5 Notes]]", "Log/3.5 Notes.md", "name", False),
        ("Start.md", "[[C++]]", "Tools/C++.md", "name", False),
        ("Start.md", "[[todo]]", None, "", False),
        ("Start.md", "[[not]]", None, "", False),
        ("Start.md", "[[50% Off]]", "Tools/50% Off.md", "name", False),
        ("Start.md", "[[Big%20Plan]]", "Old/Big Plan.md", "decoded", False),
        ("Start.md", "[[Caf\u00e9]]", NFD_CAFE, "path", False),
        ("Start.md", "[[🗂️ Box]]", "🗂️ Box.md", "path", False),
        ("Start.md", "[[Case]]", "Case.md", "path", False),
        ("Start.md", "[[case]]", "case.md", "path", False),
        # an alias after every file name, a title after every alias, a folder last
        ("Start.md", "[[Former Plan]]", "Old/Big Plan.md", "alias", False),
        ("Start.md", "[[a/b]]", "Old/Big Plan.md", "alias", False),
        ("Start.md", "[[b]]", None, "", False),
        ("Start.md", "[[tide pools]]", "Old/z5mj.md", "title", False),
        ("Start.md", "[[z5mj]]", "Old/z5mj.md", "name", False),
        ("Start.md", "[[Guides]]", "Guides/index.md", "folder", False),
        ("Start.md", "[d](Guides/)", "Guides/index.md", "folder", False),
        # last a number that a file's name begins with
        ("Start.md", "[[202401021530]]", "Old/202401021530 Storm.md", "id", False),
        ("Start.md", "[[2024010215]]", None, "", False),
        # attachments by their whole name
        ("Start.md", "![[map.png|300]]", "Files/map.png", "name", True),
        ("Garden/Tea.md", "![[map.png]]", "Garden/map.png", "name", True),
        ("Start.md", "[[Roses.png]]", "Files/Roses.png", "name", False),
        ("Start.md", "[[map]]", None, "", False),
        ("Start.md", "![x|200](Files/map.png)", "Files/map.png", "path", False),
        # markdown links begin beside their note, then at the root, then anywhere
        ("Garden/Roses.md", "[t](Tea.md)", "Garden/Tea.md", "path", False),
        ("Garden/Roses.md", "[t](Old/Roses)", "Old/Roses.md", "path", False),
        ("Garden/Roses.md", "[t](/Tea.md)", "Tea.md", "path", False),
        ("Garden/Roses.md", "[t](../Old/Big%20Plan.md#Goals)", "Old/Big Plan.md", "path", False),
        ("Start.md", "[t](<Old/Big Plan.md>)", "Old/Big Plan.md", "path", False),
        ("Start.md", "[t](z5mj.md)", "Old/z5mj.md", "name", False),
        ("Start.md", "[t](%2e%2e/%2e%2e/etc/passwd)", None, "", False),
        # the note itself
        ("Start.md", "[[#Part]]", "Start.md", "self", False),
        ("Start.md", "[p](#Part)", "Start.md", "self", False),
        ("Start.md", "[[Start]]", "Start.md", "path", False),
        # not in this vault
        ("Start.md", "[[Nowhere]]", None, "", False),
        ("Start.md", "<https://example.org/Tea>", None, "", False),
        ("Start.md", "---\nup: [[Tea]]\n---\n", "Tea.md", "path", False),
    ],
)
def test_a_link_leads(source: str, link: str, path: str | None, via: str, ambiguous: bool) -> None:
    (found,) = follow(source, link)
    assert (found.path, found.via, found.ambiguous) == (path, via, ambiguous)
    assert found.self_link == (path == source)


def test_keys_name_a_note_by_file_alias_title_and_folder() -> None:
    assert name_keys("A/Index.md", "Über uns", ["Wir", "index"]) == (
        NameKey("index", "path", "Index"),
        NameKey("a", "folder", "A"),
        NameKey("wir", "alias", "Wir"),
        NameKey("über uns", "title", "Über uns"),
    )


@pytest.mark.parametrize(
    ("target", "key"),
    [
        ("Note", "note"),
        ("a/B.md", "b"),
        ("a/b.MARKDOWN", "b"),
        ("Docs/", "docs"),
        ("Straße", "strasse"),
        ("Cafe\u0301", "caf\u00e9"),
        ("2.4 Release", "2.4 release"),
        (".md", ".md"),
        ("", ""),
    ],
)
def test_the_key_of_a_target_is_its_last_segment_folded(target: str, key: str) -> None:
    assert link_key(target) == key


@given(st.text(alphabet=st.sampled_from(list("./\\%2eTGa ~\x00é|#")), max_size=24), st.booleans())
def test_no_link_leads_out_of_the_vault(target: str, markdown: bool) -> None:
    text = f"[x](<{target}>)" if markdown else f"[[{target}]]"
    for source in ("Start.md", "Garden/Beds/North.md"):
        for found in follow(source, text):
            assert found.path is None or found.path in VAULT


@given(
    st.sampled_from(sorted(VAULT)), st.sampled_from(["", "./", "../", "/"]), st.sampled_from(["Start.md", "Old/k2.md"])
)
def test_resolve_asks_for_no_key_that_lookup_keys_leaves_out(target: str, prefix: str, source: str) -> None:
    candidates, attachments = looked_up(VAULT)
    for link in parse(source, f"[[{prefix}{target}]]").links:
        asked: list[str] = []

        def ask(key: str, asked: list[str] = asked) -> Sequence[Candidate]:
            asked.append(key)
            return candidates(key)

        resolve(link, source, ask, attachments)
        assert set(asked) <= set(lookup_keys(link))


# ── the shared table ─────────────────────────────────────────────────────────────────────

SHARED = Path(os.environ.get("PINAKES_SHARED") or Path(__file__).parents[2] / ".." / "shared")
CASES = SHARED / "links" / "link_cases.json"
AT_LEAST = 0.96
"""Two rows contradict the rest of the table about `ambiguous`; one differs by the kind of vault."""


@pytest.mark.skipif(not CASES.exists(), reason="the shared link table is not on this machine")
def test_the_shared_table_of_ordinary_notes_holds() -> None:
    table = json.loads(CASES.read_text("utf-8"))
    rows = [case for case in table["cases"] if case["fixture"] in ("obs", "obs2")]
    wrong = [case["id"] for case in rows if not agrees(case, table["fixtures"][case["fixture"]])]
    assert 1 - len(wrong) / len(rows) >= AT_LEAST, wrong


def agrees(case: Mapping[str, str], files: Mapping[str, str]) -> bool:
    expected = str(case["expect"]["pinakes"])  # type: ignore[index]
    found = follow(case["source"], case["link"], files)
    kinds = [link.kind for link in parse(case["source"], case["link"]).links]
    got = ["external" if kind == "external" else item.path or "∅" for kind, item in zip(kinds, found, strict=True)]
    wanted = [re.split(r"#| \(| label=| https:", part)[0] for part in expected.split(" + ")]
    ambiguous = any(item.ambiguous for item in found)
    return (got or ["no link"]) == wanted and ambiguous == ("ambiguous=true" in expected)
