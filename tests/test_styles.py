"""What style sheets keep to, so that a phone has little work with them and what packs them changes no meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STYLES = sorted([*ROOT.glob("static/css/*.css"), *ROOT.glob("templates/*/style.css")])
OF_TABLES = [path for path in STYLES if path.name not in ("desks.css", "played.css", "rules.css", "room.css")]
"""Those that a phone has at a table; the others belong to pages that do not change."""
CHANGING = ("data-stage", "data-ring-for", "data-untapped", "data-offered-here")
"""Attributes of a table's page that change with nearly every entry."""


def without_comments(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)


def parts(selector: str, between: str) -> list[str]:
    """Return what stands between these characters where no bracket is open."""
    found, depth = [""], 0
    for character in selector:
        depth += (character in "([") - (character in ")]")
        if character in between and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found if part.strip()]


def selectors(path: Path) -> Iterator[str]:
    for listed in re.findall(r"([^{};]+)\{", without_comments(path)):
        if not listed.strip().startswith("@"):
            yield from parts(listed, ",")


@pytest.mark.parametrize("path", OF_TABLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_rule_that_goes_by_what_changes_names_what_it_styles(path: Path) -> None:
    """One that ends in `> *` or `> :not(…)` has a browser look at every element of the page whenever anything inside
    comes or goes."""
    for selector in selectors(path):
        *asked, styled = parts(selector, " >~+")
        if styled.startswith("::"):
            continue
        if ".room" not in selector and any(word in each for each in asked for word in (":has(", *CHANGING)):
            assert re.match(r"[\w.#\[]|:is\(", styled), selector


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_selector_within_a_container_query_loses_its_space(path: Path) -> None:
    """What packs the files takes ` :` there for the colon of a declaration, and `.a :is(.b)` for `.a:is(.b)`."""
    for block in re.findall(r"@container[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}", without_comments(path)):
        for listed in re.findall(r"([^{}]+)\{", block):
            assert not re.search(r"[\w)\]] :", listed), listed
