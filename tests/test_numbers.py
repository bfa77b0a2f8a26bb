"""Printed numbers have one home, the board's constants: changed there, the new number is said everywhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

TELL = """
import importlib, json, pkgutil
import msgspec
from referee import games
from referee.engine import Refusal, Sentence, put_in
from referee.games import GAMES
from referee.language import LANGUAGES, READERS, reading, say

def said(language):
    reading(language)
    for found in pkgutil.walk_packages(games.__path__, "referee.games."):
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, (Refusal, Sentence)):
                yield name, value
            elif isinstance(value, dict):
                yield from ((f"{name}.{key}", one) for key, one in value.items() if isinstance(one, Sentence))

def text(value):
    facts = dict.fromkeys(("player", "target", "victim", "building", "good", "field", "source", "by"), "x")
    try:
        return say(msgspec.structs.replace(value, facts={"num": 0, **facts, **value.facts}))
    except KeyError:
        return None

print(json.dumps({language: {name: text(value) for name, value in said(language)} for language in LANGUAGES}))
"""


def told(folder: Path) -> dict[str, dict[str, str | None]]:
    """Return every sentence of the games below `folder`, by language and by name in the code."""
    answer = subprocess.run(
        [sys.executable, "-c", TELL], cwd=folder, capture_output=True, check=True, text=True, env={"PYTHONPATH": "."}
    )
    known: dict[str, dict[str, str | None]] = json.loads(answer.stdout)
    return known


@pytest.fixture(scope="module")
def printed() -> dict[str, dict[str, str | None]]:
    return told(ROOT)


@pytest.mark.parametrize(
    ("game", "constant", "new", "sentences"),
    [
        ("alchemicus", "BUILDING_LIMIT", "17", ("BUILDING_LIMIT", "NOT_FULL_YET")),
        ("alchemicus", "HAND_LIMIT", "17", ("EFFECTS.discard_to_limit",)),
        ("alchemicus", "FREE_STEPS", "4", ("TOO_FAR", "TOO_FAR_FOR_GLORIAS", "FAME_NEEDED")),
        ("alchemicus", "FAME_STEPS", "17", ("TOO_FAR",)),
        ("alchemicus", "CLEARING_AT_GIFTS", "17", ("FOUR_ONLY_AT_GIFTS",)),
        ("alchemicus", "CLEARING_ANYWHERE", "17", ("FOUR_ONLY_AT_GIFTS",)),
        ("alchemicus", "FENDING_CARDS", "17", ("TOLD_FENDING.cards",)),
        ("alchemicus", "PACTUM_CARDS", "17", ("TOLD_PACTUM",)),
    ],
)
def test_a_number_changed_on_the_board_is_said_everywhere(
    game: str,
    constant: str,
    new: str,
    sentences: tuple[str, ...],
    tmp_path: Path,
    printed: dict[str, dict[str, str | None]],
) -> None:
    for name in ("referee", "translations"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "pages", "store"))
    board = tmp_path / "referee" / "games" / game / "board.py"
    before = board.read_text(encoding="utf-8")
    ((line, begin, old),) = re.findall(rf"^(({constant}(?:: Final)? = )(\d+))$", before, re.MULTILINE)
    board.write_text(before.replace(f"\n{line}\n", f"\n{begin}{new}\n"), encoding="utf-8")
    now = told(tmp_path)
    for language, sentences_before in printed.items():
        changed = {key for key, text in now[language].items() if text != sentences_before[key]}
        assert changed == set(sentences), language
        for key in sentences:
            assert new in (now[language][key] or "")
            assert old in (sentences_before[key] or "")
