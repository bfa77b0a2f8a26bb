"""A position as JSON shows it. Nothing in Alchemicus is secret: hands are numbers."""

from __future__ import annotations

import msgspec

from referee.engine import PlayerView
from referee.games.alchemicus.board import BUILDINGS, GOODS
from referee.games.alchemicus.score import Ending, result, tokens
from referee.games.alchemicus.state import Building, Seat, State


class BuildingView(msgspec.Struct, frozen=True):
    """A building that is laid out, with what lies on it; its goods in the order of GOODS."""

    id: int
    kind: str
    goods: tuple[str, ...]
    golem: bool
    spiritus: int


class AlchemistView(PlayerView, frozen=True, kw_only=True):
    """The cards and tokens in front of a player: `tokens` is the Fame split, value -> how many; `pawn` an outer field 0
    to 7, or None; `turns` those taken; `hand` how many cards, None where hands are not tracked; `infamia` those lying
    there."""

    fame: int
    tokens: dict[str, int]
    pawn: int | None
    turns: int
    hand: int | None
    buildings: tuple[BuildingView, ...]
    infamia: int


class OfferView(msgspec.Struct, frozen=True):
    """A good just sold by `seat` for `cards` cards, which others may buy for `price` (AL-ADVSALE)."""

    good: str
    seat: int
    cards: int
    price: int


class AttackView(msgspec.Struct, frozen=True):
    """An Infamia that `seat` played on `target`, and that waits for an answer (NO-INFAMIA)."""

    kind: str
    seat: int
    target: int


class TableView(msgspec.Struct, frozen=True):
    """The game's part of a table. `spirit` is where it stands; `golems` are outer fields; `prices` names all nine
    kinds, None where nobody told; `round` counts from 1."""

    players: tuple[AlchemistView, ...]
    to_move: int | None
    phase: str
    pending: AttackView | None
    over: bool
    result: Ending | None
    spirit: str
    ring: tuple[str, ...]
    spirit_ring: tuple[str, ...]
    golems: tuple[int, ...]
    prices: dict[str, int | None]
    round: int
    last_round: bool
    offer: OfferView | None


def building_view(building: Building) -> BuildingView:
    """Return a building as it is shown."""
    goods = tuple(sorted(building.goods, key=GOODS.index))
    return BuildingView(building.id, building.kind, goods, building.golem, building.spiritus)


def player_view(number: int, seat: Seat, split: dict[str, int]) -> AlchemistView:
    """Return what lies before the player at seat `number`; `split` is their Fame in tokens, value -> how many."""
    return AlchemistView(
        seat=number,
        fame=seat.fame,
        tokens=split,
        pawn=seat.pawn,
        turns=seat.turns,
        hand=seat.hand,
        buildings=tuple(building_view(building) for building in seat.buildings),
        infamia=seat.infamia,
    )


def view(state: State, _seats: frozenset[int]) -> TableView:
    """Return the game's part of the table, the same to every seat."""
    offer, pending = state.offer, state.pending
    splits = tokens([seat.fame for seat in state.seats])
    return TableView(
        players=tuple(player_view(number, seat, splits[number]) for number, seat in enumerate(state.seats)),
        to_move=state.to_move,
        phase=state.phase,
        pending=None if pending is None else AttackView("infamia", pending.seat, pending.target),
        over=state.over,
        result=result(state),
        spirit=state.spirit,
        ring=state.rules.ring,
        spirit_ring=state.rules.spirit_ring,
        golems=tuple(sorted(state.golems)),
        prices={kind: state.prices.get(kind) for kind in BUILDINGS},
        round=state.round,
        last_round=state.last_turns is not None,
        offer=None if offer is None else OfferView(offer.good, offer.seat, offer.cards, offer.price),
    )
