"""What is said with each constant of a board changed in turn: `python -m tests.printed`, cases on stdin as JSON."""

from __future__ import annotations

import importlib
import importlib.util
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

import referee
from referee.engine import Refusal, Sentence, put_in
from referee.language import READERS, reading, say

GAMES = Path(referee.__file__).parent / "games"
KEPT = ("referee.engine", "referee.language")
"""What knows no board, and is imported once."""


def line_of(game: str, constant: str) -> tuple[str, str, str]:
    """Return the line of a game's board that sets a constant, its beginning, and the number."""
    board = (GAMES / game / "board.py").read_text(encoding="utf-8")
    ((line, begin, number),) = re.findall(rf"^(({constant}(?:: Final)? = )(\d+))$", board, re.MULTILINE)
    return line, begin, number


def import_anew(game: str = "", constant: str = "", new: str = "") -> None:
    """Import the games and the rulebook as if the board said `new`."""
    for name in [name for name in sys.modules if name.startswith("referee.") and not name.startswith(KEPT)]:
        del sys.modules[name]
    if game:
        line, begin, _ = line_of(game, constant)
        name, path = f"referee.games.{game}.board", GAMES / game / "board.py"
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        sys.modules[name] = module = importlib.util.module_from_spec(spec)
        source = path.read_text(encoding="utf-8").replace(f"\n{line}\n", f"\n{begin}{new}\n")
        exec(compile(source, str(path), "exec"), module.__dict__)
    importlib.import_module("referee.rulebook")


def sentences() -> Iterator[tuple[str, Refusal | Sentence]]:
    """Yield what the games say, by its name in the code."""
    for found in pkgutil.walk_packages([str(GAMES)], "referee.games."):
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, (Refusal, Sentence)):
                yield name, value
            elif isinstance(value, dict):
                yield from ((f"{name}.{key}", one) for key, one in value.items() if isinstance(one, Sentence))


FACTS = dict.fromkeys(("player", "target", "victim", "building", "good", "field", "source", "by"), "x")


def said(value: Refusal | Sentence) -> str | None:
    """Return a sentence in the language that is read; None if it needs facts that only a move has."""
    try:
        return say(msgspec.structs.replace(value, facts={"num": 0, **FACTS, **value.facts}))
    except KeyError:
        return None


def texts() -> dict[str, dict[str, str | None]]:
    """Return by language every rule and ruling by its id, and every sentence of the games by its name."""
    rulebook = importlib.import_module("referee.rulebook")
    told: dict[str, dict[str, str | None]] = {}
    for language, reader in READERS.items():
        reading(language)
        told[language] = {name: said(value) for name, value in sentences()}
        for book in rulebook.BOOKS.values():
            for rule in book.rules:
                told[language][rule.id] = put_in(reader.catalog.pgettext(rule.id, rule.text), rule.facts)
        for ruling in rulebook.RULINGS:
            parts = (ruling.question, ruling.italian, ruling.polish, ruling.applied)
            say_it = reader.catalog.gettext
            told[language][ruling.id] = " ".join(put_in(say_it(part), ruling.facts) for part in parts)
    return told


if __name__ == "__main__":
    for case in [[], *json.load(sys.stdin)]:
        import_anew(*case)
        print(json.dumps(texts()))
