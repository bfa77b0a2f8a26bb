"""Tables of Homunculus of every variety, and moves at random."""

from __future__ import annotations

import random
from typing import Any

from referee.games.homunculus.board import INGREDIENTS, KINDS, PARTS

FAVOURITES = [{"kind": "red", "ingredient": "mercury"}, None, {"kind": "blue", "ingredient": "sulphur"}]

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {
    "2": (2, {}),
    "3-favourites": (3, {"favourites": FAVOURITES}),
    "5": (5, {}),
}


def some(chance: random.Random, most: int = 2) -> dict[str, int]:
    """Return a few ingredients, at most `most` of each."""
    return {ingredient: chance.randrange(most + 1) for ingredient in INGREDIENTS if chance.random() < 0.3}


def anything(chance: random.Random, players: int) -> dict[str, Any]:
    """Return a well-formed move of any kind, legal or not."""
    part = chance.choice(PARTS)
    kind = chance.choice(["draw", "play", "use", "cancel", "allow", "extract", "refresh", "end_turn", "favourite",
                          "tiles", "ingredients", "part", "play", "use", "use"])  # fmt: skip
    fields: dict[str, dict[str, Any]] = {
        "draw": {"discard": chance.random() < 0.5},
        "play": {"part": part, "kind_of": chance.choice(KINDS), "pay": some(chance)},
        "use": {"part": part, "target": chance.randrange(players), "hits": chance.choice(PARTS), "take": some(chance)},
        "extract": {"gain": some(chance)},
        "favourite": {"kind_of": chance.choice(KINDS), "ingredient": chance.choice(INGREDIENTS)},
        "tiles": {"by": chance.randint(-3, 3)},
        "ingredients": {"by": {ingredient: -by for ingredient, by in some(chance).items()}},
        "part": {
            "part": part,
            "to": chance.choice([None, {"kind": chance.choice(KINDS), "face_up": chance.random() < 0.5}]),
        },
    }
    return {"kind": kind, "seat": chance.randrange(players), **fields.get(kind, {})}
