"""A number of the board stands in one place: changed there, the rules and rulings say the new one in every language."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee.language import LANGUAGES
from referee.rulebook import BOOKS, RULINGS

PRINT = """
import importlib.util, json, sys
game, line, changed = sys.argv[1:]
name = f"referee.games.{game}.board"
path = importlib.util.find_spec("referee").submodule_search_locations[0] + f"/games/{game}/board.py"
source = open(path, encoding="utf-8").read()
assert source.count(line) == 1, line
module = importlib.util.module_from_spec(importlib.util.spec_from_file_location(name, path))
sys.modules[name] = module
exec(compile(source.replace(line, changed), path, "exec"), module.__dict__)
from referee.engine import put_in
from referee.language import READERS
from referee.rulebook import BOOKS, RULINGS
told = {}
for language, reader in READERS.items():
    say = reader.catalog.gettext
    for book in BOOKS.values():
        for rule in book.rules:
            told[f"{language} {rule.id}"] = put_in(reader.catalog.pgettext(rule.id, rule.text), rule.facts)
    for ruling in RULINGS:
        texts = (ruling.question, ruling.italian, ruling.polish, ruling.applied)
        told[f"{language} {ruling.id}"] = " ".join(put_in(say(text), ruling.facts) for text in texts)
print(json.dumps(told))
"""
"""Prints every text in every language as it would be with one line of a game's board changed."""


def told(game: str, line: str, changed: str) -> dict[str, str]:
    """Return every rule and ruling, by language and id, with `line` of the board of `game` as `changed`."""
    done = subprocess.run(
        [sys.executable, "-c", PRINT, game, line, changed], capture_output=True, text=True, check=True
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize(
    ("game", "constant", "where"),
    [
        ("alchemicus", "HAND_LIMIT", "AL-HAND-LIMIT NO-MONEY E-8"),
        ("alchemicus", "BUILDING_LIMIT", "AL-BUILD-LIMIT AL-BUILD-SAME E-3"),
        ("alchemicus", "STANDARD_TARGET", "AL-LAST-ROUND AL-WIN E-30 E-31"),
        ("alchemicus", "GIFT_CARDS", "AL-GIFT"),
        ("alchemicus", "CLEARING_ANYWHERE", "GR-INFAMIA-OFF"),
        ("homunculus", "HAND_LIMIT", "HO-HAND HO-ARM HO-LEG E-19 E-60"),
        ("homunculus", "FINISH_BONUS", "HO-SCORE-FINISH"),
        ("fata_morgana", "MOST_INGREDIENTS", "FM-CREATE"),
        ("fata_morgana", "ROUNDS", "FM-END-12"),
        ("fata_morgana", "HAND", "FM-SETUP"),
    ],
)
def test_a_changed_number_is_told_everywhere(game: str, constant: str, where: str) -> None:
    board = Path(f"referee/games/{game}/board.py").read_text(encoding="utf-8")
    line, begin, number = re.findall(rf"^(({constant}(?:: Final)? = )(\d+))$", board, re.MULTILINE)[0]
    before = told(game, f"\n{line}\n", f"\n{line}\n")
    after = told(game, f"\n{line}\n", f"\n{begin}77\n")
    changed = {key for key in before if before[key] != after[key]}
    assert changed >= {f"{language} {id}" for language in LANGUAGES for id in where.split()}
    for key in changed:
        assert "77" in after[key]
        assert number in before[key]


def test_a_fact_is_in_every_translation_or_in_none() -> None:
    for facts, texts in (
        *((rule.facts, rule.text + rule.example) for book in BOOKS.values() for rule in book.rules),
        *((r.facts, r.question + r.italian + r.polish + r.applied) for r in RULINGS),
    ):
        assert [name for name in facts if f"%({name})s" not in texts and name not in SPARE] == []


SPARE = {"homunculus", "spiritus"}
"""Cards that cost what the Golem costs, told together with it."""
