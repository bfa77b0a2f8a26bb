"""Tables of Fata Morgana of every variety, and moves at random."""

from __future__ import annotations

import random
from typing import Any

from referee.games.fata_morgana.board import COLOURS, VALUES

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {"2": (2, {}), "3": (3, {}), "4": (4, {})}

DEALT = 10
"""Cards of a hand at the start; most hands that are told at random have so many."""


def whole_hand(chance: random.Random, size: int = DEALT) -> dict[str, int]:
    """Return a hand of so many cards."""
    hand = dict.fromkeys(COLOURS, 0)
    for _ in range(size):
        hand[chance.choice(COLOURS)] += 1
    return hand


def objective(chance: random.Random) -> dict[str, str]:
    """Return an objective of three different colours."""
    return dict(zip(("three", "two", "one"), chance.sample(COLOURS, 3), strict=True))


def anything(chance: random.Random, players: int) -> dict[str, Any]:
    """Return a well-formed move of any kind, legal or not."""
    some = {colour: chance.randrange(5) for colour in COLOURS if chance.random() < 0.4}
    whole = whole_hand(chance, DEALT + chance.choice([0, 0, 0, -1, 1]))
    alike = dict(zip(("three", "two", "one"), chance.choices(COLOURS, k=3), strict=True))
    kind = chance.choice(["hand", "objective", "create", "create", "copy", "copy", "pass", "pass", "pass", "declare",
                          "next_round", "reveal", "points", "hand_size"])  # fmt: skip
    drawn = {"take": "hidden", "drawn": {chance.choice(COLOURS): 2}}
    fields: dict[str, dict[str, Any]] = {
        "hand": {"hand": chance.choice([some, whole, whole])},
        "objective": alike,
        "create": {"cauldron": chance.choices(COLOURS, k=2), "ingredients": some, "value": chance.choice(VALUES)},
        "copy": {"potion": chance.randrange(1, 12)},
        "pass": chance.choice([{"take": chance.choice([*COLOURS, "hidden", "nothing"])}, drawn]),
        "reveal": {"hand": chance.choice([some, whole, whole, None]), "objective": chance.choice([None, alike])},
        "points": {"by": chance.randint(-9, 9)},
        "hand_size": {"by": chance.randint(-4, 4)},
    }
    return {"kind": kind, "seat": chance.randrange(players), **fields.get(kind, {})}
