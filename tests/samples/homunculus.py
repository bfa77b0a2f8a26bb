"""Tables of Homunculus of every variety, moves at random, and what holds at each of its tables."""

from __future__ import annotations

import random
from typing import Any

from referee.games.homunculus.board import HAND_LIMIT, INGREDIENTS, KINDS, PARTS, TILES
from referee.games.homunculus.state import State

FAVOURITES = [{"kind": "red", "ingredient": "mercury"}, None, {"kind": "blue", "ingredient": "sulphur"}]

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {
    "2": (2, {}),
    "3-favourites": (3, {"favourites": FAVOURITES}),
    "5": (5, {}),
    "3-parts": (3, {"track": "parts"}),
}


EVENINGS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {"2": ({}, []), "3-parts": ({}, [])}


def some(chance: random.Random, most: int = 2) -> dict[str, int]:
    """Return a few ingredients, at most `most` of each."""
    return {ingredient: chance.randrange(most + 1) for ingredient in INGREDIENTS if chance.random() < 0.3}


def anything(chance: random.Random, state: State) -> dict[str, Any]:
    """Return a well-formed move of any kind, legal or not."""
    players = len(state.players)
    part = chance.choice(PARTS)
    kind = chance.choice(["draw", "play", "use", "cancel", "allow", "extract", "refresh", "end_turn", "favourite",
                          "tiles", "ingredients", "part", "play", "use", "use", "turn"])  # fmt: skip
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


def check(state: State) -> None:
    """Check what holds in every position, however it was reached."""
    counts = [state.reserve, state.discards, *(player.hand for player in state.players)]
    assert all(count is None or count >= 0 for count in counts)
    assert state.over == any(player.finished for player in state.players)


def check_legal(state: State) -> None:
    """Check what holds where nothing was overruled: no tile is lost, no hand too large."""
    if state.reserve is None:
        return
    tiles = state.reserve + state.discards
    tiles += sum(player.hand + len(PARTS) - player.board.count(None) for player in state.players)
    assert tiles == TILES
    assert all(player.hand <= HAND_LIMIT for player in state.players)
