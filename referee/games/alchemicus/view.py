"""A position as JSON shows it. Nothing in Alchemicus is secret: hands are numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.alchemicus.board import BUILDINGS, GOODS
from referee.games.alchemicus.score import result, tokens

if TYPE_CHECKING:
    from referee.games.alchemicus.state import Building, Seat, State


def building_view(building: Building) -> dict[str, Any]:
    """Return a building as JSON; its goods in the order of GOODS."""
    return {
        "id": building.id,
        "kind": building.kind,
        "goods": sorted(building.goods, key=GOODS.index),
        "golem": building.golem,
        "spiritus": building.spiritus,
    }


def player_view(number: int, seat: Seat, split: dict[str, int]) -> dict[str, Any]:
    """Return what lies before the player at seat `number`; `split` is his Fame in tokens, value -> how many."""
    return {
        "seat": number,
        "fame": seat.fame,
        "tokens": split,
        "pawn": seat.pawn,
        "turns": seat.turns,
        "hand": seat.hand,
        "buildings": [building_view(building) for building in seat.buildings],
        "infamia": seat.infamia,
    }


def view(state: State, seats: frozenset[int]) -> dict[str, Any]:
    """Return the table's keys; `prices` names all nine kinds, null where the price is unknown."""
    offer, pending = state.offer, state.pending
    splits = tokens([seat.fame for seat in state.seats])
    return {
        "players": [player_view(number, seat, splits[number]) for number, seat in enumerate(state.seats)],
        "to_move": state.to_move,
        "phase": state.phase,
        "pending": None if pending is None else {"kind": "infamia", "seat": pending.seat, "target": pending.target},
        "over": state.over,
        "result": result(state),
        "spirit": state.spirit,
        "ring": list(state.rules.ring),
        "spirit_ring": list(state.rules.spirit_ring),
        "golems": sorted(state.golems),
        "prices": {kind: state.prices.get(kind) for kind in BUILDINGS},
        "round": state.round,
        "last_round": state.last_turns is not None,
        "offer": None
        if offer is None
        else {"good": offer.good, "seat": offer.seat, "cards": offer.cards, "price": offer.price},
    }
