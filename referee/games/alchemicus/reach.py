"""Places where a pawn and the Spirit may go from here, for the desks: every way of a pawn judged, the Spirit's by its
cost."""

from __future__ import annotations

import msgspec

from referee.engine import Refusal, judge
from referee.games.alchemicus.board import CENTRE, FIELDS, SpiritPlace
from referee.games.alchemicus.moves.turn import Place, Walking
from referee.games.alchemicus.ring import SpiritWay, longest_move, move_fame, spirit_way, walk
from referee.games.alchemicus.state import State


def spirit_places(state: State) -> tuple[SpiritPlace, ...]:
    """Return the six places of the Spirit ring: the outer ones in their order, the centre last."""
    return (*state.rules.spirit_ring, CENTRE)


class Reach(msgspec.Struct, frozen=True):
    """One way of the pawn, judged: `steps` (None when placing), the field it comes to stand on and its kind, the Fame
    it costs, how often it passes the Spirit field, whether a Golem stops it, the rule that allows it, and the refusal
    that bars it, if any."""

    steps: int | None
    field: int
    kind: str
    fame: int
    passes: int
    stopped: bool
    rule: str
    refusal: Refusal | None


def reach(state: State, seat: int, glorias: int = 0) -> list[Reach]:
    """Return where the pawn of `seat` may go, legal or barred, judged: each of the 8 fields when placing, else the
    moves of 1 to 5 (in Gold Rush those that 1 to 3 plus `glorias` allow)."""
    ring = state.rules.ring
    if state.seats[seat].pawn is None:
        places = [Place(seat=seat, field=field) for field in range(FIELDS)]
        return [
            Reach(None, move.field, ring[move.field], 0, 0, False, "AL-MOVE-FIRST", judge(move, state).refusal)
            for move in places
        ]
    ways = []
    for steps in range(1 + glorias, longest_move(state, glorias) + 1):
        move = Walking(seat=seat, steps=steps, glorias=glorias)
        way = walk(state, seat, steps)
        assert way is not None
        fame = move_fame(state, steps)
        rule = "GR-GLORIA" if glorias else "AL-MOVE-FAME" if fame else "AL-MOVE-FREE"
        refusal = judge(move, state).refusal
        ways.append(Reach(steps, way.field, ring[way.field], fame, way.passes, way.stopped, rule, refusal))
    return ways


def spirit_reach(state: State) -> dict[SpiritPlace, SpiritWay]:
    """Return the five other places of the Spirit, in the ring's order and the centre last, with what each costs."""
    ring, at = state.rules.spirit_ring, state.spirit
    return {to: spirit_way(ring, at, to) for to in spirit_places(state) if to != at}
