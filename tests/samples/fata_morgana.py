"""Tables of Fata Morgana of every variety, moves at random, and what holds at each of its tables."""

from __future__ import annotations

import random
from typing import Any

from referee.games.fata_morgana.board import COLOURS, ROUNDS, VALUES
from referee.games.fata_morgana.state import State

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {"2": (2, {}), "3": (3, {}), "4": (4, {})}

EVENINGS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {"2": ({}, []), "4": ({}, [])}

DEALT = 10
"""Cards of a hand at the start."""


def whole_hand(chance: random.Random, size: int = DEALT) -> dict[str, int]:
    """Return a hand of so many cards."""
    hand = dict.fromkeys(COLOURS, 0)
    for _ in range(size):
        hand[chance.choice(COLOURS)] += 1
    return hand


def objective(chance: random.Random) -> dict[str, str]:
    """Return an objective of three different colours."""
    return dict(zip(("three", "two", "one"), chance.sample(COLOURS, 3), strict=True))


def anything(chance: random.Random, state: State) -> dict[str, Any]:
    """Return a well-formed move of any kind, legal or not."""
    some = {colour: chance.randrange(5) for colour in COLOURS if chance.random() < 0.4}
    seat = chance.randrange(len(state.players))
    whole = whole_hand(chance, state.players[seat].hand_size)
    alike = dict(zip(("three", "two", "one"), chance.choices(COLOURS, k=3), strict=True))
    kind = chance.choice(["hand", "objective", "create", "create", "copy", "copy", "pass", "pass", "pass", "declare",
                          "next_round", "reveal", "points", "hand_size", "turn"]
                         + ["reveal"] * 12 * (state.phase == "reveal"))  # fmt: skip
    drawn = {"take": "hidden", "drawn": {chance.choice(COLOURS): 2}}
    fields: dict[str, dict[str, Any]] = {
        "hand": {"hand": chance.choice([some, whole, whole])},
        "objective": alike,
        "create": {"cauldron": chance.choices(COLOURS, k=2), "ingredients": some, "value": chance.choice(VALUES)},
        "copy": {"potion": chance.randrange(1, 12)},
        "pass": chance.choice([{"take": chance.choice([*COLOURS, "hidden", "nothing"])}, drawn]),
        "next_round": {"alone": chance.random() < 0.5},
        "reveal": {"hand": chance.choice([some, whole, whole, None]), "objective": chance.choice([None, alike])},
        "points": {"by": chance.randint(-9, 9)},
        "hand_size": {"by": chance.randint(-4, 4)},
    }
    return {"kind": kind, "seat": seat, **fields.get(kind, {})}


def check(state: State) -> None:
    """Check what holds in every position, however it was reached."""
    assert min(*state.stacks, state.hidden) >= 0
    for player in state.players:
        assert min(player.points, player.hand_size, *player.most) >= 0
        assert player.hand is None or sum(player.hand) == player.hand_size
        assert player.hand is not None or not player.hand_open
        assert player.objective is not None or player.objective_open or not player.objective_told
    assert 1 <= state.round <= ROUNDS
    assert not state.over or (state.phase == "reveal" and not state.needs())
    assert state.phase != "turn" or (state.to_move is not None and state.to_move < len(state.players))


def check_legal(state: State) -> None:
    """Check what holds where nothing was overruled: each potion has a value and a cauldron of its own."""
    assert len({potion.value for potion in state.potions}) == len(state.potions)
    assert len({potion.cauldron for potion in state.potions}) == len(state.potions)
