"""Questions players ask of the rules, each with the rules that answer it.

Tab-separated, one a line: the language, the book that is played where it is asked ("-": nobody knows), the question,
and the ids that answer it, best first. `tuned.tsv` was looked at while the words of the search were written,
`held_out.tsv` was not: it tells how the search does with questions nobody thought of. Keep it so, and add words for
the first file only.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from referee.games import GAMES

FILES = ("tuned", "held_out")
ADVANCED = {"card_bank": True, "advanced_sale": True}
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "alchemicus": ("alchemicus", {**ADVANCED}),
    "noctis": ("alchemicus", {**ADVANCED, "expansion": "noctis"}),
    "gold_rush": ("alchemicus", {**ADVANCED, "expansion": "noctis", "variant": "gold_rush", "track": "full"}),
    "homunculus": ("homunculus", {}),
    "fata_morgana": ("fata_morgana", {}),
}
"""A table for each book that a question may be asked at, where every rule of its game's books is played."""


def options_at(game: str, options: Mapping[str, object]) -> dict[str, object]:
    """Return all options of a table of `game` that chose these."""
    return msgspec.structs.asdict(msgspec.structs.replace(GAMES[game].options(), **options))


class Question(NamedTuple):
    """A question as it is asked."""

    language: str
    at: str
    question: str
    ids: tuple[str, ...]


def questions(*files: str) -> list[Question]:
    """Return the questions of these files, of both without any."""
    found = []
    for name in files or FILES:
        with (Path(__file__).parent / f"{name}.tsv").open(encoding="utf-8", newline="") as file:
            rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            found += [Question(row["lang"], row["at"], row["question"], tuple(row["ids"].split(","))) for row in rows]
    return found
