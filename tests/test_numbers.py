"""Printed numbers have one home, the board's constants: changed there, the new number is said everywhere."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from referee.language import LANGUAGES
from referee.rulebook import BOOKS, RULINGS
from tests.printed import line_of
from tests.servers.server import ROOT

NEW = {"FREE_STEPS": "4"}
"""What a constant is changed to, if not to 77."""
SAID: dict[tuple[str, str], str] = {
    ("alchemicus", "BUILDING_LIMIT"): "BUILDING_LIMIT NOT_FULL_YET",
    ("alchemicus", "HAND_LIMIT"): "EFFECTS.discard_to_limit",
    ("alchemicus", "FREE_STEPS"): "TOO_FAR TOO_FAR_FOR_GLORIAS FAME_NEEDED",
    ("alchemicus", "FAME_STEPS"): "TOO_FAR",
    ("alchemicus", "CLEARING_AT_GIFTS"): "FOUR_ONLY_AT_GIFTS",
    ("alchemicus", "CLEARING_ANYWHERE"): "FOUR_ONLY_AT_GIFTS",
    ("alchemicus", "FENDING_CARDS"): "ANSWERED_TO_YOU.cards TOLD_FENDING.cards",
    ("alchemicus", "PACTUM_CARDS"): "TOLD_PACTUM",
}
"""Constant → the only sentences of the game that name it."""
TOLD: dict[tuple[str, str], str] = {
    ("alchemicus", "HAND_LIMIT"): "AL-HAND-LIMIT NO-MONEY E-8",
    ("alchemicus", "BUILDING_LIMIT"): "AL-BUILD-LIMIT AL-BUILD-SAME E-3",
    ("alchemicus", "STANDARD_TARGET"): "AL-LAST-ROUND AL-WIN E-30 E-31",
    ("alchemicus", "GIFT_CARDS"): "AL-GIFT",
    ("alchemicus", "CLEARING_ANYWHERE"): "GR-INFAMIA-OFF",
    ("homunculus", "HAND_LIMIT"): "HO-HAND HO-ARM HO-LEG E-19 E-60",
    ("homunculus", "FINISH_BONUS"): "HO-SCORE-FINISH",
    ("fata_morgana", "MOST_INGREDIENTS"): "FM-CREATE",
    ("fata_morgana", "ROUNDS"): "FM-END-12",
    ("fata_morgana", "HAND"): "FM-SETUP",
}
"""Constant → rules and rulings that name it, among others."""
CASES = sorted({*SAID, *TOLD})
RULES = {rule.id for book in BOOKS.values() for rule in book.rules} | {ruling.id for ruling in RULINGS}


@cache
def printed() -> list[dict[str, dict[str, str | None]]]:
    """Return every text as it is, then as it is with each of CASES changed."""
    cases = [(*case, NEW.get(case[1], "77")) for case in CASES]
    command = [sys.executable, "-m", "tests.printed"]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(cases), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def changed(case: tuple[str, str]) -> dict[str, dict[str, tuple[str, str]]]:
    """Return by language what reads differently with a constant changed: before and after."""
    before, after = printed()[0], printed()[1 + CASES.index(case)]
    assert before.keys() == after.keys() == set(LANGUAGES)
    return {
        language: {
            key: (text or "", after[language][key] or "") for key, text in texts.items() if text != after[language][key]
        }
        for language, texts in before.items()
    }


@pytest.mark.parametrize("case", CASES, ids=".".join)
def test_a_number_changed_on_the_board_is_said_everywhere(case: tuple[str, str]) -> None:
    number, new = line_of(*case)[2], NEW.get(case[1], "77")
    for language, texts in changed(case).items():
        said, told = texts.keys() - RULES, texts.keys() & RULES
        if case in SAID:
            assert said == set(SAID[case].split()), language
        if case in TOLD:
            assert told >= set(TOLD[case].split()), language
        for key in (said if case in SAID else set()) | (told if case in TOLD else set()):
            before, after = texts[key]
            assert number in before and new in after, (language, key)


def test_a_fact_is_in_every_translation_or_in_none() -> None:
    for facts, texts in (
        *((rule.facts, rule.text + rule.example) for book in BOOKS.values() for rule in book.rules),
        *((r.facts, r.question + r.italian + r.polish + r.applied) for r in RULINGS),
    ):
        assert [name for name in facts if f"%({name})s" not in texts and name not in SPARE] == []


SPARE = {"homunculus", "spiritus"}
"""Cards that cost what the Golem costs, told together with it."""
