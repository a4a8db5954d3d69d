"""Which heading or block a link's part leads to."""

from __future__ import annotations

import pytest

from pinakes.vault.anchor import locate
from pinakes.vault.document import parse

NOTE = """# River
## Source
### Springs
Cold. ^cold-1
## Mouth
### Springs
Salt.
### R/V *Elsa* & crew (v2.0)
- item ^Li
## Source
"""


@pytest.mark.parametrize(
    ("sub", "line", "heading"),
    [
        ("Mouth", 5, ("River", "Mouth")),
        ("mouth", 5, ("River", "Mouth")),
        ("Springs", 3, ("River", "Source", "Springs")),
        ("Mouth#Springs", 6, ("River", "Mouth", "Springs")),
        ("River#Springs", 3, ("River", "Source", "Springs")),
        ("R V Elsa & crew v2.0", 8, ("River", "Mouth", "R/V Elsa & crew (v2.0)")),
        ("^cold-1", 4, ()),
        ("^COLD-1", 4, ()),
        ("^li", 9, ()),
        ("rv-elsa--crew-v20", 8, ("R/V Elsa & crew (v2.0)",)),
        ("springs-1", 6, ("Springs",)),
    ],
)
def test_a_part_leads_to(sub: str, line: int, heading: tuple[str, ...]) -> None:
    note = parse("n.md", NOTE)
    found = locate(sub, note.headings, note.blocks)
    assert found is not None
    assert (found.line, found.heading) == (line, heading)


@pytest.mark.parametrize("sub", ["Springs#Mouth", "Gone", "^gone", "", "#", "spring", "springs-2"])
def test_a_part_that_is_not_there_leads_nowhere(sub: str) -> None:
    note = parse("n.md", NOTE)
    assert locate(sub, note.headings, note.blocks) is None
