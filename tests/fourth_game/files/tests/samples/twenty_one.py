"""Tables of Twenty-one, moves at random, and what holds at each of its tables."""

from __future__ import annotations

import random
from typing import Any

from referee.games.twenty_one.state import TOKENS, State

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {"2": (2, {})}
EVENINGS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {"2": ({}, [])}


def anything(chance: random.Random, state: State) -> dict[str, Any]:
    """Return a well-formed move, legal or not."""
    return {"kind": "take_tokens", "seat": chance.randrange(2), "count": chance.randint(1, 4)}


def check(state: State) -> None:
    """Check what holds in every position, however it was reached."""
    assert state.pile + sum(state.taken) == TOKENS
    assert (state.to_move is None) == state.over


def check_legal(state: State) -> None:
    """Check what holds where nothing was overruled: nobody has taken twice in a row."""
    check(state)
