"""The ways of a pawn on the outer ring and of the Spirit round its own: geometry, no judgement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from referee.games.alchemicus.board import CENTRE, FAME_STEPS, FIELDS, FREE_STEPS, SpiritPlace
from referee.games.alchemicus.state import State


class Walk(msgspec.Struct, frozen=True):
    """The end of a pawn's way: `field` 0-7, after how many `steps`, how often it passed over the Spirit field, and
    whether a Golem stopped it (it then lies on `field`)."""

    field: int
    steps: int
    passes: int
    stopped: bool


def walk(state: State, seat: int, steps: int) -> Walk | None:
    """Return the walk of `seat`'s pawn over `steps` fields, or None if it is off the board.

    The nearest Golem it would be carried over stops it: not the one it starts from (GR-GOLEM, E-41), nor one on
    the Spirit field while another pawn stands there (E-17).
    """
    start = state.seats[seat].pawn
    if start is None:
        return None
    stopped = False
    if state.golems:
        for distance in range(1, min(steps, FIELDS)):
            field = (start + distance) % FIELDS
            if field in state.golems and state.pawn_in_the_way(seat, field) is None:
                steps, stopped = distance, True
                break
    to_spirit = (state.rules.spirit_field - start - 1) % FIELDS + 1
    passes = max(0, (steps - 1 - to_spirit) // FIELDS + 1)
    return Walk((start + steps) % FIELDS, steps, passes, stopped)


def longest_move(state: State, glorias: int) -> int:
    """Return the most fields a move may have (AL-MOVE-FAME; in Gold Rush GR-GLORIA)."""
    return FREE_STEPS + glorias if state.rules.gold_rush else FAME_STEPS


def move_fame(state: State, steps: int) -> int:
    """Return the Fame that a move of `steps` fields costs (AL-MOVE-FAME, GR-NOFAME)."""
    return 0 if state.rules.gold_rush or steps <= FREE_STEPS else 1


def gloria_cost(state: State, glorias: int) -> int:
    """Return the cards that `glorias` Glorias played with a move take, themselves included (GR-GLORIA)."""
    return glorias * (1 + state.rules.gloria_cards)


class SpiritWay(msgspec.Struct, frozen=True):
    """The cost of moving the Spirit: nothing (`free`), or the whole hand (`hand`), and by which rule."""

    cost: Literal["free", "hand"]
    rule: str


STEP = SpiritWay("free", "AL-SPIRIT-STEP")
INTO_CENTRE = SpiritWay("free", "AL-SPIRIT-IN")
OUT_OF_CENTRE = SpiritWay("free", "AL-SPIRIT-OUT")
JUMP = SpiritWay("hand", "AL-SPIRIT-JUMP")


def spirit_way(spirit_ring: Sequence[str], at: SpiritPlace, to: SpiritPlace) -> SpiritWay:
    """Return what it costs to move the Spirit from `at` to `to`, another place."""
    if to == CENTRE:
        return INTO_CENTRE
    if at == CENTRE:
        return OUT_OF_CENTRE
    around = len(spirit_ring)
    apart = (spirit_ring.index(to) - spirit_ring.index(at)) % around
    return STEP if apart in (1, around - 1) else JUMP
