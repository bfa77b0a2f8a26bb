"""The moves that are worth a button now, and where a pawn and the Spirit may go: for screens and for scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from referee.engine import Move, Refusal
from referee.games.alchemicus.board import CENTRE, FIELDS, SpiritPlace
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.moves.trade import Gift, Gloria
from referee.games.alchemicus.moves.turn import Draw, EndTurn, Place, Walking
from referee.games.alchemicus.ring import gloria_cost, longest_move, move_fame, spirit_way, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from referee.games.alchemicus.moves.play import Play
    from referee.games.alchemicus.state import State


def options(state: State, seat: int, own: bool) -> list[Move]:
    """Return the moves of `seat` that are worth a button now, legal or barred; none for who is not asked anything."""
    if state.over or state.to_move != seat or state.pending is not None:
        return []
    return list(PHASES[state.phase](state, seat))


def draws(state: State, seat: int) -> Iterator[Play]:
    yield Draw(seat=seat, source="deck")
    if state.rules.bank:
        yield Draw(seat=seat, source="bank")
    if state.rules.noctis:
        yield Draw(seat=seat, source="noctis")


def walks(state: State, seat: int) -> Iterator[Play]:
    """Yield the ways to place or move the pawn, in Gold Rush with as many Glorias as the hand can pay."""
    player = state.seats[seat]
    if player.pawn is None:
        for field in range(FIELDS):
            yield Place(seat=seat, field=field)
        return
    most = 0
    if state.rules.gold_rush and player.hand is not None:
        most = min(GLORIAS_SHOWN, player.hand // gloria_cost(state, 1))
    for glorias in range(most + 1):
        for steps in range(1 + glorias, longest_move(state, glorias) + 1):
            yield Walking(seat=seat, steps=steps, glorias=glorias)
            way = walk(state, seat, steps)
            if state.rules.noctis and way is not None and way.passes:
                yield Walking(seat=seat, steps=steps, glorias=glorias, reward="noctis")


GLORIAS_SHOWN = 5
"""A move of more than 8 fields goes round the whole ring: more Glorias than that are worth no button."""


def spirit_moves(state: State, seat: int) -> Iterator[Play]:
    for to in spirit_places(state):
        if to == state.spirit:
            continue
        jump = spirit_way(state.rules.spirit_ring, state.spirit, to).cost == "hand"
        yield MoveSpirit(seat=seat, to=to, discard_hand=jump)
        if to == CENTRE:
            for other, player in enumerate(state.seats):
                if other != seat and (player.count("domo") or not state.rules.full):
                    yield MoveSpirit(seat=seat, to=to, rob=other)


def spirit_places(state: State) -> tuple[SpiritPlace, ...]:
    """Return the six places of the Spirit ring: the outer ones in their order, the centre last."""
    return (*state.rules.spirit_ring, CENTRE)


def acts(state: State, seat: int) -> Iterator[Play]:
    """Yield what may be done on the field the pawn stands on, then Gloria and the end of the turn."""
    kind = state.field_kind(seat)
    if kind in FIELD_ACTIONS:
        yield from FIELD_ACTIONS[kind](state, seat)
    if not state.rules.gold_rush:
        yield Gloria(seat=seat)
    yield EndTurn(seat=seat)


def gifts(state: State, seat: int) -> Iterator[Play]:
    if not state.rules.gold_rush:
        yield Gift(seat=seat)


def end(state: State, seat: int) -> Iterator[Play]:
    yield EndTurn(seat=seat)


FIELD_ACTIONS = {"spirit": spirit_moves, "gifts": gifts}
PHASES = {"draw": draws, "move": walks, "action": acts, "end": end}


class Reach(msgspec.Struct, frozen=True):
    """One way of the pawn, judged: `steps` (None when placing), the field it comes to stand on and its kind, the Fame
    it costs, what it passes, whether a Golem stops it, the rule that allows it, and why it is barred if it is."""

    move: Place | Walking
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
            Reach(move, None, move.field, ring[move.field], 0, 0, False, "AL-MOVE-FIRST", move.refusal(state, True))
            for move in places
        ]
    ways = []
    for steps in range(1 + glorias, longest_move(state, glorias) + 1):
        move = Walking(seat=seat, steps=steps, glorias=glorias)
        way = walk(state, seat, steps)
        assert way is not None
        fame = move_fame(state, steps)
        rule = "GR-GLORIA" if glorias else "AL-MOVE-FAME" if fame else "AL-MOVE-FREE"
        refusal = move.refusal(state, True)
        ways.append(Reach(move, steps, way.field, ring[way.field], fame, way.passes, way.stopped, rule, refusal))
    return ways


class SpiritReach(msgspec.Struct, frozen=True):
    """One way of the Spirit: where `to`, at what `cost` (free, hand), by which rule, and why it is barred if it is."""

    move: MoveSpirit
    to: SpiritPlace
    cost: str
    rule: str
    refusal: Refusal | None


def spirit_reach(state: State, seat: int) -> list[SpiritReach]:
    """Return the five other places of the Spirit, in the ring's order and the centre last, each move judged."""
    ways = []
    for to in spirit_places(state):
        if to == state.spirit:
            continue
        way = spirit_way(state.rules.spirit_ring, state.spirit, to)
        move = MoveSpirit(seat=seat, to=to, discard_hand=way.cost == "hand")
        ways.append(SpiritReach(move, to, way.cost, way.rule, move.refusal(state, True)))
    return ways
